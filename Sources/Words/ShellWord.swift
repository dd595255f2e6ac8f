/// Words that a POSIX shell takes back unchanged.
public enum ShellWord {
  /// As one argument. Looks at bytes: a character may be a quotation mark with an accent upon it.
  public static func quoted(_ word: String) -> String {
    // What cannot be seen, a line break first of all, would not outlast being shown in a sentence, and
    // backticks are what commands stand between there.
    if word.unicodeScalars.contains(where: isSpecial), word.utf8.last != UInt8(ascii: "\n") {
      return printed(word)
    }
    let isOption = word.utf8.first == UInt8(ascii: "-")
    // Elsewhere it could be an assignment.
    let isPlain = word.utf8.allSatisfy { Self.isPlain($0) || isOption && $0 == UInt8(ascii: "=") }
    return isPlain && !word.isEmpty ? word : inQuotes(word)
  }

  /// A whole command.
  public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  public static func inQuotes(_ text: String) -> String {
    var bytes = [UInt8(ascii: "'")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "'") { bytes += "'\\'".utf8 }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self) + "'"
  }

  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    UnseenCharacter.isOne(scalar) || scalar == "`"
  }

  /// Made by the shell itself, from signs that can be read and copied.
  private static func printed(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      if isSpecial(scalar) || scalar == "'" || scalar == "\\" {
        for byte in String(scalar).utf8 {
          let octal = String(byte, radix: 8)
          text += "\\0" + String(repeating: "0", count: 3 - octal.count) + octal
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return "\"$(printf %b '\(text)')\""
  }

  /// Letters beyond ASCII are not: what they are to a shell depends on its locale.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-_./+:,@%".utf8.contains(byte)
    }
  }
}
