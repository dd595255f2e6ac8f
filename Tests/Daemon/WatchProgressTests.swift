import Foundation
import Model
import Publishing
import State
import StateKit
import Testing

@testable import Daemon

@Suite("How far an integration is") struct WatchProgressTests {
  private let scratch: StateScratch
  private let path: String

  init() throws {
    scratch = try StateScratch()
    path = scratch.path + "/progress.jsonl"
  }

  private func tell(_ progress: [Model.Progress], torn: String = "") throws {
    var bytes = FileManager.default.contents(atPath: path) ?? Data()
    for one in progress { bytes += try JSONEncoder().encode(one) + Data("\n".utf8) }
    try (bytes + Data(torn.utf8)).write(to: URL(fileURLWithPath: path))
  }

  private func append(_ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test("nothing is known before there is a file, then the phase and its steps, then the tests")
  func phases() throws {
    let tail = ProgressTail(path)
    tail.read()
    #expect(tail.progress == PhaseProgress())
    try tell([
      .phaseStarted(.build, expectedSeconds: 3), .step(done: 1, total: 120, what: "Compiling"),
      .note("so"), .step(done: 34, total: 120, what: "Compiling\n{\"test\":"),
    ])
    tail.read()
    #expect(tail.progress == PhaseProgress(.build, done: 34, total: 120))
    try append(
      try [
        Model.Progress.phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(549),
        .test("A.B/c", .passed, seconds: 1), .test("A.B/d", .failed, seconds: nil),
      ].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined())
    tail.read()
    #expect(tail.progress == PhaseProgress(.test, done: 2, total: 549))
    let verdict = FirstVerdict(count: 2, passed: 2, failed: [], total: 549, seconds: 1)
    let told = try JSONEncoder().encode(Model.Progress.firstVerdict(verdict))
    try append(String(decoding: told, as: UTF8.self) + "\n")
    tail.read()
    #expect(tail.progress.verdict == verdict.words && tail.progress.done == 2)
    try append(String(decoding: try JSONEncoder().encode(Model.Progress.repeating(3)), as: UTF8.self) + "\n")
    tail.read()
    #expect(tail.progress.words() == "test, repeating 3 failed tests")
    try append(String(decoding: try JSONEncoder().encode(Model.Progress.afterwards), as: UTF8.self) + "\n")
    tail.read()
    #expect(tail.progress.words() == "its scripts afterwards")
  }

  @Test("how many tests there are is not told before all libraries have told theirs")
  func moreToCome() throws {
    let tail = ProgressTail(path)
    try tell([
      .phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(2, andMore: true),
      .test("A.B/c", .passed, seconds: 1),
    ])
    tail.read()
    #expect(tail.progress == PhaseProgress(.test, done: 1) && tail.progress.words() == "test, 1 test")
    try append(
      String(decoding: try JSONEncoder().encode(Model.Progress.testsAnnounced(12)), as: UTF8.self) + "\n")
    tail.read()
    #expect(tail.progress == PhaseProgress(.test, done: 1, total: 12))
  }

  @Test("it is told of each integration that runs, and of no other")
  func added() async throws {
    let progress = WatchProgress(state: StateFolder(path: scratch.path))
    let line = try JSONEncoder().encode(Model.Progress.phaseStarted(.test, expectedSeconds: nil))
    try scratch.leave("parser", 3, file: "progress.jsonl", String(decoding: line, as: UTF8.self) + "\n")
    var now = BotNow()
    now.running = [3, 4].map { BotNow.Running(number: $0, branch: "main", since: Date()) }
    let told = await progress.added(to: ["parser": now, "other": BotNow()])
    #expect(told["parser"]?.running.map(\.progress) == [PhaseProgress(.test), PhaseProgress()])
    #expect(told["other"] == BotNow())
  }

  @Test("a test counts once, however often it is told of, until all begin anew")
  func twice() throws {
    try tell([
      .phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(3),
      .test("A.A/one", .passed, seconds: 1), .test("A.A/\"two\"", .failed, seconds: 1),
      .test("A.A/one", .passed, seconds: 2), .test("A.A/three", .passed, seconds: nil),
    ])
    let tail = ProgressTail(path)
    tail.read()
    #expect(tail.progress.done == 3)
    try tell([.startingOver("why"), .test("A.A/one", .passed, seconds: 1)])
    tail.read()
    #expect(tail.progress.done == 1)
  }

  @Test("a line counts when it has ended; nonsense and endless lines count for nothing")
  func hostile() throws {
    try tell([.phaseStarted(.test, expectedSeconds: nil)], torn: #"{"test":{"#)
    let tail = ProgressTail(path)
    tail.read()
    #expect(tail.progress == PhaseProgress(.test))
    try append("}\n\u{0}{\"phase\n{\"phaseStarted\":7}\n" + String(repeating: "x", count: 200_000) + "\n")
    tail.read()
    #expect(tail.progress == PhaseProgress(.test, done: 1))
  }
}
