import Foundation
import Kit
import Model
import Testing

@testable import Formats

/// Nothing a process prints may stop a reader.
@Suite("Hostile input")
struct HostileInputTests {
  /// Cut, shuffled by lines, sprinkled with random bytes.
  static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    if Bool.random(using: &random) { lines.shuffle(using: &random) }
    lines = Array(lines.prefix(Int.random(in: 1...60, using: &random)))
    var damaged = Array(lines.joined(separator: [10]))
    for _ in 0..<Int.random(in: 0...20, using: &random) where !damaged.isEmpty {
      let at = damaged.indices.randomElement(using: &random) ?? 0
      if Bool.random(using: &random) {
        damaged[at] = UInt8.random(in: 0...255, using: &random)
      } else {
        damaged.remove(at: at)
      }
    }
    return Array(damaged.prefix(Int.random(in: 0...max(damaged.count, 1), using: &random)))
  }

  @Test("two thousand damaged inputs leave every reader standing", .slow, arguments: 0..<4)
  func fuzz(part: Int) {
    var random = SeededRandom(seed: UInt64(part))
    let inputs = [
      "console.txt", "stream.jsonl", "build-Notes.txt", "crash-words.txt", "crash-testArray.json",
    ]
    .map { Captured.bytes($0) }
    let announced = TestList.read(Captured.bytes("console.list")).entries
    for round in 0..<500 {
      let bytes = Self.damaged(inputs[round % inputs.count], &random)
      let chunk = Int.random(in: 1...2000, using: &random)
      let console = Captured.console(bytes, announced: round % 2 == 0 ? announced : [], chunk: chunk)
      #expect(console.cases.count <= 100)
      _ = console.running
      _ = Captured.stream(bytes, chunk: chunk).cases
      _ = Captured.diagnostics(bytes, chunk: chunk).diagnostics
      _ = try? CrashReport.read(json: bytes, sources: Captured.crash)
      _ = CrashReport.read(text: bytes, sources: Captured.crash)
      _ = TestList.read(bytes)
    }
  }

  /// Lines of any length that invite a reader to look at the same bytes again and again.
  static let longLines: [@Sendable (Int) -> String] = [
    { String(repeating: "\u{1B}]8;;file:///a", count: $0 / 15) },
    { "\u{1B}]" + String(repeating: "\u{1B}]", count: $0 / 2) },
    { ">>> referenced by " + String(repeating: "(/a", count: $0 / 3) },
    {
      "*** Program crashed: Aborted at 0x1 ***\nThread 0 crashed:\n1 "
        + String(repeating: "[a] ", count: $0 / 4) + "x"
    },
    { "1" + String(repeating: " ", count: $0) + "0y" },
    { "/a/b.swift:1: Test Case 'T.testA' measured [" + String(repeating: "] average: ", count: $0 / 12) },
    { String(repeating: "a: error: ", count: $0 / 10) },
    { String(repeating: "Test Case '", count: $0 / 12) + " seconds)" },
    { "[1/" + String(repeating: "1", count: $0) }, { String(repeating: "`", count: $0) },
  ]

  @Test("four times as long a line takes no sixteen times as long", arguments: longLines.indices)
  func longLine(index: Int) {
    func read(_ count: Int) {
      let running =
        "Test Suite 'All tests' started at 2026-11-20 07:06:48.910\n"
        + "Test Case 'T.testA' started at 2026-11-20 07:06:48.974\n"
      let bytes = Array((running + Self.longLines[index](count) + "\n").utf8)
      _ = Captured.console(bytes, announced: [], chunk: 4096).cases
      _ = Captured.diagnostics(bytes, chunk: 4096).diagnostics
      _ = CrashReport.read(text: bytes, sources: Captured.crash)
      _ = TestList.read(bytes)
    }
    let growth = Work.growth(below: 10, from: { read(15_000) }, to: { read(60_000) })
    #expect(growth < 10, "\(growth) times as long")
  }

  @Test("a link that a tool writes for a terminal is no part of what it says")
  func links() {
    let text = "\u{1B}]8;;file:///a/b.swift\u{1B}\\/a/b.swift:1:2: error: wrong\u{1B}]8;;\u{07}\n"
    let found = Captured.diagnostics(Array(text.utf8), chunk: 64).diagnostics
    #expect(found.map(\.message) == ["wrong"] && found.first?.file == "/a/b.swift")
  }

  @Test("a reader of lines gives back every byte, at any cut", arguments: [1, 3, 64, 1000])
  func lines(chunk: Int) {
    let bytes = Captured.bytes("console.txt")
    var splitter = LineSplitter()
    var lines: [[UInt8]] = []
    bytes.inChunks(of: chunk) { splitter.add($0) { lines.append(Array($0)) } }
    splitter.finish { lines.append(Array($0)) }
    #expect(lines == bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map(Array.init))
  }

  @Test("a line without end is cut to its head and its tail")
  func endless() throws {
    var splitter = LineSplitter(limit: 1000)
    var lines: [String] = []
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    for _ in 0..<50 { block.withUnsafeBytes { splitter.add($0) { _ in Issue.record("no line has ended") } } }
    Array("end\nnext".utf8).withUnsafeBytes { splitter.add($0) { lines.append($0.repairedText) } }
    splitter.finish { lines.append($0.repairedText) }
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("xend"))
    #expect(lines[0].contains("[4999003 bytes left out]"))
    #expect(lines[0].utf8.count < 1100)
    #expect(lines[1] == "next")
  }

  @Test("lines of no shape between diagnostics are passed over, and end an excerpt")
  func plainLines() {
    let noise = String(repeating: "plugin: says: something\nxx\n", count: 1000)
    let text = noise + "/p/A.swift:1:2: error: bad\n1 | code\n" + noise + "2 | no code\nwarning: late\n"
    let told = Captured.diagnostics(Array(text.utf8)).diagnostics
    #expect(told.map(\.message) == ["bad", "late"])
    #expect(told.first?.details == ["1 | code"])
  }

  @Test("a cut never splits a character")
  func characters() {
    var kept = KeptOutput(limit: 101)
    kept.append(String(repeating: "ü€", count: 5000))
    #expect(!kept.text.contains("\u{FFFD}"))
  }

  @Test(
    "paths that try to leave the package have no place",
    arguments: [
      "/lab/Console/../Other/X.swift", "/lab/ConsoleX/X.swift", "/lab/Console", "../X.swift", "", "/",
      "GeoTests/",
      "/lab/Console/.build/x/runner.swift", "/../../X.swift", "Nested/Namespaces.swift",
    ])
  func paths(path: String) {
    #expect(Captured.console.place(path) == nil)
  }

  @Test("a file of one name in two folders of a module has no place, as it can't be told which it is")
  func ambiguous() {
    let map = SourceMap(
      packageFolder: "/p", targets: [("M", "Sources/M", ["A/X.swift", "B/X.swift", "Y.swift"])])
    #expect(map.place("M/X.swift") == nil)
    #expect(map.place("M/Y.swift") == "Sources/M/Y.swift")
    #expect(map.place("/p/./Sources//M/A/X.swift") == "Sources/M/A/X.swift")
    #expect(map.place("Sources/M/B/X.swift") == "Sources/M/B/X.swift")
  }
}
