import Model
import Templates
import Words

/// Something on a page of an integration: it knows what all of these pages share, and where its own one lies.
protocol PagePart {
  var frame: PageFrame { get }
}

extension PagePart {
  var material: SiteMaterial { frame.material }
  var report: Report { material.report }
  var address: Address { frame.address }

  /// The page and line of a source file, as seen from here; nil when it has none.
  func source(_ path: PackagePath?, line: Int?) -> String? {
    guard let path, let page = material.pages[path] else { return nil }
    let isThere = line.map { $0 >= 1 && $0 <= material.lineCount(of: path) } ?? false
    return address.link(page, anchor: isThere ? line.map { "L\($0)" } : nil)
  }

  /// What became of a test in each integration; nil where there is no such page.
  func history(of test: TestID) -> String? {
    let earlier = material.input.earlier
    guard earlier.paged.contains(test) else { return nil }
    // It has no letter that a link would have to spell otherwise.
    return address.up + "../" + (earlier.brief[test] ?? TestAddress.page(of: test))
  }

  /// null without a file.
  func place(_ path: PackagePath?, _ line: Int? = nil) -> TemplateValue {
    guard let path else { return .null }
    return .link(path.rawValue + (line.map { ":\($0)" } ?? ""), source(path, line: line))
  }

  /// A file beside the pages.
  func file(_ path: String, name: String? = nil, isPicture: Bool = false) -> TemplateValue {
    .object([
      "name": .line(name ?? path), "href": .text(Markup.link(path)), "isPicture": .bool(isPicture),
      "size": .optional(material.input.bytes[path].map(Figures.bytes)),
    ])
  }

  /// Those that lie beside the pages.
  func attachments(of test: TestCase) -> [TemplateValue] {
    test.files.filter(isBeside).map(attachment)
  }

  func isBeside(_ path: String) -> Bool {
    material.input.bytes[path] != nil && !path.pathParts.contains("..")
  }

  /// One of them; a picture that is not too large is shown.
  func attachment(_ path: String) -> TemplateValue {
    let name = material.attached[path] ?? String(path.drop { $0 != "/" }.dropFirst())
    return file(path, name: name, isPicture: isPicture(path))
  }

  func isPicture(_ path: String) -> Bool { Pictures.isOne(path, material.input.bytes[path] ?? 0) }
}

/// What browsers show where it stands.
enum Pictures {
  private static let endings: Set = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "bmp"]
  private static let mostBytes = 4 << 20

  static func isOne(_ path: String, _ bytes: Int) -> Bool {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return endings.contains(ending) && path.contains(".") && 1...mostBytes ~= bytes
  }
}
