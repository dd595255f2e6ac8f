import Files
import Foundation
import Kit
import Model
import State
import StateKit
import Testing
import Web

@testable import Commands

@Suite("What runs, as it is told to who listens")
struct LiveTailTests {
  private let state: StateScratch
  private let folder: IntegrationFolder
  private let tail: LiveTail
  private let running = BotNow.Running(number: 7, branch: "main", since: Date(timeIntervalSince1970: 0))

  init() throws {
    state = try StateScratch()
    folder = StateFolder(path: state.path).integration("p", 7)
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    tail = LiveTail("p", 7, folder)
  }

  private struct Piece: Decodable, Equatable {
    var from: Int
    var to: Int
    var text: String
  }

  private struct Told: Decodable, Equatable {
    struct Ended: Decodable, Equatable {
      var id: String
      var outcome: String
    }

    var words: String?
    var test: String?
    var message: String?
    var place: String?
    var nth: Int?
    var count: Int?
    var tests: [Ended]?
  }

  private func add(_ bytes: some Sequence<UInt8>, to path: String? = nil) throws {
    let path = path ?? folder.log
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
  }

  private func add(_ progress: Model.Progress...) throws {
    for one in progress { try add(Array(try JSONEncoder().encode(one)) + [0x0A], to: folder.progress) }
  }

  private func look(isClose: Bool = true, isNew: Bool = false, hasEnded: Bool = false) -> [LiveEvent] {
    tail.look(running: running, isClose: isClose, isNew: isNew, hasEnded: hasEnded)
  }

  private func pieces(_ events: [LiveEvent]) throws -> [Piece] {
    try events.filter { $0.kind == .log }.map {
      try JSONDecoder().decode(Piece.self, from: Data($0.body.utf8))
    }
  }

  private func told(_ events: [LiveEvent], _ kind: LiveEvent.Kind) throws -> [Told] {
    try events.filter { $0.kind == kind }.map {
      #expect($0.bot == "p" && !$0.body.contains("\n"))
      return try JSONDecoder().decode(Told.self, from: Data($0.body.utf8))
    }
  }

  @Test("however a log is written, its pieces are whole lines, with no sign and no colour of them in two")
  func whole() throws {
    let lines = "==> test\n\u{1B}[31mrot: Größe\u{1B}[0m\n🧪 \u{1B}[1;38;5;208m日本語 é\u{1B}[0m\r\n\nend ü\n"
    #expect(try pieces(look()) == [], "there is no log yet")
    var heard: [Piece] = []
    for byte in lines.utf8 {
      try add([byte])
      heard += try pieces(look())
    }
    #expect(
      heard.map(\.text) == [
        "==> test\n", "\u{1B}[31mrot: Größe\u{1B}[0m\n",
        "🧪 \u{1B}[1;38;5;208m日本語 é\u{1B}[0m\r\n", "\n", "end ü\n",
      ])
    var end = 0
    for piece in heard {
      #expect(piece.from == end && piece.to == end + piece.text.utf8.count)
      end = piece.to
    }
    #expect(try pieces(look()) == [], "nothing is told twice")
    // What nobody ends is told at the end of all, as far as it is text.
    try add(Array("cut ü".utf8).dropLast())
    #expect(try pieces(look()) == [])
    let rest = try pieces(look(hasEnded: true))
    #expect(rest == [Piece(from: end, to: end + 5, text: "cut \u{FFFD}")])
  }

  @Test("of a log of 100 MB its end is told and no more of it is read; then what comes, to who comes as well")
  func much() throws {
    var block: [UInt8] = []
    while block.count < 1 << 20 { block += Array("[\(block.count)] Größe \u{1B}[31mrot\u{1B}[0m\n".utf8) }
    for _ in 0..<100 { try add(block) }
    let size = 100 * block.count
    let before = try Self.readByThisThread()
    let first = try pieces(look(isNew: true))
    let read = try Self.readByThisThread() - before
    #expect((1...200_000).contains(read), "\(read) bytes of \(size) were read")
    let piece = try #require(first.first)
    #expect(first.count == 1 && piece.to == size && size - piece.from <= 32 << 10)
    #expect(size - piece.from > 31 << 10 && piece.text.utf8.count == piece.to - piece.from)
    #expect(piece.text.hasPrefix("[") && !piece.text.contains("\u{FFFD}"))

    let line = "one more\n"
    try add(Array(line.utf8))
    #expect(try pieces(look()) == [Piece(from: size, to: size + line.utf8.count, text: line)])
    // Who comes now has heard nothing; what they are told says where it stands.
    let again = try pieces(look(isNew: true))
    #expect(again.count == 1 && again[0].text.hasSuffix("\n" + line) && again[0].to == size + line.utf8.count)
    // Much at once is told from where its last 32 KB begin, and says so.
    try add(block)
    let jumped = try pieces(look())
    #expect(jumped.count == 1 && jumped[0].from > size + line.utf8.count && jumped[0].text.hasPrefix("["))
    #expect(jumped[0].to == size + line.utf8.count + block.count)
  }

  /// How many bytes it ever read, of files and all else.
  private static func readByThisThread() throws -> Int {
    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst(7)))
  }

  @Test("phases are told when their words change, each failure once, and to who comes all that there were")
  func progress() throws {
    func failure(_ message: String, isKnown: Bool = false) -> Model.Progress {
      .failure(
        "T.S/a",
        TestFailure(message: message, file: "Tests/A.swift", line: 3, kind: .assertion, isKnown: isKnown))
    }
    #expect(try told(look(), .phase).map(\.words) == ["begins"])
    #expect(look() == [])
    try add(.phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(9))
    try add(.test("T.S/b", .passed, seconds: 0.5), failure("1 ≠ 2"), failure("so be it", isKnown: true))
    let events = look()
    #expect(try told(events, .phase).map(\.words) == ["test, 1 of 9 tests"])
    #expect(try told(events, .test).flatMap { $0.tests ?? [] } == [.init(id: "T.S/b", outcome: "passed")])
    let first = Told(test: "T.S/a", message: "1 ≠ 2", place: "Tests/A.swift:3", nth: 1)
    func shown(_ events: [LiveEvent]) throws -> [Told] {
      try told(events, .failure).map {
        Told(test: $0.test, message: $0.message, place: $0.place, nth: $0.nth)
      }
    }
    #expect(try shown(events) == [first])
    #expect(look() == [])
    #expect(try shown(look(isNew: true)) == [first])
    #expect(try told(look(isNew: true), .phase).count == 1)
    // What is known is no failure: who lists them counts as the page does.
    try add(failure("3 ≠ 4"))
    #expect(try shown(look()).map(\.nth) == [2] && shown(look(isNew: true)).map(\.nth) == [1, 2])
  }

  @Test("what happened while nobody looked closely is told when somebody does, in whole lines too")
  func meanwhile() throws {
    try add(Array("one\n".utf8))
    try add(.phaseStarted(.test, expectedSeconds: nil), .testsAnnounced(40))
    #expect(try pieces(look()).map(\.text) == ["one\n"])
    try add(Array("two\n".utf8))
    for number in 1...30 { try add(.test(TestID("T.S/test\(number)"), .passed, seconds: nil)) }
    try add(.failure("T.S/x", TestFailure(message: "m", file: nil, line: nil, kind: .crash)))
    #expect(look(isClose: false).map(\.kind) == [.phase])
    try add(Array("thr".utf8))
    let events = look()
    #expect(try pieces(events) == [Piece(from: 4, to: 8, text: "two\n")])
    #expect(try told(events, .failure).map(\.message) == ["m"])
    // The last ones, where there are many.
    let tests = try told(events, .test).flatMap { $0.tests ?? [] }
    #expect(tests.map(\.id) == (11...30).map { "T.S/test\($0)" })
  }
}
