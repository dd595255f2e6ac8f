import Model
import Words

/// Where the pages lie, and how one names another.
struct Address {
  /// The way from the page up to the integration's folder: empty or `../../`.
  let up: String

  static let top = Address(up: "")

  /// For the page of a source file.
  static func page(of path: PackagePath) -> String? {
    let parts = path.rawValue.allPathParts
    guard !parts.isEmpty, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      !path.rawValue.utf8.contains(0)
    else { return nil }
    let folders = parts.dropLast().map { short(String($0), most: 255) }
    let file = short(String(parts[parts.count - 1]), most: 250) + ".html"
    return (["coverage"] + folders + [file]).joined(separator: "/")
  }

  static func from(page: String) -> Address {
    Address(up: String(repeating: "../", count: page.count { $0 == "/" }))
  }

  /// A link to a page of this integration, fit for an attribute.
  func link(_ page: String, anchor: String? = nil) -> String {
    up + Markup.link(page) + (anchor.map { "#" + Markup.link($0) } ?? "")
  }

  /// A file system takes no longer name.
  private static func short(_ name: String, most: Int) -> String {
    guard name.utf8.count > most else { return name }
    var kept = name
    while kept.utf8.count > most - 18 { kept.removeLast() }
    return kept + "-" + Fingerprint.text(name.utf8)
  }
}
