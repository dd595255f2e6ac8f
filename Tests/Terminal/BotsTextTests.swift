import Foundation
import Model
import Testing
import Words

@testable import Terminal

@Suite("Bots") struct BotsTextTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func line(_ id: BotID, _ state: BotLine.State, _ sentence: String = "", hours: Double? = nil)
    -> BotLine
  {
    var line = BotLine(id, state, sentence: sentence)
    line.next = "on commit"
    guard let hours else { return line }
    (line.number, line.branch) = (12, "main")
    line.commit = CommitID(String(repeating: "ab", count: 20))
    line.when = now.addingTimeInterval(-hours * 3600)
    return line
  }

  private var bots: [BotLine] {
    [
      line("parser", .ended(.succeeded), "549 tests passed", hours: 0.05),
      line(
        "a-bot-with-a-name-that-goes-on-and-on", .ended(.testFailures),
        "2 of 549 tests failed, 1 of them new", hours: 5),
      line("new", .never, "nothing was integrated yet"),
      line("evil\u{1B}[31m\u{202E}", .broken, "bad\nline \u{1B}]0;x\u{07}"),
      line("大きさ", .running, "大きさ大きさ", hours: 800),
    ]
  }

  private func text(_ width: Int, isTerminal: Bool = true, colors: Bool = false, unicode: Bool = true)
    -> [String]
  {
    let capabilities = TerminalCapabilities(
      isTerminal: isTerminal, width: width, colors: colors, unicode: unicode)
    return BotsText.text(
      bots, problems: ["bots/x.yaml:2:1: unknown key `nme`"], now: now, capabilities: capabilities
    )
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(
    "no line is wider than the terminal, none ends in a space, nothing harmful is left",
    arguments: [20, 30, 40, 60, 80, 100, 200])
  func widths(width: Int) {
    for line in text(width) {
      #expect(Columns.width(line) <= width, "\(line)")
      #expect(line.last != " ", "\(line)")
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(line)")
    }
  }

  @Test("for a pipe everything is whole, the columns are aligned, and the sentence is last, without blanks")
  func pipe() {
    let lines = text(20, isTerminal: false)
    #expect(lines[0].hasPrefix("Bot "))
    let column = lines[0].distance(
      from: lines[0].startIndex, to: lines[0].firstRange(of: "Result")!.lowerBound)
    #expect(lines[1].dropFirst(column).hasPrefix("✓ succeeded"))
    #expect(lines[2].hasPrefix("a-bot-with-a-name-that-goes-on-and-on  #12  ✗ test failures  main "))
    #expect(lines[2].hasSuffix("on commit  2 of 549 tests failed, 1 of them new"))
    let widest = lines.map(Columns.width).max()
    #expect(widest == Columns.width(lines[2]) && !lines.contains { $0.hasSuffix(" ") })
    #expect(lines.contains("  bots/x.yaml:2:1: unknown key `nme`"))
  }

  @Test("the result and the sentence stay when there is little room")
  func narrow() {
    let lines = text(60)
    #expect(lines[1].contains("✓ succeeded") && lines[1].contains("549 tests passed"))
    #expect(!lines[0].contains("Commit"))
    #expect(text(140)[0].contains("Commit"))
  }

  @Test("a result is a glyph and a word; colour comes on top and only where there are colours")
  func glyphs() {
    #expect(!text(100).joined().contains("\u{1B}"))
    #expect(text(100, colors: true).joined().contains("\u{1B}[32m✓ succeeded\u{1B}[0m"))
    #expect(text(100, unicode: false).joined().contains("+ succeeded"))
  }

  @Test("ages in words, never from the future")
  func ages() {
    let ages: [(Double, String)] = [
      (0, "just now"), (59, "just now"), (60, "1 min ago"), (3600, "1 h ago"), (47.9 * 3600, "47 h ago"),
      (48 * 3600, "2 days ago"), (-500, "just now"),
    ]
    for (seconds, text) in ages {
      #expect(BotsText.age(of: now.addingTimeInterval(-seconds), at: now) == text)
    }
  }

  @Test("after a month the day itself is told")
  func oldAge() {
    #expect(BotsText.age(of: now.addingTimeInterval(-40 * 86_400), at: now) == "2026-12-06")
  }

  @Test(
    "what waits, what is in trouble and the last word fit the terminal too; for a pipe nothing is cut",
    arguments: [20, 80, 200])
  func sections(width: Int) {
    func lines(isTerminal: Bool) -> [String] {
      BotsText.text(
        [line("p", .running, "test: 87 of 549 tests", hours: 0.1)], problems: [],
        waiting: (1...30).map { "bot\($0): abc of main: all bots are paused since yesterday\u{1B}[31m" },
        troubles: ["q: the repository cannot be read: there is no such folder"],
        last: "No watcher is running.",
        now: now,
        capabilities: TerminalCapabilities(isTerminal: isTerminal, width: width, colors: false)
      ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let shown = lines(isTerminal: true)
    for line in shown {
      #expect(Columns.width(line) <= width, "\(line)")
      #expect(!line.contains("\u{1B}"))
    }
    #expect(shown.contains { $0.contains("10 more") })
    #expect(shown.joined().contains("No watcher"))
    #expect(lines(isTerminal: false).count { $0.hasPrefix("  bot") } == 30)
  }

  @Test("what runs is told with how far it is and how long it has to go, as far as that is known")
  func doing() {
    func doing(
      _ phase: Phase.Kind?, _ done: Int? = nil, _ total: Int? = nil, in seconds: Double? = nil,
      isCanceling: Bool = false
    ) -> String {
      var running = BotNow.Running(number: 1, branch: nil, since: now)
      running.since = now.addingTimeInterval(-100)
      running.progress = PhaseProgress(phase, done: done, total: total)
      running.expectedEnd = seconds.map { now.addingTimeInterval($0) }
      running.isCanceling = isCanceling
      return BotsText.doing(running, now: now)
    }
    #expect(doing(nil) == "begins")
    #expect(doing(.checkout) == "checkout")
    #expect(doing(.build, 34, 120, in: 65) == "build: 34 of 120 steps, about 1 min 05 s to go")
    #expect(doing(.test, 1087, 5490, in: -3) == "test: 1,087 of 5,490 tests")
    #expect(doing(.test, 1087, 5490, in: -40) == "test: 1,087 of 5,490 tests, longer than usual")
    #expect(doing(.test, 3) == "test: 3 tests")
    #expect(doing(.test, 3, isCanceling: true) == "is being canceled")
  }
}
