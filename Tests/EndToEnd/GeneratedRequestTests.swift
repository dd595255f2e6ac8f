import Foundation
import Kit
import Testing

@Suite("Generated requests")
struct GeneratedRequestTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// `BOTHY_GENERATED=100000` for longer, each time with other ones; `BOTHY_GENERATED_SEED` for one again.
  @Test("whatever comes over many connections, right requests are answered and nothing is given away or done")
  func generated() async throws {
    let asked = Self.environment["BOTHY_GENERATED"].flatMap { Int($0) }
    let told = Self.environment["BOTHY_GENERATED_SEED"].flatMap { UInt64($0) }
    let seed = told ?? (asked == nil ? 1 : UInt64.random(in: 0...UInt64(UInt32.max)))
    let served = try Served()
    defer { served.scratch.remove() }
    let made = try await served.bothy("token", "create", "r", "--role", "reader")
    let token = made.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    let count = asked ?? 1500
    // Some 150 of them are heard in a second.
    try await served.run(limitSeconds: 600 + Double(count) / 20) { id in
      let state = URL(fileURLWithPath: served.state)
      let before = try FolderSnapshot(of: state)
      let open = try Self.descriptors(of: id)
      var counts: [Int: Int] = [:]
      var comings = 0
      for first in stride(from: 0, to: count, by: 500) {
        let all = (first..<min(count, first + 500)).map {
          ($0, GeneratedRequests(seed: seed, number: $0, token: token))
        }
        let crowd = Crowd(port: served.port)
        for ((number, requests), told) in zip(all, crowd.hear(all.map(\.1.talk))) {
          var answer = told
          // Where the machine is busy one of so many may be told to come again: so it does, alone.
          if answer.text.contains("come again.") {
            comings += 1
            answer = crowd.hear([requests.talk])[0]
          }
          for status in answer.statuses { counts[status, default: 0] += 1 }
          for trouble in requests.troubles(answer, secrets: [Served.secret, token, "root:x:"]) {
            Issue.record(
              "seed \(seed), \(number): \(trouble): \(answer.statuses): \(answer.text.prefix(600))")
          }
        }
        #expect(served.get("/").body.contains("All bots"), "seed \(seed), after \(first)")
        #expect(ServeTests.megabytes(of: id) < 100, "seed \(seed), after \(first)")
      }
      #expect(comings <= 2 + count / 1000, "seed \(seed): too often told to come again")
      let isFree = try await eventually { try Self.descriptors(of: id) <= open + 10 }
      #expect(isFree, "seed \(seed): connections stay open, of \(open) before")
      // Tokens that were damaged are written down as refused.
      let changes = before.changes(to: try FolderSnapshot(of: state)).filter { !$0.hasPrefix("audit") }
      #expect(changes.filter { !$0.hasPrefix(".: ") } == [], "seed \(seed)")
      if asked != nil { print("seed \(seed): \(counts), \(ServeTests.megabytes(of: id)) MB") }
    }
  }

  @Test(
    "what is generated is damaged in most cases, the same for the same seed, and there to be expected else")
  func generator() {
    let all = (0..<400).map { GeneratedRequests(seed: 7, number: $0, token: "t") }
    let again = (0..<400).map { GeneratedRequests(seed: 7, number: $0, token: "t") }
    #expect(all.map(\.pieces) == again.map(\.pieces))
    #expect((60...140).contains(all.count { $0.expected != nil }))
    #expect(Set(all.map { $0.pieces.count }).count == 8)
  }

  private static func descriptors(of id: Int32) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count
  }
}
