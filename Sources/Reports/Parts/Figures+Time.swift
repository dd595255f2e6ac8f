import Foundation
import Templates
import Words

extension Figures {
  /// `2026-11-20 10:49 UTC`: the same for every reader.
  static func moment(_ date: Date) -> String {
    let iso = isoText(date)
    return iso.prefix(10) + " " + iso.dropFirst(11).prefix(5) + " UTC"
  }

  /// For `<time datetime>`, without fractions.
  static func isoText(_ date: Date) -> String { date.formatted(.iso8601) }

  /// `{when, whenISO}` for a `<time>`; `short` is for a column whose heading says that it is UTC.
  static func time(_ date: Date) -> TemplateValue {
    let when = moment(date)
    return .object([
      "when": .text(when), "whenISO": .text(isoText(date)), "short": .text(String(when.dropLast(4))),
    ])
  }
}
