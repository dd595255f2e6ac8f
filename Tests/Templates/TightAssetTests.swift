import Testing

@testable import Templates

@Suite("Assets as they are sent")
struct TightAssetTests {
  @Test(
    "a style loses what says nothing, and no text, and no blank that has a meaning",
    arguments: [
      ("/* a */\n.a , .b:hover { color: red; margin: 0 auto; }\n", ".a ,.b:hover{color:red;margin:0 auto}\n"),
      (".a::before { content: \"  ; /* \\\" { \"; }", ".a::before{content:\"  ; /* \\\" { \"}\n"),
      ("a > b ::c { width: calc(50vw - 1px); }", "a > b ::c{width:calc(50vw - 1px)}\n"),
      ("@media print and (x: y) {\n  a { b: c }\n}", "@media print and (x:y){a{b:c}}\n"),
      ("a /* x */ b { c: d", "a b{c:d\n"), ("a { b: 'c", "a{b:'c\n"), ("/* a", "\n"),
    ])
  func style(_ style: String, _ tight: String) {
    #expect(String(decoding: TightAsset.style(Array(style.utf8)), as: UTF8.self) == tight)
  }

  @Test("a script loses its margins and the lines that are comments alone")
  func script() {
    let script = "// a\n  let b = \"// c\"; // d\n\n    // e\n"
    #expect(
      String(decoding: TightAsset.script(Array(script.utf8)), as: UTF8.self) == "let b = \"// c\"; // d\n")
  }
}
