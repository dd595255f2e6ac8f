/// What stands in place of a sign where texts of others become a part of something else. Looks at the bytes
/// of ASCII: a sign with an accent upon it, or behind a letter that draws in what follows, is another
/// Character.
public enum Sign {
  /// Between quotation marks, where a backslash takes its meaning from what follows.
  public static func inQuotes(_ sign: Unicode.Scalar) -> StaticString? {
    switch sign {
    case "\\": "\\\\"
    case "\"": "\\\""
    default: nil
    }
  }
}

extension StringProtocol {
  /// With words in place of signs of ASCII.
  public func replacingSigns(_ words: (Unicode.Scalar) -> StaticString?) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    for byte in utf8 {
      if byte < 0x80, let words = words(Unicode.Scalar(byte)) {
        words.withUTF8Buffer { bytes += $0 }
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
