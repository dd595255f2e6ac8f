import Files
import Foundation
import Git
import Tokens

/// Sources that git lists no lines of when it compares commits: behind links, in submodules, and what it
/// takes for data. Their lines are compared as the compiler reads them.
struct UnlistedSources {
  let checkout: String
  /// What is compared with.
  let before: () throws -> CommitFiles

  struct Found: Equatable {
    var files: [ChangedLines.File] = []
    /// Submodules, and links out of the checkout, of which it is not known what they held.
    var unknown: [String] = []
  }

  /// - Parameter data: what changed and was taken for data.
  func changed(data: [String]) throws -> Found {
    let (links, repositories) = places()
    guard !links.isEmpty || !repositories.isEmpty || !data.isEmpty else { return Found() }
    let before = try before()
    var found = Found()
    var names = data
    for place in repositories + links {
      let isFolder = FileFacts(checkout + "/" + place)?.isFolder ?? false
      let own = (isFolder ? below(place) : [place]).filter { SourceLanguage(path: $0) != nil }
      if own.isEmpty { continue }
      if before.isReadable(submodule: place) == false || !isInside(place) {
        found.unknown.append(place)
      } else {
        names += own
      }
    }
    for name in Set(names).sorted() where SourceLanguage(path: name) != nil {
      guard let facts = FileFacts(checkout + "/" + name), facts.isRegular, facts.size <= Self.mostBytes,
        let now = contents(of: checkout + "/" + name)
      else { continue }
      let old = try before.linked(name) ?? []
      guard old != now else { continue }
      let lines = try LineChanges.between(old, now)
      if !lines.isEmpty { found.files.append(ChangedLines.File(path: name, lines: lines)) }
    }
    return found
  }

  private static let mostBytes = 8 << 20
  /// Links may lead into each other for ever.
  private static let mostFiles = 20_000

  private func below(_ folder: String) -> [String] {
    FileTree.names(below: checkout + "/" + folder, skipping: [".git", ".build"]).prefix(Self.mostFiles)
      .map { folder + "/" + $0 }
  }

  private func isInside(_ place: String) -> Bool {
    let root = URL(fileURLWithPath: checkout).resolvingSymlinksInPath().path + "/"
    return URL(fileURLWithPath: checkout + "/" + place).resolvingSymlinksInPath().path.hasPrefix(root)
  }

  private func places() -> (links: [String], repositories: [String]) {
    var repositories: [String] = []
    let all = FileStanding.all(below: checkout, most: .max) { name in
      guard name == ".git" || name.hasSuffix("/.git") else { return false }
      if name != ".git" { repositories.append(String(name.dropLast("/.git".count))) }
      return true
    }
    return ((all ?? []).filter(\.isLink).map(\.name), repositories)
  }
}
