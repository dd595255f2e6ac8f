import Testing

@testable import Templates

/// A template with what it is given and what comes of it.
struct Case: Sendable, CustomTestStringConvertible {
  var what: String
  var template: String
  var value: TemplateValue
  var partials: [String: String]
  var expected: String

  init(
    _ what: String, _ template: String, _ value: TemplateValue = [:], _ partials: [String: String] = [:],
    gives expected: String
  ) {
    self.what = what
    self.template = template
    self.value = value
    self.partials = partials
    self.expected = expected
  }

  var testDescription: String { what }
}

/// Files by name; the ending may be left out.
func library(_ files: [String: String]) -> TemplateLibrary {
  let files = Dictionary(
    uniqueKeysWithValues: files.map { ($0.hasSuffix(".mustache") ? $0 : $0 + ".mustache", $1) })
  return TemplateLibrary(names: Array(files.keys)) { files[$0].map { Array($0.utf8) } }
}

func rendered(
  _ template: String, _ value: TemplateValue = [:], _ partials: [String: String] = [:], lenient: Bool = false
) throws -> String {
  var files = partials
  files["page"] = template
  return String(
    decoding: try library(files).render("page.mustache", value, lenient: lenient), as: UTF8.self)
}

/// The error's text, or what was rendered although it should not have been.
func refusal(
  _ template: String, _ value: TemplateValue = [:], _ partials: [String: String] = [:], lenient: Bool = false
) -> String {
  do {
    return "rendered: " + (try rendered(template, value, partials, lenient: lenient))
  } catch {
    return "\(error)"
  }
}
