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
    map.tests = [
      TestMap.Test(id: "T.A/a", outcome: .passed, mark: "t", traces: [0, 2], measuredAt: "0123"),
      TestMap.Test(id: "T.A/b", outcome: .crashed, mark: "t", traces: [1], measuredAt: "former"),
      TestMap.Test(id: "T.A/c", outcome: .passed, mark: "", traces: [], measuredAt: "0123"),
    ]
    return map
  }

  @Test("comes back as it was")
  func whole() throws { #expect(TestMapJSON.decode(try TestMapJSON.encode(map)) == map) }

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
