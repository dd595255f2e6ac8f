import Coverage
import Files
import Foundation
import Words

/// What stands in files of the checkout now that tests are known to have read.
struct ReadFileMarks: Sendable {
  let checkout: String

  /// No commit has them.
  static let skipped: Set<String> = [".build", ".git"]

  /// Who reads it asks what the commit is.
  static let head = ".git/HEAD"

  func marks(of map: TestMap?) -> [String: String] {
    let paths = Set((map?.files ?? []).map(\.path))
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, mark(of: $0)) })
  }

  func mark(of path: String) -> String {
    var mark = ContentMark()
    let place = path == "." ? checkout : "\(checkout)/\(path)"
    if path == FileRead.everything {
      for name in FileTree.names(below: checkout, skipping: Self.skipped) where Self.isOfCommits(name) {
        mark.add(name)
        mark.add(file: "\(checkout)/\(name)")
      }
    } else if FileFacts(place)?.isFolder == true {
      let names = (try? FileTree.entries(of: place)) ?? []
      for name in names where !Self.skipped.contains(name) && Self.isOfCommits(name) { mark.add(name) }
    } else {
      mark.add(file: place)
    }
    return mark.short
  }

  /// What children of tests leave where they stand comes and goes.
  private static func isOfCommits(_ name: String) -> Bool { !name.hasSuffix(".profraw") }
}

extension ContentMark {
  /// What is larger is known by its size and time.
  private static let mostBytes = 1 << 20

  /// What stands in it, and where it leads.
  mutating func add(file: String) {
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file) { add(link) }
    guard let facts = FileFacts(file) else { return add(-1) }
    add(facts.size)
    // Tests may run it.
    if facts.isExecutable { add("x") }
    if facts.size <= Self.mostBytes, let bytes = contents(of: file) {
      add(bytes)
    } else {
      add(facts.stamp)
    }
  }
}
