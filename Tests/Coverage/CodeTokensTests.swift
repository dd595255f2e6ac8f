import Coverage
import Testing

@Suite("A source as the compiler reads it")
struct CodeTokensTests {
  private func mark(_ text: String, _ placed: PlacedCalls = PlacedCalls()) -> String {
    let bytes = Array(text.utf8)
    return CodeTokens(bytes, placed: placed).mark(of: 0..<bytes.count).text
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
    #expect(mark("f( #line)") == mark("f(  #line)") && mark("f( #column)") != mark("f(  #column)"))
    #expect(mark("f(#column)") != mark("// one\nf(#column)"))
  }

  @Test("a macro may read what it is given as a text; what checks does not")
  func macro() {
    let told = [
      ("#text(a)", "#text(a /* why */)"), ("#text(a)", "#text( a)"), ("#m(a) { b }", "#m(a) { b /* c */ }"),
      ("#m { b }", "#m {  b }"), ("#m(a) { b } else: { c }", "#m(a) { b } else: { c /* d */ }"),
      ("#a(#b(c), d)", "#a(#b(c), d /**/)"),
    ]
    for (one, other) in told { #expect(mark(one) != mark(other), "\(other)") }
    let untold = [
      ("#text(a)", "#text(a) // why"), ("#expect(a == b)", "#expect(a  == /* c */ b)"),
      ("#if A\n(a, b)\n#endif", "#if A\n(a,  b)\n#endif"), ("#m(a); f(b, c)", "#m(a); f(b,  c)"),
      ("#m(a)\nlet b = [c]", "#m(a)\nlet b =  [c]"),
    ]
    for (one, other) in untold { #expect(mark(one) == mark(other), "\(other)") }
  }

  @Test("so is what is told from where it is called, and no type or declaration of that name")
  func placed() {
    func moves(_ text: String, _ placed: PlacedCalls = PlacedCalls(["log", "Oops", "Self", "#log", "init"]))
      -> Bool
    {
      mark(text, placed) != mark("/* one\n*/ " + text, placed)
    }
    for text in [
      "log(1)", "a.log { 1 }", "`log`(1)", "throw Oops()", "Oops<Int>()", "Self()", "#log", "a.init()",
    ] {
      #expect(moves(text), "\(text)")
      #expect(!moves(text, PlacedCalls()), "\(text)")
    }
    for text in [
      "func log(_ n: Int) {}", "let a = log", "let a: Oops = b", "struct Oops {}", "lag(1)", "init() {}",
    ] {
      #expect(!moves(text), "\(text)")
    }
    #expect(moves("lag", PlacedCalls(isEverywhere: true)))
    #expect(mark("log (1)", PlacedCalls(["log"])) == mark("log  (1)", PlacedCalls(["log"])))
    let wide = PlacedCalls(["log"], tellsColumns: true)
    #expect(mark("a; log(1)", wide) != mark("a;  log(1)", wide))
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

  @Test("a body that tells the type behind a `some` is none: others are built with that")
  func opaque() {
    func isBody(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      return bytes.firstRange(of: Array("{ 1 }".utf8)).map { CodeTokens(bytes).isBody($0) } ?? false
    }
    for text in [
      "func a() -> some P { 1 }", "func a<T>(_ t: T) throws -> [some P] where T: Q { 1 }",
      "var a: some P { 1 }", "var a: some P { get { 1 } }", "var a: (some P)? { set { f() } get { 1 } }",
      "subscript(i: Int) -> some P { 1 }", "subscript(i: Int) -> some P { get async { 1 } }",
      "func a() -> (Int) -> (some P, Int) { 1 }",
    ] { #expect(!isBody(text), "\(text)") }
    for text in [
      "func a(_ p: some P) { 1 }", "func a(_ p: some P) -> Int { 1 }", "var a: Int { 1 }",
      "var b: some P { f() }\nfunc a() { 1 }", "func b() -> some P { f() }; var a: Int { get { 1 } }",
      "init(_ p: some P) { 1 }", "subscript(_ p: some P) -> Int { 1 }", "struct S: P { func a() { 1 } }",
      "deinit { 1 }", "func a() -> Optional<Int>.some { 1 }",
    ] { #expect(isBody(text), "\(text)") }
  }
}
