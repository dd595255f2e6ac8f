public import Templates

/// What each page's template is given, learnt from pages of integrations that have one of everything.
public enum PageShapes {
  /// By template, as `pages/integration.html.mustache`.
  public static func all() -> [String: TemplateShape] {
    var shapes: [String: TemplateShape] = [:]
    func learn(_ template: String, _ values: [String: TemplateValue]) {
      let shape = TemplateShape(.object(values))
      if shapes[template] == nil { shapes[template] = shape } else { shapes[template]?.merge(shape) }
    }
    for input in ShapeSample.inputs { Site.forEachView(of: input) { learn($0.template, $0.values) } }
    // Only a log of many megabytes is cut.
    learn("pages/log.html.mustache", ["cut": .text("1 MB")])
    return shapes
  }
}
