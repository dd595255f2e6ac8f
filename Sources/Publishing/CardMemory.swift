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
    cards = bytes.withUnsafeBytes { Self.read($0, from: head.count) } ?? []
  }

  var bytes: [UInt8] {
    let head = Self.head(maker)
    let most = cards.reduce(head.count + 8) { $0 + Self.roomOfAny + Self.room(of: $1) }
    return Array(unsafeUninitializedCapacity: most) { buffer, count in
      var writer = CardWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.write(head)
      writer.write(UInt64(cards.count))
      for card in cards { Self.write(card, to: &writer) }
      count = writer.count
    }
  }

  private static func head(_ maker: String) -> [UInt8] { Array("cards 2 \(maker)\n".utf8) }

  // MARK: - A card

  private static let roomOfAny = 10 * 8

  private static func room(of card: BotCard) -> Int {
    card.id.rawValue.utf8.count + (card.base?.utf8.count ?? 0) + card.commits.count * 8
  }

  private static func write(_ card: BotCard, to writer: inout CardWriter) {
    let flags = [
      card.isCheckout, card.isPaused, card.hasMistakes, card.isUnreadable, card.exitStatus != nil,
      card.base != nil, card.moment != nil,
    ]
    writer.write(flags.enumerated().reduce(UInt64(0)) { $0 | ($1.element ? 1 << UInt64($1.offset) : 0) })
    writer.write(UInt64(bitPattern: Int64(card.exitStatus ?? 0)))
    writer.write(card.moment?.timeIntervalSinceReferenceDate.bitPattern ?? 0)
    for count in [card.others, card.redOthers, card.running, card.waiting] { writer.write(UInt64(count)) }
    writer.write(UInt64(card.commits.count))
    for commit in card.commits { writer.write(commit) }
    for text in [card.id.rawValue, card.base ?? ""] {
      writer.write(UInt64(text.utf8.count))
      writer.write(text)
    }
  }

  private static func read(_ bytes: UnsafeRawBufferPointer, from start: Int) -> [BotCard]? {
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
      let others = reader.count(), let redOthers = reader.count(), let running = reader.count(),
      let waiting = reader.count(), let commits = reader.count(ofAtLeast: 8),
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
    (card.others, card.redOthers, card.running, card.waiting) = (others, redOthers, running, waiting)
    card.commits = marks
    return card
  }
}

/// Fills room that was made for all of it.
private struct CardWriter {
  private let room: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

  mutating func write(_ number: UInt64) {
    room.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  mutating func write(_ bytes: [UInt8]) {
    UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyBytes(from: bytes)
    count += bytes.count
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: UnsafeRawBufferPointer(utf8))
      count += utf8.count
    }
  }
}

/// Reads what `CardWriter` wrote, and nothing behind its end.
private struct CardReader {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int

  init(_ bytes: UnsafeRawBufferPointer, from start: Int) { (self.bytes, position) = (bytes, start) }

  var left: Int { bytes.count - position }

  mutating func number() -> UInt64? {
    guard left >= 8 else { return nil }
    defer { position += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  mutating func numbers(_ count: Int) -> [UInt64]? {
    guard let range = range(8 * count) else { return nil }
    return stride(from: range.lowerBound, to: range.upperBound, by: 8).map {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
    }
  }

  mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

  /// How many things follow, each of which takes at least `bytes`.
  mutating func count(ofAtLeast bytes: Int) -> Int? { count().flatMap { $0 <= left / bytes ? $0 : nil } }

  mutating func range(_ count: Int) -> Range<Int>? {
    guard count <= left else { return nil }
    defer { position += count }
    return position..<position + count
  }

  mutating func text() -> String? {
    count().flatMap { range($0) }.map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
