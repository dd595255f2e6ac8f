internal import Coverage

/// Lines of a file as one short text. Each line is a step from the line before, a letter for its state and
/// its count, then what else it has; `*` and a number says how many lines like it follow at once.
///
///     6e3*4 1p2-47:49(40:2,47:0 7m0      lines 6 to 10 ran 3 times, 11 ran in part, 18 did not run
///
/// After the count: `<` where it is only the most that it can be, `-` and columns that did not run, `(` and
/// the regions that start, `+` and counts of regions that started earlier, `~` and the columns of unused
/// messages. Columns are a first one and the first behind.
enum CoverageDetailText {
  static func write(_ lines: [LineCoverage]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(lines.count * 4)
    var last = 0
    var index = 0
    while index < lines.count {
      let line = lines[index]
      var more = 0
      while index + more + 1 < lines.count, isLike(line, lines[index + more + 1], distance: more + 1) {
        more += 1
      }
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      write(line, step: line.number - last, to: &text)
      if more > 0 { text += "*\(more)".utf8 }
      last = line.number + more
      index += more + 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isLike(_ a: LineCoverage, _ b: LineCoverage, distance: Int) -> Bool {
    b.number == a.number + distance && a.state == b.state && a.count == b.count && isPlain(a) && isPlain(b)
  }

  private static func isPlain(_ line: LineCoverage) -> Bool {
    line.missed.isEmpty && line.starts.isEmpty && line.carried.isEmpty && line.unusedMessages.isEmpty
      && !line.isAtMost
  }

  private static func write(_ line: LineCoverage, step: Int, to text: inout [UInt8]) {
    append(UInt64(clamping: step), to: &text)
    switch line.state {
    case .executed: text.append(UInt8(ascii: "e"))
    case .partlyExecuted: text.append(UInt8(ascii: "p"))
    case .notExecuted: text.append(UInt8(ascii: "m"))
    case .notKnown: text.append(UInt8(ascii: "z"))
    case .unreachable: text.append(UInt8(ascii: "u"))
    }
    append(line.count, to: &text)
    if line.isAtMost { text.append(UInt8(ascii: "<")) }
    appendPairs("-", line.missed.map { ($0.start, UInt64($0.end)) }, to: &text)
    appendPairs("(", line.starts.map { ($0.column, $0.count) }, to: &text)
    for (index, count) in line.carried.enumerated() {
      text.append(UInt8(ascii: index == 0 ? "+" : ","))
      append(count, to: &text)
    }
    appendPairs("~", line.unusedMessages.map { ($0.start, UInt64($0.end)) }, to: &text)
  }

  private static func appendPairs(_ mark: Unicode.Scalar, _ pairs: [(Int, UInt64)], to text: inout [UInt8]) {
    for (index, pair) in pairs.enumerated() {
      text.append(UInt8(ascii: index == 0 ? mark : ","))
      append(UInt64(clamping: pair.0), to: &text)
      text.append(UInt8(ascii: ":"))
      append(pair.1, to: &text)
    }
  }

  private static func append(_ number: UInt64, to text: inout [UInt8]) {
    if number < 10 {
      text.append(0x30 + UInt8(number))
    } else {
      text += String(number).utf8
    }
  }

  /// A file is not longer than this; a text that says so was not written here.
  private static let mostLines = 50_000_000

  /// Nil when the text was not written by `write`.
  static func read(_ text: String) -> [LineCoverage]? {
    var reader = Reader(bytes: Array(text.utf8))
    return try? reader.lines()
  }

  private struct Unreadable: Error {}

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    mutating func lines() throws(Unreadable) -> [LineCoverage] {
      var lines: [LineCoverage] = []
      var last = 0
      while at < bytes.count {
        let step = try int()
        guard step > 0, last + step <= mostLines else { throw Unreadable() }
        var line = LineCoverage(number: last + step, state: try self.state(), count: try number())
        let (state, count) = (line.state, line.count)
        try readParts(into: &line)
        lines.append(line)
        last = line.number
        if passIf("*") {
          let more = try int()
          guard last + more <= mostLines else { throw Unreadable() }
          for number in 0..<more {
            lines.append(LineCoverage(number: last + 1 + number, state: state, count: count))
          }
          last += more
        }
        guard passIf(" ") || at == bytes.count else { throw Unreadable() }
      }
      return lines
    }

    mutating func passIf(_ mark: Unicode.Scalar) -> Bool {
      guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
      at += 1
      return true
    }

    mutating func number() throws(Unreadable) -> UInt64 {
      let start = at
      var value: UInt64 = 0
      while at < bytes.count, (0x30...0x39).contains(bytes[at]) {
        let (tens, a) = value.multipliedReportingOverflow(by: 10)
        let (sum, b) = tens.addingReportingOverflow(UInt64(bytes[at] - 0x30))
        if a || b { throw Unreadable() }
        value = sum
        at += 1
      }
      guard at > start else { throw Unreadable() }
      return value
    }

    mutating func int() throws(Unreadable) -> Int {
      let value = try number()
      guard value <= UInt64(mostLines) else { throw Unreadable() }
      return Int(value)
    }

    mutating func state() throws(Unreadable) -> LineState {
      if passIf("e") { return .executed }
      if passIf("p") { return .partlyExecuted }
      if passIf("z") { return .notKnown }
      if passIf("u") { return .unreachable }
      guard passIf("m") else { throw Unreadable() }
      return .notExecuted
    }

    mutating func pairs() throws(Unreadable) -> [(Int, UInt64)] {
      var pairs: [(Int, UInt64)] = []
      repeat {
        let first = try int()
        guard passIf(":") else { throw Unreadable() }
        pairs.append((first, try number()))
      } while passIf(",")
      return pairs
    }

    mutating func spans() throws(Unreadable) -> [ColumnSpan] {
      try pairs().map { ColumnSpan(start: $0.0, end: Int(clamping: $0.1)) }
    }

    mutating func readParts(into line: inout LineCoverage) throws(Unreadable) {
      if passIf("<") { line.isAtMost = true }
      if passIf("-") { line.missed = try spans() }
      if passIf("(") { line.starts = try pairs().map { RegionStart(column: $0.0, count: $0.1) } }
      if passIf("+") {
        repeat { line.carried.append(try number()) } while passIf(",")
      }
      if passIf("~") { line.unusedMessages = try spans() }
    }
  }
}
