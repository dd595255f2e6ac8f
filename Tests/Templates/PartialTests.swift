import Testing

@testable import Templates

@Suite("The specification: partials, dynamic names")
struct PartialTests {
  static let tree: TemplateValue = ["kind": "node", "c": "X", "nodes": [["c": "Y", "nodes": []]]]
  static let partialsCases: [Case] = [
    Case("one", "\"{{>p}}\"", [:], ["p": "inside"], gives: "\"inside\""),
    Case("an unknown one is empty", "\"{{>p}}\"", gives: "\"\""),
    Case(
      "it knows what is known here", "{{#o}}{{>p}}{{/o}}", ["o": ["t": "x"]], ["p": "*{{t}}*"], gives: "*x*"),
    Case(
      "it may call itself", "{{>node}}", tree, ["node": "{{c}}<{{#nodes}}{{>node}}{{/nodes}}>"],
      gives: "X<Y<>>"),
    Case(
      "one in another", "{{>a}}", ["x": 1, "y": 2], ["a": "*{{x}} {{>b}}*", "b": "{{y}}!"], gives: "*1 2!*"),
    Case("white space around stays", "| {{>p}} |", [:], ["p": "\t|\t"], gives: "| \t|\t |"),
    Case(
      "behind a value nothing is indented", "  {{d}}  {{> p}}\n", ["d": "|"], ["p": ">\n>"],
      gives: "  |  >\n>\n"),
    Case("with Windows line ends", "|\r\n{{>p}}\r\n|", [:], ["p": ">"], gives: "|\r\n>|"),
    Case("alone on the first line", "  {{>p}}\n>", [:], ["p": ">\n>"], gives: "  >\n  >>"),
    Case("alone on the last line", ">\n  {{>p}}", [:], ["p": ">\n>"], gives: ">\n  >\n  >"),
    Case(
      "its lines are indented, the value's are not", "\\\n {{>p}}\n/\n", ["c": "<\n->"],
      ["p": "|\n{{{c}}}\n|\n"], gives: "\\\n |\n <\n->\n |\n/\n"),
    Case("padding does not count", "|{{> p }}|", [:], ["p": "[]"], gives: "|[]|"),
    Case(
      "indentations add up", "<\n  {{>a}}\n>\n", [:], ["a": "a\n {{>b}}\na\n", "b": "b\nb\n"],
      gives: "<\n  a\n   b\n   b\n  a\n>\n"),
    Case(
      "in a line of an indented one nothing is indented", " {{>a}}\n", [:],
      ["a": "x {{>b}}\n{{>b}} y\n", "b": "1\n2"], gives: " x 1\n2\n 1\n2 y\n"),
    Case(
      "sections in an indented one", "  {{>a}}\n.", ["l": [1, 2]],
      ["a": "<ul>\n{{#l}}\n  <li>{{.}}\n{{/l}}\n</ul>\n"], gives: "  <ul>\n    <li>1\n    <li>2\n  </ul>\n."),
  ]

  static let inner: TemplateValue = ["l": [1, 2], "o": ["part": "p", "v": "wrong"], "v": "x"]
  static let dynamicCases: [Case] = [
    Case("the name is looked up", "\"{{>*n}}\"", ["n": "p"], ["p": "inside"], gives: "\"inside\""),
    Case(
      "the asterisk is no part of it", "{{>*n}}", ["n": "p", "*n": "q"], ["p": "good", "q": "bad"],
      gives: "good"),
    Case("an unknown name", "\"{{>*n}}\"", [:], ["n": "bad"], gives: "\"\""),
    Case("an unknown partial", "\"{{>*n}}\"", ["n": "p"], ["q": "bad"], gives: "\"\""),
    Case("null", "\"{{>*n}}\"", ["n": nil], gives: "\"\""),
    Case("it knows what is known here", "{{>*n}}", ["n": "p", "t": "x"], ["p": "*{{t}}*"], gives: "*x*"),
    Case("a dotted name", "{{>*a.b.c}}", ["t": "x", "a": ["b": ["c": "p"]]], ["p": "*{{t}}*"], gives: "*x*"),
    Case(
      "the whole name is looked up first", "\"{{>*a.b}}\"", ["a": "q", "q": ["b": "p"]], ["p": "bad"],
      gives: "\"\""),
    Case(
      "the way to the name is not known inside", "{{>*a.b}}", ["a": ["t": "wrong", "b": "p"]],
      ["p": "*{{t}}*"],
      gives: "**"),
    Case(
      "nor in a section", "{{#s}}{{>*o.part}}{{/s}}", ["s": ["v": "1"], "o": ["part": "p", "v": "2"]],
      ["p": "\"{{v}}\""], gives: "\"1\""),
    Case("nor in a list", "{{#l}}{{>*o.part}}{{/l}}", inner, ["p": "{{v}}"], gives: "xx"),
    Case(
      "it may call itself", "{{>*kind}}", tree, ["node": "{{c}}<{{#nodes}}{{>*kind}}{{/nodes}}>"],
      gives: "X<Y<>>"),
    Case("it is looked up once", "\"{{>**n}}\"", ["n": "m", "m": "p"], ["p": "bad"], gives: "\"\""),
    Case(
      "within a name an asterisk means nothing", "\"{{>*a.*b}}\"",
      ["a": "x", "b": "y", "x": ["y": ["p": nil]]],
      ["p": "bad"], gives: "\"\""),
    Case("white space around stays", "| {{>*n}} |", ["n": "p"], ["p": "\t|\t"], gives: "| \t|\t |"),
    Case(
      "behind a value nothing is indented", "  {{d}}  {{>*n}}\n", ["n": "p", "d": "|"], ["p": ">\n>"],
      gives: "  |  >\n>\n"),
    Case("with Windows line ends", "|\r\n{{>*n}}\r\n|", ["n": "p"], ["p": ">"], gives: "|\r\n>|"),
    Case("alone on the first line", "  {{>*n}}\n>", ["n": "p"], ["p": ">\n>"], gives: "  >\n  >>"),
    Case("alone on the last line", ">\n  {{>*n}}", ["n": "p"], ["p": ">\n>"], gives: ">\n  >\n  >"),
    Case(
      "its lines are indented", "\\\n {{>*n}}\n/\n", ["n": "p", "c": "<\n->"], ["p": "|\n{{{c}}}\n|\n"],
      gives: "\\\n |\n <\n->\n |\n/\n"),
    Case("padding does not count", "|{{> * n }}|", ["n": "p"], ["p": "[]"], gives: "|[]|"),
    Case(
      "a parent's name too", "{{<*n}}{{$b}}given{{/b}}{{/*n}}", ["n": "p"], ["p": "<{{$b}}own{{/b}}>"],
      gives: "<given>"),
  ]

  @Test("partials", arguments: partialsCases + dynamicCases)
  func partials(example: Case) throws {
    #expect(
      try rendered(example.template, example.value, example.partials, lenient: true) == example.expected)
  }

  @Test("a partial is looked for beside the file that names it, then from the root")
  func places() throws {
    let files = [
      "pages/a.html": "{{>head}} {{>foot}} {{>parts/x}} {{>pages/sub/y}}", "pages/head": "near",
      "head": "far",
      "foot": "root", "parts/x": "x:{{>foot}}", "parts/foot": "beside x", "pages/sub/y": "{{>head}}",
    ]
    let bytes = try library(files).render("pages/a.html.mustache", [:])
    #expect(String(decoding: bytes, as: UTF8.self) == "near root x:beside x far")
  }
}
