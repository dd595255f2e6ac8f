public import Model

/// A suite of Swift Testing that has begun and not ended, and none in it that has.
public struct OpenSuite: Equatable, Sendable {
  public var name: String
  /// Those of its tests that have not begun.
  public var waiting: [TestID]
  /// One of its tests has.
  public var hasBegun: Bool

  public init(name: String, waiting: [TestID], hasBegun: Bool) {
    (self.name, self.waiting, self.hasBegun) = (name, waiting, hasBegun)
  }
}

/// Which suites have begun and not ended, by their ids in the stream.
struct EventStreamSuites: Sendable {
  private var known: Set<String> = []
  private var open: Set<String> = []
  /// How many beginnings and ends were told.
  private(set) var told = 0

  var isEmpty: Bool { open.isEmpty }

  mutating func announce(_ raw: String) { known.insert(raw) }

  mutating func follow(_ kind: String?, _ raw: String) {
    guard known.contains(raw) else { return }
    switch kind {
    case "testStarted": open.insert(raw)
    case "testEnded": open.remove(raw)
    default: return
    }
    told += 1
  }

  var innermost: [String] {
    open.filter { suite in !open.contains { $0.hasPrefix(suite + "/") } }.sorted()
  }
}

extension EventStream {
  /// A suite has begun and not ended, and no test has: what works, if anything does, is a trait of a suite.
  public var isBetweenTests: Bool { runningCount == 0 && !suites.isEmpty }

  /// How many beginnings and ends were told, of whatever.
  public var toldOfAll: Int { told + suites.told }

  /// The suites in which it is then.
  public var openSuites: [OpenSuite] {
    suites.innermost.map { raw in
      let own = tests.filter { $0.id.suites.contains(raw) }
      let name = raw.firstIndex(of: ".").map { String(raw[raw.index(after: $0)...]) } ?? raw
      return OpenSuite(
        name: name, waiting: own.filter { !$0.hasEvents }.map(\.testID),
        hasBegun: own.contains(where: \.hasEvents))
    }
  }
}
