import Model
import Testing

@testable import Terminal

private let hostile = "a\u{1B}]0;title\u{07}\u{1B}[2J\r\n\0\u{9B}31m\u{202E}b\u{2028}c\tend"
private let wide = "日本語テスト👩‍👩‍👧‍👦e\u{301}🇩🇪ｆｕｌｌ"

private func terminal(_ width: Int) -> TerminalCapabilities {
  TerminalCapabilities(isTerminal: true, width: width, colors: true)
}

private let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)

private func failure(_ message: String, line: Int = 12) -> TestFailure {
  TestFailure(message: message, file: "Tests/X.swift", line: line, kind: .assertion)
}

/// An integration that meets everything there is, told to `write` in small steps.
private func performance(_ display: inout Display, _ write: (String) -> Void) {
  var now = 0.0
  func say(_ progress: Progress) {
    now += 0.06
    write(display.show(progress, at: now))
    write(display.tick(at: now + 0.03))
  }
  for kind in Phase.Kind.allCases {
    say(.phaseStarted(kind, expectedSeconds: 3))
    for step in 1...3 { say(.step(done: step, total: 120, what: "Compiling \(hostile) \(wide) \(step)")) }
    say(.testsAnnounced(1234))
    for number in 1...3 {
      let test = TestID("T.\(wide)/\(hostile)\(number)" + String(repeating: "long", count: number * 20))
      say(.failure(test, failure("\(hostile) \(wide)\n" + String(repeating: wide, count: 30))))
      say(.failure(test, TestFailure(message: hostile, file: nil, line: nil, kind: .crash)))
      say(.test(test, TestOutcome.allCases[number], seconds: 0.1))
    }
    say(.diagnostic(Diagnostic(severity: .error, message: hostile, file: "/a b/日本", line: 1, column: 2)))
    say(.note(hostile))
    say(.phaseEnded(Phase(name: kind, status: .failed, seconds: 1)))
  }
  write(display.canceling())
  say(.ended(.testFailures))
}

@Suite("The display")
struct DisplayTests {
  @Test(
    "no line wraps, whatever is in it, and nothing foreign is sent", arguments: [40, 80, 200], [false, true])
  func neverWraps(width: Int, verbose: Bool) {
    var display = Display(capabilities: terminal(width), quiet: false, verbose: verbose)
    var screen = Screen(width: width)
    performance(&display) { screen.write($0) }
    screen.write(display.clearing())
    #expect(screen.wrappedLines.map { screen.lines[$0] } == [])
    #expect(screen.unknown.isEmpty)
    #expect(screen.lines.last == "")
    #expect(screen.lines.count > 4)
  }

  @Test("a very narrow terminal has no wrapped moving line either", arguments: 1...19)
  func narrow(width: Int) {
    let line = MovingLine(palette: Palette(terminal(width)), width: width)
    var activity = Activity()
    activity.start(.test, at: 0, expectedSeconds: 100)
    activity.announced = 100
    activity.what = wide
    var screen = Screen(width: width)
    screen.write(line.text(activity, at: 3, frame: 1))
    #expect(!screen.wrapped)
  }

  @Test("the moving line tells the phase, how far, what, and the time")
  func movingLine() {
    var display = Display(capabilities: terminal(80), quiet: false, verbose: false)
    var screen = Screen(width: 80)
    screen.write(display.show(.phaseStarted(.build, expectedSeconds: 40), at: 1))
    screen.write(display.show(.step(done: 34, total: 120, what: "Compiling Parser Help.swift"), at: 13.5))
    #expect(screen.lines.count == 1)
    #expect(screen.lines[0].hasPrefix("⠋ build [34/120]  Compiling Parser Help.swift  "))
    #expect(screen.lines[0].hasSuffix("  12 s of about 40 s"))
    screen.write(display.show(.phaseStarted(.test, expectedSeconds: nil), at: 20))
    screen.write(display.show(.testsAnnounced(549), at: 20.1))
    screen.write(display.show(.test("A.B/c", .passed, seconds: 0), at: 24.2))
    screen.write(display.tick(at: 25.2))
    #expect(screen.lines[0].contains("test 1 of 549 tests  A.B/c"))
    #expect(screen.lines[0].hasSuffix(" 5 s"))
  }

  @Test(
    "while a library has not told its tests, the number of all is the least; of failed ones some are repeated"
  )
  func moreToCome() {
    var display = Display(capabilities: terminal(90), quiet: false, verbose: false)
    var screen = Screen(width: 90)
    screen.write(display.show(.phaseStarted(.test, expectedSeconds: nil), at: 20))
    screen.write(display.show(.testsAnnounced(2, andMore: true), at: 20.1))
    screen.write(display.show(.test("A.B/a", .passed, seconds: 0), at: 24.2))
    screen.write(display.tick(at: 25.2))
    #expect(screen.lines.last?.contains("test 1 of at least 2 tests  A.B/a") == true)
    screen.write(display.show(.testsAnnounced(3), at: 26))
    for name in ["b", "c"] {
      screen.write(display.show(.test(TestID("A.B/\(name)"), .failed, seconds: 0), at: 27))
    }
    screen.write(display.show(.repeating(1), at: 28))
    screen.write(display.tick(at: 29))
    #expect(
      screen.lines.last?.contains("test 3 of 3 tests, 2 failed  Repeating 1 of 2 failed tests alone") == true)
  }

  @Test("a test that people wait for is named, though others end meanwhile")
  func slowTest() {
    var display = Display(capabilities: terminal(80), quiet: false, verbose: false)
    var screen = Screen(width: 80)
    screen.write(display.show(.phaseStarted(.test, expectedSeconds: nil), at: 20))
    screen.write(display.show(.testsAnnounced(4), at: 20.1))
    screen.write(display.show(.testRunning("A.B/hangs"), at: 22.2))
    screen.write(display.show(.test("A.B/quick", .passed, seconds: 0), at: 23))
    screen.write(display.tick(at: 24))
    #expect(screen.lines[0].contains("test 1 of 4 tests  A.B/hangs"))
    screen.write(display.show(.testRunning("A.B/hangsToo", limit: 300), at: 24.2))
    screen.write(display.show(.test("A.B/hangs", .passed, seconds: 0), at: 24.3))
    screen.write(display.tick(at: 24.6))
    #expect(screen.lines[0].contains("test 2 of 4 tests  A.B/hangsToo, limit 5 min"))
    screen.write(display.show(.testRunning("A.B/hangs"), at: 24.7))
    screen.write(display.show(.test("A.B/hangsToo", .passed, seconds: 0), at: 24.8))
    screen.write(display.show(.test("A.B/hangs", .passed, seconds: 0), at: 25))
    screen.write(display.show(.test("A.B/last", .passed, seconds: 0), at: 27))
    screen.write(display.tick(at: 28))
    #expect(screen.lines[0].contains("test 4 of 4 tests  A.B/last"))
    screen.write(display.tick(at: 31))
    #expect(!screen.lines[0].contains("A.B/last"), "that ended long ago")
  }

  @Test(
    "an estimate is dropped once it cannot come true, and never made up",
    arguments: [
      (0.0, 40.0, "0 s of about 40 s"), (39.9, 40, "39 s of about 40 s"), (40, 40, "40 s"),
      (500, 40, "8 min 20 s"),
      (0, nil, "0 s"), (0, 0.4, "0 s"), (0, -5, "0 s"), (0, .infinity, "0 s"), (0, .nan, "0 s"),
      (-3, 40, "0 s of about 40 s"),
      (2.5, 2.4, "2 s"), (2.7, 2.6, "2 s"), (61, 100, "1 min 01 s of about 1 min 40 s"),
    ] as [(Double, Double?, String)])
  func estimates(elapsed: Double, expected: Double?, text: String) {
    var activity = Activity()
    activity.start(.checkout, at: 0, expectedSeconds: expected)
    let line = MovingLine(palette: Palette(terminal(80)), width: 80).plainText(activity, at: elapsed)
    #expect(line == "checkout, \(text)")
  }

  @Test("an estimate that the steps contradict is not told")
  func contradicted() {
    var activity = Activity()
    activity.start(.build, at: 0, expectedSeconds: 75)
    let line = MovingLine(palette: Palette(terminal(80)), width: 80)
    activity.step = (29, 33)
    #expect(line.plainText(activity, at: 5) == "build [29/33], 5 s")
    activity.step = (4, 33)
    #expect(line.plainText(activity, at: 5) == "build [4/33], 5 s of about 1 min 15 s")
    activity.step = (20, 33)
    #expect(line.plainText(activity, at: 40) == "build [20/33], 40 s of about 1 min 15 s")
  }

  @Test("failures stay above the moving line, as they happen")
  func failuresAppear() {
    var display = Display(capabilities: terminal(100), quiet: false, verbose: false)
    var screen = Screen(width: 100)
    screen.write(display.show(.phaseStarted(.test, expectedSeconds: nil), at: 0))
    screen.write(display.show(.failure("M.C/t", failure("not equal")), at: 1))
    screen.write(display.show(.test("M.C/t", .failed, seconds: 1), at: 1))
    screen.write(
      display.show(
        .failure("M.C/u", TestFailure(message: "Fatal", file: "S.swift", line: 3, kind: .crash)), at: 2))
    screen.write(display.show(.test("M.C/v", .timedOut, seconds: 300), at: 3))
    #expect(screen.lines.count == 4)
    #expect(screen.lines[0] == "✗ failed  M.C/t")
    #expect(screen.lines[1] == "↯ crashed  M.C/u")
    #expect(screen.lines[2] == "◷ timed out  M.C/v  5 min 00 s")
    #expect(screen.lines[3].contains("2 tests, 3 failed"))
  }

  @Test("what is known to fail is not shown as a failure")
  func knownFailures() {
    var display = Display(capabilities: pipe, quiet: false, verbose: false)
    var known = failure("as expected")
    known.isKnown = true
    #expect(display.show(.failure("M.C/t", known), at: 0) == "")
    #expect(display.show(.test("M.C/t", .expectedFailure, seconds: 0), at: 0) == "")
  }

  @Test("a pipe gets plain lines: one a phase, one a failure, and a sign of life every ten seconds")
  func plain() {
    var display = Display(capabilities: pipe, quiet: false, verbose: false)
    var text = ""
    text += display.show(.phaseStarted(.build, expectedSeconds: nil), at: 0)
    for second in 1...35 {
      text += display.show(.step(done: second, total: 120, what: "Compiling \(second)"), at: Double(second))
      text += display.tick(at: Double(second) + 0.1)
    }
    text += display.show(.phaseEnded(Phase(name: .build, status: .passed, seconds: 35)), at: 35.5)
    text += display.show(.failure("M.C/t", failure("first\nsecond")), at: 36)
    #expect(
      text == """
        ▸ build
        build [11/120] Compiling 11, 11 s
        build [21/120] Compiling 21, 21 s
        build [31/120] Compiling 31, 31 s
        ✗ failed  M.C/t

        """)
    var all = Display(capabilities: pipe, quiet: false, verbose: true)
    performance(&all) { #expect(!$0.contains("\r") && !$0.contains("\u{1B}")) }
  }

  @Test("a terminal without colours, or a dumb one, gets plain lines too")
  func noColor() {
    for environment in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], [:]] {
      let capabilities = TerminalCapabilities(isTerminal: true, windowWidth: 80, environment: environment)
      #expect(!capabilities.colors && !capabilities.moves)
      var display = Display(capabilities: capabilities, quiet: false, verbose: false)
      performance(&display) { #expect(!$0.contains("\r") && !$0.contains("\u{1B}")) }
    }
    let colors = TerminalCapabilities(
      isTerminal: true, windowWidth: 80, environment: ["TERM": "xterm", "NO_COLOR": ""])
    #expect(colors.colors)
  }

  @Test("quiet says nothing before the end")
  func quiet() {
    for capabilities in [terminal(80), pipe] {
      var display = Display(capabilities: capabilities, quiet: true, verbose: false)
      var text = ""
      performance(&display) { text += $0 }
      #expect(text == "canceling…\n")
    }
  }

  @Test("verbose tells every step and every test")
  func verbose() {
    var display = Display(capabilities: pipe, quiet: false, verbose: true)
    #expect(display.show(.step(done: 1, total: 2, what: "Compiling X"), at: 0) == "[1/2] Compiling X\n")
    #expect(display.show(.test("M.C/t", .passed, seconds: 0.1), at: 0) == "✓ passed  M.C/t  100 ms\n")
    let warning = Diagnostic(severity: .warning, message: "unused", file: "S.swift", line: 1, column: 2)
    #expect(display.show(.diagnostic(warning), at: 0) == "▲ warning  S.swift:1:2: unused\n")
    #expect(display.show(.diagnostic(warning), at: 0) == "")
  }

  @Test("a flood of failures is cut, and said to be cut, once")
  func flood() {
    var display = Display(capabilities: pipe, quiet: false, verbose: false)
    var text = ""
    for number in 1...5000 { text += display.show(.failure(TestID("M.C/t\(number)"), failure("x")), at: 0) }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 201)
    #expect(lines.last?.contains("the report lists them all") == true)
    var one = Display(capabilities: pipe, quiet: false, verbose: false)
    var same = ""
    for _ in 1...100 { same += one.show(.failure("M.C/t", failure("x")), at: 0) }
    #expect(same == "✗ failed  M.C/t\n")
  }

  @Test(
    "what was told as it happened is taken away before it is told again on the same screen, while it is seen",
    arguments: [(24, 1), (3, 4), (24, 30)])
  func erasing(height: Int, count: Int) {
    var capabilities = terminal(80)
    capabilities.height = height
    var display = Display(capabilities: capabilities, quiet: false, verbose: false)
    var screen = Screen(width: 80)
    screen.write("$ bothy run\n")
    screen.write(display.show(.phaseStarted(.test, expectedSeconds: nil), at: 0))
    for number in 0..<count {
      screen.write(display.show(.failure(TestID("M.C/\(number)"), failure("x")), at: 1))
    }
    screen.write(display.erasing())
    screen.write("the end")
    #expect(screen.lines.count == (count < height - 1 ? 2 : count + 2))
    #expect(screen.lines.first == "$ bothy run" && screen.lines.last == "the end")
  }

  @Test("a moving line is not drawn more often than anyone can read")
  func drawingIsBounded() {
    var display = Display(capabilities: terminal(80), quiet: false, verbose: false)
    var drawings = 0
    for number in 0..<10_000 {
      let text = display.show(
        .test(TestID("M.C/t\(number)"), .passed, seconds: 0), at: Double(number) / 10_000)
      if !text.isEmpty { drawings += 1 }
    }
    #expect(drawings <= 21)
  }

  @Test("canceling is said once, and stays said while time goes on")
  func canceling() {
    var display = Display(capabilities: terminal(80), quiet: false, verbose: false)
    var screen = Screen(width: 80)
    screen.write(display.show(.phaseStarted(.test, expectedSeconds: nil), at: 0))
    screen.write(display.canceling())
    #expect(display.canceling() == "")
    screen.write(display.tick(at: 2))
    #expect(screen.lines == ["⠋ canceling…  test"])
  }

  @Test("plain signs stand in where the locale is not UTF-8")
  func ascii() {
    let capabilities = TerminalCapabilities(isTerminal: true, windowWidth: 80, environment: ["TERM": "xterm"])
    #expect(!capabilities.unicode)
    var display = Display(capabilities: capabilities, quiet: false, verbose: true)
    var text = display.show(.phaseStarted(.test, expectedSeconds: nil), at: 0)
    text += display.tick(at: 1)
    for outcome in TestOutcome.allCases {
      text += display.show(.test(TestID("M.C/\(outcome)"), outcome, seconds: 1), at: 1)
    }
    text += display.canceling() + display.ending(EndingTests.report(), address: "/r", on: capabilities)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(
    "the locale is found as the C library finds it",
    arguments: [
      (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true),
      (["LANG": "C.UTF-8", "LC_ALL": "C"], false),
      (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true), ([:], false),
      (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ] as [([String: String], Bool)])
  func locales(environment: [String: String], unicode: Bool) {
    #expect(
      TerminalCapabilities(isTerminal: false, windowWidth: nil, environment: environment).unicode == unicode)
  }

  @Test("the width is the window's, else COLUMNS, else 80")
  func widths() {
    func width(_ window: Int?, _ columns: String?) -> Int {
      TerminalCapabilities(
        isTerminal: true, windowWidth: window, environment: columns.map { ["COLUMNS": $0] } ?? [:]
      ).width
    }
    #expect(width(120, "90") == 120)
    #expect(width(nil, "90") == 90)
    #expect(width(nil, nil) == 80)
    #expect(width(nil, "0") == 80)
    #expect(width(nil, "many") == 80)
    #expect(!TerminalCapabilities.of(descriptor: -1, environment: [:]).isTerminal)
  }

  @Test("that all went well which may execute what changed is said by the last lines alone")
  func everything() {
    func told(verbose: Bool) -> String {
      var display = Display(
        capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false), quiet: false,
        verbose: verbose)
      let verdict = FirstVerdict(count: 9, passed: 9, failed: [], total: 9, seconds: 1, isEverything: true)
      return display.show(.firstVerdict(verdict), at: 1)
    }
    #expect(told(verbose: false) == "")
    #expect(told(verbose: true).contains("Each of 9 tests may execute what changed"))
  }

  @Test("why all run once more is told once, with how those ended that ran first")
  func doubt() {
    let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    func told(isDoubtful: Bool) -> String {
      var display = Display(capabilities: pipe, quiet: false, verbose: false)
      let verdict = FirstVerdict(
        count: 2, passed: 1, failed: ["P.T/a"], total: 9, seconds: 1, isDoubtful: isDoubtful)
      return display.show(.firstVerdict(verdict), at: 1)
        + display.show(.startingOver("In doubt: all run once more"), at: 2)
    }
    #expect(!told(isDoubtful: true).contains("In doubt"))
    #expect(told(isDoubtful: true).contains("all run once more, one after the other"))
    #expect(told(isDoubtful: false).contains("In doubt"))
  }
}
