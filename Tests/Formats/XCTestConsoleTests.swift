import Foundation
import Model
import Testing

@testable import Formats

@Suite("What XCTest prints")
struct XCTestConsoleTests {
  static let announced = TestList.read(Captured.bytes("console.list")).entries
  static let console = Captured.console(Captured.bytes("console.txt"), announced: announced)
  let cases = Dictionary(uniqueKeysWithValues: Self.console.cases.map { ($0.id.rawValue, $0) })

  func test(_ name: String) throws -> TestCase { try #require(cases["GeoTests.\(name)"]) }

  @Test("a failure that was recorded with no file has its message")
  func emptyFile() {
    let entries = TestList.read(Array("Listing 1 test in x:\n\nT.A/testOne\n".utf8)).entries
    var console = XCTestConsole(announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
    let text = """
      Test Case 'A.testOne' started at 2026-11-20 09:23:37.391
      :0: error: A.testOne : unexp
      Test Case 'A.testOne' failed (0.1 seconds)

      """
    Array(text.utf8).withUnsafeBytes { console.read($0) }
    console.finish()
    #expect(console.cases.first?.failures.map(\.message) == ["unexp"])
  }

  @Test("the runtime's notice of a signal is no part of a message")
  func notice() {
    let entries = TestList.read(Array("Listing 1 test in x:\n\nT.A/testOne\n".utf8)).entries
    var console = XCTestConsole(announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
    let text = """
      Test Case 'A.testOne' started at 2026-11-20 09:23:37.391
      /p/T.swift:3: error: A.testOne : XCTAssertEqual failed: ("1") is not equal to ("2") - a
      second line

      *** Signal 4: Backtracing from 0x7f1d... done ***

      """
    Array(text.utf8).withUnsafeBytes { console.read($0) }
    console.finish()
    #expect(
      console.cases.first?.failures.map(\.message) == [
        #"XCTAssertEqual failed: ("1") is not equal to ("2") - a"# + "\nsecond line"
      ])
    #expect(console.cases.first?.output?.contains("*** Signal 4") == true)
  }

  @Test("a list is read whole, whatever initialisers print around it")
  func list() {
    let list = TestList.read(Captured.bytes("console.list"))
    #expect(list.isTrustworthy)
    #expect(list.entries.count == 46)
    #expect(list.entries.first == .init(module: "OldTests", class: "BaseTests", method: "testSameClassName"))
    #expect(list.entries.last?.id == "GeoTests.ÜmlautTests/testÄ")
  }

  @Test(
    "a list with garbage glued to it is trusted only when it is complete",
    arguments: [
      ("noiseListing 1 test in debug.xctest:\n\nM.C/testA\nbye", true, 1),
      ("Listing 2 tests in x:\n\nM.C/testA\nM.C/testB\nListing 0 tests in fake:\n", true, 2),
      ("Listing 2 tests in x:\n\nM.C/testA\n", false, 1),
      ("Listing 0 tests in x:\n\n", true, 0),
      ("M.C/testA\nfoo/bar\n", false, 1), ("", false, 0),
    ])
  func brokenList(text: String, trusted: Bool, count: Int) {
    let list = TestList.read(Array(text.utf8))
    #expect(list.isTrustworthy == trusted)
    #expect(list.entries.count == count)
  }

  @Test("each announced test has its outcome, in order, also two classes of one name in two modules")
  func outcomes() {
    #expect(Self.console.cases.map(\.id) == Self.announced.map(\.id))
    #expect(Self.console.cases.count { $0.outcome == .failed } == 26)
    #expect(
      Self.console.cases.filter { $0.outcome == .skipped }.map(\.name) == [
        "testSkip", "testSkipBare", "testSkipIf", "testSkipUnless", "testSetUpSkips",
      ])
    #expect(Self.console.unfinished == nil)
    #expect(Self.console.executedLine?.tests == 46)
    #expect(Self.console.executedLine?.skipped == 7)
    #expect(Self.console.executedLine?.unexpected == 8)
  }

  @Test("there are as many failures as XCTest itself counts")
  func failureCount() {
    #expect(Self.console.cases.reduce(0) { $0 + $1.failures.count } == Self.console.executedLine?.failures)
  }

  @Test(
    "messages are whole, without the dash of an empty one",
    arguments: [
      (
        "GeoTests/testFail",
        "XCTAssertEqual failed: (\"0.0\") is not equal to (\"1.0\") - multi\nline message\n\n"
          + "with an empty line",
        21
      ),
      ("GeoTests/testForward", "XCTAssertEqual failed: (\"1\") is not equal to (\"2\") - forwarded", 30),
      ("GeoTests/testGlue", "failed - glued", 49), ("GeoTests/testGlueColour", "failed - coloured", 54),
      ("GeoTests/test_ünïcödé", "failed - füü", 90), ("LiarTests/testBOwnEnd", "failed - the truth", 18),
      ("LiarTests/testEFakeNextStart", "failed - true failure of E", 32),
      (
        "LiarTests/testHErrorText",
        "failed - says\nTest Case 'LiarTests.testZLast' passed (0.1 seconds)\nand goes on", 42
      ),
      ("LifeTests/testLateVictim", "failed - late", 26),
    ])
  func messages(name: String, message: String, line: Int) throws {
    let failure = try #require(try test(name).failures.first)
    #expect(failure.message == message)
    #expect(failure.line == line)
    #expect(failure.kind == .assertion)
  }

  @Test("eight failures of one test stand at their places")
  func manyFailures() throws {
    let failures = try test("GeoTests/testFail").failures
    #expect(failures.map(\.line) == Array(21...28))
    #expect(failures.allSatisfy { $0.file == "Tests/GeoTests/GeoTests.swift" })
    #expect(failures[1].message == "XCTAssertTrue failed")
  }

  @Test(
    "a thrown error has no place, and its description is whole",
    arguments: [
      ("GeoTests/testThrow", "threw error \"Bad(code: 9)\""),
      ("GeoTests/testThrowDescribed", "threw error \"first\nsecond line\""),
      ("LifeTests/testSetUpThrows", "threw error \"Bad(code: 1)\""),
      ("LifeTests/testTearDownThrows", "threw error \"Bad(code: 2)\""),
    ])
  func thrown(name: String, message: String) throws {
    #expect(
      try test(name).failures == [TestFailure(message: message, file: nil, line: nil, kind: .thrownError)])
  }

  @Test(
    "an expectation that was not met is told apart",
    arguments: [
      ("testWait", TestFailure.Kind.unfulfilledExpectation), ("testWaitInverted", .unfulfilledExpectation),
      ("testUnwaited", .unfulfilledExpectation), ("testOrder", .unfulfilledExpectation),
      ("testOverfulfilled", .other), ("testUnwrap", .assertion),
    ])
  func kinds(name: String, kind: TestFailure.Kind) throws {
    #expect(try test("GeoTests/\(name)").failures.map(\.kind) == [kind])
  }

  @Test(
    "skips keep their reason",
    arguments: [
      ("GeoTests/testSkip", "no gpu" as String?), ("GeoTests/testSkipBare", nil),
      ("GeoTests/testSkipIf", "because\nof two lines"), ("LifeTests/testSetUpSkips", "in setUp"),
      ("GeoTests/testSkipUnless", "required false value but got true"),
    ])
  func skips(name: String, reason: String?) throws {
    #expect(try test(name).skipReason == reason)
    #expect(try test(name).failures.isEmpty)
  }

  @Test("a measured test keeps its values")
  func measured() throws {
    let measurement = try #require(try test("GeoTests/testMeasure").measurements.first)
    #expect(measurement.metric == "Time, seconds")
    #expect(measurement.values.count == 10)
    #expect(measurement.relativeStandardDeviation > 0)
  }

  @Test(
    "output is what the test printed and nothing else",
    arguments: [
      ("GeoTests/testGlue", "no newlinetail without newline" as String?), ("GeoTests/testPass", nil),
      ("GeoTests/testGlueColour", "\u{1B}[31mred\u{1B}[0m\u{1B}[32mgreen\u{1B}[0m"),
      (
        "LiarTests/testBOwnEnd",
        "before\nTest Case 'LiarTests.testBOwnEnd' passed (0.0 seconds)\nafter the fake\n"
      ),
      (
        "LiarTests/testCFakeError",
        "/abs/X.swift:5: error: LiarTests.testCFakeError : XCTAssertTrue failed\nmore of it\n"
      ),
      ("LiarTests/testFBytes", "a\u{FFFD}\u{FFFD}\u{2400}b\n\u{FFFD}"),
      ("LifeTests/testLateVictim", "setUp async prints\nsetUpWithError prints\ntearDown prints\n"),
      ("LifeTests/testSetUpSkips", "setUp async prints\nsetUpWithError prints\ntearDown prints\n"),
    ])
  func output(name: String, output: String?) throws {
    #expect(try test(name).output == output)
  }

  @Test("what tests print to look like results fools nobody")
  func liars() throws {
    #expect(try test("LiarTests/testAOtherEnds").outcome == .passed)
    #expect(try test("LiarTests/testAOtherEnds").output?.contains("Executed 999 tests") == true)
    #expect(try test("LiarTests/testCFakeError").outcome == .passed)
    #expect(try test("LiarTests/testCFakeError").failures.isEmpty)
    #expect(try test("GeoTests/testPass").outcome == .passed)
    #expect(try test("LiarTests/testZLast").seconds == 0)
  }

  @Test("any cut of the stream gives the same", arguments: [1, 7, 100, 4096])
  func chunks(size: Int) {
    let other = Captured.console(Captured.bytes("console.txt"), announced: Self.announced, chunk: size)
    #expect(other.cases == Self.console.cases)
  }

  @Test("without a list, classes and methods are still told, but the liar's next test is believed")
  func unannounced() {
    let console = Captured.console(Captured.bytes("console-selected.txt"))
    #expect(console.cases.map(\.id) == ["OldTests/testFile", "BaseTests/testInherited"])
    #expect(console.cases.map(\.outcome) == [.failed, .passed])
  }

  @Test("a process that dies leaves its test unfinished, with the sentence of the runtime")
  func died() {
    let console = Captured.console(Captured.bytes("crash-testFatal.txt"))
    #expect(console.unfinished == "CrashTests/testFatal")
    #expect(console.cases.map(\.outcome) == [.notRun])
    #expect(console.lastFatalError == "Crasher/Crasher.swift:6: Fatal error: a message\nof two lines")
    #expect(console.executedLine == nil)
    let text = String(decoding: Captured.bytes("crash-testFatal.txt"), as: UTF8.self)
    let wordless = text.replacing("Fatal error: a message\nof two lines", with: "Fatal error")
    let other = "Crasher.swift:2: Fatal error: of another\n"
    let said = wordless.replacing("Crasher/Crasher.swift:6:", with: other + "Crasher/Crasher.swift:6:")
    #expect(Captured.console(Array(said.utf8)).lastFatalError == "Crasher/Crasher.swift:6: Fatal error")
    let exit = Captured.console(Captured.bytes("crash-testExit.txt"))
    #expect(exit.unfinished == "CrashTests/testExit")
    #expect(exit.lastFatalError == nil)
  }

  @Test("a crash in a class's own set-up is the suite's, not a test's")
  func classSetUp() {
    let console = Captured.console(Captured.bytes("crash-classSetUp.txt"))
    #expect(console.unfinished == nil)
    #expect(console.currentSuite == "ClassSetUpTests")
    #expect(console.lastFatalError?.contains("Unexpectedly found nil") == true)
  }
}
