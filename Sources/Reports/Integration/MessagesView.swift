import Model
import Templates
import Words

/// Who was told of an integration over the network, and what was answered.
struct MessagesView {
  let messages: [Message]

  private static let most = 12

  var value: TemplateValue {
    guard !messages.isEmpty else { return .null }
    return .object([
      "count": .count(messages.count), "list": .list(messages.prefix(Self.most).map(row)),
      "left": .more(messages.count - Self.most, "more message"),
    ])
  }

  private func row(_ message: Message) -> TemplateValue {
    let last = message.attempts.last
    return .object([
      "to": .line(message.addressee, most: 200), "what": .text(message.topicWords),
      "why": .line(message.why, most: 300), "state": .text(message.stateWords),
      "style": .text(Self.style(message.state)), "glyph": .text(Self.glyph(message.state)),
      "said": last.map { .line($0.said, most: 300) } ?? .null, "at": last.map { .time($0.at) } ?? .null,
      "attempts": message.attempts.count > 1
        ? .text(Figures.count(message.attempts.count, "attempt")) : .null,
    ])
  }

  private static func glyph(_ state: Message.State) -> String {
    switch state {
    case .taken: "✓"
    case .refused: "✗"
    case .dropped: "–"
    case .waiting, .sending: "…"
    }
  }

  private static func style(_ state: Message.State) -> String {
    switch state {
    case .taken: "passed"
    case .refused: "failed"
    case .dropped, .waiting, .sending: "skipped"
    }
  }
}
