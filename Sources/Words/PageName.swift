/// A file name that says what it is of, as far as any file system and any address takes it, with a mark that
/// no other name has. It is made for thousands at a time, which takes ten times as long where nothing is
/// optimized.
public enum PageName {
  private static let mostLetters = 60

  /// `ParserTests.HelpTests-testVersion-0123456789abcdef0123456789abcdef.html`.
  public static func of(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let mark = Fingerprint.text(bytes) + Fingerprint.folded(bytes)
    let readable = readable(bytes)
    return (readable.isEmpty ? "" : readable + "-") + mark + ".html"
  }

  private static func readable(_ name: [UInt8]) -> String {
    let (dot, dash) = (UInt8(ascii: "."), UInt8(ascii: "-"))
    var text: [UInt8] = []
    for byte in name.prefix(mostLetters) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        text.append(byte)
      case dot where !text.isEmpty && text.last != dot: text.append(dot)
      case _ where !text.isEmpty && text.last != dash: text.append(dash)
      default: break
      }
    }
    while let last = text.last, last == dash || last == dot { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
