import Foundation
import Model
import Testing

@testable import Formats

/// Sessions written by hand, for what is hard to make a real process print.
@Suite("Tests that pretend to be XCTest")
struct XCTestConsoleLiarTests {
  let list = ["testA", "testB", "testC"].map { TestList.Entry(module: "M", class: "C", method: $0) }

  func read(_ lines: [String], announced: [TestList.Entry]? = nil, outputLimit: Int = 65536) -> XCTestConsole
  {
    let moment = "2026-11-20 07:06:48.974"
    let text = lines.map { $0.replacing("@", with: moment) + "\n" }.joined()
    return Captured.console(Array(text.utf8), announced: announced ?? list, outputLimit: outputLimit)
  }

  let head = ["Test Suite 'All tests' started at @", "Test Suite 'C' started at @"]

  @Test("a test that prints its own end and the true next start is still itself")
  func exactNext() {
    let console = read(
      head + [
        "Test Case 'C.testA' started at @", "Test Case 'C.testA' passed (0.0 seconds)",
        "Test Case 'C.testB' started at @", "mine",
        "/p/X.swift:1: error: C.testA : failed - the truth", "Test Case 'C.testA' failed (0.2 seconds)",
        "Test Case 'C.testB' started at @", "other", "Test Case 'C.testB' passed (0.3 seconds)",
      ])
    #expect(console.cases.map(\.id) == ["M.C/testA", "M.C/testB"])
    #expect(console.cases.map(\.outcome) == [.failed, .passed])
    #expect(console.cases[0].failures.map(\.message) == ["failed - the truth (at /p/X.swift:1)"])
    #expect(
      console.cases[0].output
        == "Test Case 'C.testA' passed (0.0 seconds)\n"
        + "Test Case 'C.testB' started at 2026-11-20 07:06:48.974\nmine\n")
    #expect(console.cases[1].output == "other\n")
  }

  @Test("a test ends also where the clock was set back meanwhile, and how long it took is not known")
  func clockSetBack() {
    let console = read(
      head + [
        "Test Case 'C.testA' started at @", "Test Case 'C.testA' passed (-0.998 seconds)",
        "Test Case 'C.testB' started at @", "/p/X.swift:1: error: C.testB : failed - b",
        "Test Case 'C.testB' failed (-3600.0 seconds)",
      ])
    #expect(console.cases.map(\.outcome) == [.passed, .failed])
    #expect(console.cases.map(\.seconds) == [nil, nil] && console.cases[0].output == nil)
    #expect(console.cases[1].failures.count == 1 && console.unfinished == nil)
  }

  @Test("a failure is not lost though its message tells of other tests as XCTest does", arguments: 1...2)
  func othersInMessage(count: Int) {
    let others = ["testB", "testC"].prefix(count)
    let lies = others.flatMap {
      ["Test Case 'C.\($0)' started at @", "Test Case 'C.\($0)' passed (0.0 seconds)"]
    }
    let truth = others.flatMap {
      ["Test Case 'C.\($0)' started at @", "of \($0)", "Test Case 'C.\($0)' passed (0.5 seconds)"]
    }
    let console = read(
      head + ["Test Case 'C.testA' started at @", "/p/X.swift:1: error: C.testA : failed - x"]
        + ["Test Case 'C.testA' passed (0.1 seconds)"] + lies + ["Test Case 'C.testA' failed (0.2 seconds)"]
        + truth + [
          "Test Suite 'C' passed at @",
          "\t Executed \(count + 1) tests, with 1 failure (0 unexpected) in 0.0 (0.0) seconds",
          "Test Suite 'All tests' passed at @",
          "\t Executed \(count + 1) tests, with 1 failure (0 unexpected) in 0.0 (0.0) seconds",
        ])
    #expect(console.cases.map(\.id) == (["testA"] + others).map { TestID("M.C/\($0)") })
    #expect(console.cases.map(\.outcome) == [.failed] + others.map { _ in .passed })
    #expect(console.cases[0].failures.map(\.message) == ["failed - x (at /p/X.swift:1)"])
    #expect(console.cases.dropFirst().map(\.output) == others.map { "of \($0)\n" })
    #expect(console.executedLine?.tests == count + 1 && console.failureCount == 1)
  }

  @Test("a test that prints what became of others and of itself is still itself")
  func printedSession() {
    let session = ["testA", "testB", "testC"].flatMap {
      ["Test Case 'C.\($0)' started at @", "Test Case 'C.\($0)' failed (0.0 seconds)"]
    }
    let console = read(
      head + [
        "Test Case 'C.testA' started at @", "Test Case 'C.testA' passed (0.1 seconds)",
        "Test Case 'C.testB' started at @", "Test Case 'C.testB' passed (0.1 seconds)",
        "Test Case 'C.testC' started at @",
      ] + session.dropLast(2) + ["Test Case 'C.testC' passed (0.1 seconds)"])
    #expect(console.cases.map(\.outcome) == [.passed, .passed, .passed])
  }

  @Test("a test that pretends that everything is over keeps running")
  func everythingOver() {
    var console = XCTestConsole(announced: list, sources: Captured.console)
    let text =
      (head + [
        "Test Case 'C.testA' started at @", "Test Case 'C.testA' passed (0.0 seconds)",
        "Test Suite 'C' passed at @",
        "\t Executed 1 test, with 0 failures (0 unexpected) in 0.0 (0.0) seconds",
        "Test Suite 'All tests' passed at @",
        "\t Executed 1 test, with 0 failures (0 unexpected) in 0.0 (0.0) seconds",
      ]).map { $0.replacing("@", with: "2026-11-20 07:06:48.974") + "\n" }.joined()
    Array(text.utf8).withUnsafeBytes { console.read($0) }
    #expect(console.executedLine?.tests == 1)
    Array("Test Case 'C.testA' failed (1.0 seconds)\n".utf8).withUnsafeBytes { console.read($0) }
    #expect(console.executedLine == nil)
    #expect(console.currentSuite == "C")
    console.finish()
    #expect(console.cases.map(\.outcome) == [.failed])
    #expect(console.cases[0].failures.map(\.message) == ["failed without a message"])
    #expect(console.failureCount == 1, "as XCTest counts it")
    #expect(
      console.takeEvents() == [
        .started("M.C/testA"),
        .failed(
          "M.C/testA", TestFailure(message: "failed without a message", file: nil, line: nil, kind: .other)),
        .ended("M.C/testA", .failed, seconds: 1),
      ])
  }

  @Test("what a test does after its process was asked to quit is not what it would have done")
  func askedToQuit() {
    var console = XCTestConsole(announced: list, sources: Captured.console)
    func say(_ lines: [String]) {
      let text = lines.map { $0.replacing("@", with: "2026-11-20 07:06:48.974") + "\n" }.joined()
      Array(text.utf8).withUnsafeBytes { console.read($0) }
    }
    say(head + ["Test Case 'C.testA' started at @"])
    console.wasAskedToQuit = true
    say([
      "*** Signal 3: Backtracing from 0x1 ***", "Test Case 'C.testA' passed (3.0 seconds)",
      "Test Case 'C.testB' started at @",
    ])
    console.finish()
    #expect(console.unfinished == "M.C/testA")
    #expect(console.cases.map(\.outcome) == [.notRun])
    #expect(console.cases[0].output?.hasPrefix("*** Signal 3") == true)
  }

  @Test(
    "what looks like a failure and was printed without a newline swallows no end",
    arguments: [
      "/x/A.swift:5: error: A.testOne : fake", "<EXPR>:0: error: A.testOne : threw error \"b",
      "/x/A.swift:6: A.testOne : Test skipped - no gpu",
      "/x/A.swift:9: Test Case 'A.testOne' measured [Time, seconds] average: 0.000, ",
    ])
  func gluedEnd(_ words: String) {
    let entries = TestList.read(Array("Listing 1 test in x:\n\nT.A/testOne\n".utf8)).entries
    for outcome in [TestOutcome.passed, .failed] {
      var console = XCTestConsole(announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
      let text = """
        Test Case 'A.testOne' started at 2026-11-20 09:23:37.391
        \(words)Test Case 'A.testOne' \(outcome.rawValue) (0.1 seconds)

        """
      Array(text.utf8).withUnsafeBytes { console.read($0) }
      console.finish()
      #expect(console.unfinished == nil && console.cases.map(\.outcome) == [outcome])
    }
  }

  @Test("what a class prints without a newline is no part of a test's name")
  func gluedStart() {
    let console = read([
      "noiseTest Suite 'All tests' started at @", "noiseTest Suite 'C' started at @",
      "set-up\u{1B}[0mTest Case 'C.testA' started at @", "Test Case 'C.testA' passed (0.0 seconds)",
      "tear-downTest Suite 'C' passed at @",
      "\t Executed 1 test, with 0 failures (0 unexpected) in 0.0 (0.0) seconds",
      "Test Suite 'All tests' passed at @",
      "\t Executed 1 test, with 0 failures (0 unexpected) in 0.0 (0.0) seconds",
    ])
    #expect(console.cases.map(\.outcome) == [.passed])
    #expect(console.cases[0].output == nil)
    #expect(console.executedLine?.tests == 1)
  }

  @Test("output keeps its head and its tail, within its limit")
  func longOutput() throws {
    let lines = (0..<100_000).map { "line \($0)" }
    let console = read(
      head + ["Test Case 'C.testA' started at @"] + lines + ["Test Case 'C.testA' passed (0.0 seconds)"],
      outputLimit: 4096)
    let output = try #require(console.cases[0].output)
    #expect(output.hasPrefix("line 0\n"))
    #expect(output.hasSuffix("line 99999\n"))
    #expect(output.contains(" bytes left out]"))
    #expect(output.utf8.count < 4200)
  }

  @Test("the end of a test is seen behind a line of any length")
  func longLine() {
    let long = String(repeating: "x", count: 1_000_000)
    let console = read(
      head + ["Test Case 'C.testA' started at @", long + "Test Case 'C.testA' passed (0.0 seconds)"])
    #expect(console.cases.map(\.outcome) == [.passed])
    #expect(console.cases[0].output?.hasSuffix("xxx") == true)
  }

  @Test("a place outside of the package stays in the message")
  func outside() {
    let console = read(
      head + [
        "Test Case 'C.testA' started at @", "/else/Y.swift:9: error: C.testA : XCTAssertTrue failed - ",
        "Other/Y.swift:9: error: C.testA : failed - b",
        "/srv/bothy/bots/e/build/plugins/outputs/p/T/G/Made.swift:3: error: C.testA : failed - c",
        "Test Case 'C.testA' failed (0.0 seconds)",
      ])
    #expect(
      console.cases[0].failures.map(\.message) == [
        "XCTAssertTrue failed (at /else/Y.swift:9)", "failed - b (at Other/Y.swift:9)",
        "failed - c (at …/T/G/Made.swift:3)",
      ])
    #expect(console.cases[0].failures.allSatisfy { $0.file == nil && $0.line == nil })
  }

  @Test("what an error says goes on behind a line that ends in a quotation, and ends where its own does")
  func thrownWords() {
    let console = read(
      head + [
        "Test Case 'C.testA' started at @",
        "<EXPR>:0: error: C.testA : threw error \"Unexpected token \"}\"", "at line 3, column 9\"",
        "printed behind it", "<EXPR>:0: error: C.testA : threw error \"Bad(a: \"x \\\" y\")\"",
        "and behind that", "Test Case 'C.testA' failed (0.0 seconds)",
      ])
    #expect(
      console.cases[0].failures.map(\.message) == [
        "threw error \"Unexpected token \"}\"\nat line 3, column 9\"",
        "threw error \"Bad(a: \"x \\\" y\")\"",
      ])
    #expect(console.cases[0].output == "printed behind it\nand behind that\n")
  }

  @Test("a place as Swift 6 prints it is found, also with output in front")
  func moduleAndFile() {
    let console = read(
      head + [
        "Test Case 'C.testA' started at @", "out/putGeoTests/Life.swift:9: error: C.testA : failed - a",
        "Test Case 'C.testA' failed (0.0 seconds)",
      ])
    #expect(console.cases[0].failures.map(\.file) == ["Tests/GeoTests/Life.swift"])
    #expect(console.cases[0].output == "out/put")
  }
}
