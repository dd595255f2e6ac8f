internal import Coverage
internal import Model

/// A file's totals by llvm-cov's rules: what was compiled several times from one place counts once, with the
/// most that any of them has.
struct TotalsBuilding {
  private struct Spot: Hashable {
    var file: Int32
    var line: Int32
    var column: Int32
  }

  private struct Group {
    var executions: UInt64 = 0
    var lines = LLVMTotals.Total()
    var regions = LLVMTotals.Total()
  }

  private var groups: [Spot: Group] = [:]

  /// `values`: the counts of its regions, in order.
  mutating func add(_ function: ProgramMap.Function, _ values: [UInt64]) {
    guard let main = function.mainFile,
      let first = function.regions.first(where: { $0.file == main })
    else { return }
    var own: [CountedRegion] = []
    var regions = LLVMTotals.Total()
    for (region, count) in zip(function.regions, values) {
      if region.file == main {
        own.append(CountedRegion(place: region.place, kind: region.kind, count: count))
      }
      guard region.kind == .code else { continue }
      regions.count += 1
      if count > 0 { regions.covered += 1 }
    }
    let lines = Self.lines(under: SegmentBuilding.segments(of: own))
    let spot = Spot(
      file: function.files[Int(main)], line: first.place.line, column: first.place.column)
    var group = groups[spot] ?? Group()
    group.executions &+= values.first ?? 0
    group.lines.take(lines)
    group.regions.take(regions)
    groups[spot] = group
  }

  /// By index of file.
  var totals: [Int32: LLVMTotals] {
    groups.reduce(into: [:]) { totals, group in
      let function = LLVMTotals.Total(count: 1, covered: group.value.executions > 0 ? 1 : 0)
      let own = LLVMTotals(lines: group.value.lines, regions: group.value.regions, functions: function)
      totals[group.key.file, default: LLVMTotals()] = totals[group.key.file, default: LLVMTotals()] + own
    }
  }

  /// Those on which anything can be counted, and those on which something was.
  private static func lines(under segments: [CoverageSegment]) -> LLVMTotals.Total {
    var total = LLVMTotals.Total()
    var around: CoverageSegment?
    var next = 0
    guard var line = segments.first?.line else { return total }
    while next < segments.count {
      let start = next
      while next < segments.count, segments[next].line == line { next += 1 }
      if let count = count(of: segments[start..<next], around: around) {
        total.count += 1
        if count > 0 { total.covered += 1 }
      }
      if next > start { around = segments[next - 1] }
      line += 1
    }
    return total
  }

  /// Nil where nothing is counted on the line; `around`: what holds where it begins.
  private static func count(
    of segments: ArraySlice<CoverageSegment>, around: CoverageSegment?
  ) -> UInt64? {
    let starts = segments.filter { $0.isEntry && $0.kind == .code }
    let isSkipped = segments.first.map { $0.isEntry && $0.kind == .none } ?? false
    let goesOn = around.map { $0.kind != .none } ?? false
    guard
      !isSkipped && (goesOn || !starts.isEmpty)
        || segments.contains(where: { $0.isEntry && $0.kind != .none })
    else { return nil }
    return starts.reduce(around?.count ?? 0) { max($0, $1.count) }
  }
}

extension LLVMTotals.Total {
  fileprivate mutating func take(_ other: Self) {
    (count, covered) = (max(count, other.count), max(covered, other.covered))
  }
}
