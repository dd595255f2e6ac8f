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
  /// is so for another reason.
  static func apply(
    to lines: inout [LineCoverage], _ regions: [LLVMExport.Region], of source: [UInt8],
    others: Set<Int> = []
  ) -> [Int] {
    let mayHold = source.holds("for ") && (source.holds("where") || source.holds("case"))
    let bodies = mayHold ? bodies(in: source) : []
    guard !bodies.isEmpty || !others.isEmpty else { return [] }
    var starts = [0]
    for index in source.indices where source[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    var found: Set<Int> = []
    for body in bodies {
      guard let line = starts.lastIndex(where: { $0 <= body }) else { continue }
      let place = (Int32(clamping: line + 1), Int32(clamping: body - starts[line] + 1))
      guard
        let region = regions.first(where: { ($0.place.line, $0.place.column) == place && $0.count > 0 })
      else { continue }
      let first = Int(region.place.line)
      let last = Int(region.place.endLine)
      // Brackets alone in the first and the last line say nothing, unless there is no other line.
      found.formUnion(last > first + 1 ? Array(first + 1..<last) : [last])
      if let index = lines.firstIndex(where: { $0.number == first }) { lines[index].isAtMost = true }
    }
    for index in lines.indices where others.contains(lines[index].number) { lines[index].isAtMost = true }
    let ran = Set(lines.filter(\.state.didRun).map(\.number))
    return found.union(others).intersection(ran).sorted()
  }
}
