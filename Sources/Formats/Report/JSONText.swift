/// Writes JSON for people and programs: indented, lists of numbers on one line, nothing escaped that need not
/// be. Foundation's encoder takes several times as long for a report of 20,000 tests.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  private static let hexadecimal = Array("0123456789abcdef".utf8)
  private static let indentation = [UInt8](repeating: UInt8(ascii: " "), count: 64)

  mutating func object(_ members: (inout JSONText) -> Void) {
    container("{", "}", members)
  }

  mutating func array<Elements: Collection>(
    _ elements: Elements, _ write: (inout JSONText, Elements.Element) -> Void
  ) {
    guard !elements.isEmpty else { return append("[]") }
    container("[", "]") { text in
      for element in elements {
        text.separate()
        write(&text, element)
      }
    }
  }

  /// Elements without line breaks between them.
  mutating func row<Elements: Collection>(
    _ elements: Elements, _ write: (inout JSONText, Elements.Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(", ") }
      isFirst = false
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Members without line breaks between them, all of them numbers.
  mutating func counts(_ members: KeyValuePairs<StaticString, Int>) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, number) in members {
      if !isFirst { append(", ") }
      isFirst = false
      quoted(name)
      append(": ")
      value(number)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func key(_ name: StaticString) {
    separate()
    quoted(name)
    append(": ")
  }

  mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  mutating func member(_ name: StaticString, _ number: Int?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  mutating func member(_ name: StaticString, _ flag: Bool?) {
    key(name)
    append(flag.map { $0 ? "true" : "false" } ?? "null")
  }

  /// Seconds, to the microsecond. What is no number reads as absent.
  mutating func member(_ name: StaticString, seconds: Double?) {
    key(name)
    guard let seconds, seconds.isFinite else { return null() }
    value(abs(seconds) < 1e9 ? (seconds * 1e6).rounded() / 1e6 : seconds)
  }

  mutating func null() { append("null") }

  mutating func value(_ number: Int) { bytes += String(number).utf8 }

  mutating func value(_ number: UInt64) { bytes += String(number).utf8 }

  mutating func value(_ number: Double) {
    guard number.isFinite else { return append("0") }
    // A whole number needs no fraction in JSON.
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 { return value(whole) }
    bytes += "\(number)".utf8
  }

  mutating func value(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5c {
        bytes += utf8[start..<index]
        escape(byte)
        start = index + 1
      }
      bytes += utf8[start...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func end() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x22, 0x5c: bytes.append(byte)
    default:
      append("u00")
      bytes.append(Self.hexadecimal[Int(byte >> 4)])
      bytes.append(Self.hexadecimal[Int(byte & 15)])
    }
  }

  private mutating func container(
    _ open: StaticString, _ close: StaticString, _ body: (inout JSONText) -> Void
  ) {
    append(open)
    depth += 1
    isFirst = true
    body(&self)
    depth -= 1
    isFirst = false
    lineBreak()
    append(close)
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    lineBreak()
  }

  private mutating func lineBreak() {
    bytes.append(UInt8(ascii: "\n"))
    bytes += Self.indentation.prefix(2 * depth)
  }

  private mutating func quoted(_ name: StaticString) {
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }
}
