import CGit2
import Foundation
import Words

/// The submodules that `.gitmodules` tells of, by their paths.
struct Submodules {
  struct Told {
    var name: String
    var address: String?
  }

  private(set) var told: [TreePath: Told] = [:]

  /// `file` is where the content may be written for a moment: libgit2 reads settings from files.
  init(gitmodules content: [UInt8], through file: String) throws {
    let doing = "reading .gitmodules"
    try write(content, to: file, doing)
    defer { unlink(file) }
    let settings = try GitSettings(file: file, doing)
    var paths = [[UInt8]: [UInt8]]()
    var addresses = [[UInt8]: [UInt8]]()
    for (key, value) in settings.all(matching: "^submodule\\..*\\.(path|url)$") {
      let parts = key.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count >= 3, let last = parts.last else { continue }
      let name = Array(key.dropFirst("submodule.".utf8.count).dropLast(last.count + 1))
      if last.elementsEqual("path".utf8) { paths[name] = value } else { addresses[name] = value }
    }
    for (name, path) in paths {
      var path = path
      while path.last == UInt8(ascii: "/") { path.removeLast() }
      told[TreePath(bytes: path)] = Told(
        name: String(decoding: name, as: UTF8.self),
        address: addresses[name].map { String(decoding: $0, as: UTF8.self) })
    }
  }

  init() {}

  /// A repository on this machine that has the commit, looked for first where the owner has it already.
  /// - Parameter own: is told of a copy that belongs to the owner's working tree.
  func source(
    of path: TreePath, commit: ObjectID, owner: Repository, own: (Repository) -> Void = { _ in }
  ) throws -> Repository {
    var refused: GitError?
    var lacking: [String] = []
    let told = told[path]
    let copies = copies(of: path, told: told, owner: owner)
    for (index, place) in (try copies + addresses(of: told, owner: owner)).enumerated() {
      do {
        let repository = try Repository(opening: place)
        if repository.isCommit(commit) {
          if index < copies.count { own(repository) }
          return repository
        }
        if !lacking.contains(repository.folder) { lacking.append(repository.folder) }
      } catch let failure as GitError {
        if failure.kind == .ownedByAnother || failure.kind == .notPermitted { refused = refused ?? failure }
      }
    }
    if let refused { throw refused }
    let doing = "bringing the submodule \(path.shown) of \(owner.folder)"
    guard let told, let address = told.address else {
      throw GitError(
        .submoduleMissing, doing: doing, wrong: "it is not told of in .gitmodules",
        advice: "add it there (`git submodule add`), or drop it with "
          + "`git rm --cached \(ShellWord.quoted(path.shown))`")
    }
    let origin = try GitSettings(of: owner)["remote.origin.url"]
    if let record = SubmoduleRecord.read(in: owner.commonFolder) {
      let far = Self.far(address, from: origin ?? "")
      let why =
        record.why[path.shown]
        ?? (lacking.isEmpty
          ? MirrorSubmodules.unnamed(commit, far) : MirrorSubmodules.unknown(commit, far))
      throw GitError(.submoduleMissing, doing: doing, wrong: why.wrong, advice: why.advice)
    }
    let missing = MissingSubmodule(
      path: path, name: told.name, commit: commit, address: address, origin: origin, owner: owner,
      lacking: lacking)
    throw GitError(.submoduleMissing, doing: doing, wrong: missing.wrong, advice: missing.advice)
  }

  private func copies(of path: TreePath, told: Told?, owner: Repository) -> [String] {
    var places = [String]()
    if let name = told?.name, Self.isName(name) {
      places += [owner.place.gitFolder, owner.commonFolder].map { "\($0)/modules/\(name)" }
    }
    if let tree = owner.place.workingTree { places.append(tree + "/" + path.shown) }
    return places
  }

  private func addresses(of told: Told?, owner: Repository) throws -> [String] {
    var places = [String]()
    let config = try GitSettings(of: owner)
    let own = told.flatMap { config["submodule.\($0.name).url"] }
    let origin = config["remote.origin.url"].flatMap { Self.local($0) }
    for address in [own, told?.address].compactMap({ $0 }) {
      if let path = Self.local(address) { places.append(path) }
      guard address.hasPrefix("./") || address.hasPrefix("../") else { continue }
      for base in [origin, owner.place.workingTree, owner.commonFolder].compactMap({ $0 }) {
        places.append(Self.join(base, address))
      }
    }
    return places
  }

  /// The absolute path that an address is, if it is one.
  static func local(_ address: String) -> String? {
    if address.hasPrefix("/") { return address }
    guard address.hasPrefix("file://") else { return nil }
    let path = address.dropFirst("file://".count)
    guard let slash = path.firstIndex(of: "/") else { return nil }
    let host = path[..<slash]
    guard host.isEmpty || host == "localhost" else { return nil }
    return String(path[slash...]).removingPercentEncoding
  }

  /// It leads to no folder above.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.first != UInt8(ascii: "/") && !name.pathParts.contains("..")
  }

  /// The same of an address of another machine; one that is not relative is itself.
  static func far(_ address: String, from base: String) -> String {
    guard address.hasPrefix("./") || address.hasPrefix("../") else { return address }
    let root: String.Index
    if let scheme = base.firstRange(of: "://") {
      root = base[scheme.upperBound...].firstIndex(of: "/") ?? base.endIndex
    } else {
      root = base.firstIndex(of: ":").map { base.index(after: $0) } ?? base.startIndex
    }
    let path = join(String(base[root...]), address)
    return base[..<root] + (base[root...].hasPrefix("/") ? path : String(path.dropFirst()))
  }

  /// `../x` is taken from the repository's own address, as if that were a folder.
  static func join(_ base: String, _ relative: String) -> String {
    var parts = base.split(separator: "/").filter { $0 != "." }
    for part in relative.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
