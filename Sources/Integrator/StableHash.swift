/// A short name for a text, the same on every machine and in every version.
enum StableHash {
  static func hex(_ text: String) -> String {
    var a: UInt64 = 0xcbf2_9ce4_8422_2325
    var b: UInt64 = 0x8422_2325_cbf2_9ce4
    for byte in text.utf8 {
      a = (a ^ UInt64(byte)) &* 0x100_0000_01b3
      b = (b &+ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15
      b ^= b >> 29
    }
    return [a, b].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
