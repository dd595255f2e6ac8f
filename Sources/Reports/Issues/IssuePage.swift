public import Foundation
public import Model
import Templates
public import Words

/// All that the page of an issue is made of.
public struct IssuePageInput: Sendable {
  public var bot: KnownBot
  public var story: IssueStory
  public var folders = NamedFolders()
  /// The integrations that have pages.
  public var withPages: Set<IntegrationNumber> = []
  /// The tests that have a page of their own.
  public var paged: Set<TestID> = []
  /// The newest integration there is: what the page knows of.
  public var asOf: IntegrationNumber?
  /// When that ended.
  public var moment: Date?
  /// What was sent because of it, by the integration that sent it.
  public var told: [IntegrationNumber: [String]] = [:]
  /// Who may have caused it when it began, or came back, last.
  public var suspected: Suspected?
  /// Other issues that have a page.
  public var pagedIssues: Set<IssueIdentity> = []
  /// Whether an integration has a page at this address below its folder.
  public var hasPage: @Sendable (IntegrationNumber, String) -> Bool = { _, _ in false }

  public init(bot: KnownBot, story: IssueStory) { (self.bot, self.story) = (bot, story) }
}

extension IssuePageInput {
  public struct Suspected: Sendable {
    public var integration: IntegrationNumber
    public var suspicions: [Suspicion]
    /// What that integration was compared with.
    public var since: IntegrationNumber?

    public init(
      _ suspicions: [Suspicion], in integration: IntegrationNumber, since: IntegrationNumber?
    ) {
      (self.suspicions, self.integration, self.since) = (suspicions, integration, since)
    }

    /// Nil where there is nobody.
    public init?(_ identity: IssueIdentity, in report: Report) {
      let fresh = report.issues.new + report.issues.cameBack
      guard let issue = fresh.first(where: { $0.identity == identity }), issue.kind != .flaky else {
        return nil
      }
      (integration, since) = (report.integration, report.comparedWith?.integration)
      suspicions = Suspicion.of(issue, in: report)
      if suspicions.isEmpty { return nil }
    }
  }
}

/// `bots/<id>/issues/….html`: what became of one issue, on every branch.
struct IssuePage: Sendable {
  let input: IssuePageInput
  let assets: [String: String]

  private static let prefix = "../"
  private static let mostLetters = 400
  private static let mostTurns = 100

  private var story: IssueStory { input.story }
  private var issue: Issue { story.issue }

  func values() -> [String: TemplateValue] {
    var frame = UpperFrame(
      up: "../", assets: assets, allBots: "../../../index.html", bot: ("../index.html", input.bot.name),
      place: "issue", moment: moment)
    // What ended with its branch was never mended.
    frame.status = status(story.standing)
    let name = issue.test?.rawValue ?? Shown.line(issue.message, most: 160)
    var values = frame.values(title: "\(name): \(story.sentence)")
    values["status"] = frame.status?.value ?? .null
    values["name"] = .line(name, most: Self.mostLetters)
    values["id"] = .line(issue.identity.short)
    values["identity"] = .line(issue.identity.rawValue)
    values["sentence"] = .line(story.sentence, most: Self.mostLetters)
    values["asOf"] = input.asOf.map { .text("\($0)") } ?? .null
    values["message"] = .lines(Shown.withColorsSpelled(issue.message), most: 4000)
    values["target"] = issue.target.map { .line($0, most: Self.mostLetters) } ?? .null
    values["test"] = issue.test.map(link) ?? .null
    values["renamed"] = renamed
    values["former"] = former
    values["seenAt"] = place
    values["suspects"] = suspects
    values["silencings"] = .some(story.silencings.map(silencing))
    values["command"] = command
    values["turns"] = .some(story.turns.prefix(Self.mostTurns).map(turn))
    return values
  }

  /// That of the newest thing that it tells of: what people do lies between two integrations.
  private var moment: Date? {
    (story.entries.map(\.started) + story.silencings.compactMap(\.silence.at)
      + story.deletedBranches.values + story.unwatchedBranches.values + [input.moment].compactMap(\.self))
      .max()
  }

  /// What it is, and once it is gone what it was.
  private func status(_ entry: IssueStory.Entry?) -> Status {
    if let entry, entry.state == .resolved {
      return .resolved(issue, isTestGone: entry.isTestGone && entry.testBackIn == nil)
    }
    if entry?.testGoneIn != nil { return .resolved(issue, isTestGone: true) }
    if story.passedIn != nil { return .resolved(issue, isTestGone: false) }
    if let entry, story.isRenamed(after: entry) { return .resolved(issue, isTestGone: true) }
    return issue.outcome.map { Status.of($0) } ?? Status.of(issue.kind)
  }

  private func number(_ number: IntegrationNumber) -> TemplateValue {
    let href = input.withPages.contains(number) ? "\(Self.prefix)\(number.value)/issues.html" : nil
    return .object(["number": .text("\(number)"), "href": .optional(href)])
  }

  private func link(_ test: TestID) -> TemplateValue {
    let page = input.paged.contains(test) ? Self.prefix + Markup.link(TestAddress.page(of: test)) : nil
    return .link(Shown.line(test.rawValue, most: Self.mostLetters), page)
  }

  /// What its test is called on branches that call it otherwise, with the same issue where that has a page.
  private var renamed: TemplateValue {
    let names = story.laterNames.prefix(Self.mostSuspects)
    // Of one branch alone it is told already which.
    let isPlain = names.count == 1 && story.newest.count == 1
    return .list(
      names.map { branch, renaming, isResolved in
        let name = isResolved ? renaming.newest : renaming.names.last(where: isPaged) ?? renaming.newest
        return .object([
          "to": same(of: name.id), "isResolved": .bool(isResolved),
          "branch": isPlain ? .null : branch.map { .line($0.rawValue, most: 120) } ?? .null,
          "integration": number(name.since), "until": renaming.back.map(number) ?? .null,
        ])
      })
  }

  /// What its test was called before, with the same issue where that has a page.
  private var former: TemplateValue {
    var known: Set<TestID> = []
    let names = story.formerNames.filter { known.insert($0.name).inserted }.prefix(Self.mostSuspects)
    let isPlain = story.newest.count == 1
    return .list(
      names.map { former in
        .object([
          "as": same(of: former.name), "wentOn": .bool(former.wentOn), "integration": number(former.until),
          "since": former.since.map(number) ?? .null,
          "branch": isPlain ? .null : former.branch.map { .line($0.rawValue, most: 120) } ?? .null,
        ])
      })
  }

  /// Mended under a name, it did not go on under the next one.
  private func isPaged(_ name: TestLineage.Renaming.Name) -> Bool {
    issue.outcome.map { input.pagedIssues.contains(.make(test: name.id, outcome: $0)) } ?? false
  }

  /// The same of a test by another name; pages of issues lie beside each other.
  private func same(of test: TestID) -> TemplateValue {
    let other = issue.outcome.map { IssueIdentity.make(test: test, outcome: $0) }
    let page = other.flatMap { input.pagedIssues.contains($0) ? IssueAddress.page(of: $0) : nil }
    return .link(
      Shown.line(test.rawValue, most: Self.mostLetters),
      page.map { String($0.split(separator: "/").last ?? "") })
  }

  /// Where it was seen last.
  private var place: TemplateValue {
    let whole = story.entries.filter { !$0.isLimited }
    guard
      let seen = (whole + story.entries).first(where: { $0.isSeen && $0.state != .resolved && $0.file != nil }
      ),
      let file = seen.file
    else { return .null }
    let anchor = seen.line.map { "#L\($0)" } ?? ""
    let page = Address.page(of: file).flatMap { page in
      input.hasPage(seen.integration, page)
        ? "\(Self.prefix)\(seen.integration.value)/\(Markup.link(page))\(anchor)" : nil
    }
    let text = Shown.line(file.rawValue, most: Self.mostLetters) + (seen.line.map { ":\($0)" } ?? "")
    return .object(["at": .link(text, page), "integration": number(seen.integration)])
  }

  private static let mostSuspects = 5

  private var suspects: TemplateValue {
    guard let suspected = input.suspected else { return .null }
    let number = suspected.integration
    let page =
      input.withPages.contains(number) ? "\(Self.prefix)\(number.value)/commits.html" : nil
    return .object([
      "integration": self.number(number),
      "isFound": .bool(suspected.suspicions.contains { $0.ground == .found }),
      "came": .bool(suspected.suspicions.contains { $0.ground == .came }),
      "list": .list(
        suspected.suspicions.prefix(Self.mostSuspects).map { one in
          .object([
            "commit": .text(one.commit.id.short), "subject": .line(one.commit.subject, most: 120),
            "author": .line(one.commit.author, most: 120),
            "why": .line(one.why, most: 300),
            "href": .optional(CommitLink.of(one.commit.id, in: input.bot.link) ?? page),
          ])
        }),
    ])
  }

  private func silencing(_ one: IssueStory.Silencing) -> TemplateValue {
    let ended: String? = one.endedIn.map { number in
      switch number {
      case 0: "taken back later"
      case IssueStory.Silencing.replaced: "another one took its place later"
      default: "ended in \(number), which resolved it"
      }
    }
    return .object([
      "words": .line(one.silence.words.capitalizedFirst.ended, most: 1000),
      "time": one.silence.at.map(TemplateValue.time) ?? .null, "ended": .optional(ended),
    ])
  }

  /// What a person may do about it.
  private var command: TemplateValue {
    let isFlaky = story.current.contains { $0.state == .flaky && $0.integration == input.asOf }
    guard story.isOpen || isFlaky, !issue.kind.isBuildError else { return .null }
    let standing = story.silencings.filter { $0.endedIn == nil }
    // What the bot file says no command takes back.
    guard !standing.contains(where: { $0.silence.origin == .botFile }) else { return .null }
    let isSilenced = !standing.isEmpty
    let words = [isSilenced ? "unsilence" : "silence", input.bot.id.rawValue, issue.identity.short]
    return .object([
      "line": .text(input.folders.line(words + (isSilenced ? [] : ["--reason", "WHY"]))),
      "what": .text(
        isSilenced
          ? "hears of it again"
          : "hears no more of it: it is shown and counted, and has no say in the result"),
    ])
  }

  private func turn(_ turn: IssueStory.Turn) -> TemplateValue {
    let entry = turn.first
    let folder =
      input.withPages.contains(entry.integration) ? "\(Self.prefix)\(entry.integration.value)/" : nil
    let link = CommitLink.of(entry.commit, in: input.bot.link) ?? folder.map { $0 + "commits.html" }
    let word =
      switch entry.state {
      case .new: "new"
      case .cameBack: "came back"
      // One of an older commit says nothing of now; what came from another branch is not there still.
      case .unresolved:
        !entry.isSeen ? "not seen" : entry.isLimited ? "seen" : turn.begins ? "there" : "still there"
      case .resolved: entry.isTestGone ? "test gone" : "resolved"
      case .silenced: entry.isSeen ? "silenced" : "not seen"
      case .flaky: "flaky"
      }
    return .object([
      "integration": number(entry.integration), "word": .text(word),
      "isBad": .bool(entry.state == .new || entry.state == .cameBack),
      "isGood": .bool(entry.state == .resolved && !entry.isTestGone),
      "until": turn.count > 1 ? number(turn.last) : .null,
      // Between two in which it was flaky, it may have passed.
      "isNowAndThen": .bool(entry.state == .flaky),
      "count": .text(Figures.count(turn.count, "integration")),
      "branch": entry.branch.map { .line($0.rawValue, most: 120) } ?? .null,
      "commit": entry.commit.map { .text($0.short) } ?? .null, "commits": .optional(link),
      "subject": entry.subject.map { .line($0, most: 160) } ?? .null,
      "author": entry.author.map { .line($0, most: 120) } ?? .null,
      "isLimited": .bool(entry.isLimited), "time": .time(entry.started),
      "told": .some((input.told[entry.integration] ?? []).map { .line($0, most: 300) }),
    ])
  }
}
