import Testing

@testable import Templates

@Suite("Strict rendering")
struct StrictTests {
  @Test(
    "an unknown name is an error with its place and the nearest known name",
    arguments: [
      ("\n  {{titel}}", "2:3: unknown name `titel`: did you mean `title`?"),
      ("{{#titel}}{{/titel}}", "1:1: unknown name `titel`: did you mean `title`?"),
      ("{{^titel}}{{/titel}}", "1:1: unknown name `titel`: did you mean `title`?"),
      ("{{{Title}}}", "1:1: unknown name `Title`: did you mean `title`?"),
      (
        "{{>*nothing}}",
        "1:1: unknown name `nothing`: there is `bot`, `flag`, `html`, `list`, `none`, `title`"
      ),
      ("{{bot.nmae}}", "1:1: unknown name `bot.nmae`: did you mean `bot.name`?"),
      ("{{bot.name.first}}", "1:1: unknown name `bot.name.first`: `bot.name` is a text, it has no names"),
      ("{{#bot}}{{naem}}{{/bot}}", "1:9: unknown name `naem`: did you mean `name`?"),
      ("{{#bot}}{{titel}}{{/bot}}", "1:9: unknown name `titel`: did you mean `title`?"),
      ("{{list}}", "1:1: `list` is a list, not a text"),
      ("{{bot}}", "1:1: `bot` is an object, not a text"),
      ("{{html}}", "1:1: `html` is finished HTML: write it as `{{{html}}}`"),
      ("{{>*flag}}", "1:1: `flag` is a flag, not the name of a template"),
      ("{{>*title}}", "1:1: there is no template `T`: there is `page`"),
      (
        "{{>*bot.way}}",
        "1:1: `../../etc/passwd` leads out of the templates folder: name a file from its root"
      ),
    ])
  func unknown(template: String, said: String) {
    let value: TemplateValue = [
      "title": "T", "bot": ["name": "N", "way": "../../etc/passwd"], "list": [1], "flag": true, "none": nil,
      "html": .raw(Array("<b>".utf8)),
    ]
    #expect(refusal(template, value) == "page.mustache:" + said)
  }

  @Test("what is there and is nothing is no error")
  func nothing() throws {
    let value: TemplateValue = ["none": nil, "off": false, "empty": [], "o": ["x": nil]]
    #expect(
      try rendered(
        "{{none}}{{none.name}}{{#none}}x{{/none}}{{^none}}a{{/none}}{{^off}}b{{/off}}"
          + "{{#empty}}{{unknown}}{{/empty}}{{^o.x}}c{{/o.x}}{{#off.a.b}}x{{/off.a.b}}{{>*none}}", value)
        == "abc")
  }

  @Test("finished HTML goes in as it is, only in triple braces")
  func raw() throws {
    let value: TemplateValue = ["h": .raw(Array("<b>&amp;</b>".utf8))]
    #expect(try rendered("{{{h}}}{{&h}}", value) == "<b>&amp;</b><b>&amp;</b>")
    #expect(try rendered("{{h}}", value, lenient: true) == "&lt;b&gt;&amp;amp;&lt;/b&gt;")
  }

  @Test("an error in a partial tells how one came there")
  func way() {
    #expect(
      refusal("a\n{{>p}}", ["x": 1], ["p": "{{>q}}", "q": " {{y}}"])
        == "q.mustache:1:2: unknown name `y`: did you mean `x`? "
        + "(brought in at p.mustache:1:1, from page.mustache:2:1)")
  }

  @Test("an error in a block has its place where it was written")
  func blockPlace() {
    let said = refusal("{{<p}}\n{{$b}}{{gone}}{{/b}}{{/p}}", [:], ["p": "\n\n<{{$b}}{{/b}}>"])
    #expect(said.hasPrefix("page.mustache:2:7: unknown name `gone`: no name is known here"))
  }

  @Test("recursion without end is an error that names the chain, in both modes", arguments: [true, false])
  func recursion(lenient: Bool) {
    let said = refusal(
      "{{>a}}", ["on": true], ["a": "{{#on}}{{>b}}{{/on}}", "b": "{{#on}}{{>a}}{{/on}}"], lenient: lenient)
    #expect(said.contains("recursion without end: "))
    #expect(
      said.contains("a.mustache → b.mustache → a.mustache")
        || said.contains("b.mustache → a.mustache → b.mustache"))
  }

  @Test("a tree as deep as folders ever are is no recursion without end")
  func deepTree() throws {
    var tree: TemplateValue = ["name": "x", "nodes": []]
    for _ in 0..<100 { tree = ["name": "x", "nodes": [tree]] }
    let text = try rendered("{{>node}}", tree, ["node": "{{name}}{{#nodes}}{{>node}}{{/nodes}}"])
    #expect(text == String(repeating: "x", count: 101))
  }

  @Test("after an error the same library renders what is right")
  func again() throws {
    let library = library(["page": "text {{x}} {{y}}"])
    #expect(throws: TemplateProblem.self) { try library.render("page.mustache", ["x": 1]) }
    #expect(try library.render("page.mustache", ["x": 1, "y": 2]) == Array("text 1 2".utf8))
  }

  @Test("hostile values stay text")
  func hostile() throws {
    let value =
      "<script>alert('1')</script> \"><img src=x> {{x}} ]]> \u{202E} \u{1B}[31m "
      + String(repeating: "&", count: 10_000)
    let text = try rendered("<p title=\"{{v}}\">{{v}}</p>", ["v": .text(value)])
    #expect(!text.contains("<script") && !text.contains("<img") && !text.contains("'"))
    #expect(text.split(separator: "\"").count == 3)
    #expect(text.contains(String(repeating: "&amp;", count: 10_000)))
  }
}

@Suite("JSON for a template")
struct TemplateJSONTests {
  @Test("every kind of value")
  func kinds() throws {
    let json =
      #"{"a": [1, -2.5e3, true, false, null], "t": "é\n\u00e9\ud83d\ude00\/\"""#
      + #", "o": {}, "n": 12345678901234567890}"#
    #expect(
      try TemplateJSON.read(json: Array(json.utf8)) == [
        "a": [1, -2500.0, true, false, nil], "t": "é\né😀/\"", "o": [:], "n": 12345678901234567890.0,
      ])
  }

  @Test(
    "a mistake has its place",
    arguments: [
      ("", "1:1"), ("{\n  \"a\": }", "2:8"), ("[1,]", "1:4"), ("[1 2]", "1:4"), ("{\"a\" 1}", "1:6"),
      ("{a: 1}", "1:2"),
      ("{\"a\": 1, \"a\": 2}", "1:10"), ("tru", "1:1"), ("01", "1:2"), ("1.", "1:3"), ("1e400", "1:1"),
      ("\"a", "1:1"),
      ("\"\\x\"", "1:2"), ("\"\\ud800\"", "1:2"), ("\"\\u12\"", "1:4"), ("\"\n\"", "1:2"), ("{} {}", "1:4"),
      ("-", "1:2"),
      ("\"\\u+123\"", "1:4"), ("'a'", "1:1"), ("[", "1:2"),
    ])
  func mistakes(json: String, place: String) {
    do {
      let value = try TemplateJSON.read(json: Array(json.utf8))
      Issue.record("read as \(value)")
    } catch {
      #expect("\(error)".hasPrefix(":\(place): this is no JSON: "), "\(error)")
    }
  }

  @Test("bytes that are no text, and lists without end, are mistakes")
  func hostile() {
    #expect(throws: TemplateProblem.self) { try TemplateJSON.read(json: [0x22, 0xFF, 0x22]) }
    let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: TemplateProblem.self) { try TemplateJSON.read(json: deep) }
  }
}
