import Coverage
import Painting
import Testing

@Suite struct SourceTextTests {
  private func markup(_ code: String, _ line: Int = 1, path: String = "a.swift") -> String {
    String(decoding: SourceText(Array(code.utf8), path: path).markup(line: line), as: UTF8.self)
  }

  @Test(
    "Swift is coloured",
    arguments: [
      ("let a = 1", "<b>let</b> a = <var>1</var>"), ("x.init // y", "x.init <i>// y</i>"),
      ("@Test func a()", "<samp>@Test</samp> <b>func</b> a()"), ("#if DEBUG", "<samp>#if</samp> DEBUG"),
      ("\"a \\(b ? \"c\" : d(1)) e\"", "<q>\"a \\(</q>b ? <q>\"c\"</q> : d(<var>1</var>)<q>) e\"</q>"),
      ("#\"a\\(b)\"#+1", "<q>#\"a\\(b)\"#</q>+<var>1</var>"), ("#\"\\#(b)\"#", "<q>#\"\\#(</q>b<q>)\"#</q>"),
      ("/* a /* b */ c */ in", "<i>/* a /* b */ c */</i> <b>in</b>"),
      ("`let` = 0x1F", "`let` = <var>0x1F</var>"),
      ("0...self", "<var>0</var>...<b>self</b>"), ("a < b && c", "a &lt; b &amp;&amp; c"),
      ("\"never closed", "<q>\"never closed</q>"), ("größe_let", "größe_let"), ("\"\\(", "<q>\"\\(</q>"),
    ])
  func colors(code: String, html: String) {
    #expect(markup(code) == html)
  }

  @Test("a string and a comment of several lines are coloured in each")
  func severalLines() {
    let code = "a = \"\"\"\n  two \\(x)\n  \"\"\"\n/* four\nfive */ let\n"
    #expect(markup(code, 1) == "a = <q>\"\"\"</q>")
    #expect(markup(code, 2) == "<q>  two \\(</q>x<q>)</q>")
    #expect(markup(code, 3) == "<q>  \"\"\"</q>")
    #expect(markup(code, 4) == "<i>/* four</i>")
    #expect(markup(code, 5) == "<i>five */</i> <b>let</b>")
  }

  @Test("what did not run is underlined to the column, also across a colour")
  func marks() {
    let source = SourceText(Array("a ?? \"größe\" + b".utf8), path: "a.swift")
    var html: [UInt8] = []
    source.write(line: 1, marks: [.missed(ColumnSpan(start: 7, end: 11))], to: &html)
    #expect(
      String(decoding: html, as: UTF8.self)
        == "a ?? <q>\"</q><u title=\"ran 0 times\"><q>grö</q></u><q>ße\"</q> + b")
  }

  @Test("marks behind the end of a line, and bytes that are no UTF-8, do no harm")
  func oddities() {
    let source = SourceText([0x61, 0xFF, 0xE2, 0x80, 0x0A, 0x62], path: "a.swift")
    var html: [UInt8] = []
    source.write(line: 1, marks: [.missed(ColumnSpan(start: 2, end: 900))], to: &html)
    source.write(line: 2, marks: [.missed(ColumnSpan(start: 40, end: 50))], to: &html)
    source.write(line: 3, to: &html)
    #expect(String(decoding: html, as: UTF8.self).hasSuffix("</u>b"))
    #expect(markup("\u{FEFF}let\r\n") == "<b>let</b>")
    #expect(markup("a\u{202E}b") == "a<mark>⟨U+202E⟩</mark>b")
  }

  @Test("C has its own words, and a text none")
  func otherLanguages() {
    #expect(markup("int c = '\"'; // x", path: "a.c") == "<b>int</b> c = <q>'\"'</q>; <i>// x</i>")
    #expect(markup("let it be // x", path: "a.txt") == "let it be // x")
  }

  @Test("a count beside a line of source takes five characters at most")
  func short() {
    #expect(SourceRows.short(12_345) == "12k")
    #expect(SourceRows.short(1_234_567) == "1.2M")
  }
}
