import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct LogTests {
  private func shown(_ log: String) -> ShownLog { ShownLog(Array(log.utf8)) }

  @Test("a log keeps its colours, its phases and nothing that acts; each line has its number")
  func markup() {
    let sections = shown(
      "==> build\nplain\n\u{1B}[31mred\nstill\u{1B}[0m x\n\na:1: error: <no>\n==> nothing\n\n\n==> test\n"
    ).sections
    #expect(sections.map(\.name) == ["build", "test"])
    #expect(sections.map(\.errors) == [1, 0])
    #expect(
      sections[0].markup
        == """
        <span id=L2>plain
        </span><span id=L3><span class="k1">red</span>
        </span><span id=L4><span class="k1">still</span> x
        </span><span id=L5>
        </span><span id=L6 class=le>a:1: error: &lt;no&gt;
        </span><span id=L7>==&gt; nothing
        </span>
        """)
  }

  @Test("many lines of tests that began and passed are one fold, up to the last that only began")
  func calm() {
    let passed = (1...5).flatMap { number in
      ["Test Case 'S.test\(number)' started at 2026", "Test Case 'S.test\(number)' passed (0.1 seconds)"]
    }
    let suite =
      ["Test Suite 'S' started at 2026"] + passed
      + ["Test Suite 'S' passed at 2026", "\t Executed 5 tests, with 0 failures (0 unexpected) in 0.5"]
    let swift = [
      "◇ Test a() started.", "✔ Test a() passed after 0.1 seconds.", "✔ Suite B passed after 1 seconds.",
    ]
    let begun = ["Test Suite 'T' started at 2026", "Test Case 'T.dies' started at 2026"]
    let lines =
      ["==> test"] + suite + swift + begun + [
        "Fatal error: no", "", "✔ Test b() passed after 1 seconds.", "",
      ]
    let parts = shown(lines.joined(separator: "\n")).sections[0].parts
    #expect(parts.map(\.isFolded) == [false, true, false].suffix(parts.count))
    #expect(parts.map(\.count) == [16, 4])
    #expect(parts.last?.markup.contains("T.dies") == true && parts.last?.markup.contains("test b()") == false)
    #expect(
      shown((["==> test"] + suite.prefix(11)).joined(separator: "\n")).sections[0].parts.map(\.isFolded) == [
        false
      ])
    #expect(
      shown((["==> test"] + suite.prefix(12) + ["x"]).joined(separator: "\n")).sections[0].parts.count == 2)
  }

  @Test("a line tells when it was printed where that is known and is not what the one before says")
  func times() {
    let log = Array("==> build\na\nb\nc\nd\ne\n".utf8)
    let times = LogTimes(Array("0 0\n10 7\n14 12345\n16\nbroken\n18 13000\n".utf8))
    let section = ShownLog(log, times: times).sections[0]
    let marks = section.markup.split(separator: "</span>").map { $0.prefix { $0 != ">" }.drop { $0 == "\n" } }
    #expect(
      marks.prefix(5) == [
        "<span id=L2 data-t=\"0.7 s\"", "<span id=L3", "<span id=L4 data-t=\"20:34.5\"", "<span id=L5",
        "<span id=L6 data-t=\"21:40.0\"",
      ])
    #expect(LogTimes.line(offset: 3, tenths: 4, after: nil) == "3 4\n")
    #expect(LogTimes.line(offset: 3, tenths: nil, after: .some(4)) == "3\n")
    #expect(LogTimes.line(offset: 3, tenths: nil, after: .some(nil)) == nil)
    #expect(LogTimes().tenths(at: 5) == nil)
  }

  @Test("what is told again in the same words counts once, with how often")
  func again() {
    let section = shown("==> build\na.c:1: warning: old\nb: error: x\n\u{1B}[1ma.c:1: warning: old\n")
      .sections[0]
    #expect((section.errors, section.warnings) == (1, 1))
    #expect(section.markup.contains("<span id=L2 class=lw>a.c:1: warning: old <b class=times>2 times</b>"))
    #expect(section.markup.contains("<span id=L4 class=la>"))
  }

  @Test("places in sources that have a page are links, also as absolute paths and lone names")
  func links() {
    let log = ShownLog(
      Array(
        "==> test\n/w/x/Sources/A b/X.swift:3:7: error: no\n✘ at Y.swift:9:1: no, Z.swift:1 (X.swift:2)\n"
          .utf8),
      pages: [
        "Sources/A b/X.swift": "coverage/A b.html", "X.swift": "coverage/X.html", "T/Y.swift": "c/Y.html",
      ])
    let markup = log.sections[0].markup
    #expect(markup.contains("<a href=\"coverage/A%20b.html#L3\">Sources/A b/X.swift:3</a>:7: error"))
    #expect(markup.contains("<a href=\"c/Y.html#L9\">Y.swift:9</a>:1: no, Z.swift:1 "))
    #expect(markup.contains("(<a href=\"coverage/X.html#L2\">X.swift:2</a>)"))
    let behind = ShownLog(
      Array("X.swift:9:1: warning: behind the end\n".utf8), pages: ["X.swift": "x.html"],
      lineCount: { _ in 8 })
    #expect(behind.sections[0].markup.contains("<a href=\"x.html\">X.swift:9</a>"))
  }

  @Test("of a large log the beginning and the end are shown, with their true numbers and phases")
  func large() throws {
    let line = "0123456789012345678901234567890123456789012345678901234567890123456789\n"
    let front = "==> build\nfirst\n" + String(repeating: line, count: 40_000)
    let log = front + "==> test\n" + String(repeating: line, count: 40_000) + "last: error: x"
    let shown = shown(log)
    #expect(shown.sections.map(\.name) == ["build", "test"])
    #expect(shown.left > 3_000_000)
    #expect(ShownLog(Array(repeating: UInt8(ascii: "\n"), count: 39_000)).left == 0)
    #expect(shown.sections.reduce(0) { $0 + $1.markup.utf8.count } < 1_300_000)
    #expect(shown.sections[0].markup.hasPrefix("<span id=L2>first\n"))
    #expect(shown.sections[0].markup.contains("are left out here; all of it is in log.txt …]"))
    #expect(shown.sections[1].markup.hasSuffix("<span id=L80004 class=le>last: error: x\n</span>"))
  }

  @Test("the log of 10,000 tests fits its page, whatever signs it is full of")
  func ofManyTests() {
    let told = (0..<10_000).map { number in
      """
      Test Case 'ShapeTests.testDrawing\(number)OfAShapeIsRight' started at 2026-11-21 22:40:36.855
      /w/x/Tests/ShapeTests.swift:\(number): error: ShapeTests.testDrawing\(number) : XCTAssertEqual failed: \
      ("square of \(number)") is not equal to ("square of \(number + 1)") - its height
      Test Case 'ShapeTests.testDrawing\(number)OfAShapeIsRight' failed (0.001 seconds)

      """
    }
    for log in [told.joined(), String(repeating: "\u{1B}[31m<&\"'>\u{1B}[0m\n", count: 200_000)] {
      let shown = ShownLog(
        Array(("==> test\n" + log).utf8), pages: ["Tests/ShapeTests.swift": "coverage/ShapeTests.swift.html"])
      let size = shown.sections.reduce(0) { $0 + $1.markup.utf8.count }
      #expect(size > 700_000 && size < 1_450_000, "\(size)")
    }
  }

  @Test("a large log without an end of line, or with nothing but them, is shown in no time")
  func odd() {
    let one = ShownLog(Array(repeating: UInt8(ascii: "x"), count: 16 << 20))
    #expect(one.sections.reduce(0) { $0 + $1.markup.utf8.count } < 100_000)
    let empty = ShownLog(Array(repeating: UInt8(ascii: "\n"), count: 4 << 20))
    #expect(empty.sections.reduce(0) { $0 + $1.markup.utf8.count } < 2_000_000)
  }

  @Test("issues and failures are found where the log tells of them")
  func places() {
    let places = shown(
      """
      ==> build
      /abs/Sources/A/X.swift:3:7: error: no such thing
      /abs/Sources/B/X.swift:3:7: warning: never used
      /abs/Sources/B/My File.swift:9:1: warning: too old
      ==> test
      Test Case 'T.testA' started at 2026-11-20 07:06:48.974
      /abs/Tests/T.swift:5: error: T.testA : XCTAssertEqual failed: ("1") is not equal to ("2") - why
      Test Case 'T.testA' failed (0.003 seconds)
      ✘ Test a() recorded an issue at S.swift:5:22: Expectation failed: 1 == 2
      """
    ).places
    #expect(places.line(of: "Sources/A/X.swift", 3, message: "no such thing") == 2)
    #expect(places.line(of: "Sources/B/X.swift", 3, message: "never used") == 3)
    #expect(places.line(of: "Sources/B/My File.swift", 9, message: "too old") == 4)
    #expect(places.line(of: "Sources/A/X.swift", 4, message: "no such thing") == nil)
    #expect(places.line(of: "Tests/S.swift", 5, message: "Expectation failed: 1 == 2\nwhy") == 9)
    #expect(places.line(of: nil, 5, message: "x") == nil)
    #expect(shown("✘ Test a() recorded an issue at S.swift:5:22: no").sections.map(\.errors) == [1])
    var test = Sample.make("testA", .failed)
    test.suite = "T"
    #expect(places.line(of: test) == 6)
    test.library = .swiftTesting
    #expect(places.line(of: test) == nil)
  }
}
