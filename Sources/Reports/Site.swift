public import Templates

/// The pages of one integration as a value.
public enum Site {
  /// Paths are relative to the integration's own folder.
  public static func pages(
    _ input: SiteInput, templates: TemplateLibrary
  ) throws -> [(path: String, bytes: [UInt8])] {
    let material = SiteMaterial(input)
    var site: [(path: String, bytes: [UInt8])] = []
    var assets: [String: String] = [:]
    for asset in input.assets {
      let path = hashedPath(asset)
      assets[asset.name] = path
      site.append((path, asset.bytes))
    }
    let frame = PageFrame(material: material, address: .top, assets: assets)
    func add(_ path: String, _ template: String, _ values: [String: TemplateValue]) throws {
      var bytes: [UInt8] = []
      try templates.template("pages/\(template).mustache").render(.object(values), into: &bytes)
      site.append((path, bytes))
    }
    try add("index.html", "integration.html", IntegrationPage(material: material, frame: frame).values())
    try add("tests.html", "tests.html", TestsPage(material: material, frame: frame).values())
    try add("coverage.html", "coverage.html", CoveragePage(material: material, frame: frame).values())
    try add("issues.html", "issues.html", IssuesPage(material: material, frame: frame).values())
    try add("commits.html", "commits.html", CommitsPage(material: material, frame: frame).values())
    try add("log.html", "log.html", LogPage(material: material, frame: frame).values())
    for path in material.order {
      guard let page = material.pages[path] else { continue }
      let frame = PageFrame(material: material, address: .from(page: page), assets: assets)
      try add(page, "source.html", SourcePage(material: material, frame: frame, path: path).values())
    }
    return site
  }

  /// `bothy.css` with its content's fingerprint, so that an old page keeps its old style.
  static func hashedPath(_ asset: SiteInput.Asset) -> String {
    let name = asset.name.split(separator: ".")
    let stem = name.dropLast().joined(separator: ".")
    return "assets/\(stem)-\(Fingerprint.text(asset.bytes).prefix(10)).\(name.last ?? "")"
  }
}
