import Inflating
import Testing

@Suite("What gzip packs")
struct GzipTests {
  private func packed(_ bytes: [UInt8], parts: Int) -> [UInt8] {
    let packer = GzipPacker()
    var packed: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: max(1, bytes.count / parts)) {
      packed += packer.add(Array(bytes[start..<min(bytes.count, start + max(1, bytes.count / parts))]))
    }
    return packed + packer.end()
  }

  private func unpacked(_ bytes: [UInt8], parts: Int) throws -> [UInt8]? {
    let unpacker = GzipUnpacker()
    var found: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: parts) {
      let part = Array(bytes[start..<min(bytes.count, start + parts)])
      guard try unpacker.unpack(part, { found += $0 }) else { return nil }
    }
    return unpacker.isWhole ? found : nil
  }

  @Test("comes back as it was, in whatever parts", arguments: [0, 1, 1000, 300_000])
  func whole(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    for parts in [1, 7, 100_000] {
      #expect(try unpacked(packed(bytes, parts: 3), parts: parts) == bytes)
    }
  }

  @Test("a million zeros come back, though they are packed in a few bytes")
  func zeros() throws {
    let bytes = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try unpacked(packed(bytes, parts: 1), parts: 1 << 18) == bytes)
  }

  @Test("is nothing where it is cut short, changed or goes on")
  func broken() throws {
    let bytes = packed(Array("hello hello hello".utf8), parts: 1)
    for end in 0..<bytes.count { #expect(try unpacked(Array(bytes[..<end]), parts: 9) == nil) }
    #expect(try unpacked(bytes + [0], parts: 1000) == nil)
    var changed = bytes
    changed[bytes.count - 6] ^= 1
    #expect(try unpacked(changed, parts: 9) == nil)
  }
}
