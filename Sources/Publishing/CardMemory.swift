import Foundation
import Model
import Reports

/// What stands for each bot on the pages of all bots, so that who is as before is not looked at again.
struct CardMemory: Equatable {
  /// In the order of the pages.
  var cards: [BotCard] = []
  /// What the cards depend on beside what is stored.
  let maker: String

  init(_ cards: [BotCard], maker: String) { (self.cards, self.maker) = (cards, maker) }

  /// Nothing where others made it, or where it is damaged: then all are looked at.
  init(_ bytes: [UInt8], maker: String) {
    self.maker = maker
    var rest = bytes[...]
    guard let first = Self.line(&rest), first == maker, let count = Self.line(&rest).flatMap({ Int($0) })
    else { return }
    var cards: [BotCard] = []
    while let line = Self.line(&rest) {
      guard let (read, count) = Self.read(line), count < rest.count else { return }
      var card = read
      card.html = Array(rest.prefix(count))
      rest = rest.dropFirst(count + 1)
      cards.append(card)
    }
    if rest.isEmpty, cards.count == count { self.cards = cards }
  }

  var bytes: [UInt8] {
    cards.reduce(into: Array("\(maker)\n\(cards.count)\n".utf8)) { bytes, card in
      bytes += Array((Self.text(card) + "\n").utf8)
      bytes += card.html
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  private static func text(_ card: BotCard) -> String {
    let flags = [card.isCheckout, card.isPaused, card.hasMistakes, card.isUnreadable].map { $0 ? "1" : "0" }
    let counts = [card.others, card.redOthers, card.running, card.waiting].map(String.init)
    // A name of a branch has no line breaks and no tabs; whatever else it has stays.
    return
      ([
        card.id.rawValue, card.exitStatus.map { "\($0)" } ?? "", card.base ?? "",
        card.moment.map { "\($0.timeIntervalSinceReferenceDate.bitPattern)" } ?? "", flags.joined(),
        card.commits.map(\.rawValue).joined(separator: " "),
      ] + counts + ["\(card.html.count)"]).joined(separator: "\t")
  }

  private static func read(_ line: String) -> (card: BotCard, bytes: Int)? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 11, !parts[0].isEmpty else { return nil }
    var card = BotCard(id: BotID(String(parts[0])))
    card.exitStatus = Int32(parts[1])
    card.base = parts[2].isEmpty ? nil : String(parts[2])
    card.moment = UInt64(parts[3]).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    let flags = parts[4].map { $0 == "1" }
    let counts = parts[6...].compactMap { Int($0) }
    guard flags.count == 4, counts.count == 5, counts.allSatisfy({ $0 >= 0 }) else { return nil }
    (card.isCheckout, card.isPaused, card.hasMistakes, card.isUnreadable) = (
      flags[0], flags[1], flags[2], flags[3]
    )
    card.commits = parts[5].split(separator: " ").map { CommitID(String($0)) }
    (card.others, card.redOthers, card.running, card.waiting) = (
      counts[0], counts[1], counts[2], counts[3]
    )
    return (card, counts[4])
  }
}
