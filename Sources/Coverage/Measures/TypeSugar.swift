/// `Optional<Array<Int>>` as `[Int]?`, the way people write it.
struct TypeSugar {
  private enum Kind {
    case optional, array, dictionary, other
  }

  private static let kinds: [(name: [UInt8], kind: Kind)] = [
    (Array("Optional".utf8), .optional), (Array("Array".utf8), .array),
    (Array("Dictionary".utf8), .dictionary),
  ]

  private var text: [UInt8] = []
  /// Where the arguments of each open bracket begin.
  private var open: [(start: Int, kind: Kind)] = []

  static func written(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "<")),
      kinds.contains(where: { name.contains(String(decoding: $0.name, as: UTF8.self) + "<") })
    else {
      return name
    }
    var sugar = TypeSugar()
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "<"): sugar.begin()
      case UInt8(ascii: ">") where sugar.text.last != UInt8(ascii: "-"):
        // A bracket without its partner is none: the name of an operator, say.
        guard !sugar.open.isEmpty else { return name }
        sugar.end()
      default: sugar.text.append(byte)
      }
    }
    return sugar.open.isEmpty ? String(decoding: sugar.text, as: UTF8.self) : name
  }

  private mutating func begin() {
    for (name, kind) in Self.kinds where text.suffix(name.count).elementsEqual(name) {
      let start = text.count - name.count
      guard start == 0 || !(isWord(text[start - 1]) || text[start - 1] == UInt8(ascii: ".")) else { continue }
      text.removeLast(name.count)
      open.append((start, kind))
      return
    }
    text.append(UInt8(ascii: "<"))
    open.append((text.count, .other))
  }

  private mutating func end() {
    var (start, kind) = open.removeLast()
    // `Dictionary< where A == String>` is an extension, no type.
    if kind != .other, start < text.count, text[start] == UInt8(ascii: " ") {
      let name = Self.kinds.first { $0.kind == kind }?.name ?? []
      text.insert(contentsOf: name + "<".utf8, at: start)
      kind = .other
    }
    switch kind {
    case .other: text.append(UInt8(ascii: ">"))
    case .array: enclose(from: start, "[", "]")
    case .optional:
      if needsParentheses(text[start...]) { enclose(from: start, "(", ")") }
      text.append(UInt8(ascii: "?"))
    case .dictionary:
      if let comma = firstComma(from: start) { text[comma] = UInt8(ascii: ":") }
      enclose(from: start, "[", "]")
    }
  }

  private mutating func enclose(from start: Int, _ left: Unicode.Scalar, _ right: Unicode.Scalar) {
    text.insert(UInt8(ascii: left), at: start)
    text.append(UInt8(ascii: right))
  }

  private func needsParentheses(_ type: ArraySlice<UInt8>) -> Bool {
    type.contains(UInt8(ascii: "&")) || type.starts(with: "any ".utf8)
      || zip(type, type.dropFirst()).contains { $0 == UInt8(ascii: "-") && $1 == UInt8(ascii: ">") }
  }

  private func firstComma(from start: Int) -> Int? {
    var depth = 0
    for index in start..<text.count {
      switch text[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where text[index - 1] != UInt8(ascii: "-"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  private func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }
}
