import Words

/// A test in the sources that did not run, or that fails as expected.
public struct DidNotRun: Codable, Equatable, Sendable {
  /// Why a test did not run. Reasons that are probably mistakes come first.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// No entry file lists this Quick spec.
    case noEntry = "no-entry"
    /// Nothing of this test target or suite ran.
    case target, suite
    /// The library did not find this test, though others of its suite ran.
    case test
    /// The library reported a pass, but the body of the test never ran.
    case idle
    /// It is inside an `#if` that is not built here.
    case condition
    case disabled, skipped
    /// It was not selected. One entry stands for all of these.
    case filtered
    /// It ran, and its failure is known.
    case knownIssue = "known-issue"
  }

  /// Why it did not run.
  public var kind: Kind
  /// Its name.
  public var name: String
  /// Its target.
  public var target: String
  /// Its suite. Empty when it is in none.
  public var suite: String
  /// The file that declares it.
  @Nullable public var file: PackagePath?
  /// The line that declares it.
  @Nullable public var line: Int?
  /// The file that lists the tests to run, and not this one. Left out where no such file is to blame.
  public var entry: PackagePath?
  /// The reason in words.
  public var why: String
  /// How many tests this entry stands for.
  public var tests: Int
  /// The first integration that listed it. Left out when it is this one.
  public var since: IntegrationNumber?

  public init(
    _ kind: Kind, _ name: String, target: String = "", suite: String = "", file: PackagePath? = nil,
    line: Int? = nil, entry: PackagePath? = nil, why: String, tests: Int = 1
  ) {
    (self.kind, self.name, self.target, self.suite) = (kind, name, target, suite)
    (self.file, self.line, self.entry, self.why, self.tests) = (file, line, entry, why, tests)
  }
}

extension DidNotRun.Kind {
  /// "2 disabled".
  public func counted(_ number: Int) -> String {
    switch self {
    case .noEntry: Figures.count(number, "spec in no entry file", "specs in no entry file")
    case .target: Figures.count(number, "whole target")
    case .suite: Figures.count(number, "whole suite")
    case .test: Figures.count(number, "not found by its library", "not found by their library")
    case .idle:
      Figures.count(number, "test whose body never ran", "tests whose bodies never ran")
    case .condition: "\(Figures.grouped(number)) not built here"
    case .disabled: "\(Figures.grouped(number)) disabled"
    case .skipped: "\(Figures.grouped(number)) skipped"
    case .filtered: "\(Figures.grouped(number)) not asked for"
    case .knownIssue: Figures.count(number, "known issue")
    }
  }
}

extension DidNotRun.Kind {
  /// Above or before the reason.
  public var word: String {
    switch self {
    case .noEntry: "no entry"
    case .target: "whole target"
    case .suite: "whole suite"
    case .test: "not found"
    case .idle: "never ran"
    case .condition: "not built here"
    case .disabled: "disabled"
    case .skipped: "skipped"
    case .filtered: "not asked for"
    case .knownIssue: "known issue"
    }
  }
}

extension DidNotRun {
  /// To be told by its name: what is new, and what nobody may have meant as long as it is so.
  public var isNews: Bool {
    switch kind {
    case .noEntry, .target, .suite, .test, .idle, .filtered: true
    case .condition, .disabled, .skipped, .knownIssue: since == nil
    }
  }

  /// Not its line, which moves.
  fileprivate var identity: [String] { [kind.rawValue, target, suite, name] }
}

extension Sequence<DidNotRun> {
  /// With what an earlier integration told already.
  public func known(from before: [DidNotRun], of integration: IntegrationNumber) -> [DidNotRun] {
    let first = Dictionary(before.map { ($0.identity, $0.since ?? integration) }) { one, _ in one }
    return map { row in
      var row = row
      row.since = first[row.identity]
      return row
    }
  }

  /// By kind and place.
  public var inOrder: [DidNotRun] {
    let ranks = Dictionary(
      uniqueKeysWithValues: DidNotRun.Kind.allCases.enumerated().map { ($0.element, $0.offset) })
    func key(_ row: DidNotRun) -> (Int, String, Int, String) {
      (ranks[row.kind] ?? 0, row.file?.rawValue ?? "", row.line ?? 0, row.suite + "/" + row.name)
    }
    return sorted { key($0) < key($1) }
  }

  /// "1 whole suite, 2 disabled, 40 not asked for"; empty where there is nothing.
  public var counts: String {
    let all = Array(self)
    return DidNotRun.Kind.allCases.compactMap { kind in
      let rows = all.filter { $0.kind == kind }
      return rows.isEmpty
        ? nil : kind.counted(kind == .filtered ? rows.map(\.tests).reduce(0, +) : rows.count)
    }.joined(separator: ", ")
  }
}

extension TestReport {
  /// Without those that ran.
  public var unrun: [DidNotRun] { didNotRun.filter { $0.kind != .knownIssue } }
  public var knownIssues: [DidNotRun] { didNotRun.filter { $0.kind == .knownIssue } }
}
