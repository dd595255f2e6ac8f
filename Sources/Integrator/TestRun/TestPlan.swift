import Formats
import Model

/// One process that runs tests: which library, which tests.
struct Batch: Equatable {
  enum Selection: Equatable {
    /// Everything that the user's own filters let through, as `swift test` starts it.
    case all
    case only([TestID])
  }

  var library: TestLibrary
  var selection: Selection
  var isParallel = true
}

/// How one batch ended, as far as planning is concerned.
struct BatchEnd: Equatable {
  var batch: Batch
  /// What was asked of it, in the order in which it runs; known once the program has told.
  var asked: [TestID]
  /// Those that got an outcome in it.
  var decided: Set<TestID>
  /// Those that had begun and not ended when the process died.
  var suspects: [TestID] = []
  /// Those to be blamed, when it is known.
  var culprits: Set<TestID> = []
}

/// The decisions of a test run: which batches, and which ones after a batch that died.
enum TestPlan {
  /// Longest list of XCTest specifiers that one argument can carry (the kernel's limit is 128 KB).
  static let argumentLimit = 100_000

  /// XCTest's first batches: one for all, or several where names in the output would be ambiguous.
  static func xctest(announced: [TestList.Entry], selected: [TestID]) -> [Batch] {
    guard !selected.isEmpty else { return [] }
    let modules = Dictionary(grouping: announced, by: \.class).mapValues { Set($0.map(\.module)) }
    let isAmbiguous = modules.values.contains { $0.count > 1 }
    if !isAmbiguous, selected.count == announced.count {
      return [Batch(library: .xctest, selection: .all)]
    }
    let module = Dictionary(announced.map { ($0.id, $0.module) }, uniquingKeysWith: { first, _ in first })
    var batches: [Batch] = []
    for group in isAmbiguous ? grouped(selected, by: { module[$0] ?? "" }) : [selected] {
      batches += pieces(group).map { Batch(library: .xctest, selection: .only($0)) }
    }
    return batches
  }

  /// What is to be run after a batch that died before all was decided; nothing when all is.
  /// Each answer asks for fewer tests than the batch that died, or for tests alone, so that it ends.
  static func after(_ end: BatchEnd) -> [Batch] {
    let rest = end.asked.filter { !end.decided.contains($0) && !end.culprits.contains($0) }
    guard !rest.isEmpty else { return [] }
    let library = end.batch.library
    let suspects = end.suspects.filter { !end.culprits.contains($0) && !end.decided.contains($0) }
    if end.culprits.isEmpty, !suspects.isEmpty, rest.count > 1 || end.batch.isParallel {
      // One of them ended the process; alone, it shows which.
      let others = rest.filter { !suspects.contains($0) }
      return suspects.map { Batch(library: library, selection: .only([$0]), isParallel: false) }
        + pieces(others).map { Batch(library: library, selection: .only($0)) }
    }
    if end.culprits.isEmpty, end.decided.isEmpty {
      // It died before any test began: halve until the one that brings it down stands alone.
      guard rest.count > 1 else { return [] }
      let middle = rest.count / 2
      return [Array(rest[..<middle]), Array(rest[middle...])].flatMap(pieces)
        .map { Batch(library: library, selection: .only($0)) }
    }
    return pieces(rest).map { Batch(library: library, selection: .only($0)) }
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
    return result
  }

  private static func pieces(_ tests: [TestID]) -> [[TestID]] {
    var result: [[TestID]] = []
    var length = 0
    for test in tests {
      let own = test.rawValue.utf8.count + 1
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
