internal import Model

/// What of the body of a loop that selects surely ran: what has a counter of its own, and what lies before
/// that and has to be passed by whoever comes there.
struct SelectedLines {
  private let source: [UInt8]
  private let starts: LineStarts
  private let functions: [LLVMExport.Place]
  /// By place.
  private let regions: [LLVMExport.Region]
  /// Those that somebody came to, of which that is counted.
  private let counted: [LLVMExport.Region]
  /// By where what a `guard` does begins: where the second of its conditions does. Nobody knows which failed.
  private let guards: [Int: Int]
  /// Of them the bodies that are counted before it is known whether they are meant.
  private let selective: Set<LLVMExport.Place>

  /// `functions`: those whose regions these are.
  init(
    in source: [UInt8], _ regions: [LLVMExport.Region], functions: [LLVMExport.Place],
    bodies: Set<LLVMExport.Place>
  ) {
    let starts = LineStarts(source)
    let own = OwnCounters(source, starts)
    (self.source, self.starts, self.functions, selective) = (source, starts, functions, bodies)
    self.regions = regions.sorted { $0.place < $1.place }
    counted = self.regions.filter { region in
      // Neither none nor less than that.
      guard region.count > 0, region.count < .max / 4 else { return false }
      return bodies.contains(region.place)
        || (own.has(region.place) || functions.contains(region.place))
          && bodies.contains { $0.holds(region.place) }
    }
    let lists = ConditionLists(source).lists.filter { $0.word == .guard }
    guards = Dictionary(lists.compactMap { list in list.later.first.map { (list.body.lowerBound, $0) } }) {
      first, _ in first
    }
  }

  /// Whether its count is its own: it lies in what has a counter.
  func isExact(_ line: Int) -> Bool {
    guard let code = code(inLine: line), let block = innermost(of: counted, code) else { return false }
    return !selective.contains(block.place)
  }

  /// Whether the line has such a body around it and all of it that counts as executed ran.
  func surelyRan(_ line: Int) -> Bool {
    guard let code = code(inLine: line) else { return false }
    // What begins in the line otherwise may have run less often.
    let inside = regions.filter { Int($0.place.line) == line && $0.count > 0 && !counted.contains($0) }
    return surelyRan(at: code)
      && inside.allSatisfy { surelyRan(at: starts.offset($0.place.line, $0.place.column)) }
  }

  private func surelyRan(at code: Int) -> Bool {
    if let block = innermost(of: counted, code), !selective.contains(block.place) { return true }
    guard var around = innermost(of: regions, code) else { return false }
    // What has the same count ran whenever what is around it did: a condition, what `do` does.
    while !selective.contains(around.place),
      let outer = regions.last(where: { $0.place != around.place && $0.place.holds(around.place) }),
      outer.count == around.count
    {
      around = outer
    }
    return counted.contains { block in
      let start = starts.offset(block.place.line, block.place.column)
      let isBehind = code < guards[start] ?? start + 1
      return isBehind && around.place != block.place && around.place.holds(block.place)
        // What a function in there ran tells nothing of what lies before it.
        && !functions.contains {
          $0 != around.place && around.place.holds($0) && $0.holds(block.place)
        }
    }
  }

  /// Where its first character stands that is no blank; nil where all are.
  private func code(inLine line: Int) -> Int? {
    let start = starts.offset(Int32(clamping: line), 1)
    return source[start...].prefix { $0 != UInt8(ascii: "\n") }.firstIndex { $0 > 0x20 }
  }

  private func innermost(of regions: [LLVMExport.Region], _ offset: Int) -> LLVMExport.Region? {
    let (line, column) = starts.place(offset)
    return regions.last {
      ($0.place.line, $0.place.column) <= (line, column)
        && (line, column) < ($0.place.endLine, $0.place.endColumn)
    }
  }
}
