import Coverage
import Formats
import Kit
import Model
import Testing

@Suite("The map of who tests what, as it is kept")
struct TestMapJSONTests {
  private var map: TestMap {
    var map = TestMap(commit: "0123", mark: "rest")
    map.integration = 7
    map.functions = (0..<3).map { index in
      TestMap.Function(
        path: PackagePath("Sources/\(index % 2).swift"), symbol: "$s\(index)", name: "f\(index)()",
        line: 10 * index + 1, mark: "\(index)", code: "c\(index)")
    }
    map.traces = [
      TestMap.Trace(function: 0, lines: []), TestMap.Trace(function: 2, lines: [0...0, 2...7, 9...9]),
      TestMap.Trace(function: 1, lines: [-2...3]),
    ]
    map.before = [0, 2]
    map.files = ["", ".", "Sources/a b.swift"].map { FileRead(path: $0, mark: "of \($0)") }
    map.tests = [
      TestMap.Test(id: "T.A/a", outcome: .passed, mark: "t", traces: [0, 2], measuredAt: "0123"),
      TestMap.Test(
        id: "T.A/b", outcome: .crashed, mark: "t", traces: [1], measuredAt: "former", read: [0, 2]),
      TestMap.Test(id: "T.A/c", outcome: .passed, mark: "", traces: [], measuredAt: "0123", read: [1]),
    ]
    return map
  }

  @Test("comes back as it was")
  func whole() throws { #expect(TestMapJSON.decode(try TestMapJSON.encode(map)) == map) }

  @Test("a journal adds what was measured since, as far as its writer came")
  func journal() throws {
    let new = [
      MeasuredTest(
        id: "T.A/b", outcome: .failed, mark: "u", executed: [ExecutedFunction(function: 0, lines: [])],
        failsAlone: "nobody counted"),
      MeasuredTest(
        id: "T.A/d", outcome: .passed, mark: "t",
        executed: [ExecutedFunction(function: 1, lines: [-2...3, 5...5])],
        read: [FileRead(path: ".", mark: "of ."), FileRead(path: ".", mark: "another")]),
    ]
    let head = try TestMapJSON.encode(map) + [UInt8(ascii: "\n")]
    let lines = try new.map(TestMapJSON.line)
    let found = try #require(TestMapJSON.decode(journal: head + lines.joined()))
    #expect(found.map == map.adding(new) && found.since == ["T.A/b", "T.A/d"])
    #expect(found.map.tests.map(\.id) == ["T.A/a", "T.A/b", "T.A/c", "T.A/d"])
    #expect(found.map.test("T.A/b")?.failsAlone == "nobody counted")
    #expect(found.map.test("T.A/b")?.read == [] && found.map.test("T.A/d")?.read == [1, 3])
    #expect(found.map.test("T.A/d")?.traces.map { found.map.traces[$0].lines } == [[-2...3, 5...5]])
    #expect(TestMapJSON.decode(try TestMapJSON.encode(found.map)) == found.map)
    for end in lines[1].indices {
      let cut = try #require(TestMapJSON.decode(journal: head + lines[0] + lines[1][..<end]))
      #expect(cut.since == (end == lines[1].count - 1 ? ["T.A/b", "T.A/d"] : ["T.A/b"]))
    }
    #expect(TestMapJSON.decode(journal: Array(head.dropLast())) == nil)
  }

  @Test("is nothing where it is cut, of another version or not in agreement with itself")
  func broken() throws {
    let bytes = try TestMapJSON.encode(map)
    for end in bytes.indices { #expect(TestMapJSON.decode(Array(bytes[..<end])) == nil) }
    let text = String(decoding: bytes, as: UTF8.self)
    for (old, new) in [
      (#""schema":2"#, #""schema":1"#), (#""traces":[1]"#, #""traces":[3]"#),
      (#""traces":[1]"#, #""traces":[-1]"#), (#""traces":[1]"#, #""traces":[9223372036854775807]"#),
      (#"[2,0,0"#, #"[3,0,0"#), (#"[2,0,0"#, #"[2,9223372036854775807,0"#), (#"[2,0,0"#, #"[2,0"#),
      (#""before":[0,2]"#, #""before":[2,2]"#), (#""symbols":["#, #""symbols":["more","#),
      (#""codes":["#, #""codes":["more","#),
    ] {
      #expect(text.contains(old))
      #expect(TestMapJSON.decode(Array(text.replacing(old, with: new).utf8)) == nil, "\(new)")
    }
  }

  @Test("can be changed in any byte and is read or refused")
  func mutated() throws {
    let bytes = try TestMapJSON.encode(map)
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0..<3 {
        changed[Int.random(in: bytes.indices, using: &random)] = .random(in: 32...126, using: &random)
      }
      guard let map = TestMapJSON.decode(changed) else { continue }
      #expect(map.tests.allSatisfy { $0.traces.allSatisfy(map.traces.indices.contains) })
    }
  }
}
