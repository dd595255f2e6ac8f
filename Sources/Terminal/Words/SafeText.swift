/// Text that others wrote, made harmless for a terminal: what it hides or commands is shown instead.
enum SafeText {
  /// One line. Line ends are shown as `\n`.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var safe = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = Columns.isMark(scalar) ? marks + 1 : 0
      if marks > mostMarks { continue }
      if isDangerous(scalar) {
        safe.append(contentsOf: shown(scalar).unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// The lines of a message. Every kind of line end counts; empty lines at the end do not.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line(String($0)) }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines
  }

  private static let mostMarks = 8

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value >= 0x7F && (isDangerous(scalar) || Columns.isMark(scalar))
  }

  /// Controls, and what turns the direction of text or hides in it. Words need joiners and variants.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x09: "  "
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0..<0x20: "^" + String(Character(Unicode.Scalar(UInt8(scalar.value + 0x40))))
    case 0x7F: "^?"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }
}
