import Foundation
import Testing

/// The tree in the README is the first that a newcomer sees of the house.
@Suite("The tree in the README")
struct TreeTests {
  /// By entry: the entries below it and the words that are said of it; at the margin only words that end as a
  /// folder does.
  private let entries: [String: Set<String>]

  init() throws {
    let readme = try String(contentsOfFile: SourceTree.root + "/README.md", encoding: .utf8)
    let tree = try #require(readme.split(separator: "## The tree\n").last?.split(separator: "\n## ").first)
    entries = Self.entries(String(tree))
  }

  private static func entries(_ tree: String) -> [String: Set<String>] {
    var entries: [String: Set<String>] = [:]
    var (top, inner) = ("", "")
    for line in tree.split(separator: "\n") where line.hasPrefix("    ") {
      let margin = line.prefix { $0 == " " }.count
      var words = line.split { !($0.isLetter || $0.isNumber || $0 == "/") }.map { String($0) }
      if margin == 4 { (top, inner) = (words.removeFirst(), "") }
      if margin == 6 {
        inner = words.removeFirst()
        entries[top, default: []].insert(inner)
      }
      entries[inner.isEmpty ? top : inner, default: []]
        .formUnion(inner.isEmpty ? words.filter { $0.hasSuffix("/") } : words)
    }
    return entries
  }

  private func folders(_ path: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root + "/" + path)
    return Set(
      names.filter { name in
        var isFolder: ObjCBool = false
        let place = "\(SourceTree.root)/\(path)/\(name)"
        return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && isFolder.boolValue
      })
  }

  @Test("it names every room, and none that is not there")
  func rooms() throws {
    #expect(try entries["Sources/"] == Set(folders("Sources").map { $0 + "/" }))
  }

  @Test("it names every room of Platform")
  func platform() throws {
    #expect(try folders("Sources/Platform").subtracting(entries["Platform/"] ?? []) == [])
  }

  @Test("it names every folder of tests that is no mirror of a room")
  func tests() throws {
    let rooms = try folders("Sources").union(folders("Sources/Platform"))
    #expect(try entries["Tests/"] == Set(folders("Tests").subtracting(rooms).map { $0 + "/" }))
  }
}
