import Files
import Foundation
import Git

/// Links of a checkout that lead into it. A source is told by the name that it is compiled by, and git tells
/// changes by the name that it keeps it by.
struct LinkedPlaces {
  struct Link: Equatable {
    var name: String
    /// What it leads to in the end; both below the checkout.
    var target: String
  }

  let checkout: String
  let links: [Link]

  init(in checkout: String) {
    self.checkout = checkout
    let root = URL(fileURLWithPath: checkout).resolvingSymlinksInPath().path + "/"
    let all = FileStanding.all(below: checkout, most: .max) { $0 == ".git" } ?? []
    links = all.filter(\.isLink).compactMap { link in
      let place = checkout + "/" + link.name
      let path = URL(fileURLWithPath: place).resolvingSymlinksInPath().path
      guard FileManager.default.fileExists(atPath: place), path.hasPrefix(root) else { return nil }
      return Link(name: link.name, target: String(path.dropFirst(root.count)))
    }
  }

  /// What changed, by each name that leads there. Of a link that leads elsewhere now all is new.
  func spread(_ files: [ChangedLines.File]) -> [ChangedLines.File] {
    guard !links.isEmpty else { return files }
    let changed = Set(files.map(\.path))
    let moved = links.filter { changed.contains($0.name) }
    let stay = files.filter { file in !moved.contains { $0.name == file.path } }
    return Self.spread(stay + moved.flatMap(whole), along: links)
  }

  /// A link may stand in a folder that others lead to.
  static func spread(_ files: [ChangedLines.File], along links: [Link]) -> [ChangedLines.File] {
    var known = Set(files.map(\.path))
    var (all, new) = (files, files)
    // Folders may lead into each other for ever.
    for _ in 0..<4 where all.count < most {
      new = new.flatMap { file in
        links.compactMap { link in
          let rest = file.path.dropFirst(link.target.count)
          guard file.path.hasPrefix(link.target), rest.isEmpty || rest.hasPrefix("/"),
            known.insert(link.name + rest).inserted
          else { return nil }
          return ChangedLines.File(path: link.name + rest, lines: file.lines)
        }
      }
      all += new
    }
    return all.sorted { $0.path < $1.path }
  }

  private static let most = 10_000

  private func whole(_ link: Link) -> [ChangedLines.File] {
    let target = checkout + "/" + link.target
    let isFolder = FileFacts(target)?.isRegular != true
    let names = isFolder ? FileTree.names(below: target).map { "/" + $0 } : [""]
    return names.prefix(Self.most).compactMap { name in
      guard let source = contents(of: target + name), !source.isEmpty else { return nil }
      let breaks = source.count { $0 == UInt8(ascii: "\n") }
      let count = breaks + (source.last == UInt8(ascii: "\n") ? 0 : 1)
      return ChangedLines.File(path: link.name + name, lines: [1...count])
    }
  }
}
