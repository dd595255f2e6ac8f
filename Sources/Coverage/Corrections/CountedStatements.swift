/// What is counted anew by its statements: what result builders make, loops over parameter packs, and
/// `repeat … while`.
struct CountedStatements {
  /// Lines that ran so often at most.
  private(set) var atMost: Set<Int> = []
  /// Those of them of which nothing is counted.
  private(set) var uncounted: Set<Int> = []
  /// Where bodies of loops begin, behind which counts may be too low.
  private(set) var unclear: Set<Int> = []

  /// Mends the counts. `source`: empty where it is not Swift.
  init(
    _ part: inout CoverageParts.File, _ segments: inout [CoverageSegment], functions: [LLVMExport.Place],
    of source: [UInt8]
  ) {
    let building = BuilderSource(source)
    if let built = building.flatMap({ BuilderBlocks(part.regions, $0) }) {
      (part.regions, segments) = (built.applied(to: part.regions), built.applied(to: segments))
    }
    if let left = building.flatMap({ LeftBuilders(part.regions, functions: functions, $0) }) {
      (part.regions, segments) = (left.applied(to: part.regions), left.applied(to: segments))
      atMost = left.atMost
    }
    if let packs = PackSource(source).flatMap({ PackLoops(part.regions, functions: functions, $0) }) {
      (part.regions, segments) = (packs.applied(to: part.regions), packs.applied(to: segments))
      uncounted = packs.lines
      atMost.formUnion(uncounted)
    }
    if let repeated = RepeatingSource(source).map({ RepeatedLoops(part.regions, functions: functions, $0) }) {
      (part.regions, segments) = (repeated.applied(to: part.regions), repeated.applied(to: segments))
      unclear = repeated.unclear
      atMost.formUnion(repeated.atMost)
    }
  }
}
