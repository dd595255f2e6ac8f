import Foundation
import Model
import Reports

/// What stands for each bot on the pages of all bots, so that who is as before is not looked at again. Read
/// and written at each integration, beside a thousand bots too: numbers as they lie in memory.
struct CardMemory: Equatable {
  /// In the order of the pages.
  var cards: [BotCard] = []
  /// What the cards depend on beside what is stored.
  let maker: String

  init(_ cards: [BotCard], maker: String) { (self.cards, self.maker) = (cards, maker) }

  /// Nothing where others made it, or where it is damaged: then all are looked at.
  init(_ bytes: [UInt8], maker: String) {
    self.maker = maker
    let head = Self.head(maker)
    guard bytes.starts(with: head) else { return }
    cards = Self.read(bytes, from: head.count) ?? []
  }

  var bytes: [UInt8] {
    let head = Self.head(maker)
    var writer = CardWriter(head, room: cards.reduce(8) { $0 + Self.roomOfAny + Self.room(of: $1) })
    writer.write(UInt64(cards.count))
    for card in cards { Self.write(card, to: &writer) }
    return writer.bytes
  }

  private static func head(_ maker: String) -> [UInt8] { Array("cards 3 \(maker)\n".utf8) }

  // MARK: - A card

  private static let roomOfAny = 11 * 8

  private static func room(of card: BotCard) -> Int {
    card.id.rawValue.utf8.count + (card.base?.utf8.count ?? 0) + card.commits.count * 8
  }

  private static func write(_ card: BotCard, to writer: inout CardWriter) {
    let flags = [
      card.isCheckout, card.isPaused, card.hasMistakes, card.isUnreadable, card.exitStatus != nil,
      card.base != nil, card.moment != nil,
    ]
    writer.write(flags.reversed().reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) })
    writer.write(UInt64(bitPattern: Int64(card.exitStatus ?? 0)))
    writer.write(card.moment?.timeIntervalSinceReferenceDate.bitPattern ?? 0)
    for count in [card.others, card.redOthers, card.merged, card.running, card.waiting] {
      writer.write(UInt64(count))
    }
    writer.write(UInt64(card.commits.count))
    for commit in card.commits { writer.write(commit) }
    for text in [card.id.rawValue, card.base ?? ""] { writer.write(text) }
  }

  private static func read(_ bytes: [UInt8], from start: Int) -> [BotCard]? {
    var reader = CardReader(bytes, from: start)
    guard let count = reader.count(ofAtLeast: roomOfAny) else { return nil }
    var cards: [BotCard] = []
    cards.reserveCapacity(count)
    for _ in 0..<count {
      guard let card = read(&reader) else { return nil }
      cards.append(card)
    }
    return reader.left == 0 ? cards : nil
  }

  private static func read(_ reader: inout CardReader) -> BotCard? {
    guard let flags = reader.number(), let status = reader.number(), let moment = reader.number(),
      let others = reader.count(), let redOthers = reader.count(), let merged = reader.count(),
      let running = reader.count(), let waiting = reader.count(), let commits = reader.count(ofAtLeast: 8),
      let marks = reader.numbers(commits), let id = reader.text(), !id.isEmpty, let base = reader.text()
    else { return nil }
    func flag(_ index: Int) -> Bool { flags & (1 << UInt64(index)) != 0 }
    var card = BotCard(id: BotID(id))
    (card.isCheckout, card.isPaused, card.hasMistakes, card.isUnreadable) = (
      flag(0), flag(1), flag(2), flag(3)
    )
    card.exitStatus = flag(4) ? Int32(truncatingIfNeeded: Int64(bitPattern: status)) : nil
    card.base = flag(5) ? base : nil
    card.moment = flag(6) ? Date(timeIntervalSinceReferenceDate: Double(bitPattern: moment)) : nil
    (card.others, card.redOthers, card.merged) = (others, redOthers, merged)
    (card.running, card.waiting) = (running, waiting)
    card.commits = marks
    return card
  }
}

private struct CardWriter {
  private(set) var bytes: [UInt8]

  init(_ head: [UInt8], room: Int) {
    bytes = head
    bytes.reserveCapacity(head.count + room)
  }

  /// The lowest byte first.
  mutating func write(_ number: UInt64) {
    var rest = number
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes += text.utf8
  }
}

/// Reads what `CardWriter` wrote, and nothing behind its end.
private struct CardReader {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8], from start: Int) { (self.bytes, position) = (bytes, start) }

  var left: Int { bytes.count - position }

  mutating func number() -> UInt64? {
    guard left >= 8 else { return nil }
    var number: UInt64 = 0
    for index in 1...8 { number = number << 8 | UInt64(bytes[position + 8 - index]) }
    position += 8
    return number
  }

  mutating func numbers(_ count: Int) -> [UInt64]? {
    guard count <= left / 8 else { return nil }
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { if let number = number() { numbers.append(number) } }
    return numbers
  }

  mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

  /// How many things follow, each of which takes at least `bytes`.
  mutating func count(ofAtLeast bytes: Int) -> Int? { count().flatMap { $0 <= left / bytes ? $0 : nil } }

  mutating func text() -> String? {
    guard let count = count(ofAtLeast: 1) else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }
}
