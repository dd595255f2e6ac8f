import Explaining
import Foundation
import Model
import Testing

@testable import Formats

@Suite("Crash reports")
struct CrashReportTests {
  @Test(
    "the place of a crash is the first frame inside the package",
    arguments: [
      ("testArray", "SIGILL", "Sources/Crasher/Crasher.swift", 3, "Crasher.index(_:_:)"),
      ("testAsync", "SIGILL", "Sources/Crasher/Crasher.swift", 6, "CrashTests.testAsync()"),
      ("testForcedTry", "SIGILL", "Tests/CrashTests/XCrash.swift", 17, "CrashTests.testForcedTry()"),
      ("testNil", "SIGILL", "Sources/Crasher/Crasher.swift", 5, "closure #1 in CrashTests.testNil()"),
      ("testPointer", "SIGSEGV", "Sources/Crasher/Crasher.swift", 8, "pointer()"),
      ("testThread", "SIGILL", "Sources/Crasher/Crasher.swift", 6, "closure #1 in CrashTests.testThread()"),
      ("setUp", "SIGILL", "Sources/Crasher/Crasher.swift", 5, "SetUpTests.setUp()"),
      ("swift-raw", "SIGILL", "Sources/Crasher/Crasher.swift", 6, "Swifts.`raw crash`()"),
    ])
  func places(name: String, signal: String, file: PackagePath, line: Int, function: String) throws {
    let crash = try CrashReport.read(json: Captured.bytes("crash-\(name).json"), sources: Captured.crash)
    #expect(crash.signal == signal)
    #expect(crash.file == file)
    #expect(crash.line == line)
    #expect(crash.frames.contains { $0.function == function })
    #expect(crash.frames.allSatisfy { $0.file?.hasPrefix("/lab/Crash/Sources") != true })
  }

  @Test("a signal that the process sent itself has its number in the place of a bad pointer")
  func sent() throws {
    let json = Captured.bytes("crash-testPointer.json")
    for (process, isSent) in [(Int32?.none, false), (9, false), (8, true)] {
      #expect(CrashReport.isSurvivable(json: json, of: process) == isSent)
      let crash = try CrashReport.read(json: json, sources: Captured.crash, of: process)
      #expect(crash.isRaised == isSent)
      #expect(crash.message.hasPrefix("Bad pointer dereference at 0x") == !isSent)
    }
  }

  @Test("a crash without a frame of the package has a signal and no place")
  func abort() throws {
    let crash = try CrashReport.read(json: Captured.bytes("crash-testAbort.json"), sources: Captured.crash)
    #expect(crash.signal == "SIGABRT")
    #expect(crash.file == nil)
  }

  @Test("where functions call each other without an end, the stack is full; a pointer to nothing is not that")
  func overflow() throws {
    func frame(_ name: String) -> String {
      #"{"kind": "returnAddress", "symbol": "$s1A", "description": "\#(name) + 8"}"#
    }
    let deep = (0..<60).map { frame($0 % 2 == 0 ? "Tree.depth(_:)" : "Tree.other(_:)") }
    let end = [frame("static Main.main()"), #"{"kind": "truncated"}"#]
    func message(
      _ frames: [String] = deep, omitted: Int = 174_519, of what: String = "Bad pointer dereference",
      at address: String = "0x00007fff9eb41ff8"
    ) throws -> String {
      let all = frames + [#"{"kind": "omittedFrames", "count": \#(omitted)}"#] + end
      let json =
        #"{"description": "\#(what)", "faultAddress": "\#(address)", "#
        + #""threads": [{"crashed": true, "frames": [ "#
        + all.joined(separator: ",") + "]}]}"
      return try CrashReport.read(json: Array(json.utf8), sources: Captured.crash).message
    }
    let bad = "Bad pointer dereference at 0x00007fff9eb41ff8"
    #expect(
      try message()
        == "\(bad): the stack has probably overflowed, 174,580 calls deep, most often in Tree.depth(_:)")
    #expect(try message(omitted: 20) == bad)
    #expect(try message(omitted: .max).contains("probably overflowed, 1,000,000,061 calls deep"))
    #expect(try message(at: "0x0000000000000010") == "Bad pointer dereference at 0x0000000000000010")
    #expect(try message(of: "Illegal instruction") == "Illegal instruction")
    #expect(try message((0..<60).map { frame("f\($0)()") }) == bad)
  }

  @Test("a hung test stands where its own thread does, in its innermost function though it has no line")
  func hung() throws {
    func frame(_ name: String, _ file: String = "", _ line: Int = 0) -> String {
      let place =
        file.isEmpty ? "" : #", "sourceLocation": {"file": "\#(file)", "line": \#(line), "column": 5}"#
      return #"{"symbol": "$s1A", "system": \#(line == 0), "description": "\#(name) + 8"\#(place)}"#
    }
    let danger = "/lab/Crash/Sources/Crasher/Danger.swift"
    let threads = [
      #"{"crashed": true, "frames": [\#(frame("__futex"))]}"#,
      #"{"frames": ["#
        + [
          frame("swift_endAccess"), frame("thunk for @escaping", danger),
          frame("static Danger.risky(_:)", danger),
          frame("static Danger.after(_:)", danger, 15), frame("A.testX()", "/lab/Crash/Tests/T/T.swift", 3),
        ].joined(separator: ",") + "]}",
    ]
    let json = Array(#"{"description": "Quit", "threads": [\#(threads.joined(separator: ","))]}"#.utf8)
    var test = TestCase(
      id: "T.A/testX", library: .xctest, target: "T", suite: "A", name: "testX", outcome: .timedOut)
    let stood = try #require(CrashReport.stack(of: test, json: json, sources: Captured.crash))
    #expect(stood.file == "Sources/Crasher/Danger.swift" && stood.line == 15)
    #expect(CrashReport.names(test, in: stood))
    test.stack = stood.frames
    #expect(test.hungIn == "static Danger.risky(_:), called there")
    test.stack?.remove(at: 2)
    #expect(test.hungIn == "static Danger.after(_:)")
    test.stack?.remove(at: 2)
    test.file = "Tests/T/T.swift"
    #expect(test.hungIn == nil)
    test.name = "testY"
    #expect(CrashReport.stack(of: test, json: json, sources: Captured.crash) == nil)
  }

  @Test("a stack that begins in C hides who called from there")
  func hiddenCallers() {
    func tells(_ name: String, _ suite: String = "CrashTests") -> Bool {
      let test = TestCase(
        id: "T/t", library: suite == "Swifts" ? .swiftTesting : .xctest, target: "CrashTests", suite: suite,
        name: name.hasPrefix("swift-") ? "`raw crash`()" : name, outcome: .notRun)
      return CrashReport.tellsPlace(of: test, json: Captured.bytes("crash-\(name).json"))
    }
    #expect(tells("testArray") && tells("testNil") && tells("testPointer") && tells("testFatal"))
    #expect(tells("testAsync") && tells("swift-raw", "Swifts"))
    #expect(!tells("testAbort") && !tells("testThread") && !tells("none"))
  }

  @Test("where a caller has no line, as of a loop whose `next()` died, nobody knows how far that came")
  func callersWithoutLine() {
    func tells(line: Int, _ name: String = "forIn()") -> Bool {
      let test = TestCase(
        id: "T.A/testX", library: .xctest, target: "T", suite: "A", name: "testX", outcome: .notRun)
      let frames = [("Seq.next()", 6), (name, line), ("A.testX()", 3)].map { name, line in
        """
        {"symbol": "$s1A", "description": "\(name) + 8", "image": "P.xctest", "system": \(line == 0),
         "sourceLocation": {"file": "/p/Sources/L/L.swift", "line": \(line), "column": 0}}
        """
      }
      let json = """
        {"description": "x", "threads": [{"crashed": true, "frames": [\(frames.joined(separator: ","))]}]}
        """
      return CrashReport.tellsPlace(of: test, json: Array(json.utf8))
    }
    #expect(tells(line: 12) && !tells(line: 0))
    #expect(tells(line: 0, "partial apply for closure #1 in forIn()"))
    #expect(tells(line: 0, "implicit closure #1 in forIn()"))
  }

  /// `*` before a symbol: in C; before `@`: another image than the test program's.
  private func tells(_ crashed: [String], other: [String] = [], _ description: String = "x") -> Bool {
    let test = TestCase(
      id: "T.A/testX", library: .xctest, target: "T", suite: "A", name: "testX", outcome: .notRun)
    func frames(_ names: [String]) -> String {
      let rows = names.map { name in
        let parts = name.split(separator: "@").map(String.init)
        let isC = parts[0].hasPrefix("*")
        let words = isC ? String(parts[0].dropFirst()) : parts[0]
        return """
          {"symbol": "\(isC ? words : "$s1A")", "description": "\(words) + 8",
           "image": "\(parts.count > 1 ? parts[1] : "P.xctest")"}
          """
      }
      return rows.joined(separator: ",")
    }
    let json = """
      {"description": "\(description)", "threads": [{"crashed": true, "frames": [\(frames(crashed))]},
       {"frames": [\(frames(other))]}]}
      """
    return CrashReport.tellsPlace(of: test, json: Array(json.utf8))
  }

  @Test("a place is told where no caller is missing down to the test")
  func wholeStacks() {
    let trap = ["_assertionFailure()@libswiftCore.so", "die()"]
    #expect(tells(trap + ["A.testX()"]))
    #expect(tells(trap + ["closure #1 in g()", "Sequence.forEach(_:)@libswiftCore.so", "g()", "A.testX()"]))
    #expect(tells(trap + ["D.deinit", "*_swift_release_dealloc@libswiftCore.so", "A.testX()"]))
    #expect(
      tells(trap + ["implicit closure #1 in A.testX()", "XCTAssertEqual()@libXCTest.so", "A.testX()"]))
    // The test is not there, or something in C stands before it, a queue, or the end of what was written.
    #expect(!tells(trap))
    #expect(!tells(trap + ["closure #1 in g()", "@objc closure #1 in g()"]))
    #expect(!tells(trap + ["closure #1 in g()", "*msort@libc.so.6", "A.testX()"]))
    #expect(!tells(trap + ["closure #1 in g()", "DispatchQueue.sync()@libswiftDispatch.so", "A.testX()"]))
    #expect(!tells(trap + ["closure #1 in A.testX()", "*_dispatch_worker_thread@libdispatch.so"]))
    #expect(!tells(["*kill@libc.so.6", "A.testX()"]))
    #expect(!tells(["*swift_retain@libswiftCore.so", "A.testX()"]))
    #expect(!tells(["*c_code", "A.testX()"]))
    #expect(!tells(trap + ["$defer #1 () in g()", "g()", "A.testX()"]))
    #expect(!tells(trap + ["helper #1 () in A.testX()"]))
  }

  @Test("the thread of the test tells where it was only if nothing crashed on another one")
  func otherThreads() {
    #expect(!tells(["die()", "closure #1 in g()"], other: ["spin()", "A.testX()"]))
    #expect(tells(["*read@libc.so.6"], other: ["spin()", "A.testX()"], "Quit"))
    #expect(!tells(["*read@libc.so.6"], other: ["*sleep@libc.so.6", "A.testX()"], "Quit"))
    #expect(!tells(["*read@libc.so.6"], other: ["spin()", "other()"], "Quit"))
  }

  @Test("the report in words gives the same as the one in JSON")
  func words() throws {
    let json = try CrashReport.read(json: Captured.bytes("crash-testNil.json"), sources: Captured.crash)
    let words = CrashReport.read(text: Captured.bytes("crash-words.txt"), sources: Captured.crash)
    #expect(words == json)
  }

  @Test("no report is not a crash")
  func none() {
    #expect(CrashReport.read(text: Captured.bytes("console.txt"), sources: Captured.crash) == nil)
    #expect(throws: Explanation.self) {
      try CrashReport.read(json: Array("{\"threads\": [".utf8), sources: Captured.crash)
    }
  }

  @Test(
    "the stack names the test among all that were running",
    arguments: [
      ("crashes", "Swifts/crashes()"), ("crashesWith", "Swifts/crashesWith(_:)"),
      ("raw", "Swifts/`raw crash`()"), ("crashesFree", "crashesFree()"),
    ])
  func suspects(name: String, id: String) throws {
    let tests = ["crashes", "crashesWith", "raw", "crashesFree"].flatMap {
      Captured.stream(Captured.bytes("crash-swift-\($0).jsonl"), sources: Captured.crash).cases
    }
    #expect(tests.count == 4)
    let crash = try CrashReport.read(
      json: Captured.bytes("crash-swift-\(name).json"), sources: Captured.crash)
    #expect(CrashReport.suspects(crash, among: tests) == [TestID("CrashTests.\(id)")])
    let silent = TestCrash(signal: nil, message: "", file: nil, line: nil, frames: [])
    #expect(CrashReport.suspects(silent, among: tests).count == 4)
  }
}

@Suite("Whose crash report it is") struct CrashReportNameTests {
  @Test("the report of a child is not taken for that of the process")
  func names() {
    #expect(CrashReport.isLeft(by: 4711, file: "pPackageTests.xctest-4711-0.0.json"))
    #expect(!CrashReport.isLeft(by: 4711, file: "child-4712-0.0.json"))
    #expect(CrashReport.isLeft(by: nil, file: "child-4712-0.0.json"))
    #expect(CrashReport.isLeft(by: 4711, file: "report.json"))
    #expect(CrashReport.isLeft(by: 7, file: "a-2-7-0.0.json") && !CrashReport.isLeft(by: 7, file: "a-17-0.0"))
  }
}

@Suite("What the runtime says while a process dies") struct RuntimeWordsTests {
  @Test(
    "the signal stands in its own words only",
    arguments: [
      ("*** Signal 11: Backtracing from 0x7f...", 11),
      ("a ** b\n*** Signal 4: Backtracing from 0x1... done ***", 4),
      ("*** Signal 4: is what it said\n*** Signal 6: Backtracing from 0x1", 6),
      ("*** Signal x: Backtracing from", nil),
      ("*** Signal ", nil), ("", nil),
    ] as [(String, Int32?)])
  func signal(text: String, signal: Int32?) {
    #expect(RuntimeWords.signal(in: Array(text.utf8)) == signal)
    #expect(RuntimeWords.isDone(in: Array(text.utf8)) == text.contains("done ***"))
  }

  @Test("every thread tells where it stood in the package, whatever it was that crashed")
  func places() {
    func thread(_ frames: String) -> String { "{\"frames\": [\(frames)]}" }
    func frame(_ name: String, _ line: Int, _ column: Int, more: String = "") -> String {
      "{\"description\": \"\(name)\"\(more), \"sourceLocation\": "
        + "{\"file\": \"/lab/Crash/A.swift\", \"line\": \(line), \"column\": \(column)}}"
    }
    let one = [
      frame("f() + 3", 4, 7), frame("partial apply for g()", 9, 1), frame("h()", 0, 0),
      frame("i()", 12, 0), frame("j()", 13, 1, more: ", \"thunk\": true"),
    ]
    let other = "{\"description\": \"start\", \"sourceLocation\": {\"file\": \"/usr/x.c\", \"line\": 1}}"
    let json = "{\"threads\": [\(thread(one.joined(separator: ","))), \(thread(other))]}"
    let found = CrashReport.places(json: Array(json.utf8), sources: Captured.crash)
    #expect(found.map(\.line) == [4, 12] && found.map(\.column) == [7, 0])
    #expect(found.first?.file == "A.swift")
    #expect(CrashReport.places(json: Array("{".utf8), sources: Captured.crash).isEmpty)
  }
}
