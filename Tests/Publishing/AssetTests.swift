import Testing

@testable import Publishing

@Suite("What comes with every page")
struct AssetTests {
  @Test("the style and the script are small")
  func small() throws {
    let sizes = try SiteTemplates(user: nil).assets().map(\.bytes.count)
    #expect(sizes.count == 2 && sizes.reduce(0, +) < 60_000, "\(sizes)")
  }
}
