import Testing

@testable import Templates

@Suite("Assets as they are sent")
struct TightAssetTests {
  @Test(
    "a style loses what says nothing, and no text, and no blank that has a meaning",
    arguments: [
      ("/* a */\n.a , .b:hover { color: red; margin: 0 auto; }\n", ".a ,.b:hover{color:red;margin:0 auto}\n"),
      (".a::before { content: \"  ; /* \\\" { \"; }", ".a::before{content:\"  ; /* \\\" { \"}\n"),
      ("a ~ b + c { d: e }", "a~b + c{d:e}\n"),
      ("a > b ::c { width: calc(50vw - 1px); }", "a>b ::c{width:calc(50vw - 1px)}\n"),
      ("@media print and (x: y) {\n  a { b: c }\n}", "@media print and (x:y){a{b:c}}\n"),
      ("a /* x */ b { c: d", "a b{c:d\n"), ("a { b: 'c", "a{b:'c\n"), ("/* a", "\n"),
    ])
  func style(_ style: String, _ tight: String) {
    #expect(String(decoding: TightAsset.style(Array(style.utf8)), as: UTF8.self) == tight)
  }

  @Test(
    "a script loses its margins, the lines that are comments alone, and the ends of lines that say nothing",
    arguments: [
      ("// a\n  let b = \"// c\"; // d\n\n    // e\n", "let b = \"// c\"; // d\n"),
      ("if (a) {\n  b(c,\n    d);\n  e\n  f\n}\n", "if (a) {b(c,d);e\nf\n}\n"),
      ("a; // b;\nc\n", "a; // b;\nc\n"), ("a;\n", "a;"), ("", ""),
    ])
  func script(_ script: String, _ tight: String) {
    #expect(String(decoding: TightAsset.script(Array(script.utf8)), as: UTF8.self) == tight)
  }
}
