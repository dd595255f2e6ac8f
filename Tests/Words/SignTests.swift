import Kit
import Testing
import Words

@Suite("Signs that are one character with what stands beside them")
struct SignTests {
  private static let joined = ["<", ">", "&", "\"", "'", "\\", "`", "*", "_", "@", "#", "["].flatMap {
    sign in JoinedSign.texts(sign).map { (sign, $0) }
  }

  @Test("to Swift each is one Character", arguments: joined)
  func one(sign: String, text: String) { #expect(text.count == 1 && text != sign) }

  @Test("in HTML none of them stays as it is", arguments: joined)
  func html(sign: String, text: String) {
    let isMark = "<>&\"'".contains(sign)
    let shown = Markup.escaped(text)
    #expect(shown.utf8.contains { sign.utf8.first == $0 && $0 != UInt8(ascii: "&") } != isMark, "\(shown)")
    #expect(shown.utf8.contains(UInt8(ascii: ";")) == isMark)
  }

  @Test("between quotation marks none of them ends the text", arguments: joined)
  func quoted(sign: String, text: String) {
    #expect(JoinedSign.unescaped("a\(text)b".replacingSigns(Sign.inQuotes)) == "a\(text)b")
  }

  @Test("in Markdown a sentence has all of them in code", arguments: joined)
  func sentence(sign: String, text: String) {
    #expect(MarkdownText.sentence("a \(text)b").utf8.starts(with: "a `".utf8))
  }

  @Test("in Markdown code ends where the text ends", arguments: JoinedSign.texts("`"))
  func code(text: String) {
    for line in [text, "a\(text)", "\(text)a"] {
      let isBare = line.utf8.first != UInt8(ascii: "`") && line.utf8.last != UInt8(ascii: "`")
      #expect(MarkdownText.code(line).utf8.elementsEqual((isBare ? "``\(line)``" : "`` \(line) ``").utf8))
    }
  }

  @Test("words of other languages stay words, with their accents")
  func words() {
    for text in ["e\u{301}tait", "हिन्दी", "മലയാളം", "日本語", "ünï"] {
      #expect(MarkdownText.sentence(text) == text)
    }
  }

  @Test("a part of a path is what stands between its slashes")
  func paths() {
    #expect("a/../\u{301}b".pathParts.contains(".."))
    #expect("\u{600}/../b".pathParts.contains(".."))
  }
}
