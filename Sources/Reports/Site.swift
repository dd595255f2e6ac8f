public import Templates

/// The pages of one integration as a value.
public enum Site {
  /// Paths are relative to the integration's own folder.
  public static func pages(
    _ input: SiteInput, templates: TemplateLibrary
  ) throws -> [(path: String, bytes: [UInt8])] {
    var site: [(path: String, bytes: [UInt8])] = []
    for asset in input.assets { site.append((hashedPath(asset), asset.bytes)) }
    try forEachView(of: input) { view in
      var bytes: [UInt8] = []
      try templates.template(view.template).render(.object(view.values), into: &bytes)
      site.append((view.path, bytes))
    }
    return site
  }

  /// A page before it is rendered.
  struct View {
    var path: String
    var template: String
    var values: [String: TemplateValue]
  }

  /// One after the other, so that the values of one page at a time take room.
  static func forEachView<Failure: Error>(
    of input: SiteInput, _ body: (View) throws(Failure) -> Void
  ) throws(Failure) {
    let material = SiteMaterial(input)
    let assets = Dictionary(
      input.assets.map { ($0.name, hashedPath($0)) }, uniquingKeysWith: { $1 })
    let frame = PageFrame(material: material, address: .top, assets: assets)
    func show(_ path: String, _ template: String, _ values: [String: TemplateValue]) throws(Failure) {
      try body(View(path: path, template: "pages/\(template).mustache", values: values))
    }
    try show("index.html", "integration.html", IntegrationPage(material: material, frame: frame).values())
    try show("tests.html", "tests.html", TestsPage(material: material, frame: frame).values())
    try show("coverage.html", "coverage.html", CoveragePage(material: material, frame: frame).values())
    try show("issues.html", "issues.html", IssuesPage(material: material, frame: frame).values())
    try show("commits.html", "commits.html", CommitsPage(material: material, frame: frame).values())
    try show("log.html", "log.html", LogPage(material: material, frame: frame).values())
    for path in material.order {
      guard let page = material.pages[path] else { continue }
      let frame = PageFrame(material: material, address: .from(page: page), assets: assets)
      try show(page, "source.html", SourcePage(material: material, frame: frame, path: path).values())
    }
  }

  /// `bothy.css` with its content's fingerprint, so that an old page keeps its old style.
  private static func hashedPath(_ asset: SiteInput.Asset) -> String {
    let name = asset.name.split(separator: ".")
    let stem = name.dropLast().joined(separator: ".")
    return "assets/\(stem)-\(Fingerprint.text(asset.bytes).prefix(10)).\(name.last ?? "")"
  }
}
