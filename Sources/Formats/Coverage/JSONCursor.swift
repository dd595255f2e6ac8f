/// Where and why JSON could not be read on.
struct JSONFault: Error {
  var what: String
  var offset: Int
}

/// A cursor over JSON that reads only what it is asked for. Every read is checked against the end.
struct JSONCursor {
  private let base: UnsafeRawBufferPointer
  private(set) var offset = 0
  private static let deepest = 512

  init(_ bytes: UnsafeRawBufferPointer) {
    base = bytes
  }

  func fault(_ what: String) -> JSONFault { JSONFault(what: what, offset: offset) }

  /// The next byte that is not white space, without passing it; 0 at the end.
  @inline(__always)
  mutating func peek() -> UInt8 {
    while offset < base.count {
      let byte = base[offset]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      offset += 1
    }
    return 0
  }

  @inline(__always)
  mutating func pass(_ byte: UInt8) throws {
    guard peek() == byte else { throw unexpected(byte) }
    offset += 1
  }

  @inline(__always)
  mutating func passIf(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  private func unexpected(_ byte: UInt8) -> JSONFault {
    let wanted = Character(UnicodeScalar(byte))
    return fault(offset < base.count ? "`\(wanted)` was expected" : "it ends too early")
  }

  @inline(__always)
  mutating func array(_ body: (inout JSONCursor) throws -> Void) throws {
    try pass(UInt8(ascii: "["))
    if passIf(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while passIf(UInt8(ascii: ","))
    try pass(UInt8(ascii: "]"))
  }

  /// A number without fraction; what is too large is the largest, and a fraction or exponent is passed over.
  @inline(__always)
  mutating func number() throws -> UInt64 {
    let first = peek()
    let isNegative = first == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    var value: UInt64 = 0
    var isTooLarge = false
    let start = offset
    while offset < base.count {
      let digit = base[offset] &- 0x30
      guard digit < 10 else { break }
      let (tens, a) = value.multipliedReportingOverflow(by: 10)
      let (sum, b) = tens.addingReportingOverflow(UInt64(digit))
      if a || b { isTooLarge = true }
      value = sum
      offset += 1
    }
    guard offset > start else { throw fault("a number was expected") }
    if offset < base.count, [0x2E, 0x65, 0x45].contains(base[offset]) { try passFraction() }
    return isNegative ? 0 : (isTooLarge ? .max : value)
  }

  private mutating func passFraction() throws {
    while offset < base.count, "0123456789.eE+-".utf8.contains(base[offset]) { offset += 1 }
  }

  @inline(__always)
  mutating func int32() throws -> Int32 { Int32(clamping: try number()) }

  mutating func bool() throws -> Bool {
    switch peek() {
    case UInt8(ascii: "t"):
      try passWord("true")
      return true
    case UInt8(ascii: "f"):
      try passWord("false")
      return false
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number() != 0
    default: throw fault("true or false was expected")
    }
  }

  @inline(__always)
  private mutating func passWord(_ word: StaticString) throws {
    let length = word.utf8CodeUnitCount
    guard base.count - offset >= length else { throw fault("it ends too early") }
    for index in 0..<length where base[offset + index] != word.utf8Start[index] {
      throw fault("`\(word)` was expected")
    }
    offset += length
  }

  /// The bytes between the quotes, escapes as they stand.
  @inline(__always)
  mutating func rawString() throws -> UnsafeRawBufferPointer {
    try pass(UInt8(ascii: "\""))
    let start = offset
    while offset < base.count {
      let byte = base[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return UnsafeRawBufferPointer(rebasing: base[start..<offset - 1])
      }
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = base.count
    throw fault("a text has no end")
  }

  mutating func string() throws -> String { Self.text(try rawString()) }

  /// The text of a raw string, escapes resolved.
  static func text(_ raw: UnsafeRawBufferPointer) -> String {
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    var units: [UInt16] = []
    var plain: [UInt8] = []
    func flush() {
      units += String(decoding: plain, as: UTF8.self).utf16
      plain = []
    }
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.count else {
        plain.append(raw[index])
        index += 1
        continue
      }
      let escaped = raw[index + 1]
      index += 2
      if escaped == UInt8(ascii: "u"), index + 4 <= raw.count,
        let unit = UInt16(String(decoding: raw[index..<index + 4], as: UTF8.self), radix: 16)
      {
        flush()
        units.append(unit)
        index += 4
      } else {
        plain.append(short[escaped] ?? escaped)
      }
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }

  private static let short: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8,
    UInt8(ascii: "f"): 12,
  ]

  /// Passes over one value, whatever it is.
  mutating func skip() throws {
    switch peek() {
    case UInt8(ascii: "\""): _ = try rawString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    case UInt8(ascii: "n"): try passWord("null")
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    default: _ = try number()
    }
  }

  /// Brackets are counted, not checked against each other: what is skipped is never used.
  private mutating func skipNested() throws {
    var depth = 0
    while offset < base.count {
      switch base[offset] {
      case UInt8(ascii: "\""):
        _ = try rawString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
      if depth == 0 { return }
      guard depth < Self.deepest else { throw fault("it is nested too deeply") }
    }
    throw fault("it ends too early")
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of a key.
  @inline(__always)
  func spells(_ key: StaticString) -> Bool {
    guard count == key.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != key.utf8Start[index] { return false }
    return true
  }
}
