import Files
import Formats
import Model

/// Whose a file is that tests of one process left, as far as that can be known: nothing is guessed.
struct FileOwners {
  private let tests: [(id: TestID, names: Set<String>, suites: Set<String>)]
  private let moments: [TestMoment]
  /// The only one that the process was asked for.
  private let alone: TestID?
  /// How much too early times of files are at most; nil where they cannot be compared with those of tests.
  private let grain: Double?

  /// XCTest tells of its tests in thousandths.
  private static let slack = 0.002

  init(_ cases: [TestCase] = [], moments: [TestMoment] = [], alone: TestID? = nil, grain: Double? = nil) {
    (self.moments, self.alone, self.grain) = (moments, alone, grain)
    tests = cases.map { row in
      let bare = row.name.prefix { $0 != "(" }
      return (
        row.id, Set([row.name, String(bare), row.id.rawValue, row.displayName ?? row.name]),
        Set(row.suite.split(separator: "/").map(String.init) + [row.suite])
      )
    }
  }

  /// What may have left it; surely the one, where there is one.
  func candidates(_ file: FoundFile) -> [TestID] {
    candidates(file.name, born: file.born, changed: file.changed)
  }

  func candidates(_ name: String, born: Double?, changed: Double) -> [TestID] {
    if let alone { return [alone] }
    let parts = name.split(separator: "/").map(String.init)
    let named = self.named(by: parts.dropLast())
    if named.count == 1 { return named }
    let timed = self.timed(born, changed)
    if !named.isEmpty { return timed.filter(named.contains) }
    guard timed.count > 1, let last = parts.last else { return timed }
    let byFile = timed.filter { id in
      tests.first { $0.id == id }.map { $0.names.contains { Self.begins(last, with: $0) } } ?? false
    }
    return byFile.count == 1 ? byFile : timed
  }

  /// Those whose name a folder around it has.
  private func named(by folders: some Collection<String>) -> [TestID] {
    let found = tests.filter { test in folders.contains { test.names.contains($0) } }
    guard found.count > 1 else { return found.map(\.id) }
    let suited = found.filter { test in folders.contains { test.suites.contains($0) } }
    return (suited.isEmpty ? found : suited).map(\.id)
  }

  /// Those that may have made it or changed it last. Where the file system does not tell when a file was
  /// made, several may have written it, and any may be the one.
  private func timed(_ born: Double?, _ changed: Double) -> [TestID] {
    guard let grain, let born else { return moments.map(\.test) }
    return moments.filter { moment in
      [born, changed].contains { time in
        time + grain >= moment.from - Self.slack && moment.to.map { time <= $0 + Self.slack } ?? true
      }
    }.map(\.test)
  }

  /// `testA.1.png` is of `testA`, and not of `test`.
  private static func begins(_ file: String, with name: String) -> Bool {
    guard file.hasPrefix(name) else { return false }
    return file.dropFirst(name.count).first.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
  }
}
