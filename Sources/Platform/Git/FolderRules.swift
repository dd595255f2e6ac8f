import Foundation

/// Whether things in a folder are ignored; asked only of those that are not tracked.
final class FolderRules {
  private let tree: Folder
  private let above: FolderRules?
  private let path: TreePath
  private let isTracked: Bool
  /// What holds everywhere: info/exclude, then the user's own file.
  private let everywhere: [[IgnorePattern]]

  /// The rules of a working tree's root.
  init(of repository: Repository, tree: Folder) throws {
    self.tree = tree
    above = nil
    path = .root
    isTracked = false
    let own = try GitSettings(of: repository).ownFile("core.excludesfile", usually: "ignore")
    everywhere = [repository.commonFolder + "/info/exclude", own].map {
      IgnorePattern.all(in: FileManager.default.contents(atPath: $0).map { [UInt8]($0) } ?? [])
    }
  }

  init(_ above: FolderRules, _ path: TreePath, isTracked: Bool) {
    (tree, everywhere) = (above.tree, above.everywhere)
    (self.above, self.path, self.isTracked) = (above, path, isTracked)
  }

  private lazy var patterns: [IgnorePattern] = {
    let file = try? tree.file((path / Array(".gitignore".utf8)).bytes)
    return IgnorePattern.all(in: file?.content() ?? [])
  }()

  /// The folder was entered for its tracked files' sake though it is ignored: nothing else in it counts.
  private lazy var isIgnored: Bool = {
    guard let above else { return false }
    return above.isIgnored || (isTracked && above.verdict(path, isFolder: true))
  }()

  /// `path` is of something right in this folder.
  func ignores(_ path: TreePath, isFolder: Bool) -> Bool { isIgnored || verdict(path, isFolder: isFolder) }

  /// The last line that matches decides, in the nearest folder that has one.
  private func verdict(_ path: TreePath, isFolder: Bool) -> Bool {
    var next: FolderRules? = self
    while let rules = next {
      let start = rules.path.bytes.isEmpty ? 0 : rules.path.bytes.count + 1
      if let last = rules.patterns.last(where: { $0.matches(path.bytes[start...], isFolder: isFolder) }) {
        return !last.isNegated
      }
      next = rules.above
    }
    for patterns in everywhere {
      if let last = patterns.last(where: { $0.matches(path.bytes[...], isFolder: isFolder) }) {
        return !last.isNegated
      }
    }
    return false
  }
}

extension Repository {
  /// Whether a folder of the working tree is ignored and holds nothing that is tracked.
  public func leavesOut(_ folder: String) throws -> Bool {
    let names = namesOnTheWay(to: folder)
    return try !names.isEmpty && rules(of: names, in: IndexListing(of: self)) == nil
  }

  /// Whether a file of the working tree is ignored, itself or with its folder, and is not tracked.
  public func leavesOutFile(_ file: String) throws -> Bool {
    let names = namesOnTheWay(to: file)
    guard let name = names.last else { return false }
    let index = try IndexListing(of: self)
    guard let (rules, folder) = try rules(of: names.dropLast(), in: index) else { return true }
    let path = folder / Array(name.utf8)
    return index.files[path] == nil && rules.ignores(path, isFolder: false)
  }

  /// Empty where it is not below the working tree.
  private func namesOnTheWay(to path: String) -> ArraySlice<Substring> {
    guard let root = place.workingTree, path.hasPrefix(root + "/") else { return [] }
    return path.dropFirst(root.count + 1).split(separator: "/")[...]
  }

  /// What holds in the folder that these names lead to; nil where one of them is left out.
  private func rules(
    of names: ArraySlice<Substring>, in index: IndexListing
  ) throws -> (FolderRules, TreePath)? {
    let root = place.workingTree ?? ""
    var rules = try FolderRules(of: self, tree: Folder.open(root, "looking at \(root)"))
    var path = TreePath.root
    for name in names {
      path = path / Array(name.utf8)
      let isTracked = index.folders.contains(path)
      if name == ".build" || !isTracked && rules.ignores(path, isFolder: true) { return nil }
      rules = FolderRules(rules, path, isTracked: isTracked)
    }
    return (rules, path)
  }
}
