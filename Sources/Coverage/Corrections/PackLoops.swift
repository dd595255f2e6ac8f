/// The body of a `for … in repeat each …`. The compiler counts it nowhere, and nothing that follows from it:
/// where somebody came to the loop, nobody knows whether it ran, as it does for each type of a pack.
struct PackLoops {
  private let source: PackSource
  private var corrected: CorrectedCounts
  /// The lines of which no more is known.
  private(set) var lines: Set<Int> = []

  /// Nil where there is none. `functions`: those whose regions these are.
  init?(_ regions: [LLVMExport.Region], functions: [LLVMExport.Place], _ source: PackSource) {
    self.source = source
    corrected = CorrectedCounts(regions.sorted { $0.place < $1.place })
    let bodies = corrected.regions.filter {
      source.bodies.contains(source.starts.offset($0.place.line, $0.place.column))
    }
    guard !bodies.isEmpty else { return nil }
    for body in bodies {
      let function = functions.filter { $0.holds(body.place) }.max()
      let inner = functions.filter { body.place.holds($0) }
      let around = corrected.regions.last {
        $0.place != body.place && $0.place.holds(body.place) && function?.holds($0.place) ?? true
      }
      guard let around, Self.isPlain(corrected.count(of: around)) else { continue }
      let uncounted = corrected.regions.filter { region in
        body.place.holds(region.place) && !source.isCounted(region.place)
          && !inner.contains { $0.holds(region.place) }
      }
      for region in uncounted where !Self.isPlain(region.count) {
        corrected.keep(corrected.count(of: around), of: region)
      }
      mark(body.place, Set(uncounted.map(\.place)))
    }
  }

  /// Neither none nor less than that.
  private static func isPlain(_ count: UInt64) -> Bool { count > 0 && count < .max / 4 }

  /// Brackets alone say nothing.
  private mutating func mark(_ body: LLVMExport.Place, _ uncounted: Set<LLVMExport.Place>) {
    for index in source.range(of: body) where source.bytes[index] > 0x20 {
      guard !"{}".utf8.contains(source.bytes[index]) else { continue }
      let place = source.starts.place(index)
      guard !lines.contains(Int(place.line)), let region = corrected.innermost(place.line, place.column),
        uncounted.contains(region.place)
      else { continue }
      lines.insert(Int(place.line))
    }
  }

  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] { corrected.applied(to: regions) }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }
}
