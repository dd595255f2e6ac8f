/// A place of the site, as an address asks for it: names from folder to folder, each checked.
public struct SitePath: Equatable, Sendable {
  public var names: [String]
  /// It ends with a slash.
  public var isFolder: Bool

  private static let mostBytes = 4096

  public init(names: [String], isFolder: Bool = false) { (self.names, self.isFolder) = (names, isFolder) }

  /// Of the bytes of an address. Whatever could be read in two ways is refused instead of mended.
  public init(_ address: [UInt8]) throws(Refusal) {
    guard address.first == UInt8(ascii: "/") else {
      throw Refusal(400, "An address begins with a slash.")
    }
    guard address.count <= Self.mostBytes else { throw Refusal(414, "That address is too long.") }
    var parts = address.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    isFolder = parts.last?.isEmpty ?? true
    if isFolder { parts.removeLast() }
    names = []
    for part in parts { names.append(try Self.name(part)) }
  }

  private static func name(_ part: ArraySlice<UInt8>) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        throw Refusal(400, "A percent sign in an address is followed by two hexadecimal digits.")
      }
      bytes.append(high << 4 | low)
    }
    guard !bytes.isEmpty else { throw Refusal(400, "An address has no empty name between its slashes.") }
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(400, "An address is text in UTF-8.")
    }
    guard bytes != Array(".".utf8), bytes != Array("..".utf8) else {
      throw Refusal(400, "An address names no folder above.")
    }
    let isOdd = bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C }
    guard !isOdd, !isEncodedTwice(bytes) else {
      throw Refusal(400, "An address has no slash, backslash or control character within a name.")
    }
    return name
  }

  /// A server in front might decode once more.
  private static func isEncodedTwice(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { place in
      guard bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
      else { return false }
      let byte = high << 4 | low
      return byte < 0x20 || [0x25, 0x2E, 0x2F, 0x5C, 0x7F].contains(byte)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// As an address has it.
  public var address: String {
    "/" + names.map(Self.encoded).joined(separator: "/") + (isFolder && !names.isEmpty ? "/" : "")
  }

  static func encoded(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      let isPlain =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~+@=,".utf8.contains(byte)
        }
      text +=
        isPlain
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
    }
  }
}
