public import Foundation

/// The silence of an issue.
public struct Silence: Codable, Equatable, Sendable {
  /// An issue, an outcome of a test, or everything that the first integration finds.
  public enum Subject: Codable, Hashable, Sendable {
    /// One issue: its identity, or how that begins.
    case issue(String)
    /// What happened to a test: one that fails otherwise is heard.
    case test(TestID, TestOutcome = .failed)
    /// Whatever the first integration finds that can be trusted.
    case allNow

    /// As orders and reports have it.
    public var text: String {
      switch self {
      case .issue(let identity): "issue \(identity)"
      case .test(let test, .failed): "test \(test)"
      case .test(let test, let outcome): "\(outcome.rawValue) test \(test)"
      case .allNow: "all-now"
      }
    }

    public init?(_ text: String) {
      func rest(of lead: String) -> String? {
        text.hasPrefix(lead) && text.count > lead.count ? String(text.dropFirst(lead.count)) : nil
      }
      if text == "all-now" {
        self = .allNow
      } else if let identity = rest(of: "issue ") {
        self = .issue(identity)
      } else if let test = rest(of: "test ") {
        self = .test(TestID(test))
      } else {
        let outcomes = TestOutcome.allCases.lazy.filter(\.wentWrong)
        guard
          let named = outcomes.compactMap({ one in rest(of: "\(one.rawValue) test ").map { (one, $0) } })
            .first
        else { return nil }
        self = .test(TestID(named.1), named.0)
      }
    }

    public init(from decoder: any Decoder) throws {
      self = try Silence.decode(decoder) { Self($0) }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  private static func decode<T>(_ decoder: any Decoder, _ read: (String) -> T?) throws -> T {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = read(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "`\(text)` says nothing of a silence"))
    }
    return value
  }

  /// `resolved`, `forever` or a last day such as 2026-12-31.
  public enum Until: Codable, Hashable, Sendable {
    case resolved, forever
    /// Through this day, as 2026-12-31.
    case day(String)

    /// As it is written in bot files, commands and reports.
    public init?(_ text: String) {
      switch text {
      case "resolved": self = .resolved
      case "forever": self = .forever
      default:
        guard Self.isDay(text) else { return nil }
        self = .day(text)
      }
    }

    public var text: String {
      switch self {
      case .resolved: "resolved"
      case .forever: "forever"
      case .day(let day): day
      }
    }

    /// "until it is resolved", "for good", "until 2026-12-31".
    public var words: String {
      switch self {
      case .resolved: "until it is resolved"
      case .forever: "for good"
      case .day(let day): "until \(day)"
      }
    }

    /// Where nobody says: no pass shows that a flaky test is mended.
    public static func lasting(isFlaky: Bool) -> Self { isFlaky ? .forever : .resolved }

    /// Whether it is over on that day.
    public func isOver(on today: String) -> Bool {
      switch self {
      case .resolved, .forever: false
      case .day(let day): today > day
      }
    }

    private static func isDay(_ text: String) -> Bool {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let areDigits = parts.allSatisfy {
        $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
      }
      guard parts.map(\.count) == [4, 2, 2], areDigits, let year = Int(parts[0]), let month = Int(parts[1]),
        let day = Int(parts[2]), (1...12).contains(month)
      else { return false }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return (1...days[month - 1]).contains(day)
    }

    public init(from decoder: any Decoder) throws {
      self = try Silence.decode(decoder) { Self($0) }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// Where a silence was said.
  public enum Origin: String, Codable, Sendable, CaseIterable {
    case command
    case botFile = "bot-file"
    /// `silence: all-now` in the bot file.
    case allNow = "all-now"
  }

  /// What is silenced.
  public var subject: Subject
  /// When it ends.
  public var until: Until
  /// Why.
  public var reason: String
  /// Where it was said.
  public var origin: Origin
  /// The user who said it.
  public var by: String?
  /// When it was said.
  public var at: Date?
  /// The branch that resolves it. Left out when any branch does.
  public var branch: BranchName?

  public init(
    _ subject: Subject, until: Until, reason: String, origin: Origin, by: String? = nil, at: Date? = nil,
    branch: BranchName? = nil
  ) {
    (self.subject, self.until, self.reason, self.origin) = (subject, until, reason, origin)
    (self.by, self.at, self.branch) = (by, at, branch)
  }

  /// What a bot file calls by a test's own name alone is what is called so, where that is one.
  /// - Parameter isKnown: that this is a test's whole name.
  public func named(among known: Set<TestID>, isKnown: (TestID) -> Bool) -> Silence {
    guard origin == .botFile, case .test(let test, let outcome) = subject, !isKnown(test) else { return self }
    let meant = known.filter { $0.isCalled(test.rawValue) }
    var silence = self
    if let only = meant.first, meant.count == 1 { silence.subject = .test(only, outcome) }
    return silence
  }

  /// Whether it is meant by this. While the package does not build nothing else is known, so that no silence
  /// reaches errors of building.
  public func reaches(_ issue: Issue) -> Bool {
    guard !issue.kind.isBuildError else { return false }
    switch subject {
    // What it reaches becomes silences of their own.
    case .allNow: return false
    case .test(let test, let outcome):
      guard issue.test == test || issue.renamedFrom == test else { return false }
      return (issue.kind == .flaky ? .flaky : issue.outcome ?? .failed) == outcome
    case .issue(let text):
      guard let test = issue.test, let former = issue.renamedFrom else {
        return issue.identity.rawValue.hasPrefix(text)
      }
      return issue.identity.rawValue.hasPrefix(text)
        || issue.identity.followed(from: test, to: former).rawValue.hasPrefix(text)
    }
  }

  /// Whether the end of `other` is that of this one, which a bot file may call by a test's own name alone.
  public func isOver(with other: Silence) -> Bool {
    guard (until, reason) == (other.until, other.reason) else { return false }
    guard case .test(let test, let outcome) = subject, case .test(let ended, let what) = other.subject else {
      return subject == other.subject
    }
    return outcome == what && (test == ended || ended.isCalled(test.rawValue))
  }

  /// Kept under several names of a test, and taken back or ended with each other.
  public func isSame(as other: Silence) -> Bool {
    guard origin == .command, other.origin == .command, let at, other.at == at else { return false }
    return reason == other.reason && subject != other.subject
  }

  /// Whether it ends with what this integration of a branch resolved: of its own branch, or of the base,
  /// whose word counts where that has it too.
  public func ends(with issue: Issue, on branch: BranchName?, base: BranchName?) -> Bool {
    until == .resolved && reaches(issue)
      && (self.branch == nil || self.branch == branch || (base != nil && branch == base))
  }

  /// "silenced until it is resolved: waits for swift-log 2 (mira, in bots/parser.yaml)".
  public var words: String {
    let who =
      switch origin {
      case .command: by.map { " (\($0))" } ?? ""
      case .botFile: " (in the bot file)"
      case .allNow: ""
      }
    return "silenced \(until.words): \(reason)\(who)"
  }
}

/// An issue that a bot has now, and where.
public struct KnownIssue: Equatable, Sendable {
  public var issue: Issue
  public var branch: BranchName?
  public var integration: IntegrationNumber

  public init(issue: Issue, branch: BranchName?, integration: IntegrationNumber) {
    (self.issue, self.branch, self.integration) = (issue, branch, integration)
  }

  /// That text is neither its id, or the beginning of it, nor the name of its test.
  public func isInPart(_ text: String) -> Bool {
    !issue.identity.rawValue.hasPrefix(text)
      && issue.test.map { $0.rawValue != text && !$0.isCalled(text) } ?? true
  }

  /// Those that a person means who names one: by its id or the beginning of it, or by its test. One that
  /// several branches have is one.
  public static func meant(by text: String, among known: [KnownIssue]) -> [KnownIssue] {
    func named(_ fits: (KnownIssue) -> Bool) -> [KnownIssue]? {
      let found = known.filter(fits)
      return found.isEmpty ? nil : found
    }
    let meant =
      named { text.count >= 4 && $0.issue.identity.rawValue.hasPrefix(text) }
      ?? named { $0.issue.test?.rawValue == text } ?? named { $0.issue.test?.isCalled(text) ?? false }
      ?? named { $0.issue.test?.rawValue.contains(text) ?? false } ?? []
    var seen: Set<IssueIdentity> = []
    return meant.filter { seen.insert($0.issue.identity).inserted }
  }
}

extension TestID {
  /// Its whole name, and not a part of it: `testTwo` of `M.S/testTwo`, `trap` of `M.S/trap()`; or with the
  /// suites around it, from any of them on: `S/testTwo`.
  public func isCalled(_ text: String) -> Bool {
    if text.contains("/"), ends(with: text) { return true }
    let start = rawValue.lastIndex(of: "/") ?? rawValue.firstIndex(of: ".") ?? rawValue.startIndex
    let name = rawValue[start...].drop { "/.".contains($0) }
    return name == text || name.prefix { $0 != "(" } == text
  }

  /// `HelpTests/testVersion`, whichever its target is.
  private func ends(with text: String) -> Bool {
    let names = [rawValue, String(rawValue.prefix { $0 != "(" })]
    return names.contains { $0.hasSuffix("." + text) || $0.hasSuffix("/" + text) }
  }
}

extension IssueIdentity {
  /// As people write it.
  public var short: String { String(rawValue.prefix(8)) }
}
