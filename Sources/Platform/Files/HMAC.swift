/// By which a receiver knows that a message comes from who shares a secret with it (RFC 2104).
public enum HMAC {
  public static func sha256(of bytes: [UInt8], key: [UInt8]) -> String {
    var key = key.count > 64 ? digest(key) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    return SHA256.hex(key.map { $0 ^ 0x5C } + digest(key.map { $0 ^ 0x36 } + bytes))
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(SHA256.hex(bytes).utf8)
    func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
  }
}
