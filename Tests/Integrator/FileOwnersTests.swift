import Files
import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite("Whose a file is that tests left")
struct FileOwnersTests {
  private static func row(_ suite: String, _ name: String) -> TestCase {
    TestCase(id: TestID("T.\(suite)/\(name)"), library: .xctest, target: "T", suite: suite, name: name)
  }

  private static let rows = [
    row("A", "testOne"), row("A", "testTwo"), row("B", "testOne"), row("S", "foo(_:)"),
  ]

  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder("owners") }

  /// `moments`: from and to, in seconds from when the file was made.
  private func owners(
    _ name: String, _ moments: [(Double, Double?)], grain: Double? = 0.02, alone: TestID? = nil
  ) throws -> [String] {
    let place = scratch.path + "/" + UUID().uuidString
    let path = place + "/" + name
    try makeFolder((path as NSString).deletingLastPathComponent)
    try publish([1], as: path)
    let file = try #require(FileTree.look(below: place).found.first)
    let ran = zip(Self.rows, moments).map { row, moment in
      TestMoment(test: row.id, from: file.changed + moment.0, to: moment.1.map { file.changed + $0 })
    }
    let owners = FileOwners(Self.rows, moments: ran, alone: alone, grain: grain)
    return owners.candidates(file).map { String($0.rawValue.dropFirst(2)) }
  }

  @Test("the only one that ran when it was made and changed")
  func time() throws {
    #expect(try owners("x", [(-9, -8), (-1, 1), (2, 3)]) == ["A/testTwo"])
    #expect(try owners("x", [(-9, -8), (-1, nil)]) == ["A/testTwo"])
    #expect(try owners("x", [(-9, -8), (2, 3)]) == [])
    #expect(try owners("x", [(-1, 1), (-1, 1)]) == ["A/testOne", "A/testTwo"])
    // Its time may be some ticks too early.
    #expect(try owners("x", [(-1, -0.001), (0.001, 1)]) == ["A/testOne", "A/testTwo"])
    #expect(try owners("x", [(-1, -0.1), (0.001, 1)]) == ["A/testTwo"])
  }

  @Test("what one made and another one changed is of none of them")
  func changedLater() {
    let moments = zip(Self.rows, [(-1.0, 1.0), (1.001, 3), (3.001, 9)]).map { row, moment in
      TestMoment(test: row.id, from: moment.0, to: moment.1)
    }
    let owners = FileOwners(Self.rows, moments: moments, grain: 0.02)
    func candidates(_ changed: Double) -> [String] {
      owners.candidates("log.txt", born: 0, changed: changed).map { String($0.rawValue.dropFirst(2)) }
    }
    #expect(candidates(0.1) == ["A/testOne"])
    // A tick too early it looks as if the first had changed it.
    #expect(candidates(0.999) == ["A/testOne", "A/testTwo"])
    #expect(candidates(2) == ["A/testOne", "A/testTwo"])
    #expect(candidates(5) == ["A/testOne", "B/testOne"])
  }

  @Test("where times cannot be compared, any of them may be meant")
  func noTime() throws {
    #expect(try owners("x", [(-9, -8), (-1, 1)], grain: nil) == ["A/testOne", "A/testTwo"])
  }

  @Test("a folder of its name says it, whatever the time; of namesakes the suite or the time tells which")
  func folder() throws {
    #expect(try owners("testTwo/x", [(-1, 1), (5, 6)]) == ["A/testTwo"])
    #expect(try owners("deep/foo/er/x", [(-1, 1)]) == ["S/foo(_:)"])
    #expect(try owners("testOne/x", [(-1, 1), (5, 6), (5, 6)]) == ["A/testOne"])
    #expect(try owners("testOne/x", [(-1, 1), (5, 6), (-1, 1)]) == ["A/testOne", "B/testOne"])
    #expect(try owners("B/testOne/x", [(-1, 1), (5, 6), (7, 8)]) == ["B/testOne"])
    // Its own name is not a folder around it.
    #expect(try owners("testTwo", [(-1, 1), (5, 6)]) == ["A/testOne"])
  }

  @Test("of several that ran then, the one whose name the file begins with")
  func name() throws {
    let both: [(Double, Double?)] = [(-1, 1), (-1, 1)]
    #expect(try owners("testTwo.1.png", both) == ["A/testTwo"])
    #expect(try owners("testTwo", both) == ["A/testTwo"])
    #expect(try owners("testTwoOther.png", both).count == 2)
    #expect(try owners("testOne-a.png", [(-1, 1), (-1, 1), (-1, 1)]).count == 3)
  }

  @Test("what ran alone left all")
  func alone() throws {
    #expect(try owners("testTwo/x", [(5, 6)], grain: nil, alone: "T.A/testOne") == ["A/testOne"])
  }

  @Test("XCTest's times are those of any zone, and told by when the line arrived")
  func zones() throws {
    let line = "Test Case 'A.testOne' started at 2026-11-20 09:23:37.391\n"
    let entries = TestList.read(Array("Listing 1 test in x:\n\nT.A/testOne\n".utf8)).entries
    // 2026-11-20 09:23:37.391 UTC
    let shown = 1_795_166_617.391
    for (heard, began) in [
      (shown + 0.2, shown), (shown + 200, shown), (shown - 7200 + 0.2, shown - 7200),
      (shown + 20_700 + 1, shown + 20_700),
    ] {
      var console = XCTestConsole(
        announced: entries, sources: SourceMap(packageFolder: "/p", targets: []))
      console.heardAt = heard
      Array(line.utf8).withUnsafeBytes { console.read($0) }
      let moment = try #require(console.moments.first)
      #expect(abs(moment.from - began) < 0.001 && moment.to == nil && moment.test == "T.A/testOne")
      Array("Test Case 'A.testOne' passed (1.5 seconds)\n".utf8).withUnsafeBytes { console.read($0) }
      #expect(console.moments.first?.to.map { abs($0 - began - 1.5) < 0.001 } == true)
    }
  }
}
