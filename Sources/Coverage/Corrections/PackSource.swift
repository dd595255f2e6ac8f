/// A source with loops over parameter packs, read once for all that is asked of its regions.
public struct PackSource: Sendable {
  let bytes: [UInt8]
  let starts: LineStarts
  /// Where their bodies begin.
  let bodies: Set<Int>
  private let own: OwnCounters

  /// Nil where it has none.
  public init?(_ source: [UInt8]) {
    guard source.holds("in repeat") else { return nil }
    bodies = Set(LoopHeaders.bodies(in: source) { $0.contains("repeat") })
    guard !bodies.isEmpty else { return nil }
    bytes = source
    starts = LineStarts(source)
    own = OwnCounters(source, starts)
  }

  /// The counts of these places, in order; what nobody counted as often as its loop was come to.
  public func counts(_ counts: [UInt64], of places: [LLVMExport.Place]) -> [UInt64] {
    let regions = zip(places, counts).map { LLVMExport.Region(place: $0, file: 0, count: $1) }
    return PackLoops(regions, functions: [], self)?.applied(to: regions).map(\.count) ?? counts
  }

  /// Whether such a loop lies there.
  public func loops(in place: LLVMExport.Place) -> Bool { bodies.contains(where: range(of: place).contains) }

  func range(of place: LLVMExport.Place) -> Range<Int> {
    let start = starts.offset(place.line, place.column)
    return start..<max(start, starts.offset(place.endLine, place.endColumn))
  }

  /// Whether it has a counter of its own.
  func isCounted(_ place: LLVMExport.Place) -> Bool {
    !bodies.contains(starts.offset(place.line, place.column)) && own.has(place)
  }
}
