import Foundation

/// A secret as programs spell it that send it somewhere: their logs would tell it as well as its letters.
struct SpelledSecret {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// What is shorter could be anything.
  private static let fewest = 8

  /// As addresses have it; some spell more of it than they must.
  var escaped: [[UInt8]] {
    [true, false].flatMap { upper in
      ["-._~", ""].map { percent(upper: upper, plain: $0) }
    }.filter { $0 != bytes }
  }

  /// To be found over several lines, also where the first letter stands alone at the end of one.
  var folded: [[UInt8]] {
    bytes.count < Self.fewest ? [] : [bytes, Array(bytes.dropFirst())]
  }

  var hexadecimal: [[UInt8]] {
    guard bytes.count >= Self.fewest / 2 else { return [] }
    return [true, false].map { upper in
      bytes.flatMap { byte -> [UInt8] in
        Array(((byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: upper)).utf8)
      }
    }
  }

  /// Of the usual signs, and those of addresses.
  static let isBase64: [Bool] = (0..<256).map { byte in
    UInt8(byte) < 0x80 && (UnicodeScalar(UInt8(byte)).properties.isAlphabetic || (0x30...0x39).contains(byte))
      || "+/-_=".utf8.contains(UInt8(byte))
  }

  /// In the three ways in which it can lie among other bytes, without the signs that it shares with these.
  var base64: [[UInt8]] {
    (0..<3).flatMap { shift -> [[UInt8]] in
      let encoded = Array(Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().utf8)
      let padding = encoded.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      let first = shift == 0 ? 0 : shift + 1
      let last = encoded.count - padding - (padding > 0 ? 1 : 0)
      guard last - first >= Self.fewest else { return [] }
      let own = Array(encoded[first..<last])
      // With the signs of addresses too.
      let web = own.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      return own == web ? [own] : [own, web]
    }
  }

  private func percent(upper: Bool, plain: String) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      let isPlain =
        byte < 0x80 && (UnicodeScalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte))
      if isPlain || plain.utf8.contains(byte) { return [byte] }
      let digits = String(byte, radix: 16, uppercase: upper)
      return Array("%\(byte < 16 ? "0" : "")\(digits)".utf8)
    }
  }
}
