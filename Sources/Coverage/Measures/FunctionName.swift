/// A function's name for people.
enum FunctionName {
  /// The mangled name without the name of its file, which is put before names that other files can't see.
  static func mangled(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")), !name.hasPrefix("$s"), !name.hasPrefix("_Z")
    else { return name }
    return String(name[name.index(after: colon)...])
  }

  /// A demangled name without what is plain to a reader of the file: `Swift.`, the module, the mark of a
  /// private name, the type of a closure.
  static func readable(_ demangled: String, module: String) -> String {
    let parts = split(Array(demangled.utf8)[...])
    if demangled == module + "_main" { return "main" }
    let short = parts.enumerated().map { index, part in
      index < parts.count - 1 ? closureTitle(part) : part
    }
    let text = String(decoding: Array(short.joined(separator: " in ".utf8)), as: UTF8.self)
    return TypeSugar.written(withoutDiscriminators(withoutPrefixes(text, modules: ["Swift", module])))
  }

  /// Cuts at each ` in ` that stands outside of all brackets.
  private static func split(_ name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var depth = 0
    var start = name.startIndex
    var index = start
    let separator = Array(" in ".utf8)
    while index < name.endIndex {
      switch name[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: " ") where depth == 0 && name[index...].starts(with: separator):
        parts.append(name[start..<index])
        start = index + separator.count
        index = start - 1
      default: break
      }
      index += 1
    }
    parts.append(name[start...])
    return parts
  }

  /// `closure #1 (Int) -> Int` as `closure #1`.
  private static func closureTitle(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let hash = part.firstIndex(of: UInt8(ascii: "#")) else { return part }
    let end = part[(hash + 1)...].firstIndex { !(0x30...0x39).contains($0) } ?? part.endIndex
    return part[..<end]
  }

  private static func withoutPrefixes(_ name: String, modules: [String]) -> String {
    let bytes = Array(name.utf8)
    let prefixes = modules.flatMap { [Array(($0 + ".").utf8), Array("(extension in \($0)):".utf8)] }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      // A type may be named like its module: only the first of both goes. `A.Swift.P.Value` is another
      // matter.
      let isMember = index > 0 && bytes[index - 1] == UInt8(ascii: ".")
      let isStart = index == 0 || !isWord(bytes[index - 1])
      let candidates = isStart ? (isMember ? prefixes.prefix(1) : prefixes[...]) : []
      if let prefix = candidates.first(where: { bytes[index...].starts(with: $0) }) {
        index += prefix.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `(write in _5264D725E32843B1878519F07AF780C7)` as `write`; `(in _…).` goes as a whole.
  private static func withoutDiscriminators(_ name: String) -> String {
    let bytes = Array(name.utf8)
    var result: [UInt8] = []
    var taken = 0
    var index = 0
    while let found = discriminator(in: bytes, from: index) {
      index = found.end
      guard let open = bytes[taken..<found.start].lastIndex(of: UInt8(ascii: "(")) else { continue }
      let inner = bytes[(open + 1)..<found.start]
      let isLone = inner.isEmpty && found.end < bytes.count && bytes[found.end] == UInt8(ascii: ".")
      // The blank in front of `in` belongs to the name that it follows.
      let isNamed =
        inner.count > 1 && inner.last == UInt8(ascii: " ") && !inner.dropLast().contains(where: isApart)
      guard isLone || isNamed else { continue }
      result += bytes[taken..<open]
      if isNamed { result += inner.dropLast() }
      taken = isLone ? found.end + 1 : found.end
      index = taken
    }
    return taken == 0 ? name : String(decoding: result + bytes[taken...], as: UTF8.self)
  }

  /// Where `in _5264D725E32843B1878519F07AF780C7)` stands next.
  private static func discriminator(in bytes: [UInt8], from index: Int) -> (start: Int, end: Int)? {
    let (sign, digits) = (Array("in _".utf8), 32)
    let length = sign.count + digits + 1
    guard bytes.count >= index + length else { return nil }
    return (index...(bytes.count - length)).first { start in
      bytes[start] == sign[0] && bytes[start...].starts(with: sign)
        && bytes[start + length - 1] == UInt8(ascii: ")")
        && bytes[(start + sign.count)..<(start + length - 1)].allSatisfy(isHexadecimal)
    }.map { ($0, $0 + length) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }

  private static func isApart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: " ")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }
}
