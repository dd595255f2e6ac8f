import Model
import Templates
import Words

/// `badge.svg`: the result and what did not run, as a picture for other pages. Its glyph is drawn and the
/// width of its words is fixed, because nobody knows with which fonts it will be shown.
struct Badge {
  let name: String
  let newest: PastIntegration?

  private var status: Status? { newest?.result.map { Status.of($0) } }

  func values() -> [String: TemplateValue] {
    let left = Self.text(name, most: 40)
    let right = ([status?.word ?? "no result"] + [lines].compactMap { $0 }).joined(separator: " · ")
    let leftWidth = Self.width(left) + 12
    let rightWidth = Self.width(right) + 26
    let shown = status ?? Status(.square, "")
    return [
      "title": .text("\(left): \(right)"), "left": .text(left), "right": .text(right),
      "style": .text(status?.style ?? "skipped"), "color": .text(PageIcon.ground(shown.style)),
      "glyph": .text(PageIcon.glyph(shown.style)),
      "width": .text("\(leftWidth + rightWidth)"), "leftWidth": .text("\(leftWidth)"),
      "rightWidth": .text("\(rightWidth)"), "leftX": .text("6"), "glyphX": .text("\(leftWidth + 6)"),
      "rightX": .text("\(leftWidth + 19)"), "leftLength": .text("\(leftWidth - 12)"),
      "rightLength": .text("\(rightWidth - 26)"),
    ]
  }

  private var lines: String? {
    guard let lines = newest?.lines, lines.executable > 0 else { return nil }
    if lines.notExecuted == 0 {
      // Nobody knows any more whether some were not counted.
      let partly = lines.partial == 0 ? "" : ", \(Figures.grouped(lines.partial)) in part"
      return "every counted line ran" + partly + (newest?.linesBound.ofNoneMissed ?? "")
    }
    let bound = newest?.linesBound.ofMissed.map { $0 + " " } ?? ""
    return bound + "\(Figures.count(lines.notExecuted, "line")) not executed"
  }

  /// XML knows fewer characters than HTML.
  private static func text(_ text: String, most: Int) -> String {
    let shown = Shown.line(text, most: most).unicodeScalars.map { scalar in
      scalar.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(shown))
  }

  /// In pixels at 11 px, roughly; the words are fitted into it.
  private static func width(_ text: String) -> Int {
    let width = text.unicodeScalars.reduce(0.0) { sum, scalar in
      switch scalar {
      case "i", "j", "l", "I", "f", "t", "r", ".", ",", ":", ";", "'", "|", "!", " ", "·", "(", ")": sum + 3.9
      case "m", "w", "M", "W", "@", "%": sum + 9.6
      case _ where scalar.value > 0x2E80: sum + 11
      case _ where scalar.properties.isUppercase: sum + 7.6
      default: sum + 6.5
      }
    }
    return Int(width.rounded(.up))
  }
}
