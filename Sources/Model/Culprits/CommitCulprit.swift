import Words

/// The commit that broke a test, found by integrating commits in between.
public struct CommitCulprit: Codable, Equatable, Sendable {
  /// What the search for a commit found.
  public enum Finding: String, Codable, Sendable, CaseIterable {
    /// The test passes before this commit and fails at it.
    case found
    /// The same, but one more integration will make sure.
    case likely
    /// The test does not exist before this commit and fails at it.
    case came
    /// The test passes now where it failed.
    case notAgain = "not-again"
    /// The test fails now where it passed.
    case failsBefore = "fails-before"
    /// The test failed and passed at one commit.
    case sometimes
    /// It is one of several commits.
    case unclear
  }

  /// What was found.
  public var finding: Finding
  /// The commit that broke it, or that was tried.
  @Nullable public var commit: Commit?
  /// The commits that remain when it is one of several, oldest first.
  public var among: [Commit]
  /// The integrations that searched for it.
  public var integrations: [IntegrationNumber]
  /// The finding in words, to be read after the name of the test.
  public var sentence: String

  private static let mostAmong = 20
  private static let mostNamed = 3

  /// - Parameter commits: the one where it passed, then those that may have done it, oldest first.
  public init(_ answer: CommitSearch.Answer, of commits: [Commit], by integrations: [IntegrationNumber]) {
    self.integrations = integrations
    (among, sentence) = ([], "")
    let tried = Figures.count(integrations.count, "integration")
    let count = Figures.count(commits.count - 1, "commit")
    switch answer {
    case .found(let place):
      (finding, commit) = (.found, commits[place])
      sentence = "broken by \(commits[place].named), found in \(tried)"
    case .likely(let place):
      (finding, commit) = (.likely, commits[place])
      sentence =
        "broken by \(commits[place].named), as far as \(tried) can tell; one more is to make sure of it"
    case .came(let place):
      (finding, commit) = (.came, commits[place])
      sentence = "came with \(commits[place].named) and failed there already, found in \(tried)"
    case .notAgain:
      (finding, commit) = (.notAgain, commits.last)
      sentence =
        "did not happen again: where it failed, at \(commits.last?.id.short ?? ""), it passes now (\(tried))"
    case .failsBefore:
      (finding, commit) = (.failsBefore, commits.first)
      sentence =
        "broken by none of \(count): where it passed, at \(commits.first?.id.short ?? ""), it fails now too "
        + "(\(tried))"
    case .sometimes(let place):
      (finding, commit) = (.sometimes, commits[place])
      // Before the last of them it may have been another test yet.
      let isLast = place == commits.count - 1
      let lead = isLast ? "fails only sometimes: at" : "broken by whom is not clear: already at"
      sentence = "\(lead) \(commits[place].id.short) it failed and passed (\(tried))"
    case .unclear(let places):
      (finding, commit, among) = (.unclear, nil, Array(commits[places].prefix(Self.mostAmong)))
      sentence = Self.words(
        commits[places], of: count,
        "which cannot be told, as what was tried of them does not build, does not have or run it, or fails "
          + "in another way (\(tried))")
    case .unfinished(let places):
      (finding, commit, among) = (.unclear, nil, Array(commits[places].prefix(Self.mostAmong)))
      let further =
        integrations.isEmpty ? "it was not looked for" : "it was not looked for any further (\(tried))"
      sentence = Self.words(commits[places], of: count, further)
    }
  }

  private static func words(_ commits: ArraySlice<Commit>, of count: String, _ why: String) -> String {
    if let only = commits.first, commits.count == 1 {
      return "perhaps broken by \(only.id.short): that was not made sure of: \(why)"
    }
    let names = commits.prefix(mostNamed).map(\.id.short)
    let left = commits.count - names.count
    let list = names.joined(separator: ", ") + (left > 0 ? " and \(Figures.grouped(left)) more" : "")
    let which = "broken by one of \(Figures.count(commits.count, "commit"))"
    let all = commits.count == 1 || count == Figures.count(commits.count, "commit") ? "" : " of \(count)"
    return which + " (\(list))\(all): \(why)"
  }

  /// Those whom the search did not clear; nil where it cannot tell them from the others.
  var left: Set<CommitID>? {
    switch finding {
    case .found, .came, .likely: commit.map { [$0.id] }
    case .failsBefore: []
    case .unclear: among.isEmpty || among.count == Self.mostAmong ? nil : Set(among.map(\.id))
    case .notAgain, .sometimes: nil
    }
  }

  /// Whether somebody is named.
  public var isSure: Bool { finding == .found || finding == .came }
}

extension IssueLists {
  /// What was found out of which commits broke tests.
  public var culprits: [TestID: CommitCulprit] {
    Dictionary(
      (new + cameBack).compactMap { issue in issue.test.flatMap { test in issue.culprit.map { (test, $0) } } }
    ) { first, _ in first }
  }
}

extension Commit {
  /// "1a2b3c4d “Subject” of Ada".
  var named: String { "\(id.short) “\(subject)” of \(author)" }
}

/// What an integration that belongs to a search is for.
public struct CommitSearchStep: Codable, Equatable, Hashable, Sendable {
  /// The integration that found what is searched for.
  public var of: IntegrationNumber
  /// The tests that it runs for it.
  public var tests: [TestID]
  /// The regular expressions that mean them and no others.
  public var filters: [String]

  public init(of: IntegrationNumber, tests: [TestID], filters: [String]) {
    (self.of, self.tests, self.filters) = (of, tests, filters)
  }

  private static let mostNamed = 1

  /// "To find which of 12 commits broke HelpTests/testVersion".
  public static func reason(commits: Int, tests: [TestID]) -> String {
    let name = tests.first?.rawValue ?? "the tests"
    let more = tests.count > mostNamed ? " and \(Figures.count(tests.count - mostNamed, "more test"))" : ""
    return "To find which of \(Figures.count(commits, "commit")) broke \(name)\(more)"
  }
}
