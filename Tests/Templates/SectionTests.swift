import Testing

@testable import Templates

@Suite("The specification: sections, inverted sections")
struct SectionTests {
  static let sectionsCases: [Case] = [
    Case("true", "\"{{#on}}shown{{/on}}\"", ["on": true], gives: "\"shown\""),
    Case("false", "\"{{#on}}shown{{/on}}\"", ["on": false], gives: "\"\""),
    Case("null", "\"{{#on}}shown{{/on}}\"", ["on": nil], gives: "\"\""),
    Case("unknown", "[{{#on}}shown{{/on}}]", gives: "[]"),
    Case("zero and the empty text are there", "{{#a}}a{{/a}}{{#b}}b{{/b}}", ["a": 0, "b": ""], gives: "ab"),
    Case(
      "an object's names are known inside", "{{#p}}Hi {{name}}.{{/p}}", ["p": ["name": "Jo"]], gives: "Hi Jo."
    ),
    Case(
      "names from outside too, the inner first", "{{#s}}{{a}}, {{b}}, {{c.d}}{{/s}}",
      ["a": "1", "b": "wrong", "s": ["b": "2"], "c": ["d": "3"]], gives: "1, 2, 3"),
    Case("the value of a text's section", "{{#a}}{{.}} is {{a}}{{/a}}", ["a": "x"], gives: "x is x"),
    Case(
      "lists in lists",
      "{{#tops}}{{#mids}}{{t.low}}{{m}}.{{#ends}}{{t.up}}{{m}}{{e}}.{{/ends}}{{/mids}}{{/tops}}",
      ["tops": [["t": ["up": "A", "low": "a"], "mids": [["m": "1", "ends": [["e": "x"], ["e": "y"]]]]]]],
      gives: "a1.A1x.A1y."),
    Case(
      "every level is known below",
      "{{#a}}\n{{one}}\n{{#b}}\n{{one}}{{two}}\n{{#c.d}}\n{{one}}{{two}}{{four}}{{#five}}{{.}}6{{/five}}\n"
        + "{{/c.d}}\n{{/b}}\n{{one}}\n{{/a}}\n",
      ["a": ["one": 1], "b": ["two": 2], "c": ["d": ["four": 4, "five": 5]]], gives: "1\n12\n12456\n1\n"),
    Case("a list", "{{#l}}{{i}}{{/l}}", ["l": [["i": 1], ["i": 2], ["i": 3]]], gives: "123"),
    Case("an empty list", "\"{{#l}}shown{{/l}}\"", ["l": []], gives: "\"\""),
    Case(
      "twice", "{{#on}}\n* 1\n{{/on}}\n* {{two}}\n{{#on}}\n* 3\n{{/on}}\n", ["on": true, "two": "2"],
      gives: "* 1\n* 2\n* 3\n"),
    Case("in itself, true", "A {{#on}}B {{#on}}C{{/on}} D{{/on}} E", ["on": true], gives: "A B C D E"),
    Case("in itself, false", "A {{#on}}B {{#on}}C{{/on}} D{{/on}} E", ["on": false], gives: "A  E"),
    Case("a list of texts", "{{#l}}({{.}}){{/l}}", ["l": ["a", "<"]], gives: "(a)(&lt;)"),
    Case(
      "a list of texts as they are", "{{#l}}({{{.}}}{{&.}}){{/l}}", ["l": ["\"", "<"]], gives: "(\"\")(<<)"),
    Case("a list of numbers", "{{#l}}({{.}}){{/l}}", ["l": [1, 2.5]], gives: "(1)(2.5)"),
    Case(
      "a list of lists", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}", ["l": [[1, 2], ["a", "b"]]], gives: "(12)(ab)"),
    Case("a list at the root", "{{#.}}({{v}}){{/.}}", [["v": "a"], ["v": "b"]], gives: "(a)(b)"),
    Case("a dotted name, true", "{{#a.b.c}}here{{/a.b.c}}", ["a": ["b": ["c": true]]], gives: "here"),
    Case("a dotted name, false", "{{#a.b.c}}here{{/a.b.c}}", ["a": ["b": ["c": false]]], gives: ""),
    Case("a broken chain", "{{#a.b.c}}here{{/a.b.c}}", ["a": [:]], gives: ""),
    Case("white space around stays", " | {{#on}}\t|\t{{/on}} | \n", ["on": true], gives: " | \t|\t | \n"),
    Case(
      "white space inside stays", " | {{#on}} {{! - }}\n {{/on}} | \n", ["on": true], gives: " |  \n  | \n"),
    Case("lines with text stay", " {{#on}}A{{/on}}\n {{#on}}B{{/on}}\n", ["on": true], gives: " A\n B\n"),
    Case("lines of their own go", "a\n{{#on}}\n|\n{{/on}}\nb\n", ["on": true], gives: "a\n|\nb\n"),
    Case(
      "indented lines of their own go", "a\n  {{#on}}\n|\n\t{{/on}} \nb\n", ["on": true], gives: "a\n|\nb\n"),
    Case("with Windows line ends", "|\r\n{{#on}}\r\n{{/on}}\r\n|", ["on": true], gives: "|\r\n|"),
    Case("on the first line", "  {{#on}}\n#{{/on}}\n/", ["on": true], gives: "#\n/"),
    Case("on the last line", "#{{#on}}\n/\n  {{/on}}", ["on": true], gives: "#\n/\n"),
    Case("padding does not count", "|{{# on }}={{/ on }}|", ["on": true], gives: "|=|"),
  ]

  @Test("sections", arguments: sectionsCases)
  func sections(example: Case) throws {
    #expect(try rendered(example.template, example.value, lenient: true) == example.expected)
  }

  static let invertedCases: [Case] = [
    Case("false", "\"{{^on}}shown{{/on}}\"", ["on": false], gives: "\"shown\""),
    Case("true", "\"{{^on}}shown{{/on}}\"", ["on": true], gives: "\"\""),
    Case("null", "\"{{^on}}shown{{/on}}\"", ["on": nil], gives: "\"shown\""),
    Case("unknown", "[{{^on}}shown{{/on}}]", gives: "[shown]"),
    Case("an object", "[{{^p}}Hi {{name}}.{{/p}}]", ["p": ["name": "Jo"]], gives: "[]"),
    Case("a list", "[{{^l}}{{n}}{{/l}}]", ["l": [["n": 1], ["n": 2]]], gives: "[]"),
    Case("an empty list", "[{{^l}}none{{/l}}]", ["l": []], gives: "[none]"),
    Case(
      "twice", "{{^on}}\n* 1\n{{/on}}\n* {{two}}\n{{^on}}\n* 3\n{{/on}}\n", ["on": false, "two": "2"],
      gives: "* 1\n* 2\n* 3\n"),
    Case("in itself, false", "A {{^on}}B {{^on}}C{{/on}} D{{/on}} E", ["on": false], gives: "A B C D E"),
    Case("in itself, true", "A {{^on}}B {{^on}}C{{/on}} D{{/on}} E", ["on": true], gives: "A  E"),
    Case("a dotted name, true", "[{{^a.b.c}}none{{/a.b.c}}]", ["a": ["b": ["c": true]]], gives: "[]"),
    Case("a dotted name, false", "[{{^a.b.c}}none{{/a.b.c}}]", ["a": ["b": ["c": false]]], gives: "[none]"),
    Case("a broken chain", "[{{^a.b.c}}none{{/a.b.c}}]", ["a": [:]], gives: "[none]"),
    Case("white space around stays", " | {{^on}}\t|\t{{/on}} | \n", ["on": false], gives: " | \t|\t | \n"),
    Case(
      "white space inside stays", " | {{^on}} {{! - }}\n {{/on}} | \n", ["on": false], gives: " |  \n  | \n"),
    Case("lines with text stay", " {{^on}}A{{/on}}\n {{^on}}B{{/on}}\n", ["on": false], gives: " A\n B\n"),
    Case("lines of their own go", "a\n{{^on}}\n|\n{{/on}}\nb\n", ["on": false], gives: "a\n|\nb\n"),
    Case(
      "indented lines of their own go", "a\n  {{^on}}\n|\n  {{/on}}\nb\n", ["on": false], gives: "a\n|\nb\n"),
    Case("with Windows line ends", "|\r\n{{^on}}\r\n{{/on}}\r\n|", ["on": false], gives: "|\r\n|"),
    Case("on the first line", "  {{^on}}\n^{{/on}}\n/", ["on": false], gives: "^\n/"),
    Case("on the last line", "^{{^on}}\n/\n  {{/on}}", ["on": false], gives: "^\n/\n"),
    Case("padding does not count", "|{{^ on }}={{/ on }}|", ["on": false], gives: "|=|"),
  ]

  @Test("inverted sections", arguments: invertedCases)
  func inverted(example: Case) throws {
    #expect(try rendered(example.template, example.value, lenient: true) == example.expected)
  }
}
