/// A small gray picture, as the bytes of a PNG file.
struct Picture {
  private static let (width, height) = (60, 40)
  let bytes: [UInt8]

  init(_ shade: (Int, Int) -> UInt8) {
    var rows: [UInt8] = []
    for y in 0..<Self.height { rows += [0] + (0..<Self.width).map { shade($0, y) } }
    // One block, stored as it is.
    let count = UInt16(rows.count)
    let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
    let packed = [0x78, 0x01, 0x01, low, high, ~low, ~high] + rows + Self.big(Self.adler(rows))
    let head = Self.big(UInt32(Self.width)) + Self.big(UInt32(Self.height)) + [8, 0, 0, 0, 0]
    bytes =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head) + Self.chunk("IDAT", packed)
      + Self.chunk("IEND", [])
  }

  private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(kind.utf8) + content
    return big(UInt32(content.count)) + checked + big(crc(checked))
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65521
      return (a, (sums.1 + a) % 65521)
    }
    return b << 16 | a
  }
}
