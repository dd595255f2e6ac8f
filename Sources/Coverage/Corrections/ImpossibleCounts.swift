/// Counts that cannot be. Their lines are "not known" and show no number.
///
/// A count is impossible in three cases:
/// - It is 2^62 or more. The compiler computes some counts from others, and a negative result wraps around.
/// - It is above 0, and its function was never entered. Closures and nested functions have their own entries.
/// - It is 0 after a `for … where` that may be left from its body: see `SelectiveLoops.regionsAfter`.
///
/// A loop may run more often than the code around it, so no other counts are compared.
struct ImpossibleCounts {
  private static let least: UInt64 = 1 << 62

  /// All regions of a file, by place.
  private let regions: [LLVMExport.Region]
  private let places: Set<LLVMExport.Place>

  static func isImpossible(_ count: UInt64, entries: UInt64) -> Bool {
    count >= least || (count > 0 && entries == 0)
  }

  /// - Parameters:
  ///   - regions: all regions of a file, by place.
  ///   - places: those with an impossible count.
  init(_ regions: [LLVMExport.Region], at places: Set<LLVMExport.Place>) {
    self.regions = places.isEmpty ? [] : regions
    self.places = places
  }

  /// The segments; those of regions with an impossible count are not known.
  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] {
    guard !places.isEmpty || segments.contains(where: { $0.count >= Self.least }) else { return segments }
    return segments.map { segment in
      guard segment.kind != .none, segment.count >= Self.least || isInside(segment) else { return segment }
      var segment = segment
      segment.count = 0
      segment.isKnown = false
      return segment
    }
  }

  /// The regions; those with an impossible count are not executed.
  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] {
    guard !places.isEmpty else { return regions }
    return regions.map { region in
      var region = region
      if places.contains(region.place) { region.count = 0 }
      return region
    }
  }

  /// Whether the innermost region around a segment has an impossible count.
  private func isInside(_ segment: CoverageSegment) -> Bool {
    let start = (segment.line, segment.column)
    let innermost = regions.last {
      ($0.place.line, $0.place.column) <= start && start < ($0.place.endLine, $0.place.endColumn)
    }
    return innermost.map { places.contains($0.place) } ?? false
  }
}
