internal import Model

/// The compiler counts the body of a `for … where` and of a `for case …` before it asks whether the element
/// is meant, so that its count is only the most that it can be.
enum SelectiveLoops {
  /// Where such bodies begin: offsets of their brackets.
  static func bodies(in source: [UInt8]) -> [Int] {
    LoopHeaders.bodies(in: source) { words in
      words.contains("where") || words.first { $0 != "try" && $0 != "await" } == "case"
    }
  }

  /// Marks the counts; gives the lines of which the count says no more than that. `others`: those of which it
  /// is so for another reason. `functions`: those whose regions these are.
  static func apply(
    to lines: inout [LineCoverage], _ regions: [LLVMExport.Region], functions: [LLVMExport.Place] = [],
    of source: [UInt8], others: Set<Int> = []
  ) -> [Int] {
    let mayHold = source.holds("for ") && (source.holds("where") || source.holds("case"))
    let bodies = mayHold ? bodies(in: source) : []
    guard !bodies.isEmpty || !others.isEmpty else { return [] }
    let starts = LineStarts(source)
    let begun = bodies.compactMap { body in
      let place = starts.place(body)
      return regions.first { ($0.place.line, $0.place.column) == place && $0.count > 0 }?.place
    }
    let selected = SelectedLines(in: source, regions, functions: functions, bodies: Set(begun))
    var found: Set<Int> = []
    for place in begun {
      let (first, last) = (Int(place.line), Int(place.endLine))
      for index in lines.indices
      where (first + 1..<max(first + 1, last)).contains(lines[index].number) && lines[index].state.didRun {
        if !selected.isExact(lines[index].number) { lines[index].isAtMost = true }
      }
      // Brackets alone in the first and the last line say nothing, unless there is no other line.
      found.formUnion(last > first + 1 ? (first + 1..<last).filter { !selected.surelyRan($0) } : [last])
      if let index = lines.firstIndex(where: { $0.number == first }) { lines[index].isAtMost = true }
    }
    for index in lines.indices where others.contains(lines[index].number) { lines[index].isAtMost = true }
    let ran = Set(lines.filter(\.state.didRun).map(\.number))
    return found.union(others).intersection(ran).sorted()
  }
}
