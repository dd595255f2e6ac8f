import Words

/// What test libraries print of tests and suites that began and passed: worth a line where there are many.
enum CalmLines {
  /// Fewer are shown as they are.
  static let least = 12

  static func has(_ line: String) -> Bool {
    guard let first = line.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "T"):
      let isTold = line.hasPrefix("Test Case '") || line.hasPrefix("Test Suite '")
      return isTold && (line.holds("' passed ") || line.holds("' started at "))
    case UInt8(ascii: "\t"):
      return line.hasPrefix("\t Executed ") && line.holds(", with 0 failures (0 unexpected) in ")
    case 0xE2:
      if line.hasPrefix("◇ ") { return line.hasSuffix(" started.") }
      return line.hasPrefix("✔ ") && line.holds(" passed after ")
    default: return false
    }
  }

  /// The last one that began is the one in which whatever follows happened.
  static func begins(_ line: String) -> Bool { line.hasPrefix("Test ") && line.holds("' started at ") }
}
