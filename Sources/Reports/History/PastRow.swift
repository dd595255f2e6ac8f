import Model
import Templates
import Words

/// One integration in a strip, a table or a trend.
struct PastRow {
  let past: PastIntegration
  /// The way to the integration's folder; nil when it has no pages.
  let folder: String?
  /// Its process is there, or whoever runs it says so.
  let isRunning: Bool
  /// Where its commit can be looked at outside.
  private let link: String?
  /// Set where a day begins in a table.
  private var day: String?

  /// - Parameter prefix: the way from the page to the bot's folder.
  init(_ past: PastIntegration, of input: BotInput, prefix: String) {
    self.past = past
    folder = input.withPages.contains(past.number) ? "\(prefix)\(past.number.value)/" : nil
    isRunning = input.activity.running.contains { $0.number == past.number }
    link = CommitLink.of(past.commit, in: input.bot.link)
  }

  var status: Status {
    // Tests first: what was warned of is a corner.
    if past.result == .warnings || past.result == .analyzerWarnings, past.tests?.failures == 0 {
      return Status(.check, past.result?.word ?? "", style: "passed warned")
    }
    if let result = past.result { return .of(result) }
    return isRunning ? Status(.arrow, "running") : Status(.square, "cut off")
  }

  var sentence: String {
    if let sentence = past.sentence, !sentence.isEmpty { return sentence.capitalizedFirst.ended }
    if past.result != nil { return status.word }
    return isRunning
      ? "It runs." : "Its process is gone; a watcher or the next integration takes in how it ended."
  }

  var title: String { "\(past.number) \(status.word): \(sentence)" }

  /// A glyph of a strip.
  var cell: TemplateValue {
    .object([
      "status": status.value, "href": .optional(folder.map { $0 + "index.html" }),
      "number": .text("\(past.number)"), "title": .line(title, most: 200),
    ])
  }

  var sentenceParts: [TemplateValue] {
    LinkedSentence(text: Shown.line(sentence, most: 400), folder: folder).parts
  }

  /// Only what the columns do not say: why there are no figures.
  private var says: TemplateValue {
    let speaks = past.result.map { !$0.isConclusive } ?? true
    return speaks || past.isLimited ? .object(["sentence": .list(sentenceParts)]) : .null
  }

  private func figure(_ text: String?, _ page: String, title: String, isBad: Bool = false)
    -> TemplateValue
  {
    .object([
      "text": .text(text ?? "–"), "title": .text(title), "isBad": .bool(isBad),
      "isQuiet": .bool(text == nil || text == "0" || text == "0 ?"),
      "href": text == nil ? .null : .optional(folder.map { $0 + page }),
    ])
  }

  /// Rows of a table, each first one of a day with that day.
  static func rows(_ past: [PastIntegration], of input: BotInput, prefix: String) -> [TemplateValue] {
    var last = ""
    return past.map { one in
      let day = Moment.day(one.started)
      defer { last = day }
      var row = PastRow(one, of: input, prefix: prefix)
      row.day = day == last ? nil : day
      return row.value
    }
  }

  /// A row of the history.
  var value: TemplateValue {
    let isBad = past.exitStatus.map { $0 != 0 } ?? !isRunning
    let told: [String: TemplateValue] = [
      "anchor": .text("i\(past.number.value)"), "number": .text("\(past.number)"),
      "href": .optional(folder.map { $0 + "index.html" }), "status": status.value,
      "isPlain": .bool(past.result == .succeeded || status.style.hasSuffix("warned")),
      "isBad": .bool(isBad), "sentence": .list(sentenceParts), "says": says,
      "branch": Self.line(past.branch?.rawValue, most: 120), "commit": .optional(past.commit?.short),
      "commits": .optional(link ?? folder.map { $0 + "commits.html" }),
      "subject": Self.line(past.subject, most: 160), "author": Self.line(past.author, most: 120),
      "changes": .bool(past.changes), "pinned": .bool(past.isPinned), "isClean": .bool(past.isClean),
      "isLimited": .bool(past.isLimited), "day": .optional(day), "time": .time(past.started),
      "clock": .text(String(Moment.minute(past.started).dropFirst(11).dropLast(4))),
      "took": .optional(past.seconds.map(Figures.duration)),
    ]
    return .object(told.merging(figures) { told, _ in told })
  }

  private static func line(_ text: String?, most: Int) -> TemplateValue {
    guard let text else { return .null }
    return .line(text, most: most)
  }

  private var figures: [String: TemplateValue] {
    let failing = HistoryFigures(past).failing
    var tests: String?
    if let added = past.testsAdded, let gone = past.testsGone { tests = ChangeText.pair(added, gone) }
    let lines = past.linesMore.map { ChangeText.lines($0, isUnequal: past.isUnequal) }
    let why =
      past.isUnequal
      ? "lines not executed; tests failed or did not run in one of the two" : "lines not executed"
    let (bad, new) = (failing ?? 0, past.newIssues ?? 0)
    return [
      "failing": figure(
        failing.map(Figures.grouped), "tests.html#failed",
        title: past.isOfSilenced ? "failing tests, all silenced" : "failing tests",
        isBad: bad > 0 && !past.isOfSilenced),
      "new": figure(
        past.newIssues.map(Figures.grouped), "issues.html", title: "new issues", isBad: new > 0),
      "tests": figure(tests, "tests.html", title: "tests that came and went"),
      "lines": figure(lines, "coverage.html", title: why, isBad: past.linesMore ?? 0 > 0),
    ]
  }
}

extension BotInput {
  /// The newest integrations as a strip, the newest last, as time flows.
  func strip(prefix: String) -> TemplateValue {
    .some(face.prefix(Self.stripLength).reversed().map { PastRow($0, of: self, prefix: prefix).cell })
  }
}
