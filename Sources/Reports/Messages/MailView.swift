import Coverage
public import Model
public import Templates
import Words

/// What the templates of a mail about one integration are given.
public struct MailView: Sendable {
  public var report: Report
  public var name: String
  public var topic: Message.Topic
  /// Why this reader gets it, in a sentence.
  public var why: String
  /// Where the page is; nil where that is not known.
  public var address: String?
  /// Of a green one: the integration whose issues were told before.
  public var after: IntegrationNumber?
  /// Of a green one: what else its reader was told of.
  /// What a search found its reader to have broken.
  public var found: [Issue] = []
  public var resolvedBefore: [ResolvedBefore] = []
  /// What it is sent for, where that is not all that is new in the report.
  public var told: [Issue]?

  static let columns = 72
  private static let mostIssues = 10
  private static let mostCommits = 10
  private static let mostNames = 20
  private static let mostNotes = 5

  public init(report: Report, name: String, topic: Message.Topic, why: String) {
    (self.report, self.name, self.topic, self.why) = (report, name, topic, why)
  }

  var news: [Issue] { report.issues.new + report.issues.cameBack + cameAlong }
  private var cameAlong: [Issue] { report.issues.cameAlong.filter(\.kind.isRed) }
  private var flaky: [Issue] { report.issues.flaky.filter(\.seen) }
  private var branch: String { report.commit?.branch.map { " on \($0)" } ?? "" }

  /// "testVersion broken by 1a2b3c4d": of what a search found its reader to have broken; nil where it is not
  /// told for that.
  private var foundWords: String? {
    let words = found.compactMap { issue -> String? in
      guard let test = issue.test, let culprit = issue.culprit, let commit = culprit.commit else {
        return nil
      }
      let how = culprit.finding == .came ? "came failing with" : "broken by"
      return "\(Self.leaf(test)) \(how) \(commit.id.short)"
    }
    guard !words.isEmpty else { return nil }
    let left = words.count - Self.mostFound
    return words.prefix(Self.mostFound).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }

  private static let mostFound = 3

  /// All of it in one line, the most telling word first.
  public var subject: String {
    let head = "\(report.result.glyph.rawValue) \(name) \(report.integration)\(branch): "
    if let foundWords { return head + foundWords }
    if topic == .green {
      return head + (isAllGreen ? "all green again" : "green again") + (after.map { ", after \($0)" } ?? "")
        + (ended.map { ", because \($0)" } ?? "")
    }
    if topic == .warnings {
      let back = Set(report.issues.cameBack.map(\.identity))
      let (old, new) = ((told ?? news).count { back.contains($0.identity) }, (told ?? news).count)
      return head
        + (old == new
          ? Figures.count(old, "warning") + " came back" : Figures.count(new - old, "new warning"))
    }
    let named = report.result == .flaky ? flaky : news.filter { $0.kind == .testFailure }
    let failing = named.compactMap(\.test)
    let names = failing.prefix(2).map { Self.leaf($0) }.joined(separator: ", ")
    let more = failing.count > 2 ? " and \(failing.count - 2) more" : ""
    return head + Sentence.outcome(report)
      + (names.isEmpty ? "" : " (\(isMixed ? "news: " : "")\(names)\(more))")
  }

  /// What stands last in its sentence are others than those that are named.
  private var isMixed: Bool {
    report.result != .flaky && (!flaky.isEmpty || !report.silenced.here.isEmpty)
  }

  /// Nobody mended anything: what failed is there no more. That says nothing of what was told longer ago.
  private var onlyGone: String? {
    if let after, let compared = report.comparedWith, after != compared.integration { return nil }
    let ended = report.issues.resolved.filter(\.kind.isRed)
    guard !ended.isEmpty, ended.allSatisfy(\.testIsGone) else { return nil }
    let tests = Set(ended.map(\.test)).count
    return tests == 1 ? "the failing test is gone" : "\(Figures.grouped(tests)) failing tests are gone"
  }

  /// Why it is green though nobody mended anything.
  private var ended: String? { onlyGone ?? onlySilenced }

  /// What failed fails still, and nobody wants to hear of it.
  private var onlySilenced: String? {
    let quiet = report.issues.silenced.filter { $0.kind.isRed && $0.seen }
    guard !quiet.isEmpty, resolvedBefore.isEmpty, !report.issues.resolved.contains(where: \.kind.isRed) else {
      return nil
    }
    return quiet.count == 1 ? "what fails is silenced" : "all that fails is silenced"
  }

  /// What is silenced may still fail.
  private var isAllGreen: Bool { report.issues.silenced.isEmpty }

  private static func leaf(_ test: TestID) -> String {
    String(test.rawValue.split(separator: "/").last ?? Substring(test.rawValue))
  }

  public func values() -> [String: TemplateValue] {
    var values: [String: TemplateValue] = [
      "subject": .line(subject, most: 300), "name": .line(name), "number": .text("\(report.integration)"),
      "bot": .line(report.bot.rawValue),
      "branch": report.commit?.branch.map { .line($0.rawValue, most: 200) } ?? .null,
      "commit": report.commit.map { .text($0.id.short) } ?? .null,
      "sentence": .line(headline), "sentenceLines": Self.lines(headline),
      "badge": .text("\(report.result.glyph.rawValue) \(report.result.word)"),
      "tone": .text((report.passed ? .green : Tone.of(report.result)).rawValue),
      "address": .optional(address), "why": .line(why),
      "whyLines": Self.lines("You receive this because \(why)."),
      "footLines": Self.lines(foot), "toolchain": .line(report.toolchain, most: 200),
      "took": .text(Figures.duration(report.seconds)),
    ]
    let limits = report.issues
    values["new"] = issues(limits.new)
    values["cameBack"] = issues(limits.cameBack)
    values["cameAlong"] = issues(cameAlong)
    values["flaky"] = names(flaky)
    values["still"] = names(limits.stillThere)
    values["knownOnBase"] = knownOnBase
    values["silenced"] = names(limits.silenced.filter(\.seen))
    values["resolved"] = names(limits.resolved.filter { !$0.testIsGone })
    values["unmended"] = names(limits.resolved.filter(\.testIsGone))
    values["before"] = earlier
    values["gone"] = goneTests
    values["commits"] = commits
    values["coverage"] = coverage.map { .object(["text": .line($0), "lines": Self.lines($0)]) } ?? .null
    values["notes"] = .list(
      report.notesBesideReason.prefix(Self.mostNotes).map {
        .object(["text": .line($0), "lines": Self.lines($0)])
      })
    return values
  }

  private var foot: String {
    let commit = report.commit.map { " at \($0.id.short)" } ?? ""
    return "\(name) \(report.integration)\(branch)\(commit), \(Figures.duration(report.seconds))"
  }

  var headline: String {
    topic == .green
      ? "\(isAllGreen ? "All" : "It") is green again\(after.map { ", after \($0)" } ?? "")"
        + (ended.map { ", because \($0)" } ?? "") + ": " + Sentence.outcome(report).ended
      : (foundWords.map { "\($0.ended) " } ?? "") + Sentence.outcome(report).ended
  }

  /// - Parameter hanging: how many blanks more each line but the first begins with.
  static func lines(_ text: String, indent: String = "", hanging: Int = 0) -> TemplateValue {
    let lines = broken(Shown.line(text, most: 2000), to: columns - indent.count - hanging)
    let margin = indent + String(repeating: " ", count: hanging)
    return .list(lines.enumerated().map { .text(($0 == 0 ? indent : margin) + $1) })
  }

  /// Between words alone: whoever copies a name or an address must get all of it. What begins a line with a
  /// sign stays behind it.
  static func broken(_ text: String, to limit: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let pieces = pieces(word, of: limit)
      if let last = lines.last,
        Columns.width(last) + 1 + Columns.width(pieces[0]) <= limit || Columns.width(last) == 1
      {
        lines[lines.count - 1] = last + " " + pieces[0]
      } else {
        lines.append(pieces[0])
      }
      lines += pieces.dropFirst()
    }
    return lines
  }

  /// Nobody copies a word of many lines, unless it is an address: it is broken where a line is full.
  private static func pieces(_ word: Substring, of limit: Int) -> [String] {
    guard Columns.width(String(word)) > mostLinesOfWord * limit, !word.contains("://") else {
      return [String(word)]
    }
    // Behind the sign that may begin its line.
    let room = limit - 2
    var pieces: [String] = []
    var (piece, width) = ("", 0)
    for letter in word {
      let more = Columns.width(String(letter))
      if width + more > room, !piece.isEmpty {
        pieces.append(piece)
        (piece, width) = ("", 0)
      }
      piece.append(letter)
      width += more
    }
    return pieces + [piece]
  }

  private static let mostLinesOfWord = 3

  // MARK: - Issues

  private func issues(_ issues: [Issue]) -> TemplateValue {
    let shown = issues.filter { $0.kind != .flaky }
    guard !shown.isEmpty else { return .null }
    let told = shown.prefix(Self.mostIssues)
    // What is the same of all is said once.
    let suspects = Set(shown.map(suspected))
    let ofAll = suspects.count == 1 && shown.count > 1 ? suspects.first ?? nil : nil
    return .object([
      "count": .count(shown.count),
      "list": .list(told.map { value($0, suspected: ofAll == nil ? suspected($0) : nil) }),
      "left": .more(shown.count - Self.mostIssues, "more issue"),
      "suspected": ofAll.map { .line($0, most: 400) } ?? .null,
      "suspectedLines": ofAll.map { Self.lines($0) } ?? .null,
    ])
  }

  private func suspected(_ issue: Issue) -> String? { Suspicion.sentence(of: issue, in: report) }

  private func value(_ issue: Issue, suspected: String?) -> TemplateValue {
    let test = report.tests.cases.first { $0.id == issue.test }
    let told = test?.failures.first { !$0.isKnown }
    // What ended it is what its word says.
    let crash = test?.outcome == .crashed ? test?.crash : nil
    let place = crash?.file ?? told?.file ?? test?.crash?.file ?? issue.file
    let line =
      crash?.file != nil ? crash?.line : told?.file == nil ? test?.crash?.line ?? issue.line : told?.line
    let words =
      crash?.file != nil
      ? crash?.placeWords
      : told?.file != nil
        ? told?.placeWords
        : test?.crash?.placeWords
    let hung = test?.hungIn.map { "; it hung in \($0)" } ?? ""
    let message = (crash?.message ?? told?.inShort ?? test?.crash?.message ?? issue.message) + hung
    let word = test.map { $0.outcome.word } ?? Self.word(issue.kind)
    let glyph = (test?.outcome.glyph ?? issue.kind.glyph).rawValue
    let last = issue.lastWords
    let title = [glyph, word] + [issue.test?.rawValue, last.map { "(\($0))" }].compactMap(\.self)
    let at = place.map {
      $0.rawValue + (line.map { ":\($0)" } ?? "") + (words ?? "") + (test?.moreFailures ?? "")
    }
    return .object([
      "glyph": .text(glyph), "word": .text(word),
      "name": .line(issue.test?.rawValue ?? "", most: 300), "message": .line(message, most: 600),
      "place": at.map { .line($0, most: 400) } ?? .null, "last": .optional(last),
      "nameLines": Self.lines(title.joined(separator: " "), hanging: 2),
      "messageLines": Self.lines(message, indent: "    "),
      "suspected": suspected.map { .line($0, most: 400) } ?? .null,
      "suspectedLines": suspected.map { Self.lines($0, indent: "    ") } ?? .null,
    ])
  }

  private static func word(_ kind: Issue.Kind) -> String {
    switch kind {
    case .buildError, .testBuildError: "build error"
    case .testFailure: "failed"
    case .flaky: "flaky"
    case .warning: "warning"
    case .analyzerWarning: "analyzer warning"
    }
  }

  /// What fails here as on the base branch.
  private var knownOnBase: TemplateValue {
    let known = report.issues.knownOnBase.filter(\.seen)
    guard let branch = known.first?.knownOn, case .object(var values) = names(known) else { return .null }
    values["branch"] = .line(branch.rawValue, most: 200)
    return .object(values)
  }

  private var earlier: TemplateValue {
    guard !resolvedBefore.isEmpty else { return .null }
    let names = resolvedBefore.prefix(Self.mostNames).map(\.words)
    return .object([
      "count": .count(resolvedBefore.count), "list": .list(names.map { .line($0, most: 200) }),
      "left": .more(resolvedBefore.count - Self.mostNames, "more issue"),
      "lines": .list(names.map { Self.lines("- " + $0, hanging: 2) }),
    ])
  }

  /// Tests that were there; fewer may have failed for that alone.
  private var goneTests: TemplateValue {
    guard let changes = report.comparedWith?.tests, !changes.gone.isEmpty else { return .null }
    let names = changes.gone.prefix(Self.mostNames).map(\.rawValue)
    return .object([
      "count": .count(changes.gone.count), "since": .text("\(changes.integration)"),
      "list": .list(names.map { .line($0, most: 200) }),
      "left": .more(changes.gone.count - Self.mostNames, "more test"),
      "lines": .list(names.map { Self.lines("- " + $0, hanging: 2) }),
    ])
  }

  private func names(_ issues: [Issue]) -> TemplateValue {
    guard !issues.isEmpty else { return .null }
    let tests = Dictionary(grouping: issues.compactMap(\.test)) { $0 }
    let names = issues.prefix(Self.mostNames).map { issue in
      // The same may have been said in several files.
      let place = issue.test == nil ? issue.file.map { " (\($0))" } ?? "" : ""
      // What happened to a test in two ways is two issues.
      let isOneOfTwo = issue.test.flatMap { tests[$0] }.map { $0.count > 1 } ?? false
      return (issue.testWords ?? issue.message) + place
        + (isOneOfTwo ? " (\(issue.outcome?.word ?? Self.word(issue.kind)))" : "")
    }
    return .object([
      "count": .count(issues.count), "list": .list(names.map { .line($0, most: 200) }),
      "left": .more(issues.count - Self.mostNames, "more issue"),
      "lines": .list(names.map { Self.lines("- " + $0, hanging: 2) }),
    ])
  }

  // MARK: - The rest

  private var commits: TemplateValue {
    guard !report.commits.isEmpty else { return .null }
    return .object([
      "count": .count(report.commits.count),
      "list": .list(
        report.commits.prefix(Self.mostCommits).map { commit in
          .object([
            "short": .text(commit.id.short), "subject": .line(commit.subject, most: 200),
            "author": .line(commit.author, most: 100), "skipped": .bool(commit.skipped),
            "lines": Self.lines(Self.line(of: commit)),
          ])
        }), "left": .more(report.commits.count - Self.mostCommits, "more commit"),
    ])
  }

  private static func line(of commit: Commit) -> String {
    "\(commit.id.short) \(commit.subject) (\(commit.author)\(commit.skipped ? ", passed over" : ""))"
  }

  private var coverage: String? {
    guard let coverage = report.coverage else { return nil }
    let lines = Sentence.lines(
      coverage.lines, before: report.comparedWith?.coverage, toolchain: report.toolchain,
      atMost: coverage.atMost, bound: coverage.bound, ofAll: coverage.countsAll)
    let missed = report.isOfSomeTests ? 0 : RequiredLines(report).count
    return lines.ended
      + (missed > 0 ? " \(RequiredLines.words(missed, coverage.bound).capitalizedFirst) did not run." : "")
  }
}

extension MailView {
  /// What was red, was told, and ended in an integration before.
  public struct ResolvedBefore: Sendable {
    public var issue: Issue
    public var integration: IntegrationNumber

    public init(issue: Issue, integration: IntegrationNumber) {
      (self.issue, self.integration) = (issue, integration)
    }

    fileprivate var words: String {
      let gone = issue.testIsGone ? "gone with its test in " : ""
      return (issue.testWords ?? issue.message) + " (\(gone)\(integration))"
    }
  }
}

/// In which colours a mail tells a result.
enum Tone: String {
  case green, red, quietly

  static func of(_ result: IntegrationResult) -> Tone {
    switch result {
    case .succeeded, .warnings, .analyzerWarnings: .green
    case .testFailures, .buildErrors, .flaky: .red
    case .canceled, .checkoutError, .triggerError, .internalError, .inconclusive: .quietly
    }
  }
}
