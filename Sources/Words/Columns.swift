/// How wide text is on a terminal. Where terminals differ, the wider answer, so that a line never wraps.
public enum Columns {
  public static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// Combining marks, joiners, variation selectors.
  public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return (0x1160...0x11FF).contains(scalar.value)
    }
  }

  public static func hasMarks(_ text: String) -> Bool { text.unicodeScalars.contains(where: isMark) }

  public static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    // Asks for the picture instead of the sign, which some terminals draw a column wider.
    if scalar.value == 0xFE0F { return 1 }
    if isMark(scalar) { return 0 }
    return isWide(scalar) || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2329, 0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF: true
    case 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F: true
    case 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF: true
    case 0x1F200...0x1F265, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF: true
    case 0x20000...0x3FFFD: true
    default: false
    }
  }

  /// At most `limit` columns, the end cut off at the mark `ellipsis`.
  public static func truncated(_ text: String, to limit: Int, ellipsis: String) -> String {
    if width(text) <= limit { return text }
    let room = limit - width(ellipsis)
    guard room >= 0 else { return String(ellipsis.prefix(max(0, limit))) }
    return prefix(text, room) + ellipsis
  }

  /// At most `limit` columns, the beginning cut off: for names whose end says most.
  public static func truncatedAtStart(_ text: String, to limit: Int, ellipsis: String) -> String {
    if width(text) <= limit { return text }
    let room = limit - width(ellipsis)
    guard room >= 0 else { return String(ellipsis.prefix(max(0, limit))) }
    var used = 0
    let end = text.reversed().prefix { character in
      used += width(String(character))
      return used <= room
    }
    return ellipsis + String(end.reversed())
  }

  public static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(text)))
  }

  /// Broken between words, and inside a word only where it alone is too long.
  public static func wrapped(_ text: String, to limit: Int) -> [String] {
    guard width(text) > limit, limit > 0 else { return [text] }
    var lines: [String] = []
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var line = words[0]
    for (place, word) in words.enumerated() {
      if place > 0, width(line) + 1 + width(word) <= limit {
        line += " " + word
      } else if place > 0 {
        lines.append(line)
        line = word
      }
      while width(line) > limit {
        let head = prefix(line, limit)
        guard !head.isEmpty else { break }
        lines.append(head)
        line.removeFirst(head.count)
      }
    }
    return lines + [line]
  }

  private static func prefix(_ text: String, _ limit: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += width(String(character))
        return used <= limit
      })
  }
}
