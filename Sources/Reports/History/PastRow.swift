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

  /// - Parameter prefix: the way from the page to the bot's folder.
  init(_ past: PastIntegration, of input: BotInput, prefix: String) {
    self.past = past
    folder = input.withPages.contains(past.number) ? "\(prefix)\(past.number.value)/" : nil
    isRunning = input.activity.running.contains { $0.number == past.number }
    link = CommitLink.of(past.commit, in: input.bot.link)
  }

  var status: Status {
    if let result = past.result { return .of(result) }
    return isRunning ? Status(.arrow, "running") : Status(.square, "cut off")
  }

  var sentence: String {
    if let sentence = past.sentence, !sentence.isEmpty { return sentence.capitalizedFirst.ended }
    if past.result != nil { return status.word }
    return isRunning ? "It runs." : "Its process is gone; nothing is known of its end."
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

  /// A row of the history.
  var value: TemplateValue {
    .object([
      "anchor": .text("i\(past.number.value)"), "number": .text("\(past.number)"),
      "href": .optional(folder.map { $0 + "index.html" }), "status": status.value,
      "isPlain": .bool(past.result == .succeeded),
      "isBad": .bool(past.exitStatus.map { $0 != 0 } ?? !isRunning), "sentence": .list(sentenceParts),
      "branch": past.branch.map { .line($0.rawValue, most: 120) } ?? .null,
      "commit": past.commit.map { .text($0.short) } ?? .null,
      "commits": .optional(link ?? folder.map { $0 + "commits.html" }),
      "subject": past.subject.map { .line($0, most: 160) } ?? .null, "changes": .bool(past.changes),
      "pinned": .bool(past.isPinned), "time": .time(past.started),
      "took": .optional(past.seconds.map(Figures.duration)),
    ])
  }
}

extension BotInput {
  /// The newest integrations as a strip, the newest last, as time flows.
  func strip(prefix: String) -> TemplateValue {
    .some(face.prefix(Self.stripLength).reversed().map { PastRow($0, of: self, prefix: prefix).cell })
  }
}
