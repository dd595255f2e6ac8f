import Foundation
import Model
import Synchronization
import Testing

@testable import Formats

@Suite("What Swift Testing tells")
struct EventStreamTests {
  static let stream = Captured.stream(Captured.bytes("stream.jsonl"))
  let cases = Dictionary(uniqueKeysWithValues: Self.stream.cases.map { ($0.id.rawValue, $0) })

  func test(_ name: String) throws -> TestCase { try #require(cases["StreamTests.\(name)"]) }

  @Test("every announced function is told, suites are not, and the count is the one swift test prints")
  func count() {
    #expect(Self.stream.cases.count == 58)
    #expect(Self.stream.runStarted)
    #expect(Self.stream.runEnded)
    #expect(Self.stream.running.isEmpty)
    #expect(Self.stream.brokenLineCount == 0)
    let summary = String(decoding: Captured.bytes("stream-version-0.summary"), as: UTF8.self)
    #expect(summary.contains("Test run with 58 tests in 12 suites"))
    #expect(Self.stream.cases.count { $0.outcome == .skipped } == 8)
  }

  @Test(
    "outcomes follow the issues",
    arguments: [
      ("free()", TestOutcome.passed), ("named()", .failed), ("warning()", .passed),
      ("known()", .expectedFailure),
      ("knownAndReal()", .failed), ("knownNotHappening()", .failed), ("cancelled()", .skipped),
      ("cancelsCase(_:)", .passed), ("knownCase(_:)", .expectedFailure), ("noCases(_:)", .skipped),
      ("exits()", .passed), ("exitsWrong()", .failed), ("Throwing/never()", .failed), ("odd(_:)", .failed),
      ("`a raw identifier, with / and (parens)`()", .failed), ("`A raw suite`/`with a test`()", .passed),
      ("Outer/inExtension()", .passed), ("Hidden/secret()/Suites.swift", .passed),
      ("Outer/Inner/overloaded()", .passed), ("Outer/Inner/overloaded(_:)/Suites.swift#2", .passed),
    ])
  func outcomes(name: String, outcome: TestOutcome) throws {
    #expect(try test(name).outcome == outcome)
  }

  @Test("a test in an extension of another module's type is of the target of its file")
  func inOtherModule() throws {
    let text = String(decoding: Captured.bytes("stream.jsonl"), as: UTF8.self)
      .replacing("\"StreamTests.Outer\\/inExtension()", with: "\"Lib.Outer\\/inExtension()")
      .replacing("\"StreamTests.Outer/inExtension()", with: "\"Lib.Outer/inExtension()")
    let row = Captured.stream(Array(text.utf8)).cases.first { $0.id == "Lib.Outer/inExtension()" }
    #expect(row?.target == "StreamTests" && row?.suite == "Outer" && row?.outcome == .passed)
  }

  @Test(
    "skips tell their reason, also that of their suite",
    arguments: [
      ("disabled()", "not today" as String?), ("disabledBare()", nil), ("enabledIf()", "only elsewhere"),
      ("cancelled()", "enough"), ("noCases(_:)", "No test cases found."), ("Off/one()", "the whole suite"),
      ("Off/Deeper/three()", "the whole suite"),
    ])
  func reasons(name: String, reason: String?) throws {
    #expect(try test(name).outcome == .skipped)
    #expect(try test(name).skipReason == reason)
  }

  @Test(
    "messages are whole, with their comments",
    arguments: [
      (
        "named()", "Expectation failed: Point(x: 1, y: 2) == Point(x: 1, y: 3)\npoints must agree", 14,
        TestFailure.Kind.assertion
      ),
      ("recorded()", "multi\nline\n\nmessage", 24, .other),
      ("recordedError()", "Caught error: Bad(code: 6)\nwith a comment", 25, .thrownError),
      ("throwing()", "Caught error: Bad(code: 4)", 19, .thrownError),
      ("sourceLocation()", "Expectation failed: 1 == 9\nthrough a helper", 75, .assertion),
      (
        "confirmed()",
        "Confirmation was confirmed 1 time, but expected to be confirmed 2 times\nsomething happens", 40,
        .unfulfilledExpectation
      ),
      (
        "collection()",
        "Expectation failed: ([1, 2, 3] as [Int] → [1, 2, 3]) == ([1, 4, 3] as [Int] → [1, 4, 3])\n"
          + "inserted [2], removed [4]",
        66, .assertion
      ),
      ("odd(_:)", "Expectation failed: (n % 2 → 0) == 1\nwith arguments: 2", 45, .assertion),
    ])
  func messages(name: String, message: String, line: Int, kind: TestFailure.Kind) throws {
    let failure = try #require(try test(name).failures.first)
    #expect(failure.message == message)
    #expect(failure.line == line)
    #expect(failure.file == "Tests/StreamTests/Stream.swift")
    #expect(failure.kind == kind)
    #expect(!failure.isKnown)
  }

  @Test("known issues and warnings are told as such")
  func known() throws {
    #expect(try test("knownAndReal()").failures.map(\.isKnown) == [true, false])
    #expect(try test("warning()").failures.map(\.isKnown) == [true])
    #expect(try test("warning()").failures.map(\.isWarning) == [true])
    #expect(try test("knownAndReal()").failures.map(\.isWarning) == [nil, nil])
  }

  @Test("a test has its place, tags, suite, names and time")
  func about() throws {
    let deep = try test("Outer/Inner/deep()")
    #expect(deep.suite == "Outer/Inner")
    #expect(deep.suiteNames == ["Outer suite", ""])
    #expect(deep.name == "deep()")
    #expect(deep.displayName == "deep one")
    #expect(deep.tags == ["slow"])
    #expect(deep.target == "StreamTests")
    #expect(deep.file == "Tests/StreamTests/Suites.swift")
    #expect(deep.line == 6)
    #expect(try #require(deep.seconds) > 0)
    #expect(try test("named()").tags.sorted() == ["Deep.inner", "slow"])
    let raw = try test("`a raw identifier, with / and (parens)`()")
    #expect(raw.suite.isEmpty)
    #expect(raw.name == "`a raw identifier, with / and (parens)`()")
    #expect(raw.displayName == "a raw identifier, with / and (parens)")
  }

  @Test("the cases of a parameterized test have outcomes of their own")
  func arguments() throws {
    #expect(
      try test("pairs(text:_:)").arguments == [
        TestArgument(name: "\"a\", true", outcome: .passed),
        TestArgument(name: "\"a\", false", outcome: .passed),
        TestArgument(name: "\"b\", true", outcome: .passed),
        TestArgument(name: "\"b\", false", outcome: .failed),
      ])
    #expect(try test("cancelsCase(_:)").arguments.map(\.outcome) == [.passed, .skipped])
    #expect(try test("knownCase(_:)").arguments.map(\.outcome) == [.passed, .expectedFailure])
    #expect(try test("free()").arguments.isEmpty)
  }

  @Test("a test in which nothing failed until it had ended is failed, and told apart")
  func late() {
    let place = #"{"filePath":"/p/T.swift","fileID":"T/T.swift","line":3,"column":1}"#
    func event(_ kind: String, _ test: String, _ more: String = "") -> String {
      #"{"version":0,"kind":"event","payload":{"kind":"\#(kind)","testID":"T.\#(test)()/T.swift:1:1""#
        + #","instant":{"absolute":1,"since1970":1},"messages":[{"symbol":"pass","text":"x"}]\#(more)}}"#
    }
    func test(_ name: String) -> String {
      #"{"version":0,"kind":"test","payload":{"kind":"function","name":"\#(name)()""#
        + #","id":"T.\#(name)()/T.swift:1:1","isParameterized":false,"sourceLocation":\#(place)}}"#
    }
    let issue = #","issue":{"isKnown":false,"sourceLocation":\#(place)}"#
    let warning = #","issue":{"isKnown":false,"severity":"warning","sourceLocation":\#(place)}"#
    let stream = Captured.stream(
      Array(
        ([test("a"), test("b"), test("c")]
          + [
            event("testStarted", "a"), event("testEnded", "a"), event("testStarted", "b"),
            event("issueRecorded", "b", issue), event("testEnded", "b"), event("testStarted", "c"),
            event("testEnded", "c"), event("issueRecorded", "a", issue), event("issueRecorded", "b", issue),
            event("issueRecorded", "c", warning),
          ]).joined(separator: "\n").utf8))
    #expect(stream.cases.map(\.outcome) == [.failed, .failed, .passed])
    #expect(stream.failedLate == ["T.a()"])
  }

  @Test("an issue of a suite is told as the suite's, one of a test that was not announced is not")
  func ofSuites() {
    let lines = ["T.A/B", "T.A/t()/T.swift:6:3"].map { id in
      #"{"version":0,"kind":"event","payload":{"kind":"issueRecorded","testID":"\#(id)","#
        + #""instant":{"absolute":1,"since1970":1},"issue":{"isKnown":false},"#
        + #""messages":[{"text":"\#(id)"}]}}"#
    }
    let stream = Captured.stream(Array(lines.joined(separator: "\n").utf8))
    #expect(stream.looseIssues.map(\.suite) == ["A/B", nil])
  }

  @Test("what the cases of a test tell stands in the order in which they are declared")
  func order() {
    let place = #"{"filePath":"/p/T.swift","fileID":"T/T.swift","line":3,"column":1}"#
    let cases = ["x", "y"].map { #"{"displayName":"\#($0)","id":"case \#($0)"}"# }
    func event(_ kind: String, _ more: String = "") -> String {
      #"{"version":0,"kind":"event","payload":{"kind":"\#(kind)","testID":"T.a(_:)/T.swift:1:1""#
        + #","instant":{"absolute":1,"since1970":1}\#(more)}}"#
    }
    func issue(_ text: String, _ own: String) -> String {
      event(
        "issueRecorded",
        #","_testCase":\#(own),"issue":{"isKnown":false,"sourceLocation":\#(place)}"#
          + #","messages":[{"symbol":"fail","text":"\#(text)"}]"#)
    }
    func told(_ issues: [String], declares: Bool) -> [String] {
      let test =
        #"{"version":0,"kind":"test","payload":{"kind":"function","name":"a(_:)","id":"T.a(_:)/T.swift:1:1""#
        + #","isParameterized":true,"sourceLocation":\#(place)"#
        + (declares ? #","_testCases":[\#(cases.joined(separator: ","))]"# : "") + "}}"
      let stream = Captured.stream(
        Array(
          ([test, event("testStarted")] + issues + [event("testEnded")]).joined(separator: "\n").utf8))
      return stream.cases.flatMap(\.failures).map { $0.message.prefix { $0 != "(" } }.map {
        $0.replacing("\nwith arguments: ", with: " ").trimmingCharacters(in: .whitespaces)
      }
    }
    for declares in [true, false] {
      let issues = [issue("2", cases[1]), issue("1", cases[0]), issue("3", cases[0]), issue("4", cases[1])]
      #expect(told(issues, declares: declares) == ["1 x", "3 x", "2 y", "4 y"])
    }
  }

  @Test("an issue without a test is kept, once")
  func loose() {
    let messages = Self.stream.looseIssues.map(\.failure.message).sorted()
    #expect(Self.stream.looseIssues.allSatisfy { $0.suite == nil })
    #expect(
      messages == [
        "Expectation failed: 1 == 7\non a thread of its own",
        "Expectation failed: 5 == 6\nin a detached task",
      ])
  }

  @Test(
    "other versions of the stream give the same outcomes", arguments: ["stream-plain", "stream-version-0"])
  func versions(name: String) {
    let other = Captured.stream(Captured.bytes("\(name).jsonl")).cases
    let outcomes = Dictionary(uniqueKeysWithValues: other.map { ($0.id, $0.outcome) })
    #expect(outcomes == Dictionary(uniqueKeysWithValues: Self.stream.cases.map { ($0.id, $0.outcome) }))
  }

  @Test("what a test attached is given away under its own name, and lies where the keeper says")
  func attachments() {
    func attached(_ what: String) -> String {
      "{\"kind\":\"event\",\"payload\":{\"kind\":\"valueAttached\",\"attachment\":{\(what)},"
        + "\"testID\":\"T.a()/S.swift:1:1\"},\"version\":\"6.3.0\"}\n"
    }
    // Longer than what of another text is kept.
    let long = [UInt8](repeating: 255, count: 100_000)
    let text = Data(long).base64EncodedString().replacing("/", with: "\\/")
    let lines =
      "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"T.a()/S.swift:1:1\"},\"version\":0}\n"
      + attached("\"_bytes\":\"aGk=\",\"_preferredName\":\"../a <b>.txt\"")
      + attached("\"_preferredName\":\"unsent\"") + attached("\"_bytes\":7,\"_preferredName\":\"seven\"")
      + attached("\"_bytes\":\"\(text)\",\"_preferredName\":\"l\"")
      + attached("\"_bytes\":\"\(String(repeating: "A", count: 400_000))\",\"_preferredName\":\"too long\"")
    let seen = Mutex<[String: [UInt8]?]>([:])
    var limits = RecordLimits()
    limits.attached = 300_000
    var stream = EventStream(sources: Captured.stream, limits: limits) { name, bytes in
      seen.withLock { $0[name] = .some(bytes) }
      return bytes == nil ? nil : "kept/\(name.count)"
    }
    for piece in Array(lines.utf8).chunked(977) { piece.withUnsafeBytes { stream.read($0) } }
    stream.finish()
    #expect(stream.cases.map(\.attachments) == [["kept/12", "kept/1"]])
    #expect(
      seen.withLock { $0 } == [
        "../a <b>.txt": Array("hi".utf8), "unsent": nil, "seven": nil, "l": long, "too long": nil,
      ])
    #expect(stream.cutRecordCount == 0 && stream.brokenLineCount == 0)
  }

  @Test("what was attached and held a secret has asterisks there, with its neighbors, and is kept")
  func starredAttachment() throws {
    let content = Array("content hunter22 and more".utf8)
    var signs = Array(Data(content).base64EncodedString().utf8)
    // Where the signs of the secret stand.
    for place in 11..<22 { signs[place] = UInt8(ascii: "*") }
    let text = String(decoding: signs, as: UTF8.self)
    let lines =
      "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"T.a()/S.swift:1:1\"},\"version\":0}\n"
      + "{\"kind\":\"event\",\"payload\":{\"kind\":\"valueAttached\",\"attachment\":{\"_bytes\":\"\(text)\","
      + "\"_preferredName\":\"a\"},\"testID\":\"T.a()/S.swift:1:1\"},\"version\":\"6.3.0\"}\n"
    let kept = Mutex<[UInt8]?>(nil)
    var stream = EventStream(sources: Captured.stream) { _, bytes in
      kept.withLock { $0 = bytes }
      return "a"
    }
    Array(lines.utf8).withUnsafeBytes { stream.read($0) }
    stream.finish()
    #expect(kept.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) } == "conten************nd more")
  }

  @Test("any cut of the stream gives the same", arguments: [1, 13, 4096])
  func chunks(size: Int) {
    #expect(Captured.stream(Captured.bytes("stream.jsonl"), chunk: size).cases == Self.stream.cases)
  }

  @Test("a killed process leaves its tests running, and its half line is forgiven")
  func killed() throws {
    let bytes = Captured.bytes("crash-swift-crashesWith.jsonl")
    let stream = Captured.stream(bytes + Array("{\"kind\":\"ev".utf8), sources: Captured.crash)
    #expect(stream.running == ["CrashTests.Swifts/crashesWith(_:)"])
    #expect(!stream.runEnded)
    #expect(stream.endsCutOff && stream.brokenLineCount == 0)
    #expect(stream.cases.first?.outcome == .notRun)
    #expect(stream.cases.first?.arguments.contains { $0.outcome == .notRun } == true)
  }

  @Test("a whole line that cannot be read is counted, a half one at the end is told apart")
  func brokenLines() {
    let whole = Captured.stream(Captured.bytes("stream.jsonl") + Array("{\"kind\":\"event\"\n\n".utf8))
    #expect(whole.brokenLineCount == 1 && !whole.endsCutOff)
    let half = Captured.stream(Array("{\"kind\"\n{\"kind\"".utf8))
    #expect(half.brokenLineCount == 1 && half.endsCutOff)
    #expect(!Self.stream.endsCutOff)
  }

  @Test("a test that failed by its own word is not passed though its issue was lost")
  func lostIssue() {
    let text = String(decoding: Captured.bytes("stream.jsonl"), as: UTF8.self)
    let rest = text.split(separator: "\n").filter { !$0.contains("\"kind\":\"issueRecorded\"") }
    let stream = Captured.stream(Array(rest.joined(separator: "\n").utf8))
    #expect(stream.cases.first { $0.name == "named()" }?.outcome == .failed)
    #expect(
      stream.cases.first { $0.name == "named()" }?.failures.map(\.message) == ["failed without a message"])
  }

  @Test("namesakes keep their identities when lines move, and one of them alone keeps its own")
  func namesakes() {
    func stream(_ raw: [String], known: [String: TestID] = [:]) -> EventStream {
      let lines = raw.map { "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"\($0)\"}}\n" }
      var stream = EventStream(sources: Captured.stream, identities: known)
      Array(lines.joined().utf8).inChunks(of: .max) { stream.read($0) }
      return stream
    }
    let first = stream(["T.over(_:)/S.swift:30:2", "T.over(_:)/S.swift:4:2", "T.a()/S.swift:5:2"])
    #expect(first.cases.map(\.id) == ["T.over(_:)/S.swift#2", "T.over(_:)/S.swift#1", "T.a()"])
    let moved = stream(["T.over(_:)/S.swift:40:2", "T.over(_:)/S.swift:10:2"])
    #expect(moved.cases.map(\.id) == ["T.over(_:)/S.swift#2", "T.over(_:)/S.swift#1"])
    let files = stream(["T.dup()/A.swift:4:2", "T.dup()/B.swift:4:2"])
    #expect(files.cases.map(\.id) == ["T.dup()/A.swift", "T.dup()/B.swift"])
    let names = Dictionary(first.rawIDs.map { ($1, $0) }) { first, _ in first }
    #expect(
      stream(["T.over(_:)/S.swift:30:2"], known: names).cases.map(\.id) == ["T.over(_:)/S.swift#2"])
  }

  @Test("how long a test took is known only when no more were open than can work at once")
  func times() {
    func event(_ kind: String, _ test: String, _ moment: Int) -> String {
      "{\"kind\":\"event\",\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"T.\(test)()/S.swift:1:1\","
        + "\"instant\":{\"absolute\":\(moment)}}}\n"
    }
    let names = ["a", "b", "c", "d"]
    let text =
      names.map {
        "{\"kind\":\"test\",\"payload\":{\"kind\":\"function\",\"id\":\"T.\($0)()/S.swift:1:1\"}}\n"
      }.joined()
      + event("testStarted", "a", 1) + event("testStarted", "b", 2) + event("testEnded", "a", 4)
      + event("testStarted", "c", 5) + event("testStarted", "d", 6) + event("testEnded", "b", 7)
      + event("testEnded", "d", 8) + event("testEnded", "c", 9)
    var stream = EventStream(sources: Captured.stream, cores: 2)
    Array(text.utf8).inChunks(of: .max) { stream.read($0) }
    #expect(stream.cases.map(\.seconds) == [3, nil, nil, nil])
    #expect(stream.told == 8 && stream.runningCount == 0)
  }

  @Test("a pattern matches its test and no other")
  func patterns() throws {
    let raw = String(decoding: Captured.bytes("stream.jsonl"), as: UTF8.self).split(separator: "\n")
      .compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      .filter { $0["kind"] as? String == "test" }
      .compactMap { ($0["payload"] as? [String: Any])?["id"] as? String }
    #expect(raw.count == 70)
    for (id, name) in Self.stream.rawIDs {
      let pattern = try Regex(EventStream.filterPattern(raw: name))
      #expect(raw.count { $0.firstMatch(of: pattern) != nil } == 1, "\(id)")
    }
    // Namesakes in one file can't be told apart without a place.
    for test in Self.stream.cases where !test.id.rawValue.contains("#") {
      let pattern = try Regex(EventStream.filterPattern(for: test.id))
      #expect(raw.count { $0.firstMatch(of: pattern) != nil } == 1, "\(test.id)")
    }
  }

  @Test("events tell each test's start, failures and end")
  func events() {
    var stream = EventStream(sources: Captured.stream)
    Captured.bytes("stream.jsonl").inChunks(of: .max) { stream.read($0) }
    let events = stream.takeEvents()
    #expect(stream.takeEvents().isEmpty)
    #expect(events.count { if case .ended = $0 { true } else { false } } == 58)
    let failed = events.count { if case .failed = $0 { true } else { false } }
    #expect(failed == stream.cases.reduce(0) { $0 + $1.failures.count { !$0.isKnown } })
  }
}
