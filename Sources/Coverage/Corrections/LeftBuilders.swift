/// What a result builder makes and something may leave early. Its statements are read: behind an `if` without
/// `else` as many come as came there and did not leave; where that does not fit, no more is known.
struct LeftBuilders {
  private var corrected: CorrectedCounts
  /// The lines that ran so often at most.
  private(set) var atMost: Set<Int> = []

  /// Nil where there is none. `functions`: those whose regions these are.
  init?(_ regions: [LLVMExport.Region], functions: [LLVMExport.Place], _ source: BuilderSource) {
    guard regions.contains(where: { source.isQuietEnd($0.place) }) else { return nil }
    let ends = regions.map(\.place).filter(source.isQuietEnd)
    corrected = CorrectedCounts(regions.sorted { $0.place < $1.place })
    let statements = source.statements
    let built = Set(ends.compactMap { end in functions.filter { $0.holds(end) }.max() })
    for function in built {
      let inner = functions.filter { function.holds($0) && $0 != function }
      let own = corrected.regions.filter { region in
        function.holds(region.place) && !inner.contains { $0.holds(region.place) }
      }
      guard own.contains(where: { $0.count > 0 }) else { continue }
      if let counts = try? StatementFlow.counts(of: own, in: statements, isBuilt: true) {
        for region in own { corrected.keep(counts[region.place] ?? region.count, of: region) }
      } else {
        bound(own, behind: ends.filter(function.holds))
      }
    }
  }

  private mutating func bound(_ regions: [LLVMExport.Region], behind ends: [LLVMExport.Place]) {
    for end in ends {
      let around = regions.last {
        $0.place.holds(end) && ($0.place.line, $0.place.column) < (end.line, end.column)
      }
      guard let around, around.count > 0, around.count < .max / 4 else { continue }
      for region in regions where end.holds(region.place) && region.count == 0 || region.place == end {
        corrected.keep(max(around.count, region.count < .max / 4 ? region.count : 0), of: region)
      }
      atMost.formUnion(Int(end.line) + 1...max(Int(end.line) + 1, Int(end.endLine) - 1))
    }
  }

  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] { corrected.applied(to: regions) }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }
}
