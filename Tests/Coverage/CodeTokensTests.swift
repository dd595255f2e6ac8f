import Coverage
import Testing

@Suite("A source as the compiler reads it")
struct CodeTokensTests {
  private func mark(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return CodeTokens(bytes).mark(of: 0..<bytes.count).text
  }

  @Test(
    "comments and the width of blanks say nothing",
    arguments: [
      ("a = b", "a   =\tb"), ("a\nb", "a // two\n\n  b"), ("f(a)\ng()", "f(a)\n/* one\ntwo */\ng()"),
      ("a b", "a /* c */ b"), ("/// What it does.\nlet a = 1", "let a = 1"),
    ])
  func same(one: String, other: String) { #expect(mark(one) == mark(other)) }

  @Test(
    "words, texts, and whether a line ends or a blank stands do",
    arguments: [
      ("a = b", "a = c"), ("return\na", "return a"), ("a -b", "a - b"), ("f (a)", "f(a)"),
      (#""a b""#, #""a  b""#), ("\"\"\"\n  a\n  \"\"\"", "\"\"\"\n   a\n  \"\"\""),
      ("a b", "a /*\n*/ b"), ("ab", "a b"),
    ])
  func other(one: String, other: String) { #expect(mark(one) != mark(other)) }

  @Test("what tells its own line is another one where it moves, and nothing else is")
  func line() {
    #expect(mark("f(#line)") != mark("// one\nf(#line)"))
    #expect(mark("f(#file)") == mark("// one\nf(#file)"))
  }

  @Test("what is cut out counts no more, but that it was there")
  func cuts() {
    func rest(_ text: String, _ word: String) -> String {
      let range = Array(text.utf8).firstRange(of: Array(word.utf8))
      return CodeTokens(Array(text.utf8)).mark(without: range.map { [$0] } ?? []).text
    }
    #expect(rest("func a() { 1 }", "{ 1 }") == rest("func a() { 2; 3 }", "{ 2; 3 }"))
    #expect(rest("func a() { 1 }", "{ 1 }") != rest("func b() { 1 }", "{ 1 }"))
    #expect(rest("func a() { 1 }", "{ 1 }") != rest("func a()", "x"))
    func without(_ text: String, _ word: String) -> String {
      let bytes = Array(text.utf8)
      return CodeTokens(bytes).mark(
        without: bytes.firstRange(of: Array(word.utf8)).map { [$0] } ?? [], isTold: false
      )
      .text
    }
    #expect(without("a\nfunc b() {}\nc", "func b() {}") == without("a\nc", "x"))
    #expect(rest("func a() { 1 } // x", "{ 1 }") == rest("func a() { 1 }", "{ 1 }"))
  }

  @Test("the body of a function is one; a value, from which a type may follow, is none")
  func bodies() {
    func isBody(_ text: String, _ word: String = "{ 1 }") -> Bool {
      let bytes = Array(text.utf8)
      return bytes.firstRange(of: Array(word.utf8)).map { CodeTokens(bytes).isBody($0) } ?? false
    }
    #expect(isBody("func a() { 1 }"))
    #expect(isBody("var a: Int { 1 }"))
    #expect(isBody("init() throws { 1 }\nfunc b() {}"))
    #expect(!isBody("let a = { 1 }"))
    #expect(!isBody("lazy var a = { 1 }()"))
    #expect(!isBody("lazy var a: Int = f { 1 }()"))
    #expect(!isBody("let a = b({ 1 })"))
    #expect(!isBody("let a = 5", "5"))
    // Its callers have it in them, and none of them is counted for it.
    #expect(!isBody("@_transparent func b() {}\nfunc a() { 1 }"))
    #expect(isBody("// @_transparent\nfunc a() { 1 }"))
  }
}
