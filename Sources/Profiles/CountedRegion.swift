internal import Coverage

/// A region and how often it was executed.
struct CountedRegion {
  var place: LLVMExport.Place
  var kind: ProgramMap.Kind
  var count: UInt64

  var start: SourcePoint { SourcePoint(line: place.line, column: place.column) }
  var end: SourcePoint { SourcePoint(line: place.endLine, column: place.endColumn) }
}

struct SourcePoint: Comparable {
  var line: Int32
  var column: Int32

  static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

extension ProgramMap.Function {
  /// Its regions' counts, in order; nil where it is not to be counted at all.
  func counts(_ found: Counts.Found) -> [UInt64]? {
    let counters: [UInt64]
    switch found {
    case .other: return nil
    case .notExecuted: return Array(repeating: 0, count: regions.count)
    case .counted(let known): counters = known
    }
    // Another module has the real one.
    guard !(isBlank && (counters.first ?? 0) > 0) else { return nil }
    var values = [UInt64](repeating: 0, count: sums.count)
    func value(_ count: ProgramMap.Count) -> UInt64? {
      switch count {
      case .zero: 0
      case .counter(let index): counters.indices.contains(Int(index)) ? counters[Int(index)] : nil
      case .sum(let index): values[Int(index)]
      }
    }
    for index in order {
      let sum = sums[Int(index)]
      // Threads that count at once may lose something, so that less than nothing is left: as llvm-cov does.
      guard let left = value(sum.left), let right = value(sum.right) else { return nil }
      values[Int(index)] = sum.isDifference ? left &- right : left &+ right
    }
    var found: [UInt64] = []
    found.reserveCapacity(regions.count)
    for region in regions {
      guard let count = value(region.count) else { return nil }
      found.append(count)
    }
    return found
  }
}
