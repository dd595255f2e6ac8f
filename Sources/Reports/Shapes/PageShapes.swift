public import Templates

/// What each page's template is given, learnt from pages of integrations that have one of everything.
public enum PageShapes {
  /// By template, as `pages/integration.html.mustache`.
  public static func all() throws -> [String: TemplateShape] {
    var shapes: [String: TemplateShape] = [:]
    func learn(_ template: String, _ values: [String: TemplateValue]) {
      let shape = TemplateShape(.object(values))
      if shapes[template] == nil { shapes[template] = shape } else { shapes[template]?.merge(shape) }
    }
    let nothing = TemplateLibrary(names: []) { _ in nil }
    for view in ShapeSample.inputs.flatMap({ Site.pages($0, templates: nothing) }).compactMap(\.view) {
      learn(view.template, view.values())
    }
    var upper: [(String, [String: TemplateValue])] = []
    try ShapeSample.forEachUpperPage { upper.append(($0, $1)) }
    for (template, values) in upper { learn(template, values) }
    // Only a log of many megabytes is cut.
    learn("pages/log.html.mustache", ["cut": .text("1 MB")])
    // Only hundreds of files are too many.
    learn("pages/coverage.html.mustache", ["changed": .object(["left": .text("1 more file")])])
    return shapes
  }
}
