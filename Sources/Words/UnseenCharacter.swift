/// What in a text of others would act, turn its direction, or hide in it, instead of being read. Words need
/// joiners and variants, which therefore stay.
public enum UnseenCharacter {
  public static func isOne(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  public static func isIn(_ text: String) -> Bool { text.unicodeScalars.contains(where: isOne) }

  /// The sign for one on a page; nil for a character that may stand as it is.
  public static func picture(of scalar: Unicode.Scalar) -> String? {
    guard isOne(scalar) else { return nil }
    switch scalar.value {
    case 0x0A: return "↵"
    case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
    case 0x7F: return "␡"
    default: return "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩"
    }
  }

  /// The same where nothing but ASCII may arrive.
  public static func spelling(of scalar: Unicode.Scalar) -> String? {
    guard isOne(scalar) else { return nil }
    switch scalar.value {
    case 0x09: return "  "
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0..<0x20: return "^" + String(Character(Unicode.Scalar(UInt8(scalar.value + 0x40))))
    case 0x7F: return "^?"
    default: return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }
}
