import Files
import Kit
import Model
import State
import Testing

@testable import Integrator

@Suite struct LogTests {
  private func log(in scratch: ScratchFolder, _ body: (Log) -> Void) throws -> String {
    let folder = IntegrationFolder(scratch.path)
    body(try Log(folder: folder, limitMegabytes: 1))
    return String(decoding: contents(of: folder.log) ?? [], as: UTF8.self)
  }

  private func write(_ text: String, to part: LogPart) {
    part.write(Array(text.utf8))
  }

  @Test("of two that write at once each reads as if it had written alone")
  func parts() throws {
    let scratch = try ScratchFolder("log")
    defer { scratch.remove() }
    let text = try log(in: scratch) { log in
      let (first, second) = (LogPart(log, isItsTurn: true), LogPart(log))
      write("half a ", to: first)
      second.write(line: "$ second")
      write("one\ntw", to: second)
      write("line", to: first)
      write("o", to: second)
      second.write(line: "[said]")
      second.takeTurn()
      write("live", to: second)
    }
    #expect(text == "half a line\n$ second\none\ntwo\n[said]\nlive")
  }

  @Test("of a test that hung it is told which limit was over, and then where")
  func hung() throws {
    let scratch = try ScratchFolder("log")
    defer { scratch.remove() }
    var test = TestCase(
      id: "T.S/a", library: .xctest, target: "T", suite: "S", name: "a", outcome: .timedOut)
    test.failures = [
      TestFailure(
        message: "Timed out: its limit of 4 s was over, and it was ended by Bothy", file: nil, line: nil,
        kind: .timeout)
    ]
    test.stack = [StackFrame(function: "wait()", file: "Sources/A.swift", line: 3, column: nil)]
    let text = try log(in: scratch) { log in LogPart(log, isItsTurn: true).tell(blamed: test) }
    #expect(
      text.hasPrefix(
        "[Timed out: its limit of 4 s was over, and it was ended by Bothy]\n[It hung in wait() at "))
  }

  @Test("of what waited until others had been written nobody knows when it was printed")
  func times() throws {
    let scratch = try ScratchFolder("log")
    defer { scratch.remove() }
    let text = try log(in: scratch) { log in
      let part = LogPart(log)
      log.write(line: "first")
      write("waited\n", to: part)
      log.write(line: "second")
      part.takeTurn()
      write("live\n", to: part)
    }
    let times = LogTimes(contents(of: IntegrationFolder(scratch.path).logTimes) ?? [])
    func isKnown(_ line: String) throws -> Bool {
      let place = try #require(text.firstRange(of: line)).lowerBound
      return times.tenths(at: text.utf8.distance(from: text.startIndex, to: place)) != nil
    }
    #expect(try ["first", "waited", "second", "live"].map(isKnown) == [true, false, true, true])
  }

  @Test("what waits counts towards the limit, and what is cut is told")
  func limit() throws {
    let scratch = try ScratchFolder("log")
    defer { scratch.remove() }
    let piece = String(repeating: "x", count: (1 << 19) - 1) + "\n"
    var sentence: String?
    let text = try log(in: scratch) { log in
      let (first, second) = (LogPart(log, isItsTurn: true), LogPart(log))
      write(piece, to: second)
      write(piece, to: first)
      write(piece, to: first)
      write(piece, to: second)
      second.takeTurn()
      sentence = log.closing()
    }
    #expect(text.hasPrefix(piece + piece + "[The log was cut after 1 MB; 1048576 more bytes"))
    #expect(sentence.map { text.hasSuffix("[\($0)]\n") } == true)
  }
}
