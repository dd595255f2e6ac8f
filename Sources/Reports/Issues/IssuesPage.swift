import Model
import Templates
import Words

/// `issues.html`: what is new, what goes on, what is gone.
struct IssuesPage: PagePart {
  let frame: PageFrame

  func values() -> [String: TemplateValue] {
    var values = frame.values(section: .issues)
    values["sentence"] = .text(sentence)
    values["lists"] = .some(self.lists)
    return values
  }

  /// Those with something in them.
  private var lists: [TemplateValue] {
    let lists = report.issues
    let base = lists.knownOnBase.first?.knownOn.map { Shown.line($0.rawValue, most: 120) } ?? ""
    let all: [(id: String, title: String, says: String, issues: [Issue])] = [
      ("new", "New", "Never seen on this branch or on one that it comes from.", lists.new),
      ("came-back", "Came back", "Were resolved before and are there again.", lists.cameBack),
      (
        "came-along", "Came along",
        "Were on another branch, whose commits this branch has now; this one had none of them before.",
        lists.cameAlong
      ),
      (
        "as-before", "As before", "An earlier integration of this older commit had them as well.",
        lists.asBefore
      ),
      ("unresolved", "Unresolved", "Were there before and still are.", lists.stillThere),
      (
        "unseen", report.notSeenWords.capitalizedFirst,
        report.isBeforeCompared
          ? "Came later, or nothing in this integration of an older commit speaks for them: their tests "
            + "passed or did not run, or their sources were not compiled."
          : "Were there before; their tests did not run this time, or passed at a commit that is not the "
            + "newest, or their sources were not compiled.",
        report.unfound.notSeen
      ),
      (
        "otherwise", "Failed otherwise",
        "Were there before; their tests ran, and what happened to them this time was something else.",
        report.unfound.failedOtherwise
      ),
      (
        "known", "Known on \(base)",
        "Are known on \(base), as of the integration of it that this one is compared with.", lists.knownOnBase
      ),
      ("resolved", "Resolved", "Were there before and are gone.", lists.resolved.filter { !$0.testIsGone }),
      (
        "gone", "Test gone", "Nobody mended these: their tests do not exist any more.",
        lists.resolved.filter(\.testIsGone)
      ),
      (
        "flaky", "Flaky",
        "These failed and, repeated alone, passed; or they had both outcomes on one commit.", lists.flaky
      ),
      ("silenced", "Silenced", "Somebody decided to hear no more of these.", report.silenced.here),
      (
        "silenced-unseen", "Silenced, \(report.notSeenWords)",
        "Somebody decided to hear no more of these, and nothing tells of them here.", report.silenced.unseen
      ),
    ]
    return all.filter { !$0.issues.isEmpty }.map { list($0.id, $0.title, $0.says, $0.issues) }
  }

  private var sentence: String {
    let lists = report.issues
    let base = Shown.line(lists.knownOnBase.first?.knownOn?.rawValue ?? "", most: 120)
    let all: [(Int, String)] = [
      (lists.new.count, "new"), (lists.cameBack.count, "came back"),
      (lists.cameAlong.count, "came along"),
      (lists.asBefore.count, "as in \(lists.asBefore.first?.asIn ?? 0)"),
      (lists.stillThere.count, "unresolved"),
      (report.unfound.notSeen.count, report.notSeenWords),
      (report.unfound.failedOtherwise.count, "of tests that failed otherwise"),
      (lists.knownOnBase.count, "known on \(base)"),
      (lists.resolved.count { !$0.testIsGone }, "resolved"),
      (lists.resolved.count(where: \.testIsGone), "with the test gone"), (lists.flaky.count, "flaky"),
      (report.silenced.here.count, "silenced"),
      (report.silenced.unseen.count, "silenced and \(report.notSeenWords)"),
    ]
    let counts = all.filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    return counts.isEmpty ? "No issues." : "Issues: \(counts.joined(separator: ", "))."
  }

  /// A page of more is none that anybody reads.
  private static let mostListed = 500

  private func list(_ id: String, _ title: String, _ says: String, _ issues: [Issue]) -> TemplateValue {
    let shown = values(issues.prefix(Self.mostListed), areResolved: id == "resolved" || id == "gone")
    let left = issues.count - shown.count
    return .object([
      "id": .text(id), "title": .text(title), "says": .text(says), "count": .count(issues.count),
      "issues": .some(shown),
      "left": left > 0 ? .text("\(Figures.grouped(left)) more stand in report.json.") : .null,
    ])
  }

  /// Of a test what happened to it: a crash looks like a crash everywhere.
  private static func status(of issue: Issue) -> Status {
    issue.outcome.map { Status.of($0) } ?? Status.of(issue.kind)
  }

  /// Its history; the store keeps that of so many, in this order.
  private func page(of issue: Issue) -> String? {
    guard material.input.earlier.hasIssuePages else { return nil }
    let lists = report.issues
    let kept =
      (lists.new + lists.cameBack + lists.unresolved + lists.resolved + lists.silenced + lists.flaky)
      .prefix(IssueStory.mostPaged)
    guard kept.contains(where: { $0.identity == issue.identity }) else { return nil }
    return address.up + "../" + IssueAddress.page(of: issue.identity)
  }

  /// Whose commits may have caused one that was not there before.
  private func suspects(of issue: Issue) -> [TemplateValue] {
    guard isFresh(issue) else { return [] }
    let found = Suspicion.of(issue, in: report)
    return found.prefix(Self.mostSuspects).map { one in
      .object([
        "commit": .text(one.commit.id.short), "subject": .line(one.commit.subject, most: 120),
        "author": .line(one.commit.author, most: 120),
        "why": .line(one.why, most: 300),
        "href": .optional(
          CommitLink.of(one.commit.id, in: material.input.link) ?? address.link("commits.html")),
      ])
    }
  }

  private func isFresh(_ issue: Issue) -> Bool {
    issue.since == report.integration && issue.silence == nil && issue.kind != .flaky
  }

  private static let mostSuspects = 5

  /// Of several errors in one line only the first is told with the source.
  func values(_ issues: some Collection<Issue>, areResolved: Bool = false) -> [TemplateValue] {
    let asked = Set(issues.compactMap(\.test))
    let told = report.tests.cases.filter { asked.contains($0.id) }.map { ($0.id, $0) }
    let tests = Dictionary(told) { first, _ in first }
    var last: Issue?
    return issues.map { issue in
      defer { last = issue }
      let isRepeated = last.map { $0.file == issue.file && $0.line == issue.line } ?? false
      let test = issue.test.flatMap { tests[$0] }
      return value(issue, of: test, isResolved: areResolved, hasExcerpt: !isRepeated)
    }
  }

  private func value(
    _ issue: Issue, of test: TestCase?, isResolved: Bool, hasExcerpt: Bool
  ) -> TemplateValue {
    let card = issue.seen ? issue.test.flatMap { material.told($0) }.map { address.up + $0 } : nil
    let name = test.map { TestWords.sentence($0) } ?? issue.test?.rawValue
    // In the very first integration all would be new.
    let isFirst = report.comparedWith == nil
    return .object([
      "status": (isResolved ? Status.resolved(issue, isTestGone: issue.testIsGone) : Self.status(of: issue))
        .value,
      "message": .lines(Shown.withColorsSpelled(issue.messageWithLines), most: 2000),
      "test": name.map {
        .object([
          "name": .line($0), "id": .line(issue.test?.rawValue ?? ""), "href": .optional(card),
          "history": .optional(issue.test.flatMap { history(of: $0) }),
        ])
      } ?? .null,
      "target": .optional(issue.target.map { Shown.line($0) }),
      "place": place(issue.file, issue.line),
      "log": .optional(
        issue.seen && issue.kind != .testFailure && issue.kind != .flaky
          ? material.log.places.line(of: issue.file, issue.line, message: issue.message).map {
            address.link("log.html", anchor: "L\($0)")
          } : nil),
      "issueID": .line(issue.identity.short), "page": .optional(page(of: issue)),
      "suspects": .some(
        isFirst || isResolved || issue.culprit?.isSure == true ? [] : suspects(of: issue)),
      "dependencies": isFirst || isResolved || !isFresh(issue)
        ? .null : Suspicion.dependencies(in: report).map { .line($0, most: 400) } ?? .null,
      "since": isFirst ? .null : .text("\(issue.since)"),
      "age": isFirst && issue.lastIn == nil && issue.silence == nil || issue.age.isEmpty
        ? .null
        : .text(issue.age + (isResolved && report.issues.isFlakyNow(issue) ? ", flaky now" : "")),
      "culprit": (issue.culprit?.sentence.capitalizedFirst ?? issue.notRunWords)
        .map { .line($0, most: 600) } ?? .null,
      "isTestGone": .bool(issue.testIsGone),
      "isNew": .bool(
        !isFirst && issue.silence == nil && issue.lastIn == nil && issue.kind != .flaky
          && issue.since == report.integration),
      // Of an older commit the heading says it.
      "isSeen": .bool(issue.seen || report.isBeforeCompared),
      "excerpt": hasExcerpt && issue.kind.isBuildError && issue.seen && !isResolved
        ? FailureCard(frame: frame).excerpt(issue.file, issue.line) : .null,
    ])
  }
}
