import Foundation
import Testing

@testable import Formats

@Suite("Records of any length")
struct RecordThinnerTests {
  private func thinned(_ text: String, _ limits: RecordLimits = RecordLimits()) throws -> [String: Any] {
    var found: [[UInt8]] = []
    var splitter = RecordSplitter(limits)
    for piece in Array((text + "\n").utf8).chunked(1009) {
      piece.withUnsafeBytes { bytes in splitter.add(bytes) { found.append(Array($0)) } }
    }
    try #require(found.count == 1)
    return try #require(JSONSerialization.jsonObject(with: Data(found[0])) as? [String: Any])
  }

  @Test("a long text keeps its beginning, and the keys on both sides of it stay")
  func text() throws {
    let long = String(repeating: "é\\n\\ud83d\\ude00", count: 60_000)
    let record = try thinned("{\"kind\":\"a\",\"text\":\"\(long)\",\"name\":\"b\"}")
    #expect(record["kind"] as? String == "a" && record["name"] as? String == "b")
    let kept = try #require(record["text"] as? String)
    #expect(kept.hasPrefix("é\n😀é") && kept.utf8.count < 70_000)
    #expect(RecordThinner.mark(of: kept) != nil)
  }

  @Test("a long list keeps its first members, and what follows it stays")
  func list() throws {
    let members = (0..<131_071).map { "{\"id\":\"[\($0)]\"}" }.joined(separator: ",")
    let record = try thinned("{\"cases\":[\(members)],\"name\":\"b\"}")
    #expect((record["cases"] as? [Any])?.count == 20_000)
    #expect(record["name"] as? String == "b")
  }
}

extension Array {
  func chunked(_ size: Int) -> [Self] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
