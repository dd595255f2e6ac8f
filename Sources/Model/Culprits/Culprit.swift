import Words

/// Why a test fails, found by running it after fewer and fewer other tests.
public struct Culprit: Codable, Equatable, Sendable {
  /// What makes a test fail.
  public enum Finding: String, Codable, Sendable, CaseIterable {
    /// It fails when these tests ran before it.
    case after
    /// It fails when these tests run in the same process, in no known order.
    case beside
    /// It fails when nothing else runs.
    case alone
    /// It did not fail again.
    case never
    /// It failed and passed after the very same tests.
    case chance
    /// It fails after all of these. Which of them are needed was not found.
    case unclear
  }

  /// How a test ends after all other tests without those that make it fail.
  public enum Without: String, Codable, Sendable { case passes, fails, skips }

  /// What was found.
  public var finding: Finding
  /// The tests that make it fail.
  public var tests: [TestID]
  /// Other groups of tests that make it fail. Left out when there are none.
  public var also: [[TestID]]?
  /// How it ends after all tests but these. Left out when that is not known.
  public var without: Without?
  /// How often tests ran to find this.
  public var runs: Int

  public init(
    _ finding: Finding, _ tests: [TestID] = [], also: [[TestID]] = [], without: Without? = nil, runs: Int
  ) {
    (self.finding, self.tests, self.runs) = (finding, tests, runs)
    (self.also, self.without) = (also.isEmpty ? nil : also, without)
  }

  private static let mostNamed = 5

  /// Behind the name of the test: "fails after FooTests/testB and passes without it (9 runs)".
  public var words: String {
    let what =
      switch finding {
      case .after: needed("after")
      case .beside: needed("beside")
      case .alone: "fails alone too, so that no other test in its process is the cause"
      case .never: "did not fail again, neither alone nor with the others that ran"
      case .chance:
        "failed and passed with the same tests in its process: by chance, or because of something that "
          + "outlives the process (a file, defaults)"
      case .unclear:
        "failed among \(Figures.count(tests.count, "test")), of which it was not found which are needed"
          + (tests.isEmpty ? "" : ": \(names)")
      }
    return "\(what) (\(Figures.count(runs, "run")))"
  }

  /// What is known where an integration had it pass alone: one that fails alone as well does both.
  public var wherePassedAlone: Culprit {
    finding == .alone ? Culprit(.chance, runs: runs) : self
  }

  /// Whether the question is answered.
  public var isAnswer: Bool { finding == .after || finding == .beside || finding == .alone }

  /// "fails after FooTests/testB, also after BarTests/testC, and passes without all of these"
  private func needed(_ relation: String) -> String {
    let also = also ?? []
    let named = tests.count + also.joined().count
    let them = named == 1 ? "it" : also.isEmpty ? "them" : "all of these"
    let others = also.map { ", also \(relation) \(names($0))" }.joined()
    let comma = also.isEmpty ? "" : ","
    return "fails \(relation) \(names)\(others)"
      + {
        switch without {
        case .passes: "\(comma) and passes without \(them)"
        case .skips: "\(comma) and is skipped without \(them)"
        case .fails: ", and without \(them) \(relation) others too, of which it was not found which"
        case nil: "\(comma) and not alone"
        }
      }()
  }

  private var names: String { names(tests) }

  private func names(_ tests: [TestID]) -> String {
    let names = tests.prefix(Self.mostNamed).map(\.rawValue)
    let left = tests.count - names.count
    if left > 0 { return names.joined(separator: ", ") + " and \(Figures.grouped(left)) more" }
    return tests.count == 2 ? names.joined(separator: " and ") : names.joined(separator: ", ")
  }
}

/// What an order asks besides, or instead of, an integration: why this test fails.
public struct CulpritQuestion: Codable, Equatable, Sendable {
  public var test: TestID
  public var library: TestLibrary
  /// They bring their process down, so that nothing runs after them.
  public var leftOut: [TestID]

  public init(test: TestID, library: TestLibrary, leftOut: [TestID]) {
    (self.test, self.library, self.leftOut) = (test, library, leftOut)
  }
}
