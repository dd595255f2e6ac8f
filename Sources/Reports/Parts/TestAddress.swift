public import Model
import Words

/// The page of an issue, below the bot's folder.
public enum IssueAddress {
  public static func page(of issue: IssueIdentity) -> String {
    "issues/" + issue.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } + ".html"
  }
}

/// The page of a test, below the bot's folder: the same for as long as the test is called so, and no other's.
public enum TestAddress {
  private static let mostLetters = 60

  /// `tests/ParserTests.HelpTests-testVersion-0123456789abcdef0123456789abcdef.html`.
  public static func page(of test: TestID) -> String { page(of: test, below: "tests") }

  static func page(of test: TestID, below folder: String) -> String {
    let bytes = test.rawValue.utf8
    let mark = Fingerprint.text(bytes) + Fingerprint.folded(bytes)
    let readable = readable(test.rawValue)
    return folder + "/" + (readable.isEmpty ? "" : readable + "-") + mark + ".html"
  }

  /// What any file system and any address takes as it is.
  private static func readable(_ name: String) -> String {
    var text = ""
    for byte in name.utf8.prefix(mostLetters) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !text.isEmpty && text.last != ".": text += "."
      case _ where !text.isEmpty && text.last != "-": text += "-"
      default: break
      }
    }
    while let last = text.last, last == "-" || last == "." { text.removeLast() }
    return text
  }
}
