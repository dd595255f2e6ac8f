import Model
import Templates

/// The sentence of an integration, in parts: each number is a link to what it counts.
struct LinkedSentence {
  let text: String
  /// The way to the integration's folder; nil when it has no pages to link to.
  let folder: String?

  /// What a number counts, by the words behind it, and where that is.
  private static let counted: [(words: String, page: String)] = [
    (" failed as expected", "tests.html#expected"), (" failed", "tests.html#failed"),
    (" crashed", "tests.html#crashed"), (" timed out", "tests.html#timedout"),
    (" skipped", "tests.html#skipped"), (" not run", "tests.html#notrun"), (" passed", "tests.html#passed"),
    (" suite", "tests.html#unrun"), (" in the sources", "tests.html#unrun"),
    (" error", "issues.html"), (" warning", "issues.html"), (" analyzer warning", "issues.html"),
    (" lines run ", "coverage.html#other"), (" line runs ", "coverage.html#other"),
    (" line", "coverage.html"), (" fewer", "coverage.html"), (" more", "coverage.html"),
  ]

  var parts: [TemplateValue] {
    var parts: [TemplateValue] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: Self.isDigit) {
      let number = rest[start...].prefix { Self.isDigit($0) || $0 == "," }
      // `4, crashed`: the comma is no part of the number.
      let end = number.last == "," ? rest.index(before: number.endIndex) : number.endIndex
      let isName = rest[..<start].last.map { $0 == "#" || $0.isLetter || $0 == "." } ?? false
      let page = isName ? nil : page(behind: rest[end...])
      parts.append(part(rest[..<start], nil))
      parts.append(part(rest[start..<end], page))
      rest = rest[end...]
    }
    return parts + [part(rest, nil)]
  }

  /// Its new ones are errors.
  private var isOfBuild: Bool {
    ["The package did not build", "The tests do not ", "No archive was made"].contains(where: text.hasPrefix)
  }

  private func page(behind text: Substring) -> String? {
    var words = text
    if words.hasPrefix(" of them new") { return isOfBuild ? "issues.html#new" : "tests.html#new" }
    if words.hasPrefix(" of ") {
      // `4 of 555 tests failed` counts those that failed.
      words = words.dropFirst(4).drop { Self.isDigit($0) || $0 == "," }
    }
    if let noun = [" tests", " test"].first(where: { words.hasPrefix($0) }) {
      words = words.dropFirst(noun.count)
    }
    let page = Self.counted.first { words.hasPrefix($0.words) }?.page
    return page ?? (text.hasPrefix(" test") ? "tests.html" : nil)
  }

  private func part(_ text: Substring, _ page: String?) -> TemplateValue {
    let href = page.flatMap { page in folder.map { $0 + page } }
    return .link(String(text), href)
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
