/// What Swift's runtime prints while it writes down where a process was. Looked for in all that tests print.
public enum RuntimeWords {
  private static let lead = "*** Signal "

  /// The signal of `*** Signal 11: Backtracing from 0x…`.
  public static func signal(in printed: [UInt8]) -> Int32? {
    printed.withUnsafeBytes { bytes in
      var start = bytes.firstOffset(of: lead)
      while let found = start {
        let rest = bytes[(found + lead.utf8.count)...]
        let digits = rest.prefix { 48...57 ~= $0 }
        if rest.dropFirst(digits.count).starts(with: ": Backtracing from".utf8) {
          return Int32(String(decoding: digits, as: UTF8.self))
        }
        start = bytes.firstOffset(of: lead, from: found + 1)
      }
      return nil
    }
  }

  /// Where it was: the `0x…` of such a line.
  public static func address(in line: some StringProtocol) -> UInt64? {
    guard let start = line.range(of: ": Backtracing from 0x") else { return nil }
    return UInt64(line[start.upperBound...].prefix(while: \.isHexDigit), radix: 16)
  }

  /// All is written down.
  public static func isDone(in printed: [UInt8]) -> Bool {
    printed.withUnsafeBytes { $0.firstOffset(of: "done ***") != nil }
  }
}
