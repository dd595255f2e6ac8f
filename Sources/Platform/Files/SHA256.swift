import Foundation

/// The checksum that artifacts are told with (FIPS 180-4).
public enum SHA256 {
  public static func hex(_ bytes: [UInt8]) -> String {
    var state = start
    let whole = bytes.count - bytes.count % 64
    bytes.withUnsafeBytes { mix(UnsafeRawBufferPointer(rebasing: $0[..<whole]), into: &state) }
    return end(state, tail: Array(bytes[whole...]), count: bytes.count)
  }

  /// Of a file, which may be larger than memory, and how long it is.
  public static func hex(ofFile path: String) throws -> (hex: String, bytes: Int) {
    var (state, total) = (start, 0)
    var tail: [UInt8] = []
    try eachPart(of: path) { part in
      total += part.count
      let whole = part.count - part.count % 64
      part.withUnsafeBytes { mix(UnsafeRawBufferPointer(rebasing: $0[..<whole]), into: &state) }
      tail = Array(part[whole...])
    }
    return (end(state, tail: tail, count: total), total)
  }

  private static func end(_ mixed: [UInt32], tail: [UInt8], count: Int) -> String {
    var (state, tail) = (mixed, tail)
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    tail.withUnsafeBytes { mix($0, into: &state) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Whole blocks of 64 bytes. Wrapping operators and plain variables: artifacts have megabytes.
  private static func mix(_ blocks: UnsafeRawBufferPointer, into state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
      constants.withUnsafeBufferPointer { k in
        for block in stride(from: 0, to: blocks.count, by: 64) {
          for index in 0..<16 {
            w[index] = UInt32(
              bigEndian: blocks.loadUnaligned(fromByteOffset: block &+ index &* 4, as: UInt32.self))
          }
          for index in 16..<64 {
            let a = rotated(w[index &- 15], 7) ^ rotated(w[index &- 15], 18) ^ w[index &- 15] >> 3
            let b = rotated(w[index &- 2], 17) ^ rotated(w[index &- 2], 19) ^ w[index &- 2] >> 10
            w[index] = w[index &- 16] &+ a &+ w[index &- 7] &+ b
          }
          rounds(w, k, &state)
        }
      }
    }
  }

  private static func rounds(
    _ w: UnsafeMutableBufferPointer<UInt32>, _ k: UnsafeBufferPointer<UInt32>, _ state: inout [UInt32]
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let one =
        h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ k[index] &+ w[index]
      let two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ value }
  }

  @inline(__always)
  private static func rotated(_ x: UInt32, _ n: UInt32) -> UInt32 { x &>> n | x &<< (32 &- n) }

  private static let start: [UInt32] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}
