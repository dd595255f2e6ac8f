import Foundation
import Templates

@testable import Reports
@testable import SamplePages

/// What each page's template is given, learnt from pages of integrations that have one of everything.
/// `templates/shapes.json` says the same to `bothy check`; `BOTHY_RENEW=1` writes it anew.
enum PageShapes {
  static let file = Sample.root + "/templates/shapes.json"

  static func kept() throws -> [String: TemplateShape] {
    let learnt = learnt()
    if ProcessInfo.processInfo.environment["BOTHY_RENEW"] == "1" {
      let pages = Dictionary(uniqueKeysWithValues: learnt.map { ($0.key, described($0.value)) })
      let data = try JSONSerialization.data(
        withJSONObject: pages, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
      try (data + [0x0A]).write(to: URL(fileURLWithPath: file))
    }
    return try TemplateShape.ofPages(json: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
  }

  /// By template, as `pages/integration.html.mustache`.
  static func learnt() -> [String: TemplateShape] {
    var shapes: [String: TemplateShape] = [:]
    func learn(_ template: String, _ values: [String: TemplateValue]) {
      let shape = TemplateShape(.object(values))
      if shapes[template] == nil { shapes[template] = shape } else { shapes[template]?.merge(shape) }
    }
    let nothing = TemplateLibrary(names: []) { _ in nil }
    let views = ShapeSample.inputs.flatMap { Site.pages($0, templates: nothing) }.compactMap(\.view)
    for view in views + ShapeSample.upperViews { learn(view.template, view.values()) }
    for (template, values) in ShapeSample.messages { learn(template, values) }
    // Only a log of many megabytes is cut.
    learn("pages/log.html.mustache", ["cut": .text("1 MB")])
    // Only hundreds of anything are too many for the page of two integrations.
    let cut = TemplateValue.object(["left": .text("1 more")])
    let lists = [
      "renamed", "added", "came", "went", "coverage", "slower", "faster", "dependencies", "settings",
    ]
    learn(
      "pages/compare.html.mustache",
      Dictionary(uniqueKeysWithValues: lists.map { ($0, cut) })
        .merging(["outcomes": .object(["list": .list([cut])])]) { first, _ in first })
    // Only hundreds of files are too many.
    learn("pages/coverage.html.mustache", ["changed": .object(["left": .text("1 more file")])])
    return shapes
  }

  private static func described(_ shape: TemplateShape) -> Any {
    if let members = shape.members { return members.mapValues(described) }
    if shape.isList { return shape.element.map { [described($0)] } ?? [] }
    if shape.isRaw { return "html" }
    return shape.isWritable ? "text" : NSNull()
  }
}
