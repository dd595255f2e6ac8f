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

  @inline(__always)
  private static func entity(_ byte: UInt8) -> StaticString? {
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
