extension IssueIdentity {
  /// The same finding of two integrations gets the same identity: kind, target, test, file and what the
  /// message says apart from addresses, durations and absolute paths. Its line has no say.
  public static func make(
    kind: Issue.Kind, target: String?, test: TestID?, file: PackagePath?, message: String
  ) -> IssueIdentity {
    var hash = Fingerprint()
    // An absent part differs from an empty one, and no part can run into the next.
    for part in [kind.rawValue, target, test?.rawValue, file?.rawValue, steadyText(of: message)] {
      hash.add(part == nil ? 0 : 1)
      for byte in (part ?? "").utf8 { hash.add(byte) }
      hash.add(0xff)
    }
    return IssueIdentity(hash.text)
  }

  /// The message without what differs from run to run.
  static func steadyText(of message: String) -> String {
    var text = SteadyText(Array(message.utf8))
    return String(decoding: text.read(), as: UTF8.self)
  }
}

/// FNV-1a in 128 bits: the same on every machine and in every version, which Swift's own hash is not.
struct Fingerprint {
  private static let prime = (UInt128(1) << 88) + 0x13b
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt128(byte)) &* Self.prime
  }

  /// Sixteen hexadecimal digits, both halves folded into them.
  var text: String {
    let folded = UInt64(truncatingIfNeeded: state) ^ UInt64(truncatingIfNeeded: state >> 64)
    let digits = String(folded, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Fingerprint {
  /// The fingerprint of one text.
  static func text(of text: String) -> String {
    var hash = Fingerprint()
    for byte in text.utf8 { hash.add(byte) }
    return hash.text
  }
}
