import Formats
import Model

/// The decisions of a test run: which batches, and which ones after a batch that died.
enum TestPlan {
  /// Longest list of XCTest specifiers that one argument can carry (the kernel's limit is 128 KB).
  static let argumentLimit = 100_000

  /// Both libraries as `swift test` runs them, one after the other.
  static func stock(announced: [TestList.Entry], selected: [PlannedTest]) -> [Batch] {
    xctest(announced: announced, selected: selected) + [Batch(library: .swiftTesting, selection: .all)]
  }

  /// XCTest's first batches: one for all, or several where names in the output would be ambiguous.
  static func xctest(announced: [TestList.Entry], selected: [PlannedTest]) -> [Batch] {
    guard !selected.isEmpty else { return [] }
    let modules = Dictionary(grouping: announced, by: \.class).mapValues { Set($0.map(\.module)) }
    let isAmbiguous = modules.values.contains { $0.count > 1 }
    if !isAmbiguous, selected.count == announced.count {
      return [Batch(library: .xctest, selection: .all, tests: selected)]
    }
    return (isAmbiguous ? grouped(selected, by: \.row.target) : [selected])
      .flatMap { named($0, of: Batch(library: .xctest, selection: .named)) }
  }

  /// These tests by their names, in as many batches as the command line needs; all else as in `batch`.
  static func named(_ tests: [PlannedTest], of batch: Batch) -> [Batch] {
    pieces(tests).map { piece in
      var next = batch
      (next.selection, next.tests) = (.named, piece)
      return next
    }
  }

  /// What is to be run after a batch that died before all was decided; nothing when all is.
  /// Each answer asks for fewer tests than the batch that died, or for tests alone, so that it ends.
  static func after(_ end: BatchEnd) -> [Batch] {
    let rest = end.asked.filter { !end.decided.contains($0.id) && !end.culprits.contains($0.id) }
    guard !rest.isEmpty, !end.isOver else { return [] }
    if end.isStalled, end.batch.isParallel { return oneByOne(rest, after: end) }
    let asked = Dictionary(rest.map { ($0.id, $0) }) { first, _ in first }
    let suspects = end.suspects.compactMap { asked[$0] }
    if end.culprits.isEmpty, !suspects.isEmpty, rest.count > 1 || end.batch.isParallel {
      return isolated(suspects, among: rest, after: end)
    }
    if rest.count == end.asked.count {
      // It died before any test began: halve until the one that brings it down stands alone.
      guard rest.count > 1 else { return [] }
      let middle = rest.count / 2
      return [Array(rest[..<middle]), Array(rest[middle...])].flatMap { named($0, of: end.batch) }
    }
    return named(rest, of: end.batch)
  }

  /// More suspects than that are not worth a process each.
  private static let mostAlone = 4

  /// One of them ended the process. Alone, it shows which; of many, one after the other in one process, it is
  /// the one that runs when that ends.
  private static func isolated(
    _ suspects: [PlannedTest], among rest: [PlannedTest], after end: BatchEnd
  ) -> [Batch] {
    let names = Set(suspects.map(\.id))
    let others = rest.filter { !names.contains($0.id) }
    var apart = end.batch
    apart.isParallel = false
    guard suspects.count > mostAlone, end.batch.isParallel else {
      return suspects.flatMap { named([$0], of: apart) } + named(others, of: end.batch)
    }
    return others.isEmpty
      ? oneByOne(rest, after: end) : named(suspects, of: apart) + named(others, of: end.batch)
  }

  /// All that is left in one process, one test after the other: there each shows how it ends.
  private static func oneByOne(_ rest: [PlannedTest], after end: BatchEnd) -> [Batch] {
    var next = end.batch
    next.isParallel = false
    guard end.batch.selection == .all, rest.count * 2 > end.asked.count else {
      return named(rest, of: next)
    }
    let left = Set(rest.map(\.id))
    next.tests = rest
    next.skipped = end.asked.filter { !left.contains($0.id) }
    return [next]
  }

  /// Specifiers for the command line, whole classes where all of a class is asked for.
  static func specifiers(_ selected: [TestID], announced: [TestList.Entry]) -> [String] {
    let chosen = Set(selected)
    var result: [String] = []
    for entries in grouped(announced, by: { $0.module + "." + $0.class }) {
      let wanted = entries.filter { chosen.contains($0.id) }
      if wanted.count == entries.count, let first = entries.first {
        result.append(first.module + "." + first.class)
      } else {
        result += wanted.map(\.id.rawValue)
      }
    }
    let listed = Set(announced.map(\.id))
    return result + selected.filter { !listed.contains($0) }.map(\.rawValue)
  }

  private static func pieces(_ tests: [PlannedTest]) -> [[PlannedTest]] {
    var result: [[PlannedTest]] = []
    var length = 0
    for test in tests {
      let own = test.id.rawValue.utf8.count + 1
      if result.isEmpty || length + own > argumentLimit {
        result.append([])
        length = 0
      }
      result[result.count - 1].append(test)
      length += own
    }
    return result
  }

  private static func grouped<T>(_ items: [T], by key: (T) -> String) -> [[T]] {
    var order: [String] = []
    var groups: [String: [T]] = [:]
    for item in items {
      let name = key(item)
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(item)
    }
    return order.compactMap { groups[$0] }
  }
}
