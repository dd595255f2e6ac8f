import CGit2
import Foundation

extension Repository {
  /// Every file and submodule of a commit.
  func files(of commit: ObjectID) throws -> [TreePath: TreeFile] {
    let doing = "listing the files of commit \(commit.hex.prefix(12))"
    var root = git_oid()
    try withCommit(commit, doing) { root = git_commit_tree_id($0).pointee }
    var found = [TreePath: TreeFile]()
    try collect(ObjectID(root), .root, doing, depth: 0, into: &found)
    return found
  }

  private func collect(
    _ id: ObjectID, _ folder: TreePath, _ doing: String, depth: Int, into found: inout [TreePath: TreeFile]
  ) throws {
    guard depth < 2_000 else {
      throw GitError.corrupt(doing, "its folders are nested too deeply", at: self.folder)
    }
    var raw = id.raw
    let tree = try make(git_object_free, doing) { git_tree_lookup(&$0, $1, &raw) }
    for n in 0..<git_tree_entrycount(tree.pointer) {
      guard let entry = git_tree_entry_byindex(tree.pointer, n), let name = git_tree_entry_name(entry),
        let entryID = git_tree_entry_id(entry)
      else { continue }
      let path = TreePath(cString: name)
      guard Self.isAllowed(path.bytes) else {
        throw GitError(
          .corrupt, doing: doing, wrong: "it holds an entry named “\(path.shown)”, which git forbids",
          advice: "do not check this commit out; it may have been made to do harm")
      }
      let full = folder / path
      switch UInt32(bitPattern: Int32(git_tree_entry_filemode_raw(entry).rawValue)) & 0o170111 {
      case 0o040000...0o040111: try collect(ObjectID(entryID), full, doing, depth: depth + 1, into: &found)
      case 0o120000...0o120111: found[full] = TreeFile(mode: TreeFile.link, id: ObjectID(entryID))
      case 0o160000...0o160111: found[full] = TreeFile(mode: TreeFile.submodule, id: ObjectID(entryID))
      case let mode where mode & 0o170000 == 0o100000:
        let kind = mode & 0o100 != 0 ? TreeFile.executable : TreeFile.plain
        found[full] = TreeFile(mode: kind, id: ObjectID(entryID))
      default: throw GitError.corrupt(doing, "\(full.shown) is of an unknown sort", at: self.folder)
      }
    }
  }

  /// No name that would lead out of the checkout, or into its `.git`.
  static func isAllowed(_ name: [UInt8]) -> Bool {
    if name.isEmpty || name.contains(UInt8(ascii: "/")) { return false }
    if name == [0x2E] || name == [0x2E, 0x2E] { return false }
    return String(decoding: name, as: UTF8.self).lowercased() != ".git"
  }

  /// The bytes of a blob of a commit's tree, as they are recorded.
  func content(of id: ObjectID, _ doing: String) throws -> [UInt8] {
    var raw = id.raw
    let blob = try make(git_object_free, doing) { git_blob_lookup(&$0, $1, &raw) }
    let count = Int(git_blob_rawsize(blob.pointer))
    return Array(UnsafeRawBufferPointer(start: git_blob_rawcontent(blob.pointer), count: count))
  }
}

extension CheckoutFiles {
  /// What a commit holds, submodules left out: they are levels of their own.
  mutating func add(level: Level) throws {
    levels.append(level)
    for (path, file) in level.files where file.mode != TreeFile.submodule {
      try add(
        Entry(
          path: level.prefix / path, inner: path, isLink: file.mode == TreeFile.link,
          isExecutable: file.mode == TreeFile.executable, origin: .blob(level, file.id), id: file.id))
    }
  }
}
