/// Text of others made fit to be seen: what would act, or hide, is shown as a sign instead.
enum Shown {
  /// One line; control characters and marks of direction become visible.
  static func line(_ text: String, most: Int = .max) -> String {
    cleaned(text, keepsLines: false, most: most)
  }

  /// Lines and tabs stay.
  static func lines(_ text: String, most: Int = .max) -> String {
    cleaned(text, keepsLines: true, most: most)
  }

  private static func cleaned(_ text: String, keepsLines: Bool, most: Int) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == most { return shown + "…" }
      count += 1
      if keepsLines, scalar == "\n" || scalar == "\t" {
        shown.unicodeScalars.append(scalar)
      } else if keepsLines, scalar == "\r" {
        continue
      } else if let sign = sign(for: scalar) {
        shown += sign
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// nil for a character that may stand as it is.
  static func sign(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x0A: return "↵"
    case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
    case 0x7F: return "␡"
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0x2028, 0x2029:
      return "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩"
    default: return nil
    }
  }

  /// A reason as a sentence of its own.
  static func sentence(_ text: String) -> String {
    let isEnded = text.last.map { ".!?…".contains($0) } ?? true
    return text.prefix(1).uppercased() + text.dropFirst() + (isEnded ? "" : ".")
  }

  /// Without the colours that a program wrote for a terminal.
  static func withoutColors(_ text: String) -> String {
    guard text.utf8.contains(0x1B) else { return text }
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "[" {
        let body = rest.dropFirst().drop { "0123456789;:".unicodeScalars.contains($0) }
        if body.first == "m" {
          rest = body.dropFirst()
          continue
        }
      }
      plain.append(scalar)
    }
    return String(plain)
  }
}

/// For the few places where markup is made outside of a template.
enum Markup {
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 { append(byte, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @inline(__always)
  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "<"): bytes += "&lt;".utf8
    case UInt8(ascii: ">"): bytes += "&gt;".utf8
    case UInt8(ascii: "&"): bytes += "&amp;".utf8
    case UInt8(ascii: "\""): bytes += "&quot;".utf8
    case UInt8(ascii: "'"): bytes += "&#39;".utf8
    default: bytes.append(byte)
    }
  }
}
