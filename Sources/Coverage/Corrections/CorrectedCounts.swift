/// Counts that are others than the tools tell, by the places of their regions.
struct CorrectedCounts {
  /// As the tools tell them, by place.
  let regions: [LLVMExport.Region]
  private(set) var counts: [LLVMExport.Place: UInt64] = [:]
  /// Where any of those ends whose count is another.
  private var ends: Set<Point> = []

  /// `regions`: by place.
  init(_ regions: [LLVMExport.Region] = []) { self.regions = regions }

  private struct Point: Hashable {
    let line: Int32
    let column: Int32
  }

  var isEmpty: Bool { counts.isEmpty }

  func count(of region: LLVMExport.Region) -> UInt64 { counts[region.place] ?? region.count }

  mutating func keep(_ count: UInt64, of region: LLVMExport.Region) {
    guard count != region.count else { return }
    counts[region.place] = count
    ends.insert(Point(line: region.place.endLine, column: region.place.endColumn))
  }

  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] {
    guard !isEmpty else { return regions }
    return regions.map { region in
      var region = region
      region.count = count(of: region)
      return region
    }
  }

  /// A segment has the count of the innermost region around it.
  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] {
    guard !isEmpty else { return segments }
    return parted(segments).map { segment in
      guard segment.kind != .none else { return segment }
      guard let count = innermost(segment.line, segment.column).flatMap({ counts[$0.place] }) else {
        return segment
      }
      var segment = segment
      segment.count = count
      return segment
    }
  }

  func innermost(_ line: Int32, _ column: Int32) -> LLVMExport.Region? {
    var (low, high) = (0, regions.count)
    while low < high {
      let middle = (low + high) / 2
      let place = regions[middle].place
      if (place.line, place.column) <= (line, column) { low = middle + 1 } else { high = middle }
    }
    return regions[..<low].last { (line, column) < ($0.place.endLine, $0.place.endColumn) }
  }

  /// Where something ends that had the count of what is around it, no segment begins of itself.
  private func parted(_ segments: [CoverageSegment]) -> [CoverageSegment] {
    var begun = Set(segments.map { Point(line: $0.line, column: $0.column) })
    var parts = segments
    func part(_ point: Point, _ count: UInt64) {
      guard begun.insert(point).inserted else { return }
      parts.append(
        CoverageSegment(line: point.line, column: point.column, count: count, isEntry: false))
    }
    for region in regions {
      if counts[region.place] != nil {
        part(Point(line: region.place.line, column: region.place.column), region.count)
      }
      let end = Point(line: region.place.endLine, column: region.place.endColumn)
      guard !begun.contains(end), let around = innermost(end.line, end.column),
        counts[around.place] != nil || ends.contains(end)
      else { continue }
      part(end, around.count)
    }
    return parts.count == segments.count
      ? segments : parts.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }
}
