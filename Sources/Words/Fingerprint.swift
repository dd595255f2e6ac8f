/// FNV-1a: the same on every machine and in every version, which Swift's own hash is not. What it names is
/// stored and linked to (issues, bots without a file, pages, assets), so that it must never change.
public enum Fingerprint {
  /// Sixteen hexadecimal digits.
  public static func text(_ bytes: some Sequence<UInt8>) -> String { digits(number(bytes)) }

  /// The same, for rooms that are not optimized, where bytes of any kind take ten times as long.
  public static func text(_ bytes: [UInt8]) -> String { digits(number(bytes)) }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Of 128 bits, folded into as many digits.
  public static func folded(_ bytes: some Sequence<UInt8>) -> String {
    let prime = (UInt128(1) << 88) + 0x13b
    let state = bytes.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { ($0 ^ UInt128($1)) &* prime }
    return digits(UInt64(truncatingIfNeeded: state) ^ UInt64(truncatingIfNeeded: state >> 64))
  }

  static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
