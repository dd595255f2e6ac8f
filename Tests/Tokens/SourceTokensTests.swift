import Testing

@testable import Tokens

@Suite("Tokens of source")
struct SourceTokensTests {
  /// Everything but blanks, names and signs, each with its kind.
  private func cut(_ source: String, _ language: SourceLanguage = .swift) -> [String] {
    let bytes = Array(source.utf8)
    return SourceTokens(bytes, language).filter {
      !$0.kind.isBlank || $0.kind == .comment
    }.filter { $0.kind != .identifier && $0.kind != .punctuation }.map {
      "\($0.kind) \(String(decoding: bytes[$0.range], as: UTF8.self))"
    }
  }

  @Test(
    "texts, comments and patterns end where the compiler ends them",
    arguments: [
      (#"f("a\"b", "")"#, [#"text "a\"b""#, #"text """#]),
      (##"a = #"a"b\"# + #"\#(b)"#"##, [##"text #"a"b\"#"##, ##"textBegin #"\#("##, ##"textEnd )"#"##]),
      (
        #""\(a("b)", (c))) d \(e)""#,
        [#"textBegin "\("#, #"text "b)""#, #"textMiddle ) d \("#, #"textEnd )""#]
      ),
      ("\"\"\"\n \"a\" \\\"\"\" \n\"\"\" + b", ["text \"\"\"\n \"a\" \\\"\"\" \n\"\"\""]),
      (###"[#"""#, ##""""##]"###, [##"text #"""#"##, ###"text ##""""##"###]),
      ("#\"\"\"\n\"\"\"\n\"\"\"#", ["text #\"\"\"\n\"\"\"\n\"\"\"#"]),
      ("\"a\nb\"", ["text \"a", "text \""]), ("\"a\\\nb", ["text \"a\\"]), ("\"a\r\nb", ["text \"a"]),
      ("\"\\(a\nb\" c\"", ["textBegin \"\\(", "text \" c\""]),
      ("/* a /* b */ c */ d // e\r\nf", ["comment /* a /* b */ c */", "comment // e"]),
      ("/* a", ["comment /* a"]), ("/**/a/*/**/", ["comment /**/", "comment /*/**/"]),
      ("#!/usr/bin/env swift\n#if A", ["comment #!/usr/bin/env swift", "directive #if"]),
      ("a = #/x\"/y/#", ["pattern #/x\"/y/#"]), ("a = ##/x/#y/##", ["pattern ##/x/#y/##"]),
      ("#/\n a/b # (\n/#", ["pattern #/\n a/b # (\n/#"]), ("#/a\n/#", []),
    ])
  func literals(source: String, tokens: [String]) {
    #expect(cut(source) == tokens)
  }

  @Test(
    "a slash begins a pattern where a value may begin",
    arguments: [
      ("x = /a\"b/", "/a\"b/"), ("f(/a,(/)", "/a,(/"), ("f(a, /b/, c)", "/b/"), ("return /a/", "/a/"),
      ("{ /a/ }", "/a/"), ("x = y\n/a/", "/a/"), ("x ? /a/ : b", "/a/"), ("f(/[)]/)", "/[)]/"),
      (#"x = /\//"#, #"/\//"#), ("x = /[/]", "/[/"), (#""\(/a/)""#, "/a/"), ("/a/", "/a/"),
      ("Regex {\n  /a/\n  .b\n}", "/a/"),
    ])
  func patterns(source: String, pattern: String) {
    #expect(cut(source).filter { $0.hasPrefix("pattern") } == ["pattern " + pattern])
  }

  @Test(
    "any other slash divides, or names an operator",
    arguments: [
      "x = a / b / c", "x = a/b/c", "a.reduce(1, /)", "f(/, 1) + g(/)", "func /(l: A, r: A) -> A { l / r }",
      "infix operator /+/", "x = a!/b + c/d", "x ??/a/", "x = 1/2/3", "x = a\n  / b / c", "x = y\n /c / d",
      "x = b)/2/3", "x<y>/a/", "x = /a )/", "$0/2/$1", "x = `a`/b/c", "x = /\n/",
    ])
  func divisions(source: String) {
    #expect(cut(source).filter { $0.hasPrefix("pattern") }.isEmpty)
  }

  @Test(
    "names, numbers, keywords and attributes are told apart",
    arguments: [
      ("let a = b.self.init(for: 0...self)", ["keyword let", "keyword for", "number 0", "keyword self"]),
      ("`class` + `it is` + $0 + $a", []), ("x = 0xFF.description", ["number 0xFF"]),
      (
        "1e-3 + 1.5E+3 - 0x1p-2 - 0x1e-2",
        ["number 1e-3", "number 1.5E+3", "number 0x1p-2", "number 0x1e", "number 2"]
      ),
      ("t.0.1 + 1.max + 0..<2.5", ["number 0", "number 1", "number 1", "number 0", "number 2.5"]),
      ("@main struct A {}", ["attribute @main", "keyword struct"]), ("é日 = classes", []),
      ("#expect(x) #if ## a", ["directive #expect", "directive #if"]), ("\u{FEFF}let", ["keyword let"]),
      ("precedencegroup P", ["keyword precedencegroup"]),
    ])
  func words(source: String, tokens: [String]) {
    #expect(cut(source) == tokens)
  }

  @Test("C has comments that do not nest, characters, and no patterns")
  func c() {
    #expect(cut("/* /* */ int", .c) == ["comment /* /* */", "keyword int"])
    #expect(cut(#"c = '\'' + '"'; s = "\(";"#, .c) == [#"text '\''"#, #"text '"'"#, #"text "\(""#])
    #expect(cut("#include <a/b/c.h>", .c) == ["directive #include"])
    #expect(cut("x = /a/", .c).isEmpty && cut("'a\nint", .c) == ["text 'a", "keyword int"])
  }

  @Test("the tokens of any bytes follow each other without a gap", arguments: [SourceLanguage.swift, .c])
  func hostile(language: SourceLanguage) {
    let pieces = [
      "assert(", "\"", "\"\"\"", "\\(", ")", "#\"", "\"#", "/*", "*/", "//", "\n", "\r", ",", "x", "{", "}",
      "[", "]", "/", "#", "\\", "é", "#/", "/#", ".", ":", "`", "'", "$", "@", "1e-", "0x", " ", "\u{0}", "=",
      "\"\"\"#", "##/", "return ",
    ].map { Array($0.utf8) }
    var state: UInt64 = 7
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for round in 0..<6000 {
      var bytes: [UInt8] = []
      for _ in 0..<(1 + random(16)) {
        bytes += round % 3 == 0 ? [UInt8(random(256))] : pieces[random(pieces.count)]
      }
      var end = 0
      for token in SourceTokens(bytes, language) {
        #expect(token.start == end && token.end > token.start, "\(bytes)")
        end = token.end
      }
      #expect(end == bytes.count, "\(bytes)")
    }
  }

  /// Of each 300,000: what costs the square of that takes hours.
  @Test(
    "a long file takes no long time", .timeLimit(.minutes(5)),
    arguments: [
      "(", "x = /a\n", "\"\\(", "#/\n", "=/[", "= /a\\", "#\"\"\"x", "##\"\"\"#x", "#", "`a", "/*",
      "\"\\(\"\"\"\n", ")\"",
      "= /(", "a\"#",
    ])
  func long(piece: String) {
    let bytes = Array(String(repeating: piece, count: 300_000).utf8)
    #expect(SourceTokens(bytes).reduce(0) { $0 + $1.end - $1.start } == bytes.count)
  }
}
