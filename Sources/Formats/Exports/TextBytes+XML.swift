/// XML. What it cannot carry is replaced, so that the whole can always be read.
extension TextBytes {
  mutating func attribute(_ name: String, _ value: String) {
    add(" \(name)=\"")
    escaped(value, inAttribute: true)
    add("\"")
  }

  mutating func text(_ value: String) { escaped(value, inAttribute: false) }

  mutating func characterData(_ value: String) {
    add("<![CDATA[")
    var brackets = 0
    for scalar in value.unicodeScalars {
      // The end mark is the one thing that may not stand inside.
      if scalar == ">", brackets >= 2 { add("]]><![CDATA[") }
      brackets = scalar == "]" ? brackets + 1 : 0
      append(scalar)
    }
    add("]]>")
  }

  /// For an attribute or an element.
  static func escaped(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF || "<>&\"".utf8.contains($0) }) else {
      return value
    }
    var text = TextBytes()
    text.escaped(value, inAttribute: true)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private mutating func escaped(_ value: String, inAttribute: Bool) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": add("&amp;")
      case "<": add("&lt;")
      case ">": add("&gt;")
      case "\"" where inAttribute: add("&quot;")
      // Left alone these would be read as something else.
      case "\r": add("&#13;")
      case "\n" where inAttribute: add("&#10;")
      case "\t" where inAttribute: add("&#9;")
      default: append(scalar)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0a, 0x0d, 0x20..<0x7f: add(byte: UInt8(scalar.value))
    case ..<0x20, 0xfffe, 0xffff: add("\u{FFFD}")
    default: add(Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter))
    }
  }
}
