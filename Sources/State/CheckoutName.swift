import Foundation

/// SwiftPM calls a package after its folder, and one inside of it may name it so: `.package(path: "..")`.
/// A bot of such a package has its clone in a folder named like the repository; `checkout` leads there.
package enum CheckoutName {
  private static let usual = "checkout"
  private static let repositories = "repositories"
  /// What else lies in a bot's folder.
  private static let taken: Set<String> = [
    usual, "build", "build-plain", "build-archive", "build-others", "parked", "standing.json", "edits", "map",
    "test-maps", "map-wish.json", "why", "lock", "perform-lock", "report-lock", "card.html", "pages.tsv",
    "test-pages.tsv", repositories,
    "mirror.git", "mirror.json", "mirror-order.json", "mirror-lock",
  ]

  /// The name of the folder to check out into.
  package static func chosen(repository: String, package: String) -> String {
    guard package != "." else { return usual }
    let name = name(of: repository)
    return !name.isEmpty && !taken.contains(name) ? name : usual
  }

  /// What a clone of it is called; empty where its folder has no name that is fit for one.
  private static func name(of repository: String) -> String {
    var place = URL(fileURLWithPath: repository).standardized
    if place.lastPathComponent == ".git" { place.deleteLastPathComponent() }
    let name = ofRepository(place.lastPathComponent)
    let isFit = !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.contains(".new-")
    return isFit ? name : ""
  }

  /// A bare repository's folder is called `parser.git`.
  package static func ofRepository(_ folder: String) -> String {
    folder.hasSuffix(".git") && folder.count > 4 ? String(folder.dropLast(4)) : folder
  }

  /// The name of the folder that the clone is in now.
  package static func held(in folder: String) -> String {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + usual)
    guard let link, !link.contains("/"), link != "..", link != "." else { return usual }
    return link
  }

  /// The folder in which a checkout is called like its repository, as scripts of Xcode Server expect.
  package static func repositories(beside checkout: String) -> String {
    (checkout as NSString).deletingLastPathComponent + "/" + repositories
  }

  /// Has such a folder lead to the checkout.
  package static func lead(to checkout: String, of repository: String) throws {
    let folder = repositories(beside: checkout)
    let name = name(of: repository)
    let link = folder + "/" + (name.isEmpty ? usual : name)
    let target = "../" + (checkout as NSString).lastPathComponent
    let files = FileManager.default
    if (try? files.destinationOfSymbolicLink(atPath: link)) == target { return }
    // Called otherwise before, or made by somebody else.
    if (try? files.attributesOfItem(atPath: folder)) != nil { try files.removeItem(atPath: folder) }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: link, withDestinationPath: target)
  }

  /// Has the clone lie at `checkout`, wherever in the bot's folder it was, and `checkout` lead there.
  package static func settle(_ checkout: String) throws {
    let folder = (checkout as NSString).deletingLastPathComponent
    let name = (checkout as NSString).lastPathComponent
    let link = folder + "/" + usual
    let now = held(in: folder)
    if now == name { return }
    let files = FileManager.default
    if name == usual { try files.removeItem(atPath: link) }
    let old = folder + "/" + now
    if files.fileExists(atPath: old), !files.fileExists(atPath: checkout) {
      try files.moveItem(atPath: old, toPath: checkout)
    }
    if name == usual { return }
    if (try? files.attributesOfItem(atPath: link)) != nil { try files.removeItem(atPath: link) }
    try files.createSymbolicLink(atPath: link, withDestinationPath: name)
  }
}
