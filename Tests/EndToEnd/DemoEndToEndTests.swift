import Foundation
import Kit
import Testing

/// What a newcomer sees first.
@Suite("The demonstration")
struct DemoEndToEndTests {
  @Test("it shows green, red, a crash, both mended and more lines tested, and its pages can be made again")
  func demo() async throws {
    try await BadInputWorld.with("demo") { world in
      let end = try await world.bothy("demo", "kitchen", "--bots", "none", with: SharedModules.none)
      #expect(end.status == 0, "\(end.errorText.suffix(2000))")
      let said = end.outputText
      let sentences = [
        "succeeded: 1 test passed. 8 lines did not run", "1 of 3 tests failed",
        "1 of 5 tests failed, 1 crashed", "2 resolved, compared with #3", "8 did not in #4",
      ]
      for sentence in sentences { #expect(said.contains(sentence), "\(sentence) is missing") }
      #expect(end.outputText.contains("/site/bots/local-kitchen/index.html"))
      let next = end.outputText.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix("bothy ") }
      #expect(next.count == 3, "\(end.outputText)")
      let copier = try Copier(world)
      for command in next { try await copier.run(String(command), expecting: 0) }
      let page = world.state + "/site/bots/local-kitchen/2/index.html"
      let before = try Data(contentsOf: URL(fileURLWithPath: page))
      try FileManager.default.removeItem(atPath: world.state + "/site")
      let rendered = try await world.bothy("render")
      #expect(rendered.status == 0, "\(rendered.errorText)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: page)) == before)
      expectSentence(try await world.bothy("demo", "kitchen"), status: 2, "something is there already")
    }
  }
}
