import Kit
import Testing

@testable import Templates

@Suite("Mistakes in templates")
struct MistakeTests {
  @Test(
    "each has its place",
    arguments: [
      ("a\n{{#list}}x", ["2:1: `{{#list}}` is not closed: `{{/list}}` is missing"]),
      ("a {{name", ["1:3: the tag `{{name` is not closed: `}}` is missing"]),
      ("{{name\n{{other}}", ["1:1: the tag `{{name` is not closed: `}}` is missing"]),
      ("{{{name}} x", ["1:1: the tag `{{{name}} x` is not closed: `}}}` is missing"]),
      ("{{! no end", ["1:1: the tag `{{! no end` is not closed: `}}` is missing"]),
      ("é {{#a}}{{/b}}", ["1:9: `{{/b}}` does not close `{{#a}}`, at 1:3: write `{{/a}}`"]),
      ("{{#a}}\n{{#b}}\n{{/a}}", ["2:1: `{{#b}}` is not closed before `{{/a}}`, at 3:1"]),
      ("x{{/a}}", ["1:2: `{{/a}}` closes nothing"]),
      ("{{=<% %}}", ["1:1: the tag `{{=<% %}}` is not closed: `=}}` is missing"]),
      ("{{=<%=}}", ["1:1: wrong delimiters: two are needed, without `=` in them, as in `{{=<% %>=}}`"]),
      ("{{==a b=}}", ["1:1: wrong delimiters: two are needed, without `=` in them, as in `{{=<% %>=}}`"]),
      ("{{}}", ["1:1: `{{}}` names nothing"]),
      ("{{# }}{{/ }}", ["1:1: `{{# }}` names nothing", "1:7: `{{/ }}` names nothing"]),
      (
        "{{if a}}",
        ["1:1: `if a` is no name: names have no white space, and there is no `if`"]
      ),
      ("{{a..b}}", ["1:1: `a..b` is no name: a part of it is empty"]),
      ("{{.a}}", ["1:1: `.a` is no name: a part of it is empty"]),
      ("{{>nowhere}}", ["1:1: there is no partial `nowhere`: there is `page`"]),
      ("\n {{<lay}}{{/lay}}", ["2:2: there is no parent `lay`: there is `page`"]),
      (
        "{{>../../etc/passwd}}",
        ["1:1: `../../etc/passwd` leads out of the templates folder: name a file from its root"]
      ),
      (
        "{{>/etc/passwd}}",
        [
          "1:1: `/etc/passwd` leads out of the templates folder: name a file from its root"
        ]
      ),
      ("{{>a//b}}", ["1:1: `a//b` is no path of a template: write it as in `partials/head`"]),
      ("{{>./b}}", ["1:1: `./b` is no path of a template: write it as in `partials/head`"]),
      ("{{>a\\b}}", ["1:1: `a\\b` is no path of a template: write it as in `partials/head`"]),
      (
        "{{#a}}{{x}\n{{/a}}{{#b}}\n{{ }}",
        [
          "1:7: the tag `{{x}` is not closed: `}}` is missing",
          "2:7: `{{#b}}` is not closed: `{{/b}}` is missing", "3:1: `{{ }}` names nothing",
        ]
      ),
    ] as [(String, [String])])
  func places(template: String, problems: [String]) {
    let found = library(["page": template]).problems().map(\.description)
    #expect(found == problems.map { "page.mustache:" + $0 })
  }

  @Test("blocks: given twice, without a place, and what would never appear")
  func blocks() {
    let files = [
      "page": "{{<layout}}\n{{$title}}a{{/title}}\n{{$title}}b{{/title}}{{/layout}}",
      "near": "{{<layout}}{{$titel}}a{{/titel}}{{/layout}}",
      "lost": "{{<layout}}{{x}}{{#y}}{{$title}}a{{/title}}{{/y}}{{/layout}}",
      "open": "{{<any}}{{$whatever}}{{/whatever}}{{/any}}", "any": "{{>*name}}",
      "layout": "{{>head}}", "head": "{{$title}}{{/title}}",
    ]
    #expect(
      library(files).problems().map(\.description) == [
        "lost.mustache:1:12: `{{x}}` would never appear: inside of the parent `layout` only blocks count",
        "lost.mustache:1:17: `{{#y}}` would never appear: inside of the parent `layout` only blocks count",
        "near.mustache:1:12: the parent `layout.mustache` has no block `titel`: did you mean `title`?",
        "page.mustache:3:1: the block `title` is given twice, first at 2:1",
      ])
  }

  @Test("recursion that nothing stops is told without rendering, that which may stop is not")
  func certainRecursion() {
    let files = [
      "a": "x\n{{>b}}", "b": "{{<c}}{{/c}}", "c": "{{>a}}", "tree": "{{#nodes}}{{>tree}}{{/nodes}}",
      "maybe": "{{$x}}{{>maybe}}{{/x}}", "outside": "{{>a}}",
    ]
    #expect(
      library(files).problems().map(\.description) == [
        "a.mustache:2:1: recursion without end: a.mustache → b.mustache → c.mustache → a.mustache",
        "b.mustache:1:1: recursion without end: b.mustache → c.mustache → a.mustache → b.mustache",
        "c.mustache:1:1: recursion without end: c.mustache → a.mustache → b.mustache → c.mustache",
      ])
  }

  @Test("a template does not render while it, or one that it needs, has a mistake")
  func refused() {
    #expect(refusal("ok {{>p}}", [:], ["p": "{{#x}}"]).hasPrefix("p.mustache:1:1: `{{#x}}` is not closed"))
    #expect(refusal("{{#a}}", lenient: true).hasPrefix("page.mustache:1:1:"))
    #expect(refusal("ok", [:], ["unrelated": "{{#x}}"]) == "rendered: ok")
    #expect(refusal("{{#on}}{{>gone}}{{/on}}", ["on": false]).contains("1:8: there is no partial `gone`"))
    #expect(
      refusal("{{>*n}}", ["n": "p"], ["p": "{{#x}}"]).hasPrefix("p.mustache:1:1: `{{#x}}` is not closed"))
  }

  @Test("a template that is not there, or cannot be read, is told by its name")
  func missing() {
    #expect(throws: TemplateProblem.self) { try library(["page": ""]).render("pagee.mustache", [:]) }
    let unreadable = TemplateLibrary(names: ["a.mustache"]) { _ in nil }
    #expect(unreadable.problems().map(\.file) == ["a.mustache"])
    do {
      _ = try library(["page": ""]).render("pagee.mustache", [:])
    } catch {
      #expect(
        "\(error)" == "pagee.mustache: there is no template `pagee.mustache`: did you mean `page.mustache`?")
    }
  }

  @Test("sections in sections without end are a mistake, not a crash")
  func deep() {
    let template = String(repeating: "{{#a}}", count: 100_000) + String(repeating: "{{/a}}", count: 100_000)
    let problems = library(["page": template]).problems()
    #expect(problems.count == 1)
    #expect(problems.first?.message == "more than 200 sections lie in each other")
  }

  @Test("no template, however odd, brings the compiler or the rendering down")
  func odd() {
    let pieces = [
      "{{", "}}", "{{{", "}}}", "{{#a}}", "{{/a}}", "{{^a}}", "{{$a}}", "{{<p}}", "{{/p}}", "{{>p}}", "{{!",
      "{{=",
      "=}}", "{{=| |=}}", "|#a|", "|/a|", "a", " ", "\n", "\r\n", "\t", "{{>*a}}", "{{.}}", "{{&a}}", "\u{0}",
      "é",
    ]
    var generator = SeededRandom(seed: 42)
    for _ in 0..<20_000 {
      let template = (0..<Int.random(in: 0..<14, using: &generator))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      let value: TemplateValue = ["a": Bool.random(using: &generator) ? ["p", true, nil] : "p"]
      _ = refusal(template, value, ["p": "  {{$a}}\n x{{/a}}\n"], lenient: true)
    }
  }
}
