internal import Model

/// The coverage of one file.
struct FileMeasure {
  let lines: [LineCoverage]
  private let atMost: [Int]
  private let inMacros: [Int]
  private let unreachable: [UnreachableLine]
  private let path: PackagePath
  private let functions: [CoverageParts.Function]
  private let regions: [LLVMExport.Region]
  private let export: LLVMExport

  init(
    _ part: CoverageParts.File, _ file: LLVMExport.File, source: [UInt8], export: LLVMExport,
    dead calls: [DeadCall] = [], throwing names: Set<String> = []
  ) {
    path = part.path
    self.export = export
    let isSwift = part.path.rawValue.hasSuffix(".swift")
    var part = part
    var segments = part.closures.applied(to: file.segments)
    let places = part.functions.map(\.place)
    let statements = CountedStatements(&part, &segments, functions: places, of: isSwift ? source : [])
    let loops = BehindLoops(
      isSwift ? part.regions : [], of: source, functions: places, others: statements.unclear)
    part.regions = loops.applied(to: part.regions)
    let loose = loops.applied(to: segments)
    let messages = UnusedMessages(part, segments: loose.segments, source: source)
    let dead = DeadCalls(calls, functions: part.functions, regions: part.regions, source: source)
    let conditions = LaterConditions(isSwift ? part.regions : [], functions: part.functions, of: source)
    let asked = AskedCases(isSwift ? part.regions : [], of: source)
    segments = asked.applied(to: conditions.applied(to: loose.segments))
    if isSwift { segments = AwaitedLoops(part.regions, of: source).applied(to: segments) }
    segments = dead.applied(to: messages.applied(to: segments))
    let code = Comments.blanked(source, path: part.path.rawValue, under: segments)
    var lines = LineStateScan.lines(of: code, under: segments)
    var others = loose.lines.union(conditions.doubtful).union(asked.atMost).union(statements.atMost)
    others.formUnion(dead.doubtful(lines, in: source))
    let given = isSwift ? MacroLines.lines(in: source, part.regions) : []
    var counts = conditions.atMost
    if isSwift {
      others.formUnion(DeferredBranches.lines(in: source, part.regions))
      others.formUnion(OptionalChains(in: source, part.regions).lines)
      others.formUnion(given)
      others.formUnion(SilentThrows.lines(in: source, part.regions, names: names, counts: &counts))
    }
    atMost =
      isSwift
      ? SelectiveLoops.apply(to: &lines, part.regions, functions: places, of: source, others: others) : []
    for index in lines.indices where counts.contains(lines[index].number) {
      if lines[index].state.didRun { lines[index].isAtMost = true }
    }
    for index in lines.indices where statements.uncounted.contains(lines[index].number) {
      lines[index].isUncounted = lines[index].state.didRun
    }
    let marks = UnreachableMarks.marks(in: source, path: part.path.rawValue)
    unreachable = UnreachableMarks.apply(marks, to: &lines)
    inMacros = given.intersection(lines.filter(\.state.didRun).map(\.number)).sorted()
    self.lines = lines
    functions = messages.without(part.functions, \.place)
    regions = dead.applied(to: messages.without(part.regions, \.place))
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
    coverage.macroLines = inMacros.isEmpty ? nil : inMacros.ranges
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
