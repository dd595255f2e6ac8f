/// Signs that are one Character with what stands beside them: whoever looks for them by Characters does not
/// find them, and whoever reads the text does.
public enum JoinedSign {
  /// The sign with an accent, a joiner or a variant behind it, or behind what draws in the next one.
  public static func texts(_ sign: String) -> [String] {
    ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{903}"].map { sign + $0 }
      + ["\u{600}", "\u{D4E}", "\u{110BD}"].map { $0 + sign } + ["\u{D4E}" + sign + "\u{301}"]
  }

  /// What was meant by a text that stands between quotation marks; nil where one within it ends it.
  public static func unescaped(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte != UInt8(ascii: "\""), byte >= 0x20 else { return nil }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { return nil }
      bytes.append(next == UInt8(ascii: "n") ? 0x0A : next)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
