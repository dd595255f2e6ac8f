/// Reads a message once from left to right and leaves a mark where an address, a duration or an absolute
/// path stood.
struct SteadyText {
  private let bytes: [UInt8]
  private var index = 0
  private var result: [UInt8] = []

  private static let mark = Array("…".utf8)
  static let units: [[UInt8]] = [
    "nanoseconds", "nanosecond", "microseconds", "microsecond", "milliseconds", "millisecond", "seconds",
    "second", "minutes", "minute", "hours", "hour", "secs", "sec", "mins", "min", "hrs", "hr", "ns", "us",
    "µs", "μs", "ms", "s",
  ].map { Array($0.utf8) }

  /// The message without what differs from run to run.
  static func of(_ message: String) -> String {
    var text = SteadyText(Array(message.utf8))
    return String(decoding: text.read(), as: UTF8.self)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    result.reserveCapacity(bytes.count)
  }

  private mutating func read() -> [UInt8] {
    while index < bytes.count {
      guard let end = endOfAddress() ?? endOfDuration() ?? endOfPath() else {
        result.append(bytes[index])
        index += 1
        continue
      }
      result += Self.mark
      index = end.kept
      result += bytes[end.kept..<end.next]
      index = end.next
    }
    return result
  }

  /// What is kept behind the mark begins at `kept`; reading goes on at `next`.
  private typealias End = (kept: Int, next: Int)

  private func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  private var startsWord: Bool { !Self.isWord(byte(index - 1)) }

  private func endOfAddress() -> End? {
    if bytes[index] == UInt8(ascii: "$"), startsWord {
      // The runtime's `at $55f8c0de`; `$0` is the first value of a closure.
      var end = index + 1
      while Self.isHexadecimal(byte(end)) { end += 1 }
      return end - index > 6 && !Self.isWord(byte(end)) ? (end, end) : nil
    }
    guard bytes[index] == UInt8(ascii: "0"), startsWord else { return nil }
    guard let x = byte(index + 1), x | 0x20 == UInt8(ascii: "x") else { return nil }
    var end = index + 2
    while Self.isHexadecimal(byte(end)) { end += 1 }
    return end > index + 2 ? (end, end) : nil
  }

  private func endOfDuration() -> End? {
    guard Self.isDigit(bytes[index]), startsWord, byte(index - 1) != UInt8(ascii: ".") else { return nil }
    let end = endOfNumber()
    var unit = end
    while byte(unit) == UInt8(ascii: " ") { unit += 1 }
    guard unit - end <= 1 else { return nil }
    for name in Self.units where bytes[unit...].starts(with: name) && !Self.isWord(byte(unit + name.count)) {
      return (end, unit + name.count)
    }
    return nil
  }

  private func endOfNumber() -> Int {
    var end = endOfDigits(from: index)
    if byte(end) == UInt8(ascii: "."), Self.isDigit(byte(end + 1)) { end = endOfDigits(from: end + 1) }
    if let e = byte(end), e | 0x20 == UInt8(ascii: "e") {
      let sign = byte(end + 1) == UInt8(ascii: "-") || byte(end + 1) == UInt8(ascii: "+") ? 1 : 0
      if Self.isDigit(byte(end + 1 + sign)) { end = endOfDigits(from: end + 1 + sign) }
    }
    return end
  }

  private func endOfDigits(from start: Int) -> Int {
    var end = start
    while Self.isDigit(byte(end)) { end += 1 }
    return end
  }

  /// A slash that begins a word begins a path; the line and column behind it go with it.
  private func endOfPath() -> End? {
    guard bytes[index] == UInt8(ascii: "/"), beginsPath else { return nil }
    var end = index + 1
    while let next = byte(end), Self.isPath(next) { end += 1 }
    // A sentence's full stop is no part of the path, and a lone slash is none at all.
    while end > index + 1, byte(end - 1) == UInt8(ascii: ".") { end -= 1 }
    guard bytes[index..<end].contains(where: { $0 != UInt8(ascii: "/") }) else { return nil }
    for _ in 0..<2 where byte(end) == UInt8(ascii: ":") && Self.isDigit(byte(end + 1)) {
      end = endOfDigits(from: end + 1)
    }
    return (end, end)
  }

  private var beginsPath: Bool {
    guard let before = byte(index - 1) else { return true }
    if before == UInt8(ascii: ":") {
      // `https://host/…` names a host; `file:///…` and `error:/…` name a path.
      return byte(index + 1) != UInt8(ascii: "/") || byte(index + 2) == UInt8(ascii: "/")
    }
    return !Self.isWord(before) && !").]}~-+*/".utf8.contains(before)
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private static func isHexadecimal(_ byte: UInt8?) -> Bool {
    isDigit(byte) || byte.map { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) } ?? false
  }

  /// Letters of other scripts count as letters.
  private static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isPath(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7f && !"\"'`()[]{}<>,;:|*?".utf8.contains(byte)
  }
}
