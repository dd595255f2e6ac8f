import Foundation
import Inflating
import Model
import Words

/// A page with what somebody may do put before its content. The file stays as it is: only who is served, and
/// may, sees buttons.
enum ServedPage {
  /// Which of the site's pages are about something that can be acted on.
  enum Subject: Equatable {
    case all
    case bot(BotID)
    /// What runs now of a bot.
    case running(BotID)
    case integration(BotID, IntegrationNumber)

    init?(_ names: [String]) {
      switch (names.count, names.last, names.first) {
      case (1, "index.html", _): self = .all
      case (3, "index.html", "bots"): self = .bot(BotID(names[1]))
      case (3, "running.html", "bots"): self = .running(BotID(names[1]))
      case (4, "index.html", "bots"):
        guard let number = Int(names[2]), number > 0 else { return nil }
        self = .integration(BotID(names[1]), IntegrationNumber(number))
      default: return nil
      }
    }
  }

  private static let content = Array("<main".utf8)
  /// What the page itself forbids, because nothing of it sends anything.
  private static let allowed = [
    ("form-action 'none'", "form-action 'self'"),
    (#"<meta name="referrer" content="no-referrer">"#, #"<meta name="referrer" content="same-origin">"#),
  ]

  static func filled(_ page: [UInt8], with bar: String) -> [UInt8] {
    guard let place = find(content, in: page[...]) else { return page }
    var head = String(decoding: page[..<place], as: UTF8.self)
    for (old, new) in allowed { head = head.replacing(old, with: new) }
    return Array(head.utf8) + Array(bar.utf8) + page[place...]
  }

  private static func find(_ words: [UInt8], in page: ArraySlice<UInt8>) -> Int? {
    guard let first = words.first else { return nil }
    var rest = page
    while let place = rest.firstIndex(of: first) {
      if rest[place...].starts(with: words) { return place }
      rest = rest[(place + 1)...]
    }
    return nil
  }
}
