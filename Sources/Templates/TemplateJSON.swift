/// JSON into what a template is given.
public enum TemplateJSON {
  /// Throws a `TemplateProblem` without a file's name.
  public static func read(json: [UInt8]) throws -> TemplateValue {
    var reader = JSONReader(json)
    return try reader.document()
  }
}

/// RFC 8259 to the letter, so that a mistake is found where it is.
private struct JSONReader {
  private static let deepest = 400
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func document() throws -> TemplateValue {
    let value = try value(depth: 0)
    skipWhite()
    guard position == bytes.count else { throw wrong("something follows the value") }
    return value
  }

  private func wrong(_ what: String, at offset: Int? = nil) -> TemplateProblem {
    let place = TextPlace(offset ?? position, in: bytes)
    return TemplateProblem(
      file: "", line: place.line, column: place.column, message: "this is no JSON: " + what)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipWhite() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws -> TemplateValue {
    guard depth < Self.deepest else { throw wrong("more than \(Self.deepest) values lie in each other") }
    skipWhite()
    switch next {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw wrong("a value is missing at its end")
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return try number()
    default: throw wrong("a value is missing")
    }
  }

  private mutating func word(_ word: String, _ value: TemplateValue) throws -> TemplateValue {
    guard bytes[position...].starts(with: word.utf8) else { throw wrong("a value is missing") }
    position += word.utf8.count
    return value
  }

  private mutating func list(_ depth: Int) throws -> TemplateValue {
    position += 1
    var items: [TemplateValue] = []
    skipWhite()
    if take(UInt8(ascii: "]")) { return .list(items) }
    repeat {
      items.append(try value(depth: depth + 1))
      skipWhite()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw wrong("a list needs `,` or `]` here") }
    return .list(items)
  }

  private mutating func object(_ depth: Int) throws -> TemplateValue {
    position += 1
    var members: [String: TemplateValue] = [:]
    skipWhite()
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipWhite()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw wrong("a name in quotes is missing") }
      let name = try text()
      skipWhite()
      guard take(UInt8(ascii: ":")) else { throw wrong("`:` is missing") }
      let value = try value(depth: depth + 1)
      guard members.updateValue(value, forKey: name) == nil else {
        throw wrong("`\(PartialPath.shown(name))` is given twice", at: start)
      }
      skipWhite()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw wrong("an object needs `,` or `}` here") }
    return .object(members)
  }

  private mutating func digits() throws {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    if start == position { throw wrong("a digit is missing") }
  }

  private mutating func number() throws -> TemplateValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      try digits()
      isWhole = false
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
      isWhole = false
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let number = Int(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else {
      throw wrong("the number is too large", at: start)
    }
    return .double(number)
  }

  private mutating func text() throws -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw wrong("the text is no UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"): text += try escaped().utf8
      case 0..<0x20: throw wrong("a text holds a control character: write it with `\\`", at: position - 1)
      default: text.append(byte)
      }
    }
    throw wrong("a text is not closed", at: start)
  }

  private mutating func escaped() throws -> String {
    let start = position - 1
    guard let byte = next else { throw wrong("a text is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if (0xD800..<0xDC00).contains(units[0]), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
        units.append(try unit())
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw wrong("half of a character is missing", at: start)
      }
      return text
    default: throw wrong("`\\` stands before something that needs none", at: start)
    }
  }

  private mutating func unit() throws -> UInt16 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw wrong("`\\u` needs four digits") }
    position += 4
    return unit
  }
}
