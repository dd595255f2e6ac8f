import Testing

@testable import YAML

@Suite("YAML texts")
struct ParseTests {
  private func document(_ text: String) -> Document { YAML.parse(Array(text.utf8)) }

  /// `line:column: message` of each mistake.
  private func complaints(_ text: String) -> [String] {
    document(text).mistakes.map { "\($0.place.line):\($0.place.column): \($0.message)" }
  }

  @Test("a mapping keeps its order, its places and how each text was written")
  func mapping() throws {
    let root = try #require(document("b: 1\na:\n  - 'x'\n  - |\n    y\n").root)
    guard case .mapping(let entries) = root.content else { throw Mistake("no mapping", at: root.place) }
    #expect(entries.map(\.key) == ["b", "a"])
    #expect(entries.map(\.keyPlace) == [Place(line: 1, column: 1), Place(line: 2, column: 1)])
    #expect(entries[0].value == Node(.scalar(.init(text: "1", isPlain: true)), at: Place(line: 1, column: 4)))
    let quoted = Node(.scalar(.init(text: "x", isPlain: false)), at: Place(line: 3, column: 5))
    let block = Node(.scalar(.init(text: "y\n", isPlain: false)), at: Place(line: 4, column: 5))
    #expect(entries[1].value.content == .sequence([quoted, block]))
  }

  @Test("columns count characters, not bytes")
  func columns() {
    #expect(complaints("{äöü€🎉: @}") == ["1:9: a text cannot start with `@`: put it in quotes"])
  }

  @Test("an empty text has no root and no mistake", arguments: ["", "\n", "# only a comment\n", "---\n"])
  func empty(text: String) {
    let read = document(text)
    #expect(read.mistakes.isEmpty)
    #expect(read.root == nil || read.root?.isEmpty == true)
  }

  @Test("a byte order mark and carriage returns are taken")
  func marks() {
    #expect(document("\u{FEFF}a: b\r\nc: d\r\n").mistakes.isEmpty)
  }

  @Test(
    "each mistake of the syntax is one sentence with a place",
    arguments: [
      ("a: b\n\tc: d\n", "2:1: a tab indents this line: YAML is indented by spaces"),
      ("a:\n\tb: c\n", "2:1: a tab indents this line: YAML is indented by spaces"),
      ("a:\n  b: c\n \td: e\n", "3:2: a tab indents this line: YAML is indented by spaces"),
      (
        "a: b: c\n",
        "1:5: a `:` makes no sense here: quote the text if it contains `: `, or mend the indentation"
      ),
      (
        "a: b\n  c: d\n",
        "2:4: a `:` makes no sense here: quote the text if it contains `: `, or mend the indentation"
      ),
      (
        "a:\n    b: 1\n  c: 2\n",
        "3:3: this line is not indented like the ones it belongs to, or a quote is missing"
      ),
      (
        "a: 1\nbroken\nb: 2\n",
        "3:1: a key without its `:`: write `key: value`, and indent what belongs to a longer text"
      ),
      ("a: [b, c\nd: e\n", "2:2: the list that starts on line 1 needs `,` or `]` here"),
      ("a: {b: c\nd: e\n", "2:2: the group that starts on line 1 needs `,` or `}` here"),
      ("a: \"b\nc: d\n", "1:4: this quote is never closed"),
      ("a: 'b\n", "1:4: this quote is never closed"),
      (
        "a: \"\\d+\"\n",
        "1:5: `\\` starts an escape in double quotes: use single quotes, which leave it alone"
      ),
      ("a: @b\n", "1:4: a text cannot start with `@`: put it in quotes"),
      ("a: %b\n", "1:4: a text cannot start with `%`: put it in quotes"),
      ("a: `b`\n", "1:4: a text cannot start with ```: put it in quotes"),
      ("a: **/*.swift\n", "1:4: a text cannot start with * or &: put it in quotes"),
      ("a: [b, ]c\n", "1:9: this line is not indented like the ones it belongs to, or a quote is missing"),
      ("a: - b\n", "1:4: a list item makes no sense here: start it on a line of its own below the key"),
      ("a: b\n---\nc: d\n", "2:1: a second document starts here (`---`): one file holds one document"),
      ("a: \u{1}\n", "1:4: a control character stands here: a YAML file is plain text"),
      ("a: 1\nb: ä\0\n", "2:5: a control character stands here: a YAML file is plain text"),
      ("a: |x\n  b\n", "1:5: after `|` or `>` the text starts on the next line, indented by spaces"),
    ])
  func syntax(text: String, complaint: String) {
    #expect(complaints(text) == [complaint])
  }

  @Test("bytes that are not UTF-8 are refused with their place")
  func encoding() {
    let read = YAML.parse(Array("a: b\nc: ".utf8) + [0xE4, 0x0A])
    let message = "this is not UTF-8 text: save the file as UTF-8"
    #expect(read.mistakes == [Mistake(message, at: Place(line: 2, column: 4))])
    #expect(YAML.parse([0xFF, 0xFE, 0x61, 0x00]).mistakes.map(\.message) == [message])
  }

  @Test("slips that leave the rest readable are told together, and the rest is read")
  func slips() throws {
    let text = "a: &x 1\nb: *x\na: 2\nc: !docs/**\n{d: e}: f\ng: h\n"
    #expect(
      complaints(text) == [
        "1:4: `&x` is an anchor, which is not supported: quote the text if the & belongs to it",
        "2:4: `*x` is an alias, which is not supported: a text that starts with * needs quotes, as in \"*x\"",
        "3:1: `a` stands here twice: first on line 1",
        "4:4: `!docs/**` is a tag, which is not supported: a text that starts with ! needs quotes, as in "
          + "\"!docs/**\"",
        "5:1: a key must be a text: quote it if it starts with one of { [ ! & *",
      ])
    guard case .mapping(let entries)? = document(text).root?.content else {
      Issue.record("no mapping")
      return
    }
    #expect(entries.map(\.key) == ["a", "b", "c", "g"])
    #expect(entries[1].value.content == .refused)
  }

  @Test("a bomb of aliases stays as small as its text")
  func bomb() {
    let lines = (1...9).map { level in
      "l\(level): &l\(level) ["
        + Array(repeating: level == 1 ? "lol" : "*l\(level - 1)", count: 9)
        .joined(separator: ", ") + "]"
    }
    let read = document(lines.joined(separator: "\n"))
    #expect(read.mistakes.count == 9 + 8 * 9)
  }

  @Test("nesting and size are bounded", .timeLimit(.minutes(5)))
  func bounds() {
    let deep = String(repeating: "[", count: 1 << 20)
    #expect(complaints(deep) == ["1:33: this is nested more than 32 levels deep"])
    #expect(
      complaints(String(repeating: "- ", count: 100)) == ["1:65: this is nested more than 32 levels deep"])
    let big = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000)
    #expect(
      YAML.parse(big).mistakes.map(\.message) == ["the file has 10000000 bytes: at most 1048576 are read"])
    let wide = (0..<100_000).map { "k\($0): v" }.joined(separator: "\n")
    #expect(document(wide).mistakes.isEmpty)
  }

  @Test("any cut of a text is read without a crash")
  func cuts() {
    let bytes = Array(
      "a: {b: [1, \"x\\n\", 'y'], c: |\n}\nd: &e !f\n  - *g\n? [h]\n: i\n---\n%YAML 1.1\nä\n".utf8)
    for end in 0...bytes.count {
      for start in stride(from: 0, to: end, by: 3) { _ = YAML.parse(Array(bytes[start..<end])) }
    }
  }
}
