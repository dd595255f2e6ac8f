import Inflating
import Testing

@Suite("What was compressed")
struct InflatedTests {
  /// `hello hello hello hello`, as zlib packs it.
  private let packed: [UInt8] = [
    0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0x01, 0x68, 0x03, 0x08, 0xb1,
  ]

  @Test("comes back as it was")
  func whole() {
    #expect(inflated(packed[...], count: 23) == Array("hello hello hello hello".utf8))
  }

  @Test("is nothing where it comes to another size, is cut short or changed", arguments: 0..<16)
  func broken(place: Int) {
    var changed = packed
    changed[place] ^= 0x5a
    let found = inflated(changed[...], count: 23)
    #expect(found == nil || found == Array("hello hello hello hello".utf8))
    #expect(inflated(packed[..<place], count: 23) == nil)
    #expect(inflated(packed[...], count: place) == nil)
  }

  @Test("sets nothing aside for a size that cannot be")
  func tooLarge() {
    #expect(inflated(packed[...], count: .max) == nil)
    #expect(inflated(packed[...], count: -1) == nil)
  }
}
