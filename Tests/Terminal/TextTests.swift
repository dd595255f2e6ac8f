import Testing
import Words

@testable import Terminal

@Suite("Text on a terminal")
struct TextTests {
  @Test(
    "width is counted in columns",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｆ", 2), ("😀", 2), ("✓", 1), ("✗", 1), ("한", 2),
      ("…", 1),
      ("", 0), ("क्", 1), ("א", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(Columns.width(text) == columns)
  }

  @Test("what is cut fits, and says that it was cut", arguments: 0...12)
  func truncation(limit: Int) {
    for text in ["abcdefghij", "日本語テスト", "👩‍👩‍👧a👩‍👩‍👧", "e\u{301}e\u{301}e\u{301}e\u{301}"] {
      for cut in [Columns.truncated, Columns.truncatedAtStart] {
        let short = cut(text, limit, "…")
        #expect(Columns.width(short) <= limit)
        #expect(short == text || short.contains("…") || limit == 0)
      }
    }
  }

  @Test("the beginning or the end is cut")
  func ends() {
    #expect(Columns.truncated("abcdef", to: 4, ellipsis: "…") == "abc…")
    #expect(Columns.truncatedAtStart("abcdef", to: 4, ellipsis: "...") == "...f")
    #expect(Columns.truncated("日本語", to: 4, ellipsis: "…") == "日…")
  }

  @Test("lines break between words, inside one only when it must be, and lose nothing")
  func wrapping() {
    #expect(Columns.wrapped("one two three", to: 8) == ["one two", "three"])
    #expect(Columns.wrapped("abcdefghij kl", to: 4) == ["abcd", "efgh", "ij", "kl"])
    #expect(Columns.wrapped("  in dent", to: 5) == ["  in", "dent"])
    #expect(Columns.wrapped("日本語", to: 3) == ["日", "本", "語"])
    #expect(Columns.wrapped("", to: 5) == [""])
  }

  @Test("what a text hides or commands is shown instead")
  func safety() {
    #expect(SafeText.line("plain é 日本 👩‍👩‍👧") == "plain é 日本 👩‍👩‍👧")
    #expect(SafeText.line("\u{1B}[31m\u{7}\0\u{7F}") == "^[[31m^G^@^?")
    #expect(SafeText.line("a\nb\r\nc") == "a\\nb\\r\\nc")
    #expect(SafeText.line("\u{9B}\u{202E}\u{2066}\u{FEFF}") == "\\u{9B}\\u{202E}\\u{2066}\\u{FEFF}")
    #expect(SafeText.line("a" + String(repeating: "\u{301}", count: 1000)).unicodeScalars.count == 9)
  }

  @Test("a message has the lines that it has")
  func lines() {
    #expect(SafeText.lines("a\r\nb\n\nc\n\n") == ["a", "b", "", "c"])
    #expect(SafeText.lines("").isEmpty)
  }

  @Test("a tab within a line of a message is no blank, which a value may have")
  func tabs() {
    let paragraphs = Paragraphs(TerminalCapabilities(isTerminal: false, width: 80, colors: false))
    let lines = paragraphs.message("(\"xa\tb\") is not (\"xa  b\")\n\tin", at: "T:3", indent: 2, most: 9)
    #expect(lines == ["  T:3: (\"xa→b\") is not (\"xa  b\")", "      in"])
  }

  @Test("a log keeps its colours on a terminal, and nothing else that commands")
  func log() {
    #expect(
      LogText.line("a \u{1B}[1;31mred\u{1B}[0m b\r", colors: true) == "a \u{1B}[1;31mred\u{1B}[0m b\u{1B}[0m")
    #expect(LogText.line("a \u{1B}[1;31mred\u{1B}[0m b", colors: false) == "a red b")
    #expect(LogText.line("\u{1B}]0;title\u{7}\u{1B}[2J\u{1B}", colors: true) == "^[]0;title^G^[[2J^[")
    #expect(LogText.line("\u{1B}[12", colors: true) == "^[[12")
    #expect(LogText.line("", colors: true) == "")
  }

  @Test("what is meant by a wrong word is near, or what other tools call it, or there is none")
  func nearest() {
    #expect(MeantWord.near("lgo", among: ["log", "show"]) == "log")
    #expect(MeantWord.near("logs", among: ["log", "show"]) == "log")
    #expect(MeantWord.near("zzz", among: ["log", "show"]) == nil)
    #expect(MeantWord.near("", among: ["log"]) == nil)
  }

  @Test("what was canceled is said as what it was")
  func canceled() {
    #expect(CancelText.sentence(integrations: 1, searches: 0) == "Canceled: 1 integration.")
    #expect(CancelText.sentence(integrations: 0, searches: 1) == "Canceled: what was found out meanwhile.")
    #expect(
      CancelText.sentence(integrations: 2, searches: 1)
        == "Canceled: 2 integrations and what was found out meanwhile.")
  }
}
