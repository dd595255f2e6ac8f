internal import Coverage

/// Cuts a file at the beginnings and ends of its regions, each stretch with the count that holds in it: by
/// llvm-cov's rules, so that the same comes of it.
struct SegmentBuilding {
  private var segments: [CoverageSegment] = []
  private var active: [CountedRegion] = []

  static func segments(of regions: [CountedRegion]) -> [CoverageSegment] {
    var building = Self()
    building.build(combined(sorted(regions)))
    return building.segments
  }

  /// By their beginning, the one that holds the other first.
  private static func sorted(_ regions: [CountedRegion]) -> [CountedRegion] {
    regions.sorted { a, b in
      if a.start != b.start { return a.start < b.start }
      if a.end != b.end { return b.end < a.end }
      return a.kind < b.kind
    }
  }

  /// The same place several times, as of a generic, is one with the sum of the counts.
  private static func combined(_ regions: [CountedRegion]) -> [CountedRegion] {
    regions.reduce(into: []) { combined, region in
      guard let last = combined.last, last.place == region.place else { return combined.append(region) }
      if last.kind == region.kind { combined[combined.count - 1].count = last.count &+ region.count }
    }
  }

  private mutating func start(
    _ region: CountedRegion, at point: SourcePoint, isEntry: Bool, isSkipped: Bool = false
  ) {
    let hasCount = !isSkipped && region.kind != .skipped
    // What changes nothing is left out.
    if let last = segments.last, !isEntry, !isSkipped, (last.kind != .none) == hasCount,
      last.count == region.count, !last.isEntry
    {
      return
    }
    let kind: CoverageSegment.Kind = !hasCount ? .none : region.kind == .gap ? .gap : .code
    segments.append(
      CoverageSegment(
        line: point.line, column: point.column, count: hasCount ? region.count : 0, kind: kind,
        isEntry: isEntry))
  }

  private mutating func build(_ regions: [CountedRegion]) {
    for (index, region) in regions.enumerated() {
      let point = region.start
      let completed = active.filter { $0.end <= point }
      if !completed.isEmpty {
        let open = active.filter { point < $0.end }
        complete(open, completed, until: point)
      }
      let isGap = region.kind == .gap
      let isLast = index + 1 == regions.count
      if point == region.end {
        // What has no length holds nowhere; what is around it goes on.
        let isSkipped = isLast || region.kind == .skipped
        start(active.last ?? region, at: point, isEntry: !isGap, isSkipped: isSkipped)
        if isSkipped, let around = active.last { start(around, at: point, isEntry: false) }
        continue
      }
      if isLast || regions[index + 1].start != point { start(region, at: point, isEntry: !isGap) }
      active.append(region)
    }
    if !active.isEmpty { complete([], active, until: nil) }
  }

  /// Ends regions; those around them that stay open hold from there.
  private mutating func complete(
    _ open: [CountedRegion], _ completed: [CountedRegion], until point: SourcePoint?
  ) {
    let ending = completed.enumerated().sorted {
      ($0.element.end, $0.offset) < ($1.element.end, $1.offset)
    }.map(\.element)
    active = open
    for index in ending.indices.dropFirst() {
      let place = ending[index - 1].end
      if place == point { break }
      guard place != ending[index].end else { continue }
      // Of all that end at one place the last.
      let last = ending.lastIndex { $0.end == ending[index].end } ?? index
      start(ending[last], at: place, isEntry: false)
    }
    guard let last = ending.last, last.end != point else { return }
    if let around = open.last {
      start(around, at: last.end, isEntry: false)
    } else {
      start(last, at: last.end, isEntry: false, isSkipped: true)
    }
  }
}
