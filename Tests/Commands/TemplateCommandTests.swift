import Explaining
import Foundation
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("bothy template")
struct TemplateCommandTests {
  private let scratch: StateScratch

  init() throws {
    scratch = try StateScratch()
    try leave("mine/page.html.mustache", "{{<layout}}{{$body}}<{{name}}>{{>row}}{{/body}}{{/layout}}\n")
    try leave("mine/row.mustache", "mine")
    try leave("templates/layout.mustache", "[{{$body}}{{/body}}]{{>partials/foot}}\n")
    try leave("templates/row.mustache", "theirs")
    try leave("templates/partials/foot.mustache", "{{>row}}{{>end}}")
    try leave("templates/partials/end.mustache", ".")
    try leave("templates/pages/bot.html.mustache", "{{>partials/end}}{{>row}}")
    try leave("data.json", #"{"name": "a & b"}"#)
  }

  private func leave(_ file: String, _ text: String) throws {
    let url = URL(fileURLWithPath: "\(scratch.path)/\(file)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func perform(
    _ file: String, data: String? = nil, lenient: Bool = false, templates: String? = "templates"
  ) throws -> (status: Int32, output: String, errors: String) {
    let output = try Captured()
    let errors = try Captured()
    var command = TemplateCommand(
      file: "\(scratch.path)/\(file)", data: data.map { "\(scratch.path)/\($0)" }, lenient: lenient,
      templates: templates.map { "\(scratch.path)/\($0)" })
    command.output = output.output
    command.errors = errors.output
    let status = try command.perform()
    return (status, try output.text(), try errors.text().replacing(scratch.path + "/", with: ""))
  }

  @Test("it writes exactly what was rendered; partials come from beside the file, then from the templates")
  func renders() throws {
    let result = try perform("mine/page.html.mustache", data: "data.json")
    #expect(result == (0, "[<a &amp; b>mine]mine.\n", ""))
    #expect(try perform("templates/pages/bot.html.mustache").output == ".theirs")
    try leave("templates/pages/row.mustache", "beside")
    #expect(try perform("templates/pages/bot.html.mustache").output == ".beside")
  }

  @Test("what is found nowhere else comes from the shipped templates")
  func shipped() throws {
    try leave("alone/page.html.mustache", "{{>partials/badge}}")
    try leave("badge.json", #"{"style": "s", "glyph": "g", "word": "w"}"#)
    let result = try perform("alone/page.html.mustache", data: "badge.json", templates: nil)
    #expect(result.status == 0 && result.output.contains("<span class=\"badge s\">"))
    try leave("templates/partials/badge.mustache", "mine")
    #expect(try perform("alone/page.html.mustache", data: "badge.json").output == "mine")
  }

  @Test("an unknown name is an error at its place with status 2; lenient, it is empty")
  func unknownName() throws {
    let strict = try perform("mine/page.html.mustache")
    #expect(strict.status == 2 && strict.output.isEmpty)
    #expect(strict.errors.hasPrefix("mine/page.html.mustache:1:22: unknown name `name`: "))
    #expect(try perform("mine/page.html.mustache", lenient: true) == (0, "[<>mine]mine.\n", ""))
  }

  @Test("all mistakes are told at once, each with the path of its file")
  func mistakes() throws {
    try leave("mine/bad.mustache", "{{#a}}\n{{>gone}}{{b\n{{>broken}}")
    let result = try perform("mine/bad.mustache", lenient: true)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        mine/bad.mustache:1:1: `{{#a}}` is not closed: `{{/a}}` is missing
        mine/bad.mustache:2:10: the tag `{{b` is not closed: `}}` is missing

        """)
    try leave("mine/two.mustache", "{{>row}}\n{{>gone}}{{>../../etc/passwd}}")
    #expect(
      try perform("mine/two.mustache").errors.contains("mine/two.mustache:2:10: `../../etc/passwd` leads"))
    try leave("mine/three.mustache", "{{>gone}}{{>away}}")
    #expect(try perform("mine/three.mustache").errors.split(separator: "\n").count == 2)
    #expect(try perform("mine/three.mustache", lenient: true) == (0, "", ""))
    try leave("templates/partials/end.mustache", "{{=x=}}")
    #expect(
      try perform("mine/page.html.mustache").errors.hasPrefix(
        "templates/partials/end.mustache:1:1: wrong delim"))
  }

  @Test("a mistake in the data has its place")
  func wrongData() throws {
    try leave("data.json", "{\n  \"name\": nul\n}")
    let result = try perform("mine/page.html.mustache", data: "data.json")
    #expect(result.status == 2)
    #expect(result.errors == "data.json:2:11: this is no JSON: a value is missing\n")
  }

  @Test("without a templates folder the file's own is all there is; unreadable neighbours do not matter")
  func alone() throws {
    try leave("mine/alone.mustache", "{{>row}}{{^x}}{{/x}}")
    try leave("mine/other.mustache", "{{#broken}}")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/mine/nowhere.mustache", withDestinationPath: "/nowhere")
    #expect(try perform("mine/alone.mustache", lenient: true, templates: nil).output == "mine")
    #expect(try perform("mine/page.html.mustache", templates: nil).errors.contains("no parent `layout`"))
  }

  @Test(
    "what is not there is wrong usage",
    arguments: [
      ("mine/gone.mustache", nil, "templates"), ("mine", nil, "templates"),
      ("mine/row.mustache", "gone", "templates"),
      ("mine/row.mustache", "mine", "templates"), ("mine/row.mustache", nil, "gone"),
      ("mine/row.mustache", nil, "data.json"),
    ] as [(String, String?, String)])
  func missing(file: String, data: String?, templates: String) throws {
    do {
      _ = try perform(file, data: data, templates: templates)
      Testing.Issue.record("it went well")
    } catch let error as Explanation {
      #expect(error.status == 2)
    }
  }
}
