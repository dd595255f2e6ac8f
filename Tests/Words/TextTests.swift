import Foundation
import Testing

@testable import Words

@Suite("Texts")
struct TextTests {
  @Test("what acts or hides has a sign, on a page and in ASCII")
  func unseen() {
    let hidden =
      "\0\u{7}\n\r\u{1B}\u{7F}\u{80}\u{9F}\u{AD}\u{61C}\u{180E}\u{200B}\u{200E}\u{2028}\u{202E}\u{2060}"
      + "\u{2066}\u{206F}\u{FEFF}\u{FFF9}\u{E0001}\u{E007F}"
    for scalar in hidden.unicodeScalars {
      #expect(UnseenCharacter.picture(of: scalar) != nil, "\(scalar.value)")
      #expect(
        UnseenCharacter.spelling(of: scalar).map { $0.allSatisfy(\.isASCII) } == true, "\(scalar.value)")
    }
    #expect(
      UnseenCharacter.picture(of: "\u{202E}") == "⟨U+202E⟩" && UnseenCharacter.picture(of: "\u{1B}") == "␛")
    #expect(
      UnseenCharacter.spelling(of: "\u{202E}") == "\\u{202E}"
        && UnseenCharacter.spelling(of: "\u{1B}") == "^[")
  }

  @Test(
    "what words are made of stands as it is",
    arguments: "aé日👩\u{200D}\u{FE0F}\u{301} \u{A0}".unicodeScalars.map { $0 })
  func seen(scalar: Unicode.Scalar) {
    #expect(UnseenCharacter.picture(of: scalar) == nil && UnseenCharacter.spelling(of: scalar) == nil)
  }

  @Test("a pattern matches its text and nothing else", arguments: ["a(_:)+.", "[x]{2}|^$", "\\d*?", "it's"])
  func pattern(text: String) throws {
    let pattern = try Regex("^" + PatternText.matching(text) + "$")
    #expect(text.wholeMatch(of: pattern) != nil)
    #expect((text + "a").wholeMatch(of: pattern) == nil)
    #expect(PatternText.matching("a\u{202E}.", isAny: UnseenCharacter.isOne) == "a.\\.")
    #expect(PatternText.meant(by: "^" + PatternText.matching("M.S/t(_:)") + "/") == "M.S/t(_:)")
    #expect(PatternText.meant(by: "^M\\.S/t$") == "M.S/t")
    for several in ["M.S", "^M.S$", "^M\\.S", "^M\\d$", "^(a|b)$", "^$"] {
      #expect(PatternText.meant(by: several) == nil)
    }
  }

  @Test("the nearest word is near, or there is none")
  func nearest() {
    #expect(Nearest.word(to: "lgo", among: ["show", "log"]) == "log")
    #expect(Nearest.word(to: "zzz", among: ["log", "show"]) == nil)
    #expect(Nearest.word(to: "", among: ["a"]) == nil)
    func distance(_ a: String, _ b: String) -> Int {
      Nearest.distance(Array(a.unicodeScalars), Array(b.unicodeScalars))
    }
    #expect(distance("kitten", "sitting") == 3 && distance("ab", "ba") == 1 && distance("", "abc") == 3)
  }

  @Test("markup is text again in an element and in an attribute")
  func markup() {
    #expect(
      Markup.escaped("<a href='x'>\"&amp;\"</a>")
        == "&lt;a href=&#39;x&#39;&gt;&quot;&amp;amp;&quot;&lt;/a&gt;")
    #expect(Markup.escaped("plain é") == "plain é")
  }

  @Test("a sentence begins with a capital and has one end")
  func sentences() {
    #expect("it ran".capitalizedFirst.ended == "It ran.")
    #expect(["", "a.", "a!", "a?", "a…"].map(\.ended) == ["", "a.", "a!", "a?", "a…"])
  }

  @Test("moments are told in UTC, as exactly as one asks")
  func moments() {
    let date = Date(timeIntervalSince1970: 1_795_158_408.91)
    #expect(Moment.iso(date) == "2026-11-20T07:06:48Z")
    #expect(Moment.second(date) == "2026-11-20 07:06:48 UTC")
    #expect(Moment.minute(date) == "2026-11-20 07:06 UTC" && Moment.day(date) == "2026-11-20")
  }

  @Test("what a program painted is taken apart, and whatever else an escape begins is text")
  func painted() {
    #expect(
      PaintedText.pieces(of: "a \u{1B}[1;31mred\u{1B}[m b") == [
        .text("a "), .paint("1;31"), .text("red"), .paint(""), .text(" b"),
      ])
    for text in ["\u{1B}[2J\u{1B}]0;x\u{7}", "\u{1B}[12", "\u{1B}", "\u{1B}\u{1B}[", "plain"] {
      #expect(PaintedText.pieces(of: text) == [.text(Substring(text))])
    }
    #expect(PaintedText.pieces(of: "\u{1B}\u{1B}[0m") == [.text("\u{1B}"), .paint("0")])
    #expect(PaintedText.pieces(of: "").isEmpty)
  }
}
