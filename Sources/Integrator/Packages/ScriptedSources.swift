import Explaining
import Git
import Model
import Words

/// What before scripts changed in the sources: it is built and tested, and belongs to no commit.
struct ScriptedSources {
  let order: Order
  let clone: OwnClone

  private static let beginning = "Before scripts changed "
  private static let mostNamed = 10
  /// Of files that no commit has, those that are built.
  private static let built = [
    "Sources", "Source", "src", "srcs", "Tests", "Plugins", "Snippets", "Package.swift",
  ]

  init(_ order: Order, isCanceled: @escaping @Sendable () -> Bool) {
    self.order = order
    clone = OwnClone(folder: order.checkoutFolder, isCanceled: isCanceled)
  }

  /// Whether an integration built what no commit has, as its notes tell it.
  static func areTold(in notes: [String]) -> Bool { notes.contains { $0.hasPrefix(beginning) } }

  /// `path: "Code/App"`
  private func named(in folder: String) -> [String] {
    OpenManifest.manifests(in: folder).flatMap { manifest in
      String(decoding: manifest, as: UTF8.self).matches(of: #/\bpath\s*:\s*"([^"\\]+)"/#).map {
        String($0.1)
      }
    }.filter { !$0.hasPrefix("/") }.map { path in
      path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }.filter { !$0.isEmpty && !$0.split(separator: "/").contains("..") }
  }

  /// In a sentence; nil where they left all as it was brought.
  func note() throws -> String? {
    let package = order.settings.package == "." ? "" : order.settings.package + "/"
    let folders = Set(Self.built + named(in: order.checkoutFolder + "/" + package)).sorted()
    let outer = folders.filter { folder in !folders.contains { folder.hasPrefix($0 + "/") } }
    let changes = try clone.changesSinceBrought(newBelow: outer.map { package + $0 })
    guard !changes.isEmpty else { return nil }
    let named = changes.prefix(Self.mostNamed).map { change in
      change.kind == .changed ? change.path : "\(change.path) (\(change.kind.rawValue))"
    }
    let more = changes.count - named.count
    let list = named + (more > 0 ? ["\(Figures.grouped(more)) more"] : [])
    let last = list.last ?? ""
    let names = list.count > 1 ? list.dropLast().joined(separator: ", ") + " and " + last : last
    return Self.beginning + "\(Figures.count(changes.count, "file")), which no commit has so: \(names)."
  }
}
