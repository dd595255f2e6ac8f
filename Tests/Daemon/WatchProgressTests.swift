import Foundation
import Model
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
    #expect(tail.phase == nil && tail.done == nil && tail.total == nil)
    try tell([
      .phaseStarted(.build, expectedSeconds: 3), .step(done: 1, total: 120, what: "Compiling"),
      .note("so"), .step(done: 34, total: 120, what: "Compiling\n{\"test\":"),
    ])
    tail.read()
    #expect(tail.phase == .build && tail.done == 34 && tail.total == 120)
    try append(
      try [
        Model.Progress.phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(549),
        .test("A.B/c", .passed, seconds: 1), .test("A.B/d", .failed, seconds: nil),
      ].map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined())
    tail.read()
    #expect(tail.phase == .test && tail.done == 2 && tail.total == 549)
  }

  @Test("a line counts when it has ended; nonsense and endless lines count for nothing")
  func hostile() throws {
    try tell([.phaseStarted(.test, expectedSeconds: nil)], torn: #"{"test":{"#)
    let tail = ProgressTail(path)
    tail.read()
    #expect(tail.phase == .test && tail.done == nil)
    try append("}\n\u{0}{\"phase\n{\"phaseStarted\":7}\n" + String(repeating: "x", count: 200_000) + "\n")
    tail.read()
    #expect(tail.phase == .test && tail.done == 1)
  }
}
