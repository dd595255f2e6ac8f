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

  /// `(write in _5264D725E32843B1878519F07AF780C7)` as `write`.
  private static func withoutDiscriminators(_ name: String) -> String {
    guard maybeHasDiscriminator(name) else { return name }
    return name.replacing(#/\(([^()\ ]+)\ in\ _[0-9A-F]{32}\)/#) { $0.output.1 }
      .replacing(#/\(in\ _[0-9A-F]{32}\)\./#, with: "")
  }

  /// There are as many names as functions, and hardly any has one.
  private static func maybeHasDiscriminator(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      bytes.indices.dropFirst(3).contains { end in
        bytes[end] == UInt8(ascii: "_") && bytes[end - 1] == UInt8(ascii: " ")
          && bytes[end - 2] == UInt8(ascii: "n") && bytes[end - 3] == UInt8(ascii: "i")
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }
}
