import Explaining
import Files
import Foundation
import Git
import State
import Terminal

/// What a repository says about itself: its package, its branch, its name.
struct FoundPackage {
  /// The working tree, or the bare repository.
  let root: String
  let isBare: Bool
  let package: String
  let branch: String?
  /// As the manifest has it, else the folder's.
  let name: String
  let folderName: String

  init(_ given: String, package named: String?) throws {
    guard FileFacts(given)?.isFolder == true else {
      throw Explanation(
        doing: "making a bot file for \(given)", wrong: "there is no such folder",
        advice: "give the path of a repository")
    }
    let path = URL(fileURLWithPath: given).resolvingSymlinksInPath().standardizedFileURL.path
    let place = try Repository.find(from: path)
    let repository = try Repository(at: place)
    root = place.workingTree ?? place.gitFolder
    isBare = place.workingTree == nil
    let head = try repository.head()
    let branches = try repository.branches().map(\.name)
    branch = head.branch ?? ["main", "master"].first(where: branches.contains)
    let files = try head.commit.map { try CommitFiles(of: repository, commit: $0) }
    let manifests = Self.manifests(files, below: place.workingTree)
    package = try Self.choose(from: manifests, given, named, path: path, workingTree: place.workingTree)
    let repositoryName = CheckoutName.ofRepository((root as NSString).lastPathComponent)
    folderName = package == "." ? repositoryName : (package as NSString).lastPathComponent
    let manifest = package == "." ? "Package.swift" : package + "/Package.swift"
    let bytes = try files?.content(of: manifest) ?? contents(of: root + "/" + manifest)
    name = bytes.flatMap { Self.packageName(String(decoding: $0, as: UTF8.self)) } ?? folderName
  }

  /// The folders with a Package.swift, `.` for the root: of the commit, and of the disk where that is seen at
  /// once, because a new package may not be committed yet.
  private static func manifests(_ files: CommitFiles?, below workingTree: String?) -> Set<String> {
    var found = Set(
      (files?.paths ?? []).filter { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
        .map { $0 == "Package.swift" ? "." : String($0.dropLast("/Package.swift".count)) })
    guard let workingTree else { return found }
    if FileFacts(workingTree + "/Package.swift")?.isRegular == true { found.insert(".") }
    for name in (try? FileTree.entries(of: workingTree)) ?? []
    where !name.hasPrefix(".") && FileFacts("\(workingTree)/\(name)/Package.swift")?.isRegular == true {
      found.insert(name)
    }
    return found
  }

  private static func choose(
    from manifests: Set<String>, _ given: String, _ named: String?, path: String, workingTree: String?
  ) throws -> String {
    func wrong(_ what: String, _ advice: String, _ status: Int32) -> Explanation {
      Explanation(doing: "making a bot file for \(given)", wrong: what, advice: advice, status: status)
    }
    if let named {
      let folder = try RunTarget.inside(named)
      guard manifests.contains(folder) else {
        throw wrong("there is no Package.swift in \(folder)", known(manifests), 2)
      }
      return folder
    }
    // Who stands in a package means that one.
    if let workingTree, path.hasPrefix(workingTree + "/") {
      var folder = String(path.dropFirst(workingTree.count + 1))
      while !folder.isEmpty {
        if manifests.contains(folder) { return folder }
        folder = (folder as NSString).deletingLastPathComponent
      }
    }
    if manifests.contains(".") { return "." }
    // What lies in a package, such as its fixtures, is none of its own.
    let outer = manifests.filter { inner in !manifests.contains { inner.hasPrefix($0 + "/") } }.sorted()
    guard let first = outer.first else {
      throw wrong(
        "there is no Package.swift in it",
        "commit the package first (push it where the repository is bare), or give the path of another one", 5)
    }
    guard outer.count == 1 else {
      throw wrong("it holds \(outer.count) packages", "say which with --package DIR; \(known(manifests))", 2)
    }
    return first
  }

  private static func known(_ manifests: Set<String>) -> String {
    let names = manifests.sorted()
    guard !names.isEmpty else { return "there is none anywhere in it" }
    return "there is one in " + names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
  }

  /// The name that a manifest gives its package, where it is a plain text.
  static func packageName(_ manifest: String) -> String? {
    guard let match = manifest.firstMatch(of: /Package\s*\(\s*name\s*:\s*"([^"\\\n]+)"/) else { return nil }
    return String(match.1)
  }
}
