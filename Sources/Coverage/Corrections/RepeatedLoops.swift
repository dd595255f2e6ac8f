/// The counts of functions with `repeat … while`, as they are where that is clear.
struct RepeatedLoops {
  private var corrected: CorrectedCounts
  /// Where bodies of loops begin, behind which counts may be too low.
  private(set) var unclear: Set<Int> = []
  /// The lines of conditions that ran so often at most.
  private(set) var atMost: Set<Int> = []

  init(_ regions: [LLVMExport.Region], functions: [LLVMExport.Place], _ source: RepeatingSource) {
    corrected = CorrectedCounts(regions)
    for function in functions where source.repeats(in: function) {
      let inner = functions.filter { function.holds($0) && $0 != function }
      let own = regions.filter { region in
        function.holds(region.place) && !inner.contains { $0.holds(region.place) }
      }
      let loops = source.loops(in: function).filter { loop in
        !inner.contains {
          source.offset($0.line, $0.column) <= loop.body
            && loop.body < source.offset($0.endLine, $0.endColumn)
        }
      }
      guard !loops.isEmpty, own.contains(where: { $0.count > 0 }) else { continue }
      if let counts = try? StatementFlow.counts(of: own, in: source) {
        for region in own { corrected.keep(counts[region.place] ?? region.count, of: region) }
      } else {
        unclear.formUnion(loops.filter(\.jumps).map(\.body))
        atMost.formUnion(loops.filter(\.leaves).flatMap(\.asked))
      }
    }
  }

  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] { corrected.applied(to: regions) }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }
}
