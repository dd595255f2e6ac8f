import Foundation

/// A secret as programs spell it that send it somewhere: their logs would tell it as well as its letters.
struct SpelledSecret {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// What is shorter could be anything.
  private static let fewest = 8

  static func isTelling(_ text: String) -> Bool { text.utf8.count >= fewest }

  /// To be found over several lines, also where the first letter stands alone at the end of one.
  var folded: [[UInt8]] {
    bytes.count < Self.fewest ? [] : [bytes, Array(bytes.dropFirst())]
  }

  var hexadecimal: [[UInt8]] {
    guard bytes.count >= Self.fewest / 2 else { return [] }
    return [true, false].flatMap { upper in
      let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: upper) }
      return ["", " ", ":"].map { Array(digits.joined(separator: $0).utf8) }
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

  /// Where a byte of it ends that stands there as it is or as addresses spell it, which leave signs as they
  /// are now and then; behind the last byte where its end has not come, nil where it is another one.
  /// - Parameter isPlain: that sign stands for itself.
  static func end(of byte: UInt8, in bytes: [UInt8], _ at: Int, isPlain: Bool = false) -> Int? {
    let first = bytes[at]
    if isPlain { return first == byte ? at + 1 : nil }
    if first == mark { return endSpelled(byte, in: bytes, at) ?? (byte == mark ? at + 1 : nil) }
    // Forms have another sign for a blank.
    return first == byte || first == UInt8(ascii: "+") && byte == UInt8(ascii: " ") ? at + 1 : nil
  }

  static let mark = UInt8(ascii: "%")

  /// A byte as it is, but for the sign itself.
  static func percents(_ byte: UInt8) -> [UInt8] { byte == mark ? Array("%25".utf8) : [byte] }

  private static func endSpelled(_ byte: UInt8, in bytes: [UInt8], _ at: Int) -> Int? {
    for (place, digit) in zip([at + 1, at + 2], [byte >> 4, byte & 15]) {
      guard place < bytes.count else { return byte == mark ? nil : bytes.count + 1 }
      let value = Character(Unicode.Scalar(bytes[place])).hexDigitValue
      guard value == Int(digit) else { return nil }
    }
    return at + 3
  }
}
