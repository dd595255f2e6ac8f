import Foundation

/// A file of a checkout that is not any more as it was brought.
public struct ForeignChange: Equatable, Sendable {
  public enum Kind: String, Sendable { case added, changed, removed }

  /// From the top of the checkout.
  public var path: String
  public var kind: Kind

  public init(_ path: String, _ kind: Kind) { (self.path, self.kind) = (path, kind) }
}

extension OwnClone {
  /// What somebody made of the checkout since it was brought: of the files that were brought, and of others
  /// those below `folders`. By path. Files within repositories of their own (submodules) are looked at too.
  public func changesSinceBrought(newBelow folders: [String]) throws -> [ForeignChange] {
    let doing = "looking at what was changed in \(folder)"
    let git = Array(".git".utf8)
    let known = CheckoutCache(readFrom: gitFolder + "/bothy/files").known
      .filter { path, _ in !path.components.contains(git) }
    guard !known.isEmpty else { return [] }
    let top = try Folder.open(folder, doing)
    let recorded = try recordedFiles(doing)
    var changes: [ForeignChange] = []
    for (path, file) in known {
      try interruption.check()
      guard let now = try? top.stamp(path.bytes) else {
        changes.append(ForeignChange(path.shown, .removed))
        continue
      }
      guard now != file.here, !isSame(path, now, file.id ?? recorded[path]?.id, in: top) else { continue }
      changes.append(ForeignChange(path.shown, .changed))
    }
    for path in try folders.flatMap({ try files(in: TreePath($0), of: top) }) where known[path] == nil {
      changes.append(ForeignChange(path.shown, .added))
    }
    return changes.sorted { $0.path < $1.path }
  }

  /// What lies where it was brought outside of a folder, by path, and the blob that each is now: only what
  /// somebody wrote since is read for that, and of what is too large for it there is none. Nil where nobody
  /// knows what was brought.
  public func blobs(outside inner: String) throws -> [(path: String, blob: String?)]? {
    let git = Array(".git".utf8)
    let known = CheckoutCache(readFrom: gitFolder + "/bothy/files").known
    guard !known.isEmpty else { return nil }
    let top = try Folder.open(folder, "looking at what was brought into \(folder)")
    let inner = TreePath(inner).components
    let elsewhere = known.filter { path, _ in
      let parts = path.components
      return !parts.starts(with: inner) && !parts.contains(git)
    }
    return try elsewhere.sorted { $0.key < $1.key }.compactMap { path, file in
      try interruption.check()
      guard let now = try? top.stamp(path.bytes) else { return nil }
      let blob = (now == file.here ? file.id : nil) ?? self.blob(path, now, in: top)
      return (path.shown, blob?.hex)
    }
  }

  private func recordedFiles(_ doing: String) throws -> [TreePath: TreeFile] {
    let clone = try Repository(ownAt: gitFolder)
    guard let head = try clone.head().commit.flatMap({ ObjectID(hex: $0) }) else { return [:] }
    return try clone.files(of: head)
  }

  /// Written anew with what it had. One that a filter makes counts as changed.
  private func isSame(_ path: TreePath, _ now: FileStamp, _ id: ObjectID?, in top: Folder) -> Bool {
    id != nil && blob(path, now, in: top) == id
  }

  private func blob(_ path: TreePath, _ now: FileStamp, in top: Folder) -> ObjectID? {
    switch now.sort {
    case .file:
      guard now.size <= OwnClone.mostFileBytes, let file = try? top.file(path.bytes) else { return nil }
      return ObjectID(blob: file.content(limit: OwnClone.mostFileBytes))
    case .link: return (try? top.linkTarget(path.bytes)).map { ObjectID(blob: $0) }
    case .folder, .other: return nil
    }
  }

  private static let mostNewFiles = 10_000

  /// All files below; none where there is no such folder.
  private func files(in start: TreePath, of top: Folder) throws -> [TreePath] {
    var found: [TreePath] = []
    var waiting = [start]
    while let path = waiting.popLast(), found.count < Self.mostNewFiles {
      try interruption.check()
      guard let stamp = try? top.stamp(path.bytes) else { continue }
      switch stamp.sort {
      case .file, .link: found.append(path)
      case .folder:
        guard let inner = try? top.folder(path.bytes), let names = try? inner.names() else { continue }
        waiting += names.filter { $0 != Array(".git".utf8) && $0 != Array(".build".utf8) }.map { path / $0 }
      case .other: continue
      }
    }
    return found
  }
}
