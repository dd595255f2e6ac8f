import Testing

@testable import Templates

@Suite("The specification: inheritance")
struct InheritanceTests {
  static let blocksCases: [Case] = [
    Case("a block shows its own text", "{{$t}}Own title{{/t}}\n", gives: "Own title\n"),
    Case("with values", "{{$t}}own {{x}} text{{/t}}\n", ["x": "y"], gives: "own y text\n"),
    Case("with unescaped values", "{{$t}}own {{{x}}}{{/t}}", ["x": "<y>"], gives: "own <y>"),
    Case("with sections", "{{$t}}own {{#o}}{{x}}{{/o}}{{/t}}", ["o": ["x": "y"]], gives: "own y"),
    Case("with inverted sections", "{{$t}}own {{^o}}{{x}}{{/o}}{{/t}}", ["x": "y"], gives: "own y"),
    Case("values are no templates", "{{$t}}{{#o}}{{x}}{{/o}}{{/t}}", ["o": ["x": "{{y}}"]], gives: "{{y}}"),
    Case("a parent without blocks", "{{<p}}{{/p}}\n", [:], ["p": "{{$t}}own{{/t}}"], gives: "own"),
    Case(
      "a block is given", "{{<p}}{{$t}}given{{/t}}{{/p}}", [:], ["p": "..{{$t}}own{{/t}}.."],
      gives: "..given.."),
    Case(
      "data do not get in its way", "{{<p}}{{$v}}given{{/v}}{{/p}}", ["v": "data"], ["p": "{{$v}}own{{/v}}"],
      gives: "given"),
    Case(
      "nor in that of its own text", "{{<p}}{{/p}}", ["v": "data"], ["p": "{{$v}}own{{/v}}"], gives: "own"),
    Case(
      "two parents", "- {{<p}}{{$t}}1{{/t}}{{/p}} {{<p}}{{$t}}2{{/t}}{{/p}}\n", [:],
      ["p": "|{{$t}}..{{/t}}{{$u}} own{{/u}}|"], gives: "- |1 own| |2 own|\n"),
    Case(
      "one of two blocks", "{{<p}}{{$b}}given{{/b}}{{/p}}", [:], ["p": "{{$a}}a{{/a}}, {{$b}}b{{/b}}"],
      gives: "a, given"),
    Case(
      "a parent is a partial that is given something", "{{>p}}|{{<p}}{{/p}}", [:], ["p": "{{$t}}own{{/t}}"],
      gives: "own|own"),
    Case(
      "parents in parents", "{{<p}}{{$f}}given{{/f}}{{/p}}", [:],
      [
        "p": "{{$f}}own{{/f}} {{$g}}{{<q}}{{/q}}{{/g}}",
        "q": "{{$f}}own of q{{/f}} {{<p}}{{$g}}stop{{/g}}{{/p}}",
      ], gives: "given given given stop"),
    Case(
      "the outermost wins", "{{<a}}{{$x}}page{{/x}}{{/a}}", [:],
      ["a": "{{<b}}{{$x}}a{{/x}}{{/b}}", "b": "{{<c}}{{$x}}b{{/x}}{{/c}}", "c": "{{$x}}c{{/x}}"],
      gives: "page"),
    Case(
      "the outermost that gives it", "{{<a}}{{/a}}", [:],
      ["a": "{{<b}}{{$x}}a{{/x}}{{/b}}", "b": "{{<c}}{{$x}}b{{/x}}{{/c}}", "c": "{{$x}}c{{/x}}"], gives: "a"),
    Case(
      "text beside the blocks does not count", "{{<p}} no {{$t}}yes{{/t}} no {{/p}}", [:],
      ["p": "{{$t}}{{/t}}"], gives: "yes"),
    Case("text alone does not count", "{{<p}} no no {{/p}}", [:], ["p": "{{$t}}own{{/t}}"], gives: "own"),
    Case(
      "a block knows what is known where it is shown", "{{<p}}{{$t}}I say {{f}}.{{/t}}{{/p}}",
      ["f": "apples", "o": ["f": "pears"]], ["p": "{{#o}}{{$t}}You say {{f}}.{{/t}}{{/o}}"],
      gives: "I say pears."),
    Case(
      "a block within itself is its own text", "{{<p}}{{$t}}<{{$t}}again{{/t}}>{{/t}}{{/p}}", [:],
      ["p": "{{$t}}own{{/t}}"], gives: "<again>"),
    Case(
      "blocks beside each other do not meet", "{{<p}}{{$a}}[{{$b}}mine{{/b}}]{{/a}}{{$b}}yours{{/b}}{{/p}}",
      [:],
      ["p": "{{$a}}{{/a}} {{$b}}{{/b}}"], gives: "[mine] yours"),
    Case(
      "a block that holds a parent with blocks", "{{<p}}{{$t}}{{<q}}{{$u}}deep{{/u}}{{/q}}{{/t}}{{/p}}", [:],
      ["p": "<{{$t}}{{/t}}>", "q": "({{$u}}{{/u}})"], gives: "<(deep)>"),
    Case(
      "a block twice in a page", "{{<p}}{{$t}}x{{/t}}{{/p}}", [:], ["p": "{{$t}}{{/t}}|{{$t}}{{/t}}"],
      gives: "x|x"),
  ]

  static let whiteSpaceCases: [Case] = [
    Case(
      "a block's first line end is not part of it", "{{<p}}{{$t}}\nup\n\n:(\n{{/t}}{{/p}}", [:],
      ["p": "{{$t}}own{{/t}}"], gives: "up\n\n:(\n"),
    Case(
      "a block stands where the parent has it", "{{<p}}{{$t}}given{{/t}}{{/p}}", [:],
      ["p": "stop:\n  {{$t}}own{{/t}}\n"], gives: "stop:\n  given\n"),
    Case(
      "a parent on its own line", "a\n  {{<p}}{{/p}}\nb\n", [:], ["p": "1\n2\n"], gives: "a\n  1\n  2\nb\n"),
    Case(
      "a parent alone on its line with all it holds", "a\n  {{<p}}{{$t}}x{{/t}}{{/p}}\nb\n", [:],
      ["p": "1 {{$t}}{{/t}}\n2\n"], gives: "a\n  1 x\n  2\nb\n"),
    Case(
      "an end alone on its line goes with that", "a {{<p}}\n{{/p}}\nb", [:], ["p": "1\n2"], gives: "a 1\n2b"),
    Case(
      "an empty block alone on its line", "{{<p}}{{$t}}\none\ntwo{{/t}}\n{{/p}}\n", [:],
      ["p": "Hi,\n  {{$t}}{{/t}}\nbye\n"], gives: "Hi,\n  one\n  two\nbye\n"),
    Case(
      "the indentation it was written with is lost", "{{<p}}{{$t}}\n    one\n      two\n{{/t}}{{/p}}\n", [:],
      ["p": "Hi,\n  {{$t}}\n  {{/t}}\n"], gives: "Hi,\n  one\n    two\n"),
    Case(
      "the block's own text says how far it is indented", "{{<p}}{{$t}}\none\ntwo\n{{/t}}{{/p}}\n", [:],
      ["p": "Hi,\n{{$t}}\n  own\n{{/t}}\n"], gives: "Hi,\n  one\n  two\n"),
    Case(
      "the block's own text stays as it is", "{{<p}}{{/p}}", [:], ["p": "{{$t}}\n   a\n  b\n\nc\n{{/t}}"],
      gives: "   a\n  b\n\nc\n"),
    Case(
      "blocks in blocks", "{{<p}}{{$in}}\nthree\n{{/in}}{{/p}}\n", [:],
      [
        "p": "{{<q}}{{$t}}\n  one\n  {{$in}}\n    two\n  {{/in}}\n{{/t}}{{/q}}\n", "q": "{{$t}}own{{/t}}",
      ], gives: "one\n  three\n"),
    Case(
      "a layout",
      "{{<layout}}\n  {{$title}}All{{/title}}\n  {{$body}}\n    <p>\n    {{>p}}\n  {{/body}}\n{{/layout}}\n",
      [:],
      [
        "layout": "<title>{{$title}}{{/title}}</title>\n<main>\n  {{$body}}\n  {{/body}}\n</main>\n",
        "p": "x\n",
      ],
      gives: "<title>All</title>\n<main>\n  <p>\n  x\n</main>\n"),
  ]

  @Test("blocks and parents", arguments: blocksCases + whiteSpaceCases)
  func blocks(example: Case) throws {
    let lenient = example.what == "with inverted sections"
    #expect(
      try rendered(example.template, example.value, example.partials, lenient: lenient) == example.expected)
  }
}
