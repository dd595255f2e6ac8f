import Foundation

/// Until when a certificate in PEM holds; only that is read of it.
enum CertificateEnd {
  /// Of the first in the file; nil where it is none that is understood.
  static func date(_ pem: [UInt8]) -> Date? {
    let text = String(decoding: pem, as: UTF8.self)
    guard let begin = text.firstRange(of: "-----BEGIN CERTIFICATE-----"),
      let end = text[begin.upperBound...].firstRange(of: "-----END CERTIFICATE-----"),
      let bytes = Data(
        base64Encoded: String(text[begin.upperBound..<end.lowerBound]), options: .ignoreUnknownCharacters)
    else { return nil }
    var whole = DER(Array(bytes)[...])
    guard var certificate = whole.next(0x30), var body = certificate.next(0x30) else { return nil }
    // The version may be left out.
    _ = body.next(0xA0)
    // Its number, how it is signed, and by whom.
    guard body.next(0x02) != nil, body.next(0x30) != nil, body.next(0x30) != nil,
      var validity = body.next(0x30), validity.skip(), let last = validity.any()
    else { return nil }
    return moment(last.kind, String(decoding: last.content, as: UTF8.self))
  }

  /// `261120104907Z` of this century or the last, or with all its digits.
  private static func moment(_ kind: UInt8, _ text: String) -> Date? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
    let isShort = kind == 0x17
    guard digits.count == (isShort ? 12 : 14) else { return nil }
    func number(_ from: Int, _ count: Int) -> Int {
      digits[from..<from + count].reduce(0) { $0 * 10 + $1 }
    }
    let at = isShort ? 2 : 4
    let year = isShort ? number(0, 2) + (number(0, 2) < 50 ? 2000 : 1900) : number(0, 4)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: year, month: number(at, 2), day: number(at + 2, 2), hour: number(at + 4, 2),
        minute: number(at + 6, 2), second: number(at + 8, 2)))
  }

  /// Values one after the other: what kind, how long, what.
  private struct DER {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The next, where it is of that kind.
    mutating func next(_ kind: UInt8) -> DER? {
      guard rest.first == kind else { return nil }
      return any().map { DER($0.content) }
    }

    mutating func skip() -> Bool { any() != nil }

    mutating func any() -> (kind: UInt8, content: ArraySlice<UInt8>)? {
      guard let kind = rest.popFirst(), let first = rest.popFirst() else { return nil }
      var length = Int(first)
      if first >= 0x80 {
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), rest.count >= count else { return nil }
        length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
      }
      guard length <= rest.count else { return nil }
      defer { rest = rest.dropFirst(length) }
      return (kind, rest.prefix(length))
    }
  }
}
