import Foundation
import Testing
import Words

@testable import Publishing

@Suite("What comes with every page")
struct AssetTests {
  @Test("the style and the script are small")
  func small() throws {
    let sizes = try SiteTemplates(user: nil).assets().map(\.bytes.count)
    #expect(sizes.count == 2 && sizes.reduce(0, +) < 60_000, "\(sizes)")
  }

  @Test("what the script adds to a page has a sign in place of the same characters as what pages have")
  func unseen() throws {
    let script = try #require(try SiteTemplates(user: nil).assets().first { $0.name.hasSuffix(".js") })
    let text = String(decoding: script.bytes, as: UTF8.self)
    let found = try #require(text.firstMatch(of: /shown = \(text\) => text.replace\(\/(\[[^\]]+\])\/gu/))
    let pattern = try Regex(String(found.output.1)).matchingSemantics(.unicodeScalar)
    for value in [0..<0x3100, 0xFE00..<0x1_0100, 0xD_FF00..<0xE_0200].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar != "\t", scalar != "\n" else { continue }
      let isSign = try pattern.wholeMatch(in: String(scalar)) != nil
      #expect(isSign == UnseenCharacter.isOne(scalar), "U+\(String(value, radix: 16))")
    }
  }
}
