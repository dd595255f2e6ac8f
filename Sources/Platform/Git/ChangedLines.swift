import CGit2
import Foundation

/// The lines of files that are new or different.
public struct ChangedLines: Equatable, Sendable {
  /// Lines count from 1.
  public struct File: Equatable, Sendable {
    public var path: String
    public var lines: [ClosedRange<Int>]

    public init(path: String, lines: [ClosedRange<Int>]) { (self.path, self.lines) = (path, lines) }
  }

  /// By path. What was removed, only renamed, or is no text has no lines to tell.
  public var files: [File]
  /// All files that changed, with what came and went of each.
  public var changes: [FileDifference]
  /// More changed than is worth listing.
  public var isCut: Bool
}

extension OwnClone {
  static let mostChangedFiles = 3_000
  static let mostChangedBytes = 64 << 20
  /// A larger file is taken for data.
  static let mostFileBytes = 8 << 20
  /// Of lines that differ, with a few around them: of a file, of all files, and of one line.
  static let mostHunkLines = 400
  static let mostHunkBytes = 1 << 20
  static let mostLineBytes = 1_000

  /// What `new` has that `old` has not, line by line; without `new` what the checkout has, as it was brought.
  /// Submodules are not looked into.
  public func changedLines(since old: String, upTo new: String?) throws -> ChangedLines {
    let doing = "comparing with commit \(old.prefix(12))"
    let clone = try Repository(ownAt: gitFolder)
    guard let oldID = ObjectID(hex: old), clone.isCommit(oldID) else {
      throw GitError(
        .unknownRevision, doing: doing, wrong: "that commit is not known any more",
        advice: "the next integration is compared with this one")
    }
    if old == new { return ChangedLines(files: [], changes: [], isCut: false) }
    if let new, let newID = ObjectID(hex: new) {
      let tree = try clone.tree(of: newID, doing)
      return try Difference(clone, doing, interruption, since: oldID) {
        git_diff_tree_to_tree(&$0, $1, $2, tree.pointer, &$3)
      }.lines()
    }
    let listing = try CheckoutListing(of: self, clone, doing)
    guard let index = try listing.index(since: oldID) else {
      return ChangedLines(files: [], changes: [], isCut: false)
    }
    let pointer = index.pointer
    var lines = try Difference(clone, doing, interruption, since: oldID) {
      git_diff_tree_to_index(&$0, $1, $2, pointer, &$3)
    }.lines()
    lines.isCut = lines.isCut || listing.isCut
    return lines
  }
}

/// The files of a checkout that are not those of a commit, by what was noted as they were brought.
private final class CheckoutListing {
  private let clone: Repository
  private let folder: Folder
  private let doing: String
  private let interruption: Interruption
  private let known: [TreePath: CheckoutCache.Known]
  private var bytesLeft = OwnClone.mostChangedBytes
  private(set) var isCut = false

  init(of own: OwnClone, _ clone: Repository, _ doing: String) throws {
    (self.clone, self.doing) = (clone, doing)
    interruption = own.interruption
    folder = try Folder.open(own.folder, doing)
    let all = CheckoutCache(readFrom: own.gitFolder + "/bothy/files").known
    // A repository within has its `.git` listed.
    let git = Array(".git".utf8)
    let inner = Set(all.keys.filter { $0.name == git }.compactMap(\.parent))
    known = all.filter { path, _ in !path.components.contains(git) && !Self.isBelow(path, inner) }
  }

  private static func isBelow(_ path: TreePath, _ folders: Set<TreePath>) -> Bool {
    guard !folders.isEmpty else { return false }
    var folder = path.parent
    while let at = folder {
      if folders.contains(at) { return true }
      folder = at.parent
    }
    return false
  }

  /// The commit's index with the checkout's files; nil when they are the same. Its blobs are kept in memory.
  func index(since old: ObjectID) throws -> Handle? {
    let recorded = try clone.files(of: old)
    let changed = try known.keys.sorted().compactMap { path -> (path: TreePath, bytes: [UInt8])? in
      guard let file = known[path], file.here.sort == .file else { return nil }
      if let id = file.id, id == recorded[path]?.id { return nil }
      guard let bytes = read(path, file.here), ObjectID(blob: bytes) != recorded[path]?.id else { return nil }
      try interruption.check()
      return (path, bytes)
    }
    let gone = recorded.filter { known[$0.key] == nil && $0.value.mode != TreeFile.submodule }.map(\.key)
    guard !changed.isEmpty || !gone.isEmpty else { return nil }
    try writeInMemory()
    let index = try clone.make(git_index_free, doing) { index, _ in git_index_new(&index) }
    let tree = try clone.tree(of: old, doing)
    try clone.check(git_index_read_tree(index.pointer, tree.pointer), doing)
    for path in gone {
      try clone.check(path.withCString { git_index_remove(index.pointer, $0, 0) }, doing)
    }
    for (path, bytes) in changed { try add(path, bytes, to: index.pointer) }
    return index
  }

  private func read(_ path: TreePath, _ stamp: FileStamp) -> [UInt8]? {
    guard stamp.size <= OwnClone.mostFileBytes, Int(stamp.size) <= bytesLeft,
      let file = try? folder.file(path.bytes)
    else {
      isCut = isCut || Int(clamping: stamp.size) > bytesLeft
      return nil
    }
    let bytes = file.content(limit: OwnClone.mostFileBytes)
    bytesLeft -= bytes.count
    return bytes
  }

  private func writeInMemory() throws {
    let store = try clone.objects(doing)
    var memory: UnsafeMutablePointer<git_odb_backend>?
    try clone.check(git_mempack_new(&memory), doing)
    try clone.check(git_odb_add_backend(store.pointer, memory, 1_000), doing)
  }

  private func add(_ path: TreePath, _ bytes: [UInt8], to index: OpaquePointer) throws {
    var entry = git_index_entry()
    entry.mode = TreeFile.plain
    try clone.use { repository in
      let code = bytes.withUnsafeBytes {
        git_blob_create_from_buffer(&entry.id, repository, $0.baseAddress, $0.count)
      }
      try clone.check(code, doing)
    }
    let code = path.withCString {
      entry.path = $0
      return git_index_add(index, &entry)
    }
    try clone.check(code, doing)
  }
}
