internal import Model

/// The coverage of one file.
struct FileMeasure {
  let lines: [LineCoverage]
  private let atMost: [Int]
  private let unreachable: [UnreachableLine]
  private let path: PackagePath
  private let functions: [CoverageParts.Function]
  private let regions: [LLVMExport.Region]
  private let export: LLVMExport

  init(
    _ part: CoverageParts.File, _ file: LLVMExport.File, source: [UInt8], export: LLVMExport,
    dead calls: [DeadCall] = []
  ) {
    path = part.path
    self.export = export
    let isSwift = part.path.rawValue.hasSuffix(".swift")
    let loops = SelectiveLoops(in: isSwift ? source : [], part.regions)
    let impossible = ImpossibleCounts(
      part.regions, at: part.impossible.union(loops.regionsAfter(part.regions)))
    var segments = impossible.applied(to: file.segments)
    let counted = impossible.applied(to: part.regions)
    let messages = UnusedMessages(part, segments: segments, source: source)
    let dead = DeadCalls(calls, functions: part.functions, regions: counted, source: source)
    segments = dead.applied(to: messages.applied(to: segments))
    let code = Comments.blanked(source, path: part.path.rawValue, under: segments)
    var lines = LineStateScan.lines(of: code, under: segments)
    atMost = loops.apply(to: &lines)
    let marks = UnreachableMarks.marks(in: source, path: part.path.rawValue)
    unreachable = UnreachableMarks.apply(marks, to: &lines)
    self.lines = lines
    functions = messages.without(part.functions, \.place)
    regions = dead.applied(to: messages.without(counted, \.place))
  }

  func coverage(totals: LLVMTotals) -> FileCoverage {
    // By place in the list: a line is larger than what is asked of it.
    func numbers(_ isMeant: (Int) -> Bool) -> [Int] {
      lines.indices.filter(isMeant).map { lines[$0].number }
    }
    var coverage = FileCoverage(
      path: path, lines: lineCounts,
      regions: PlaceCounts(count: regions.count, executed: regions.count { $0.count > 0 }),
      functions: PlaceCounts(count: functions.count, executed: functions.count { $0.count > 0 }),
      llvm: totals, missedLines: numbers { lines[$0].state == .notExecuted }.ranges,
      partialLines: numbers { lines[$0].state == .partlyExecuted },
      unusedMessageLines: numbers { !lines[$0].unusedMessages.isEmpty })
    coverage.unreachable = unreachable
    coverage.notKnownLines = numbers { lines[$0].state == .notKnown }.ranges
    coverage.atMostLines = atMost.ranges
    return coverage
  }

  func functionList(name: (String) -> String) -> [FunctionCoverage] {
    functions.map { function in
      FunctionCoverage(
        name: name(export.functions[function.function].name), line: Int(function.place.line),
        column: Int(function.place.column), count: function.count)
    }
  }

  private var lineCounts: LineCounts {
    lines.indices.reduce(into: LineCounts()) { counts, index in
      let state = lines[index].state
      guard state != .unreachable else { return counts.unreachable += 1 }
      counts.executable += 1
      if state.didRun { counts.executed += 1 }
      if state == .partlyExecuted { counts.partial += 1 }
      if state == .notKnown { counts.notKnown += 1 }
    }
  }
}
