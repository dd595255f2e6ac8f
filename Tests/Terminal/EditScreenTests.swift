import Explaining
import Model
import Testing
import Words

@testable import Terminal

@Suite("The screen of the edit loop")
struct EditScreenTests {
  private func screen(_ width: Int, _ height: Int, colors: Bool = true) -> EditScreen {
    var capabilities = TerminalCapabilities(isTerminal: true, width: width, colors: colors)
    capabilities.height = height
    return EditScreen(package: "/p/parser", packagePrefix: "../parser/", capabilities: capabilities)
  }

  private func plain(_ screen: EditScreen, at elapsed: Double = 1) -> [String] {
    screen.lines(at: elapsed).map { Shown.withoutColors($0) }
  }

  private var report: Report {
    var report = EndingTests.report()
    report.changes = Changes(
      since: Changes.Since(integration: 41, commit: "f00"),
      files: [ChangedFile(path: "Sources/P/S.swift", lines: [[5, 9], [20, 20]])], note: nil)
    report.coverage?.targets[0].files[0].missedLines = [[7, 8], [20, 20], [30, 40]]
    return report
  }

  private static let sizes = [80, 200, 24, 8].flatMap { width in [24, 50, 8, 3].map { (width, $0) } }

  @Test("is as high as the terminal and never wider, whatever is told", arguments: sizes)
  func fits(width: Int, height: Int) {
    var screen = screen(width, height)
    func check(_ what: String) {
      let lines = plain(screen)
      #expect(lines.count == height, "\(what)")
      #expect(lines.allSatisfy { Columns.width($0) <= width }, "\(what): \(lines)")
    }
    check("nothing yet")
    screen.begin(.all)
    screen.hear(.phaseStarted(.build, expectedSeconds: 20), at: 0)
    screen.hear(.step(done: 3, total: 9, what: String(repeating: "Compiling ", count: 30)), at: 1)
    check("building")
    for number in 1...30 {
      let text = String(repeating: "a text\twith \u{1B}[31m signs ", count: number)
      screen.hear(
        .failure(
          TestID("P.T/test\(number)"), TestFailure(message: text, file: nil, line: nil, kind: .assertion)),
        at: 2)
    }
    check("failing")
    screen.hear(
      .firstVerdict(FirstVerdict(count: 3, passed: 2, failed: ["P.T/test1"], total: 99, seconds: 1)), at: 3)
    check("first verdict")
    screen.cancel()
    check("canceling")
    screen.end(nil)
    screen.end(report)
    check("red")
    screen.say("the report is at /" + String(repeating: "folder/", count: 30))
    check("said")
    screen.lose(Explanation(doing: "looking at /p", wrong: "there is no such folder", advice: "make it"))
    check("lost")
  }

  @Test("tells the sentence, what fails, changed lines that did not run, and the keys, in this order")
  func order() throws {
    var screen = screen(100, 30)
    screen.end(report)
    let lines = plain(screen)
    func place(_ words: String) throws -> Int {
      try #require(lines.firstIndex { $0.contains(words) }, "\(words): \(lines)")
    }
    #expect(try place("1 of 549 tests failed") == 0)
    #expect(try place("P.H/testVersion") < place("../parser/Tests/H.swift:41:5: not equal"))
    #expect(try place("Tests/H.swift:41:5") < place("3 changed lines since #41 did not run:"))
    #expect(try place("did not run:") < place("../parser/Sources/P/S.swift:7-8"))
    #expect(try place("S.swift:20") < place("waiting for a save"))
    #expect(lines.last?.contains("a all  f failed  o open  q quit  Enter again") == true)
  }

  @Test("while a round runs it tells what is known of it, and the last verdict without its colours")
  func running() {
    var screen = screen(100, 30)
    screen.end(report)
    screen.begin(.all)
    #expect(screen.lines(at: 0)[0].hasPrefix("\u{1B}[2m"))
    screen.hear(.phaseStarted(.test, expectedSeconds: nil), at: 0)
    screen.hear(
      .failure("P.T/testNew", TestFailure(message: "2 is not 3", file: nil, line: nil, kind: .assertion)),
      at: 1)
    #expect(plain(screen).contains { $0.contains("P.T/testNew") })
    #expect(!plain(screen).contains { $0.contains("P.H/testVersion") })
    screen.hear(
      .firstVerdict(FirstVerdict(count: 3, passed: 3, failed: [], total: 9, seconds: 1)), at: 3)
    #expect(
      plain(screen)[0]
        == "✓ passed: 3 of 9 tests execute what changed: all passed in 1.0 s; 6 more are running.")
    screen.begin(.map)
    screen.hear(.step(done: 3, total: 9, what: "who tests what"), at: 1)
    #expect(plain(screen).contains { $0.contains("[3/9]") })
  }
}
