import Foundation
import Model
import Templates
import Words

extension TemplateValue {
  /// Text of others in one line.
  static func line(_ text: String, most: Int = 20_000) -> TemplateValue {
    .text(Shown.line(text, most: most))
  }

  /// Text of others with its line breaks.
  static func lines(_ text: String, most: Int = 200_000) -> TemplateValue {
    .text(Shown.lines(text, most: most))
  }

  static func optional(_ text: String?) -> TemplateValue { text.map { .text($0) } ?? .null }

  /// Text of others that may lead somewhere.
  static func link(_ text: String, _ href: String? = nil) -> TemplateValue {
    .object(["text": .line(text), "href": .optional(href)])
  }

  /// How many more there are than are shown: `2 more files`.
  static func more(_ left: Int, _ noun: String, _ nouns: String? = nil) -> TemplateValue {
    left > 0 ? .text(Figures.count(left, noun, nouns)) : .null
  }

  /// A count with its thousands apart.
  static func count(_ number: Int) -> TemplateValue { .text(Figures.grouped(number)) }

  /// `{when, whenISO}` for a `<time>`; `short` is for a column whose heading says that it is UTC.
  static func time(_ date: Date) -> TemplateValue {
    let when = Moment.minute(date)
    return .object([
      "when": .text(when), "whenISO": .text(Moment.iso(date)), "short": .text(String(when.dropLast(4))),
    ])
  }

  /// nil when there is nothing, so that a section is left out. `all`: how many there are, where not all of
  /// them are shown.
  static func some(_ list: [TemplateValue], of all: Int? = nil) -> TemplateValue {
    list.isEmpty ? .null : .object(["list": .list(list), "count": .count(all ?? list.count)])
  }
}
