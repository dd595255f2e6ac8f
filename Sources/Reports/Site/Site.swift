import Model
public import Templates
public import Words

/// The pages of one integration as a value.
public enum Site {
  /// Paths are relative to the integration's own folder. `maker` marks what the pages depend on beside the
  /// input: the templates and the program.
  public static func pages(
    _ input: SiteInput, templates: TemplateLibrary, maker: ContentMark = ContentMark()
  ) -> [SitePage] {
    let material = SiteMaterial(input)
    var assets: [String: String] = [:]
    var site = input.assets.map { asset in
      let path = hashedPath(asset)
      assets[asset.name] = path
      return SitePage(path: path, bytes: asset.bytes)
    }
    func add(
      _ path: String, _ template: String, mark: ContentMark? = nil,
      _ values: @escaping @Sendable () -> [String: TemplateValue]
    ) {
      site.append(SitePage(path: path, template: template, of: templates, mark: mark, values: values))
    }
    let frame = PageFrame(material: material, address: .top, assets: assets)
    add("index.html", "integration.html") { IntegrationPage(frame: frame).values() }
    add("tests.html", "tests.html") { TestsPage(frame: frame).values() }
    add("coverage.html", "coverage.html") { CoveragePage(frame: frame).values() }
    add("changes.html", "changes.html") { ChangesPage(frame: frame).values() }
    add("issues.html", "issues.html") { IssuesPage(frame: frame).values() }
    add("commits.html", "commits.html") { CommitsPage(frame: frame).values() }
    add("log.html", "log.html") { LogPage(frame: frame).values() }
    var frames: [String: PageFrame] = [:]
    for path in material.order {
      guard let page = material.pages[path] else { continue }
      let address = Address.from(page: page)
      let frame = frames[address.up] ?? PageFrame(material: material, address: address, assets: assets)
      frames[address.up] = frame
      let source = SourcePage(frame: frame, path: path)
      var mark = maker
      mark.add(source.mark())
      add(page, "source.html", mark: mark) { source.values() }
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
