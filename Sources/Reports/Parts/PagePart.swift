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
  func place(_ path: PackagePath?, _ line: Int? = nil, _ words: String = "") -> TemplateValue {
    guard let path else { return .null }
    return .link(path.rawValue + (line.map { ":\($0)" } ?? "") + words, source(path, line: line))
  }

  func isBeside(_ path: String) -> Bool { material.input.isBeside(path) }

  /// A file beside the pages.
  func file(_ path: String, name: String? = nil, isPicture: Bool = false) -> TemplateValue {
    .object(fields(of: path, name: name ?? path, isPicture: isPicture))
  }

  /// What is known of it.
  func fields(of path: String, name: String, isPicture: Bool) -> [String: TemplateValue] {
    [
      "name": .line(name), "href": .text(Markup.link(path)), "isPicture": .bool(isPicture),
      "size": .optional(material.input.bytes[path].map(Figures.bytes)),
    ]
  }
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
