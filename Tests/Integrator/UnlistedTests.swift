import Files
import Formats
import Foundation
import Kit
import Model
import Processes
import Testing

@testable import Integrator

/// Where the process dies, or hangs, that is to list XCTest's tests.
@Suite struct UnlistedTests {
  private static let printed = """
    Test Suite 'All tests' started at 2026-11-20 09:23:37.391
    Test Suite 'debug.xctest' started at 2026-11-20 09:23:37.391
    Test Suite 'A' started at 2026-11-20 09:23:37.391
    Test Case 'A.testOne' started at 2026-11-20 09:23:37.391
    Test Case 'A.testOne' passed (0.001 seconds)
    Test Case 'A.testTwo' started at 2026-11-20 09:23:37.391
    Tests/T/A.swift:3: error: A.testTwo : XCTAssertEqual failed: ("1") is not equal to ("2") -
    Test Case 'A.testTwo' failed (0.001 seconds)
    Test Suite 'A' failed at 2026-11-20 09:23:37.391
    \t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.002) seconds
    Test Suite 'debug.xctest' failed at 2026-11-20 09:23:37.391
    \t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.002) seconds
    Test Suite 'All tests' failed at 2026-11-20 09:23:37.391
    \t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.002) seconds

    """

  /// `shown`: what the process that lists prints on a terminal, while nothing comes through a pipe.
  private func run(shown: [UInt8] = [], filters: [String] = []) throws -> PlayedRun {
    try PlayedRun(filters: filters) { command in
      if TestRunTests.isList(command) {
        let isSeen = command.outputs == .terminal
        return .init(
          printed: isSeen ? shown : [], ending: .signaled(SIGILL), looks: isSeen ? [0.1, 1.2] : [])
      }
      if TestRunTests.isSwiftTesting(command) { return .init() }
      let asked = command.arguments.first ?? ""
      if asked.hasSuffix("testOne") {
        let lines = Self.printed.split(separator: "\n", omittingEmptySubsequences: false)
        let own = lines.filter { !$0.contains("testTwo") }.joined(separator: "\n")
        let well = own.replacing("2 tests, with 1 failure", with: "1 test, with 0 failures")
        return .init(printed: Array(well.replacing("failed at", with: "passed at").utf8))
      }
      return .init(printed: Array(Self.printed.utf8), ending: .exited(1))
    }
  }

  private func sources(_ modules: String...) -> ReadSources {
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/", targets: []), manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    let text = "class A: XCTestCase { func testOne() {}; func testTwo() {} }"
    var read = ReadSources()
    read.tests = modules.map { name in
      TestSource(
        file: PackagePath("\(name)/S.swift"),
        target: PackageDescription.Target(name: name, type: "test", path: name, sources: ["S.swift"]),
        declarations: TestDeclarations(Array(text.utf8), conditions: conditions))
    }
    return read
  }

  @Test("a list that was whole before its process died is the list")
  func shown() throws {
    let run = try run(shown: Captured.list(["T.A/testOne", "T.A/testTwo"]), filters: ["testOne"])
    defer { run.scratch.remove() }
    let (ledger, stop) = run.perform()
    #expect(stop == nil && ledger.notes.isEmpty && ledger.doubts.isEmpty && ledger.oddEnds.isEmpty)
    #expect(ledger.cases.map(\.id) == ["T.A/testOne"] && ledger.cases.first?.outcome == .passed)
    #expect(run.processes.commands.contains { $0.arguments == ["T.A/testOne"] })
  }

  @Test("where the process that ran all died, a list that cannot be read whole does not tell what is missing")
  func torn() throws {
    let script = """
      suite() { echo "Test Suite '$1' started at 2026-11-20 09:23:37.391"; }
      begun() { echo "Test Case 'A.$1' started at 2026-11-20 09:23:37.391"; }
      ended() { begun $1; echo "Test Case 'A.$1' passed (0.001 seconds)"; }
      over() {
        echo "Test Suite '$1' passed at 2026-11-20 09:23:37.391"
        printf '\t Executed %s, with 0 failures (0 unexpected) in 0.0 (0.0) seconds\n' "$2"
      }
      case "$1" in
      --list-tests) printf 'Listing 3 tests in x:\n\nT.A/testOne\nT.A/testTwo\nT.Odd\nname\n'; exit;;
      --testing-library) exit;;
      '')
        suite 'All tests'; suite A
        if [ -e crash ]; then begun testOne; kill -ILL $$; fi
        ended testOne; ended testTwo; over A '2 tests'; over 'All tests' "2 tests"; exit;;
      esac
      suite 'Selected tests'; suite A; ended ${1#T.A/}; over A '1 test'; over 'Selected tests' '1 test'
      """
    func run(crashes: Bool, filters: [String] = []) throws -> TestLedger {
      let name = crashes ? "crash" : "no-crash"
      let folder = try ScratchFolder("torn")
      defer { folder.remove() }
      try publish([], as: "\(folder.path)/\(name)")
      let run = try PlayedRun(
        script: script.replacing("-e crash", with: "-e \(folder.path)/crash"), repetitions: 1
      ) {
        $0.settings.tests.filters = filters
      }
      defer { run.scratch.remove() }
      return run.perform().ledger
    }
    let crashed = try run(crashes: true)
    #expect(crashed.cases.map(\.outcome) == [.flaky, .passed])
    #expect(crashed.cases.first?.attempts.map(\.outcome) == [.crashed, .passed])
    #expect(crashed.oddEnds.map { $0.prefix(48) } == ["XCTest's list of tests could not be read whole, "])
    #expect(try run(crashes: false).oddEnds == [])
    #expect(
      try run(crashes: false, filters: ["testOne"]).oddEnds.count == 1, "only what is listed can be named")
  }

  @Test("half a list is none, and a list of nothing neither")
  func half() throws {
    for shown in [Array("Listing 2 tests in debug.xctest:\n\nT.A/testOne\n".utf8), Captured.list([])] {
      let run = try run(shown: shown)
      defer { run.scratch.remove() }
      #expect(run.perform(read: sources("T")).ledger.cases.map(\.id) == ["T.A/testOne", "T.A/testTwo"])
    }
  }

  @Test("without a list, classes are of the modules that declare them, and what nobody asked for counts not")
  func modules() throws {
    let whole = try run()
    defer { whole.scratch.remove() }
    let all = whole.perform(read: sources("T")).ledger
    #expect(all.cases.map(\.id) == ["T.A/testOne", "T.A/testTwo"] && all.doubts.isEmpty)
    #expect(whole.perform(read: sources("T", "U")).ledger.cases.map(\.id) == ["A/testOne", "A/testTwo"])
    let some = try run(filters: ["testOne"])
    defer { some.scratch.remove() }
    let (ledger, _) = some.perform(read: sources("T"))
    #expect(ledger.cases.map(\.outcome) == [.passed] && ledger.leftOut == 1)
    let note = "All tests of XCTest ran, and 1 test that nobody asked for does not count."
    #expect(ledger.notes.contains(note))
    // Nobody knows whether it was asked for.
    #expect(some.perform(read: sources("T", "U")).ledger.cases.count == 2)
  }
}
