import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite struct LateFailuresTests {
  private static let source = """
    class A: XCTestCase {
      func testA() {
        later { XCTFail() }
      }
      func testB() { wait() }
      func testC() { XCTFail() }
      func helper() { XCTFail() }
      func testD() { XCTFail() }
      func testE() { testD() }
    }
    class B: A {
      override func testC() {}
    }
    @Suite struct S {
      @Test func leaves() {
        Task { fatalError() }
      }
      @Test(arguments: [1]) func waits(_ it: Int) async { await wait() }
    }
    """

  private func owner(of name: String, in suite: String = "A", failing lines: Int?...) throws -> String? {
    var row = Self.row(name, in: suite, .failed)
    row.failures = lines.map { TestFailure(message: "", file: "T.swift", line: $0, kind: .assertion) }
    return try Self.late { $0.owner(of: row) }
  }

  /// By the functions and lines of the stack that crashed.
  private func crashOwner(
    of name: String, in suite: String = "A", _ stack: (function: String, line: Int?)...
  ) throws -> String? {
    var row = Self.row(name, in: suite, .crashed)
    if suite == "S" { row.library = .swiftTesting }
    let frames = stack.map { frame in
      StackFrame(
        function: frame.function, file: frame.line == nil ? "/usr/lib/x.so" : "T.swift",
        line: frame.line ?? 1, column: nil)
    }
    row.crash = TestCrash(signal: "SIGILL", message: "", file: "T.swift", line: 7, frames: frames)
    row.failures = [TestFailure(message: "", file: "T.swift", line: 7, kind: .crash)]
    return try Self.late { $0.owner(of: row) }
  }

  @Test("a crash whose stack leads through another test's body, and not its own, came late")
  func crashed() throws {
    let left = ("closure #1 in A.testA()", 3 as Int?)
    #expect(try crashOwner(of: "testB", ("helper()", 7), left, ("start", nil)) == "A/testA")
    #expect(try crashOwner(of: "testA", ("helper()", 7), left, ("start", nil)) == nil)
    #expect(try crashOwner(of: "testB", ("helper()", 7), ("start", nil)) == nil)
    #expect(try crashOwner(of: "testB", left, ("A.testB()", 5)) == nil)
    #expect(try crashOwner(of: "testE", ("A.testD()", 8), ("A.testE()", 9)) == nil)
    let task = ("closure #1 in S.leaves()", 16 as Int?)
    #expect(try crashOwner(of: "waits(_:)", in: "S", ("fatalError", nil), task) == "S/leaves")
    #expect(try crashOwner(of: "leaves()", in: "S", ("fatalError", nil), task) == nil)
    #expect(try crashOwner(of: "testB", task) == nil)
  }

  @Test("a crash in the body of one that crashes itself is that one's, though another was heard of last")
  func crashesItself() throws {
    let frame = StackFrame(function: "closure #1 in A.testA()", file: "T.swift", line: 3, column: nil)
    var (last, owner) = (Self.row("testB", in: "A", .crashed), Self.row("testA", in: "A", .crashed))
    last.crash = TestCrash(signal: "SIGILL", message: "", file: "T.swift", line: 3, frames: [frame])
    owner.crash = last.crash
    let (both, alone) = try Self.late { ($0.find(in: [last, owner]), $0.find(in: [last])) }
    #expect(both == [last.id: .crash(of: "A/testA")] && alone == [last.id: .body(of: "A/testA")])
    #expect(LateFailures.words(last, .crash(of: "A/testA")).hasSuffix("which does so by itself"))
  }

  private static func row(_ name: String, in suite: String, _ outcome: TestOutcome) -> TestCase {
    TestCase(
      id: TestID("T.\(suite)/\(name)"), library: .xctest, target: "T", suite: suite, name: name,
      outcome: outcome)
  }

  private static func late<Answer>(_ ask: (LateFailures) -> Answer) throws -> Answer {
    let scratch = try ScratchFolder("late")
    defer { scratch.remove() }
    try Data(source.utf8).write(to: URL(fileURLWithPath: scratch.path + "/T.swift"))
    let target = PackageDescription.Target(name: "T", type: "test", path: ".", sources: ["T.swift"])
    let package = PackageDescription(name: "P", path: scratch.path, targets: [target])
    let conditions = BuildConditions(
      package: package, manifest: "", configuration: .debug, toolchain: "Swift 6.3.1 (x86_64)")
    let late = LateFailures(
      TestSource.all(of: package, conditions, read: CompiledSources(in: scratch.path).bytes))
    // The test may have waited for it.
    let loose = TestFailure(message: "", file: "T.swift", line: 3, kind: .assertion)
    #expect(
      late.words(of: LooseIssue(loose))
        == "outside of every test, at T.swift:3 in the body of A/testA, by a queue or a task of "
        + "no known test")
    return ask(late)
  }

  @Test("what failed in another test's body came late")
  func late() throws {
    #expect(try owner(of: "testB", failing: 3) == "A/testA")
    #expect(try owner(of: "testB", failing: 2, 4) == "A/testA")
    #expect(try owner(of: "testC", in: "B", failing: 3) == "A/testA")
  }

  @Test("where the test failed itself, too, it is told which of its failures came late")
  func beside() throws {
    var row = Self.row("testB", in: "A", .failed)
    row.failures = [5, 3].map { TestFailure(message: "", file: "T.swift", line: $0, kind: .assertion) }
    #expect(
      try Self.late { $0.wordsBeside(row) }
        == "1 of the 2 failures of T.A/testB came in the body of A/testA (T.swift:3), "
        + "which had ended before: "
        + "that test left something running")
    row.failures.removeFirst()
    #expect(try Self.late { $0.wordsBeside(row) } == nil, "all of it did")
    row.failures[0].line = 5
    #expect(try Self.late { $0.wordsBeside(row) } == nil)
  }

  @Test("its own body, a helper's, one that somebody calls and what has no place are none of that")
  func own() throws {
    #expect(try owner(of: "testB", failing: 5) == nil)
    #expect(try owner(of: "testB", failing: 7) == nil)
    #expect(try owner(of: "testE", failing: 8) == nil)
    #expect(try owner(of: "testC", in: "B", failing: 6) == nil)
    #expect(try owner(of: "testB", failing: 3, 5) == nil)
    #expect(try owner(of: "testB", failing: 3, nil) == nil)
    #expect(try owner(of: "testATwin", failing: 3) == nil, "a macro made it of testA")
    #expect(try owner(of: "testB") == nil)
  }

  // MARK: Helpers

  private static let helpers = """
    func check() { XCTFail() }
    func indirect() { check() }
    let shared = Spy()
    func other() { XCTFail() }
    final class Spy {
      func called() { XCTFail() }
      static var strict: Spy { Spy() }
    }
    extension XCTestCase { func assertIt() { XCTFail() } }
    """

  private static let helped = """
    class C: XCTestCase {
      override func setUp() { prepare() }
      func prepare() { XCTFail() }
      func testCalls() { later { indirect() } }
      func testWaits() { sleep(1) }
      func testOther() { other() }
      func testMember() { use(.strict) }
      func testAssert() { later { self.assertIt(); self.method() } }
      func method() { XCTFail() }
    }
    """

  private func origin(
    of name: String, failing places: (String, Int)..., after before: [String] = []
  ) throws -> LateFailures.Origin? {
    let scratch = try ScratchFolder("late-helper")
    defer { scratch.remove() }
    try Data(Self.helpers.utf8).write(to: URL(fileURLWithPath: scratch.path + "/H.swift"))
    try Data(Self.helped.utf8).write(to: URL(fileURLWithPath: scratch.path + "/C.swift"))
    let target = PackageDescription.Target(
      name: "T", type: "test", path: ".", sources: ["H.swift", "C.swift"])
    let package = PackageDescription(name: "P", path: scratch.path, targets: [target])
    let conditions = BuildConditions(
      package: package, manifest: "", configuration: .debug, toolchain: "Swift 6.3.1 (x86_64)")
    let late = LateFailures(
      TestSource.all(of: package, conditions, read: CompiledSources(in: scratch.path).bytes))
    func row(_ name: String, _ outcome: TestOutcome) -> TestCase {
      TestCase(
        id: TestID("T.C/\(name)"), library: .xctest, target: "T", suite: "C", name: name, outcome: outcome)
    }
    var failed = row(name, .failed)
    failed.failures = places.map {
      TestFailure(message: "", file: PackagePath($0.0), line: $0.1, kind: .assertion)
    }
    return late.find(in: before.map { row($0, .passed) } + [failed])[failed.id]
  }

  @Test("what failed in a helper that the test cannot have called came late, from one that may have")
  func helper() throws {
    let check = LateFailures.Origin.helper("check", file: "H.swift", line: 1, callers: ["T.C/testCalls"])
    #expect(
      try origin(of: "testWaits", failing: ("H.swift", 1), after: ["testCalls", "testOther"]) == check)
    #expect(
      try origin(of: "testWaits", failing: ("C.swift", 9), after: ["testAssert", "testCalls"])
        == .helper("method", file: "C.swift", line: 9, callers: ["T.C/testAssert"]))
    #expect(
      try origin(of: "testWaits", failing: ("H.swift", 9), after: ["testCalls"])
        == .helper("assertIt", file: "H.swift", line: 9, callers: []))
    #expect(
      try origin(of: "testWaits", failing: ("H.swift", 1), ("C.swift", 4), after: ["testCalls"]) == check)
    #expect(
      LateFailures.words(
        TestCase(
          id: "T.C/testWaits", library: .xctest, target: "T", suite: "C", name: "testWaits",
          outcome: .failed),
        check)
        == "T.C/testWaits failed in `check` (H.swift:1), which it does not call: something that ran before "
        + "was left running, most likely by T.C/testCalls, the only one that calls it")
  }

  @Test("what it may have called itself, however indirectly, is its own")
  func reached() throws {
    #expect(try origin(of: "testCalls", failing: ("H.swift", 1)) == nil)
    #expect(try origin(of: "testOther", failing: ("H.swift", 4)) == nil)
    // Set up for each test.
    #expect(try origin(of: "testWaits", failing: ("C.swift", 3)) == nil)
    // A value of a type that it only names by a member, or that all share.
    #expect(try origin(of: "testMember", failing: ("H.swift", 6)) == nil)
    #expect(try origin(of: "testWaits", failing: ("H.swift", 6)) == nil)
    #expect(try origin(of: "testWaits", failing: ("H.swift", 1), ("C.swift", 5)) == nil)
    #expect(try origin(of: "testWaits", failing: ("Elsewhere.swift", 1)) == nil)
  }

  @Test("an issue that no test owns is told with its place, and in whose body that lies")
  func loose() {
    let issue = TestFailure(message: "x", file: "A.swift", line: 3, kind: .assertion)
    #expect(LateFailures().words(of: LooseIssue(issue)) == "outside of every test, at A.swift:3")
    var elsewhere = issue
    elsewhere.file = nil
    #expect(LateFailures().words(of: LooseIssue(elsewhere)) == "outside of every test")
  }
}
