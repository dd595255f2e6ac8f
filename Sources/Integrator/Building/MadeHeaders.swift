import Files
import Foundation
import Words

/// Headers that the compiler made into modules since a moment: whatever there is to be said of them, Swift
/// hears then.
struct MadeHeaders {
  let caches: [ModuleCache]
  let since: Double

  func among(_ headers: Set<String>) -> Set<String> {
    guard !headers.isEmpty else { return [] }
    let spellings = headers.map { (header: $0, all: Spelling.all(of: $0)) }
    let folders = Set(spellings.flatMap(\.all).map(\.folder))
    var made: Set<String> = []
    for path in caches.flatMap(\.modules) where made.count < headers.count {
      guard let facts = FileFacts(path), facts.modified + 0.01 >= since, let bytes = contents(of: path),
        folders.contains(where: bytes.holds)
      else { continue }
      let name = Self.module(of: path)
      for (header, all) in spellings where !made.contains(header) {
        if all.contains(where: { $0.isIn(bytes, of: name) }) { made.insert(header) }
      }
    }
    return made
  }

  /// `CFoo-360B7EAHTQHO5.pcm` is CFoo's.
  static func module(of path: String) -> String {
    let name = (path as NSString).lastPathComponent
    return String(name[..<(name.lastIndex(of: "-") ?? name.endIndex)])
  }

  /// What a module knows a header by: its path; or of a folder with a map of its own that folder, and the way
  /// from there.
  private struct Spelling {
    let folder: String
    let rest: String
    /// The modules of that map; nil where the path is whole.
    var modules: Set<String>?

    static func all(of header: String) -> [Spelling] {
      let paths = Set([header, URL(fileURLWithPath: header).resolvingSymlinksInPath().path])
      return paths.flatMap { path in
        let cuts = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }
        let mapped = cuts.compactMap { cut -> Spelling? in
          let folder = String(path[..<cut])
          let maps = ModuleMap.names.map { "\(folder)/\($0)" }.filter { FileFacts($0) != nil }
          guard !maps.isEmpty else { return nil }
          return Spelling(
            folder: folder, rest: String(path[path.index(after: cut)...]),
            modules: Set(maps.flatMap(ModuleMap.modules)))
        }
        let cut = cuts.last ?? path.startIndex
        return [Spelling(folder: String(path[..<cut]), rest: path)] + mapped
      }
    }

    func isIn(_ bytes: [UInt8], of module: String) -> Bool {
      guard let modules else { return bytes.holds(rest) }
      return modules.contains(module) && Self.begins(folder, in: bytes) { $0 != UInt8(ascii: "/") }
        && Self.begins(rest, in: bytes) { _ in true }
    }

    /// Texts begin at every fourth byte there.
    private static func begins(_ word: String, in bytes: [UInt8], _ mayFollow: (UInt8) -> Bool) -> Bool {
      let word = Array(word.utf8)
      guard let first = word.first, bytes.count >= word.count else { return false }
      return stride(from: 0, through: bytes.count - word.count, by: 4).contains { place in
        guard bytes[place] == first else { return false }
        let end = place + word.count
        return bytes[place..<end].elementsEqual(word) && (end == bytes.count || mayFollow(bytes[end]))
      }
    }
  }
}

/// A file that tells of which headers modules are made.
enum ModuleMap {
  static let names = ["module.modulemap", "module.map"]

  /// Those that it tells of, and what is within them.
  static func modules(_ path: String) -> [String] {
    String(decoding: contents(of: path) ?? [], as: UTF8.self)
      .matches(of: /\bmodule[ \t]+"?([A-Za-z_][A-Za-z0-9_]*)/).map { String($0.1) }
  }
}
