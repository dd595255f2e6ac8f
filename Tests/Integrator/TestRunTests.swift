import Files
import Formats
import Foundation
import Model
import Processes
import Testing

import class Kit.ScratchFolder

@testable import Integrator

/// Whole test runs on what real test processes printed.
@Suite struct TestRunTests {
  typealias Scene = PlayedProcesses.Scene

  static func isList(_ command: Command) -> Bool { command.arguments == ["--list-tests"] }
  static func isSwiftTesting(_ command: Command) -> Bool {
    command.arguments.first == "--testing-library"
  }

  private static let stream = String(decoding: Captured.bytes("stream.jsonl"), as: UTF8.self)
    .split(separator: "\n").map { String($0) }

  /// What a process says that runs only these tests of the captured stream.
  static func stream(of filters: [String], upToEnd: Bool = true) -> [UInt8] {
    let lines = stream.filter { line in
      let record = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      guard let payload = record?["payload"] as? [String: Any] else { return false }
      if payload["kind"] as? String == "runStarted" { return true }
      if payload["kind"] as? String == "runEnded" { return upToEnd }
      if payload["kind"] as? String == "testEnded", !upToEnd { return false }
      let id = payload["testID"] as? String ?? payload["id"] as? String ?? ""
      return filters.contains { id.range(of: $0, options: .regularExpression) != nil }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func filters(of command: Command) -> [String] {
    zip(command.arguments, command.arguments.dropFirst()).filter { $0.0 == "--filter" }.map(\.1)
  }

  /// The packages Console and Stream: the console names no module, so that each runs apart.
  static func both(_ command: Command, leftBehind: Int = 0) -> Scene {
    if isList(command) { return Scene(printed: Captured.bytes("console.list")) }
    var scene = Scene(ending: .exited(1), leftBehind: leftBehind)
    if isSwiftTesting(command) {
      scene.printed = Array("◇ Test run\n".utf8)
      scene.stream = Captured.bytes("stream.jsonl")
    } else {
      let isOld = command.arguments.first?.hasPrefix("OldTests.") == true
      scene.printed = Captured.bytes(isOld ? "console-old.txt" : "console-geo.txt")
    }
    return scene
  }

  @Test("both libraries run one after the other, and the log has what they printed")
  func inOrder() throws {
    let run = try PlayedRun { Self.both($0) }
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform()
    #expect(stop == nil)
    #expect(ledger.cases.count == 46 + 58)
    #expect(ledger.cases.allSatisfy { $0.outcome != .notRun })
    #expect(ledger.cases.prefix(46).allSatisfy { $0.library == .xctest })
    #expect(ledger.doubts.isEmpty)
    #expect(ledger.oddEnds.allSatisfy { $0.contains("an issue was recorded outside of every test") })
    let arguments = run.processes.commands.map(\.arguments)
    #expect(arguments.count == 4 && arguments[0] == ["--list-tests"])
    #expect(arguments[1] == ["OldTests.BaseTests,OldTests.OldTests"])
    let (old, geo) = (text("console-old.txt"), text("console-geo.txt"))
    let head = "$ debug.xctest \(arguments[1][0])\n\(old)$ debug.xctest"
    #expect(run.logText.hasPrefix(head))
    #expect(run.logText.contains("\n\(geo)$ debug.xctest --testing-library swift-testing"))
    // A test that prints what XCTest prints of a failure may mean it.
    #expect(run.logText.contains("◇ Test run\n[GeoTests.LiarTests/testCFakeError passed, and what XCTest"))
    let announced = run.progress.compactMap {
      if case .testsAnnounced(let count, _) = $0 { count } else { nil }
    }
    #expect(announced == [46, 46 + 58])
  }

  @Test("real processes side by side say what they say one after the other")
  func realProcesses() throws {
    let script = """
      case $1 in
      --list-tests) cat \(Captured.path("console.list")) ;;
      --testing-library) cat \(Captured.path("stream.jsonl")) >"$4"; exit 1 ;;
      OldTests.*) cat \(Captured.path("console-old.txt")); exit 1 ;;
      *) cat \(Captured.path("console-geo.txt")); exit 1 ;;
      esac
      """
    let one = try PlayedRun(script: script)
    defer { one.scratch.remove() }
    let three = try PlayedRun(script: script)
    defer { three.scratch.remove() }
    let (ledger, stop) = one.perform(processes: 1)
    #expect(stop == nil && ledger.cases.count == 46 + 58 && ledger.doubts.isEmpty)
    #expect(three.perform(processes: 3).ledger == ledger)
  }

  @Test(
    "a test that failed and was not heard of again has failed, whatever became of its process",
    arguments: [
      ("exec 1>/dev/null 2>&1; sleep 0.3", true, "T.A/testOne left standard output redirected or closed"),
      (
        "exec 1>/dev/null 2>&1; sleep 0.3; kill -ABRT $$", true,
        "T.A/testOne left standard output redirected or closed"
      ),
      (
        "exec 1>/dev/null 2>&1; sleep 0.3; kill -ABRT $$", false,
        "T.A/testOne left standard output redirected or closed"
      ),
      ("exec sleep 0.3", true, "T.A/testOne let another program take the place of the test process, /"),
      ("exec sleep 0.3", false, "T.A/testOne let another program take the place of the test process, /"),
      ("exec sleep 290", true, "T.A/testOne let another program take the place of the test process, /"),
      ("exec 1>&- 2>&-; exec sleep 290", true, "T.A/testOne let another program take the place of the test "),
    ])
  func lostAndFailed(end: String, fails: Bool, words: String) throws {
    let moment = "at 2026-11-20 09:23:37.391"
    let failure = fails ? "echo \"/lab/Crash/T.swift:3: error: A.testOne : failed - real\"" : ":"
    let script = """
      case "$1" in
      --list-tests) printf 'Listing 2 tests in x:\\n\\nT.A/testOne\\nT.A/testTwo\\n'; exit;;
      --testing-library) exit;;
      esac
      # As long as a real program takes to begin.
      sleep 0.3
      echo "Test Suite 'Selected tests' started \(moment)"
      echo "Test Suite 'A' started \(moment)"
      if [ "$1" != T.A/testTwo ]; then
        echo "Test Case 'A.testOne' started \(moment)"
        \(failure)
        \(end)
        exit
      fi
      echo "Test Case 'A.testTwo' started \(moment)"
      echo "Test Case 'A.testTwo' passed (0.1 seconds)"
      for suite in A 'Selected tests'; do
        echo "Test Suite '$suite' passed \(moment)"
        printf '\\t Executed 1 test, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\\n'
      done
      """
    let run = try PlayedRun(script: script)
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [fails ? .failed : .notRun, .passed])
    #expect(ledger.cases.first?.failures.map(\.message) == (fails ? ["failed - real"] : []))
    let told = fails ? ledger.notes : ledger.doubts
    let what = end.contains("kill") ? "in which test it died" : "how it ended"
    #expect(told.contains { $0.hasPrefix(words) && $0.hasSuffix(", so that nothing tells \(what)") })
    #expect((fails ? ledger.doubts : ledger.notes).isEmpty && ledger.oddEnds.isEmpty, "\(ledger.oddEnds)")
  }

  private func text(_ name: String) -> String { String(decoding: Captured.bytes(name), as: UTF8.self) }

  private static let crashers = ["testArray", "testFatal", "testNil", "testExit"]
    .map { "CrashTests.CrashTests/\($0)" }

  /// The tests of the package Crash: whichever comes first brings the process down.
  private static func crash(_ command: Command, ending: Ending = .signaled(SIGILL)) -> Scene {
    if isList(command) { return Scene(printed: Captured.list(crashers)) }
    if isSwiftTesting(command) { return Scene(stream: stream(of: [])) }
    let asked = command.arguments.first.map { $0.split(separator: ",") } ?? crashers.map { $0[...] }
    let name = asked.first?.split(separator: "/").last ?? "testArray"
    if name == "CrashTests" || name == "testArray" { return Captured.crash("testArray") }
    return Captured.crash(String(name), ending: name == "testExit" ? .exited(0) : .signaled(SIGILL))
  }

  @Test("after each crash the rest goes on, and every death is told at its test", arguments: [1, 2, 4])
  func crashes(processes: Int) throws {
    let run = try PlayedRun { Self.crash($0) }
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform(processes: processes)
    #expect(stop == nil)
    #expect(ledger.cases.map(\.id.rawValue) == Self.crashers)
    #expect(ledger.cases.map(\.outcome) == [.crashed, .crashed, .crashed, .crashed])
    #expect(
      ledger.cases.map { $0.crash?.message } == [
        "Fatal error: Index out of range", "Fatal error: a message\nof two lines",
        "Fatal error: Unexpectedly found nil while unwrapping an Optional value",
        "The test process exited with status 0 in the middle of this test",
      ])
    #expect(ledger.cases.map { $0.crash?.signal } == ["SIGILL", "SIGILL", "SIGILL", nil])
    #expect(ledger.cases.dropLast().allSatisfy { $0.crash?.frames.isEmpty == false })
    let goings = run.logText.components(separatedBy: "[Going on with the tests that have not run.]\n")
    #expect(goings.count == 4)
    // Nothing is to be repeated, so that the one that ends with status 0 is not looked at once more.
    #expect(run.processes.commands.count == 6)
  }

  @Test("where all run once more, one after the other, no crash of before is counted beside theirs")
  func crashesBeside() throws {
    let scratch = try ScratchFolder("former")
    defer { scratch.remove() }
    var former = Report(
      bot: "played", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    former.tests = TestReport(
      cases: Self.crashers.map {
        TestCase(
          id: TestID($0), library: .xctest, target: "CrashTests", suite: "CrashTests",
          name: String($0.split(separator: "/")[1]), outcome: .passed)
      })
    let path = scratch.path + "/report.json"
    try Data(ReportJSON.encode(former)).write(to: URL(fileURLWithPath: path))
    let one = try PlayedRun { Self.crash($0) }
    defer { one.scratch.remove() }
    let two = try PlayedRun(change: { order in
      (order.settings.tests.processes, order.completeReport) = (.number(2), path)
    }) { Self.crash($0) }
    defer { two.scratch.remove() }
    #expect(one.perform().stop == nil)
    let (ledger, stop) = two.perform()
    #expect(stop == nil && ledger.sharing?.why == .doubt)
    func reports(_ run: PlayedRun) -> Int {
      FileTree.names(below: run.workbench.crashReports).count { $0.hasSuffix(".json") }
    }
    #expect(reports(one) == 3 && reports(two) == 3)
  }

  @Test("a test that hangs is ended and blamed, and the rest goes on")
  func hang() throws {
    let started = String(decoding: Captured.bytes("crash-testFatal.txt"), as: UTF8.self)
      .split(separator: "\n").prefix(3).joined(separator: "\n")
    let run = try PlayedRun(filters: ["testFatal$"]) { command in
      guard !Self.isList(command), !Self.isSwiftTesting(command) else { return Self.crash(command) }
      guard command.arguments == ["CrashTests.CrashTests/testFatal"] else { return Captured.crash("testNil") }
      return Scene(printed: Array((started + "\n").utf8), looks: [1, 100, 110])
    }
    defer { run.scratch.remove() }
    let ledger = run.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [.timedOut])
    #expect(
      ledger.cases.first?.failures.map(\.message) == [
        "Timed out: it ran longer than its limit of 60 s, and was ended by Bothy"
      ])
    #expect(run.progress.contains(.testRunning("CrashTests.CrashTests/testFatal", limit: 60)))
  }

  /// The captured run, killed while several tests ran side by side.
  private static func sideBySide(_ command: Command, deadly: String?) -> Scene {
    if isList(command) { return Scene(printed: Captured.list([])) }
    let filters = filters(of: command)
    if filters.isEmpty {
      let lines = stream.prefix(130).joined(separator: "\n") + "\n"
      return Scene(stream: Array(lines.utf8), ending: .signaled(SIGILL))
    }
    if let deadly, let place = filters.firstIndex(where: { $0.contains(deadly) }),
      command.arguments.contains("--no-parallel")
    {
      // One after the other, until it is that one's turn.
      let before = String(decoding: stream(of: Array(filters[..<place])), as: UTF8.self)
        .split(separator: "\n").filter { !$0.contains("runEnded") }.joined(separator: "\n")
      let last = stream(of: [filters[place]], upToEnd: false)
      return Scene(stream: Array((before + "\n").utf8) + last, ending: .signaled(SIGILL))
    }
    return Scene(stream: stream(of: filters), ending: .exited(filters.count == 1 ? 0 : 1))
  }

  @Test("of those that ran side by side the one that dies alone is blamed", arguments: [1, 2, 4])
  func suspects(processes: Int) throws {
    let run = try PlayedRun { Self.sideBySide($0, deadly: "limited") }
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform(processes: processes)
    #expect(stop == nil)
    #expect(ledger.cases.filter { $0.outcome == .crashed }.map(\.name) == ["limited()"])
    #expect(ledger.cases.count == 58)
    #expect(ledger.cases.filter { $0.outcome == .notRun }.isEmpty)
    #expect(!ledger.oddEnds.contains { $0.contains("side by side") })
    let alone = run.processes.commands.filter { $0.arguments.contains("--no-parallel") }
    #expect(alone.count == 2 && run.processes.commands.count <= 5)
  }

  @Test("a death that no test alone explains is told, the same for any number of processes")
  func unexplained() throws {
    var ledgers: [TestLedger] = []
    for processes in [1, 3] {
      let run = try PlayedRun { Self.sideBySide($0, deadly: nil) }
      defer { run.scratch.remove() }
      ledgers.append(run.perform(processes: processes).ledger)
    }
    #expect(ledgers[0] == ledgers[1])
    let told = ledgers[0].oddEnds.filter { $0.contains("each of them ends with nothing beside it") }
    #expect(
      told.count == 1 && told[0].hasPrefix("the test process was ended by SIGILL while these tests ran"))
  }

  @Test("a batch may name tests of Swift Testing first, and brings its own environment")
  func named() throws {
    let run = try PlayedRun { Scene(stream: Self.stream(of: Self.filters(of: $0))) }
    defer { run.scratch.remove() }
    let row = TestCase(
      id: "StreamTests.free()", library: .swiftTesting, target: "StreamTests", suite: "", name: "free()")
    let batch = Batch(
      library: .swiftTesting, selection: .named, tests: [PlannedTest(row)], environment: ["SHARD": "2"])
    let (ledger, stop) = run.perform(batch)
    #expect(stop == nil)
    #expect(ledger.cases.map(\.id) == [row.id] && ledger.cases.map(\.outcome) == [.passed])
    let command = try #require(run.processes.commands.first)
    #expect(Self.filters(of: command) == ["^StreamTests\\.free\\(\\)/"])
    #expect(command.environment["SHARD"] == "2")
    #expect(command.environment["LLVM_PROFILE_FILE"] == run.scratch.path + "/profiles/1/%p%c.profraw")
  }

  @Test("a line of the stream that cannot be read makes a green doubtful; half a line after a death is noted")
  func losses() throws {
    let whole = Self.stream(of: ["^StreamTests.free"])
    let broken = try PlayedRun { command in
      Self.isList(command)
        ? Scene(printed: Captured.list([])) : Scene(stream: Array("{\"kind\":\n".utf8) + whole)
    }
    defer { broken.scratch.remove() }
    #expect(broken.perform().ledger.oddEnds == ["1 line of Swift Testing's event stream could not be read"])
    let cut = try PlayedRun { command in
      if Self.isList(command) { return Scene(printed: Captured.list([])) }
      return Scene(
        stream: Self.stream(of: ["^StreamTests.free"], upToEnd: false) + Array("{\"kind".utf8),
        ending: .signaled(SIGKILL))
    }
    defer { cut.scratch.remove() }
    let ledger = cut.perform().ledger
    #expect(ledger.cases.map(\.outcome) == [.crashed] && ledger.oddEnds.isEmpty)
    #expect(cut.workbench.notes.all == ["Swift Testing's event stream ends in the middle of a line"])
  }

  @Test("what is known when it is canceled is kept", arguments: [1, 2])
  func canceled(processes: Int) throws {
    let console = Captured.bytes("console.txt")
    let cancellation = Cancellation()
    let run = try PlayedRun(cancellation: cancellation) { command in
      if Self.isList(command) { return Scene(printed: Captured.bytes("console.list")) }
      cancellation.cancel()
      return Scene(printed: Array(console.prefix(console.count / 2)), ending: .signaled(SIGTERM))
    }
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform(processes: processes)
    guard case PhaseStop.canceled? = stop else {
      Issue.record("\(String(describing: stop))")
      return
    }
    #expect(ledger.cases.count >= 46)
    #expect(processes > 1 || ledger.cases.contains { $0.outcome == .passed })
    #expect(ledger.cases.contains { $0.outcome == .notRun })
    let unheard = ledger.silences[.swiftTesting]
    #expect(processes > 1 || unheard == "Swift Testing had told of no tests when the run was stopped")
  }

  @Test("a library that was stopped before it told of its tests is doubted, unless it is known to have none")
  func unheard() {
    func test(_ library: TestLibrary) -> TestCase {
      TestCase(
        id: "a.b/c()", library: library, target: "a", suite: "b", name: "c()", outcome: .passed)
    }
    let both = TestLibrary.allCases.map { Batch(library: $0, selection: .all) }
    let (mine, other) = (test(.swiftTesting), test(.xctest))
    #expect(LastTests.isUnheard(both, told: [other], known: nil))
    #expect(LastTests.isUnheard(both, told: [other], known: [mine, other]))
    #expect(!LastTests.isUnheard(both, told: [other], known: [other]))
    #expect(!LastTests.isUnheard(both, told: [mine], known: nil))
    #expect(!LastTests.isUnheard([Batch(library: .xctest, selection: .all)], told: [other], known: nil))
  }

  @Test("swift test itself is followed by console and stream at once")
  func stock() throws {
    let run = try PlayedRun { command in
      command.arguments.contains("list")
        ? Scene(printed: Captured.bytes("console.list"))
        : Scene(
          printed: Captured.bytes("console.txt"), stream: Captured.bytes("stream.jsonl"), ending: .exited(1))
    }
    defer { run.scratch.remove() }
    let ledger = try run.performStock()
    #expect(ledger.cases.count == 46 + 58)
    #expect(ledger.cases.allSatisfy { $0.outcome != .notRun })
    #expect(ledger.doubts.isEmpty)
  }

  @Test("a crash under swift test is blamed like any other, and the rest is doubtful")
  func stockCrash() throws {
    let run = try PlayedRun { command in
      command.arguments.contains("list")
        ? Scene(printed: Captured.list(Self.crashers))
        : Scene(printed: Captured.bytes("crash-words.txt"), ending: .exited(1))
    }
    defer { run.scratch.remove() }
    let ledger = try run.performStock()
    let row = try #require(ledger.cases.first { $0.name == "testNil" })
    #expect(row.outcome == .crashed && row.crash?.signal == "SIGILL")
    #expect(row.crash?.message == "Fatal error: Unexpectedly found nil while unwrapping an Optional value")
    #expect(ledger.doubts == ["swift test exited with status 1 before all tests had run, and it can't go on"])
  }
}
