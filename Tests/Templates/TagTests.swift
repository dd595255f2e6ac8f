import Testing

@testable import Templates

@Suite("The specification: comments, delimiters, interpolation")
struct TagTests {
  static let commentsCases: [Case] = [
    Case("within a line", "ab{{! never seen }}cd", gives: "abcd"),
    Case("over several lines", "ab{{!\n one\n two\n}}cd\n", gives: "abcd\n"),
    Case("alone on its line", "one\n{{! gone }}\ntwo\n", gives: "one\ntwo\n"),
    Case("alone and indented", "one\n  {{! gone }}\ntwo\n", gives: "one\ntwo\n"),
    Case("alone before a Windows line end", "one\r\n{{! gone }}\r\ntwo", gives: "one\r\ntwo"),
    Case("alone on the first line", "  {{! gone }}\ntwo", gives: "two"),
    Case("alone on the last line", "one\n  {{! gone }}", gives: "one\n"),
    Case("alone on several lines", "one\n{{!\nlong\n}}\ntwo\n", gives: "one\ntwo\n"),
    Case("alone and indented on several lines", "one\n  {{!\n  long\n  }}\ntwo\n", gives: "one\ntwo\n"),
    Case("behind text it leaves the white space", "  1 {{! gone }}\n", gives: "  1 \n"),
    Case("between words it leaves both spaces", "1 {{! gone }} 2", gives: "1  2"),
    Case(
      "a value of that name is not shown", ">{{! note }}<",
      ["! note": 1, "! note ": 2, "!note": 3, "note": 4], gives: "><"),
    Case("it may hold an opening delimiter", "a{{! {{ }}b", gives: "ab"),
    Case("two on a line leave it as it is", "a\n{{!x}}{{!y}}\nb", gives: "a\n\nb"),
  ]

  @Test("comments", arguments: commentsCases)
  func comments(example: Case) throws {
    #expect(try rendered(example.template, example.value) == example.expected)
  }

  static let delimitersCases: [Case] = [
    Case("a pair is set by equals signs", "{{=<% %>=}}[<%name%>]", ["name": "Hut"], gives: "[Hut]"),
    Case("characters of patterns", "({{=[ ]=}}[name])", ["name": "Hut"], gives: "(Hut)"),
    Case("three characters", "{{=((( )))=}}(((name)))", ["name": "Hut"], gives: "Hut"),
    Case("back again", "{{=<% %>=}}<%a%>{{a}}<%={{ }}=%>{{a}}<%a%>", ["a": 1], gives: "1{{a}}1<%a%>"),
    Case("triple braces with other delimiters", "{{=<% %>=}}<%{a}%>", ["a": "<"], gives: "<"),
    Case(
      "they last over a section's end",
      "[\n{{#on}}\n  {{x}}\n  |x|\n{{/on}}\n\n{{= | | =}}\n|#on|\n  {{x}}\n  |x|\n|/on|\n]\n",
      ["on": true, "x": "here"], gives: "[\n  here\n  |x|\n\n  {{x}}\n  here\n]\n"),
    Case(
      "they last over an inverted section's end",
      "[\n{{^on}}\n  {{x}}\n  |x|\n{{/on}}\n\n{{= | | =}}\n|^on|\n  {{x}}\n  |x|\n|/on|\n]\n",
      ["on": false, "x": "here"], gives: "[\n  here\n  |x|\n\n  {{x}}\n  here\n]\n"),
    Case(
      "a partial has its own", "[ {{>part}} ]\n{{= | | =}}\n[ |>part| ]\n", ["v": "y"],
      ["part": "-{{v}}-"], gives: "[ -y- ]\n[ -y- ]\n"),
    Case(
      "those of a partial end with it", "[ {{>part}} ]\n[ -{{v}}- -|v|- ]\n", ["v": "y"],
      ["part": "-{{v}}- {{= | | =}} -|v|-"], gives: "[ -y-  -y- ]\n[ -y- -|v|- ]\n"),
    Case("within a line the spaces stay", "- {{=@ @=}} -", gives: "-  -"),
    Case("behind a space the line stays", " - {{=@ @=}}\n", gives: " - \n"),
    Case("alone on its line", "one\n{{=@ @=}}\ntwo\n", gives: "one\ntwo\n"),
    Case("alone and indented", "one\n  {{=@ @=}}\ntwo\n", gives: "one\ntwo\n"),
    Case("alone before a Windows line end", "one\r\n{{= @ @ =}}\r\ntwo", gives: "one\r\ntwo"),
    Case("alone on the first line", "  {{=@ @=}}\n=", gives: "="),
    Case("alone on the last line", "=\n  {{=@ @=}}", gives: "=\n"),
    Case("padding does not count", "|{{= @   @ =}}|", gives: "||"),
  ]

  @Test("delimiters", arguments: delimitersCases)
  func delimiters(example: Case) throws {
    #expect(try rendered(example.template, example.value, example.partials) == example.expected)
  }

  static let hostile = "& \" < > '"
  static let interpolationCases: [Case] = [
    Case("no tag", "Plain {text} }} here\n", gives: "Plain {text} }} here\n"),
    Case("a name", "Good morning, {{name}}.\n", ["name": "hut"], gives: "Good morning, hut.\n"),
    Case("what comes in is no template", "{{a}}: {{b}}", ["a": "{{b}}", "b": "x"], gives: "{{b}}: x"),
    Case("two braces escape", "{{h}}", ["h": .text(hostile)], gives: "&amp; &quot; &lt; &gt; &#39;"),
    Case("three braces do not", "{{{h}}}", ["h": .text(hostile)], gives: hostile),
    Case("an ampersand does not", "{{&h}}", ["h": .text(hostile)], gives: hostile),
    Case("a whole number", "{{n}} {{{n}}} {{&n}}", ["n": 85], gives: "85 85 85"),
    Case("a fraction", "{{n}} {{{n}}} {{&n}}", ["n": 1.21], gives: "1.21 1.21 1.21"),
    Case("a flag", "{{t}} {{f}}", ["t": true, "f": false], gives: "true false"),
    Case("null is empty", "({{n}}{{{n}}}{{&n}})", ["n": nil], gives: "()"),
    Case("unknown is empty", "({{n}}{{{n}}}{{&n}})", gives: "()"),
    Case(
      "a dotted name is a section in short", "{{p.name}}={{#p}}{{name}}{{/p}} {{{p.name}}} {{&p.name}}",
      ["p": ["name": "Jo"]], gives: "Jo=Jo Jo Jo"),
    Case("as deep as one likes", "{{a.b.c.d.e}}", ["a": ["b": ["c": ["d": ["e": "x"]]]]], gives: "x"),
    Case("a broken chain is empty", "({{a.b.c}})", ["a": [:]], gives: "()"),
    Case(
      "a later part is not looked for elsewhere", "({{a.b.c.name}})",
      ["a": ["b": [:]], "c": ["name": "wrong"]], gives: "()"),
    Case(
      "the first part is", "{{#a}}{{b.c}}{{/a}}", ["a": ["b": ["c": "near"]], "b": ["c": "far"]],
      gives: "near"),
    Case(
      "the nearest first part decides", "{{#a}}{{b.c}}{{/a}}", ["a": ["b": [:]], "b": ["c": "far"]], gives: ""
    ),
    Case("a dotted name is no key", "{{a.b}}", ["a.b": "wrong"], gives: ""),
    Case("a key with a dot hides nothing", "{{a.b}}", ["a.b": "wrong", "a": ["b": "x"]], gives: "x"),
    Case("the value itself", "{{.}}|{{{.}}}|{{&.}}", "<", gives: "&lt;|<|<"),
    Case("the value itself, a number", "{{.}} m", 85, gives: "85 m"),
    Case("the white space around stays", "| {{s}} {{{s}}} {{&s}} |", ["s": "-"], gives: "| - - - |"),
    Case(
      "a line with a value alone stays", "  {{s}}\n  {{{s}}}\n  {{&s}}\n", ["s": "-"],
      gives: "  -\n  -\n  -\n"),
    Case("padding does not count", "|{{ s }}|{{{ s }}}|{{& s }}|{{\ts\n}}|", ["s": "-"], gives: "|-|-|-|-|"),
  ]

  @Test("interpolation", arguments: interpolationCases)
  func interpolation(example: Case) throws {
    #expect(try rendered(example.template, example.value, lenient: true) == example.expected)
  }

  @Test("numbers print as JSON has them")
  func numbers() throws {
    let value = try TemplateJSON.read(json: Array("[0, -1, 9007199254740993, 1.5, 0.1, 100.0, 1e21]".utf8))
    #expect(try rendered("{{#.}}{{.}} {{/.}}", value) == "0 -1 9007199254740993 1.5 0.1 100.0 1e+21 ")
  }

  @Test("a byte order mark is not part of the page")
  func byteOrderMark() throws {
    #expect(try rendered("\u{FEFF}{{!x}}\na") == "a")
  }
}
