/// Texts into HTML, for element contents and attribute values alike.
public enum Markup {
  public static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    write(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public static func write(_ text: String, into output: inout [UInt8]) {
    var text = text
    text.withUTF8 { write($0, into: &output) }
  }

  public static func write(_ bytes: [UInt8], into output: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { write($0, into: &output) }
  }

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var start = 0
    for index in bytes.indices {
      guard let entity = entity(bytes[index]) else { continue }
      if start < index { output.append(contentsOf: bytes[start..<index]) }
      entity.withUTF8Buffer { output.append(contentsOf: $0) }
      start = index + 1
    }
    if start < bytes.count { output.append(contentsOf: bytes[start...]) }
  }

  /// A path or a name as a part of a link.
  public static func link(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlainInLinks) else { return text }
    return text.utf8.reduce(into: "") { link, byte in
      if isPlainInLinks(byte) {
        link.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        link += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  private static func isPlainInLinks(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E, 0x2B: true
    default: false
    }
  }

  @inline(__always) private static func entity(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
