import Foundation

enum ShellText {
  /// Words as a shell would take them.
  static func quoted(_ words: [String]) -> String {
    words.map { word in
      let plain = word.utf8.allSatisfy { byte in
        byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
          || "-_./=:,@%+".utf8.contains(byte)
      }
      return plain && !word.isEmpty ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }.joined(separator: " ")
  }
}
