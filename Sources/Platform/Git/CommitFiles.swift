import CGit2
import Foundation

/// The files of a commit as a checkout of it would hold them, read from the objects alone.
public final class CommitFiles {
  private let level: Level
  private let gitFolder: String?
  private var submodules: [TreePath: CommitFiles?] = [:]
  private let doing: String

  /// Of a repository of the user's; submodules are left out.
  public convenience init(of repository: Repository, commit: String) throws {
    try self.init(repository, commit, gitFolder: nil, doing: "reading commit \(commit.prefix(12))")
  }

  /// Of the bot's own clone, submodules included. Throws when the clone does not have the commit any more.
  public convenience init(of clone: OwnClone, commit: String) throws {
    try self.init(
      try Repository(ownAt: clone.gitFolder), commit, gitFolder: clone.gitFolder,
      doing: "reading commit \(commit.prefix(12)) of \(clone.folder)")
  }

  /// How far two commits of the bot's own clone are apart; nil where it does not have them any more.
  public static func distance(
    of commit: String, from base: String, in clone: OwnClone
  ) -> (ahead: Int, behind: Int)? {
    try? Repository(ownAt: clone.gitFolder).distance(of: commit, from: base)
  }

  private init(_ repository: Repository, _ commit: String, gitFolder: String?, doing: String) throws {
    guard let id = ObjectID(hex: commit) else { throw GitError.notAnID(doing) }
    let files = try repository.files(of: id)
    let attributes = files.filter { $0.key.name.elementsEqual(".gitattributes".utf8) }.mapValues(\.id.bytes)
    level = Level(
      prefix: .root, repository: repository, commit: id, files: files,
      rules: try FilterRules(of: repository, attributes: attributes))
    (self.gitFolder, self.doing) = (gitFolder, doing)
  }

  /// In the order of their bytes; names that are not UTF-8 are left out.
  public var paths: [String] {
    level.files.filter { $0.value.mode != TreeFile.submodule }.keys.sorted()
      .compactMap { String(validating: $0.bytes, as: UTF8.self) }
  }

  public var hasSubmodules: Bool { level.files.values.contains { $0.mode == TreeFile.submodule } }

  /// Links are not followed: what they lead to is nobody's file here. Nil: there is no such file.
  public func content(of path: String) throws -> [UInt8]? {
    let path = TreePath(path)
    if let file = level.files[path] {
      guard file.mode == TreeFile.plain || file.mode == TreeFile.executable else { return nil }
      return try level.withContent(of: file.id, at: path, isLink: false) { Array($0) }
    }
    var folder = path.parent
    while let prefix = folder, prefix != .root {
      if let link = level.files[prefix], link.mode == TreeFile.submodule {
        let inner = String(decoding: path.bytes.dropFirst(prefix.bytes.count + 1), as: UTF8.self)
        return try submodule(at: prefix, link.id)?.content(of: inner)
      }
      folder = prefix.parent
    }
    return nil
  }

  /// The same of a file behind links that stay inside the commit, as a compiler reads it.
  public func linked(_ path: String) throws -> [UInt8]? {
    var path = path
    for _ in 0..<Self.mostLinks {
      guard let next = try target(of: path) else { return try content(of: path) }
      guard let inside = next else { return nil }
      path = inside
    }
    return nil
  }

  private static let mostLinks = 16

  /// Whether what a folder of another repository held can be read; nil where there was none.
  public func isReadable(submodule folder: String) -> Bool? {
    let path = TreePath(folder)
    guard let link = level.files[path], link.mode == TreeFile.submodule else { return nil }
    return ((try? submodule(at: path, link.id)) ?? nil) != nil
  }

  /// Where the first link in a path leads: nil when there is none in it, nothing inside when it leads out.
  private func target(of path: String) throws -> String?? {
    let parts = path.split(separator: "/")
    for end in parts.indices {
      let prefix = TreePath(parts[...end].joined(separator: "/"))
      guard let link = level.files[prefix], link.mode == TreeFile.link else { continue }
      let text = try level.withContent(of: link.id, at: prefix, isLink: true) { Array($0) }
      let words = String(decoding: text, as: UTF8.self)
      guard !words.hasPrefix("/") else { return .some(nil) }
      var inside = Array(parts[..<end])
      for part in words.split(separator: "/") + parts[(end + 1)...] where part != "." {
        if part != ".." { inside.append(part) } else if inside.popLast() == nil { return .some(nil) }
      }
      return inside.joined(separator: "/")
    }
    return nil
  }

  private func submodule(at prefix: TreePath, _ commit: ObjectID) throws -> CommitFiles? {
    if let known = submodules[prefix] { return known }
    var found: CommitFiles?
    if let gitFolder {
      let place = gitFolder + "/modules/" + ObjectID(blob: prefix.bytes).hex
      found = try? CommitFiles(try Repository(ownAt: place), commit.hex, gitFolder: nil, doing: doing)
    }
    submodules[prefix] = found
    return found
  }
}

/// What stands at a path of a commit.
public enum RecordedFile: Equatable, Sendable {
  case file([UInt8])
  /// More bytes than were asked for.
  case tooLarge(Int)
  case link
  /// A folder, or a submodule.
  case folder
}

extension Repository {
  /// What a commit records at a path, byte for byte; nil where it has nothing there.
  public func recorded(_ path: String, commit: String, limit: Int = .max) throws -> RecordedFile? {
    let doing = "reading \(path) of commit \(commit.prefix(12))"
    guard let id = ObjectID(hex: commit) else { throw GitError.notAnID(doing) }
    let root = try tree(of: id, doing)
    var entry: OpaquePointer?
    let code = git_tree_entry_bypath(&entry, root.pointer, path)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    guard code == 0, let entry else { throw GitError.libgit2(code, doing, at: folder) }
    defer { git_tree_entry_free(entry) }
    guard git_tree_entry_type(entry) == GIT_OBJECT_BLOB, let found = git_tree_entry_id(entry) else {
      return .folder
    }
    if git_tree_entry_filemode(entry) == GIT_FILEMODE_LINK { return .link }
    var raw = found.pointee
    let blob = try make(git_object_free, doing) { git_blob_lookup(&$0, $1, &raw) }
    let count = Int(git_blob_rawsize(blob.pointer))
    guard count <= limit else { return .tooLarge(count) }
    return .file(Array(UnsafeRawBufferPointer(start: git_blob_rawcontent(blob.pointer), count: count)))
  }
}

extension OwnClone {
  /// What a commit records at a path, byte for byte; nil where it has no file there.
  public func recorded(_ path: String, commit: String) throws -> [UInt8]? {
    guard case .file(let bytes)? = try Repository(ownAt: gitFolder).recorded(path, commit: commit) else {
      return nil
    }
    return bytes
  }
}

extension OwnClone {
  /// The files of the commit that was brought last which programs of the user's made from what is committed.
  public var filteredFiles: Set<String> {
    let list = FileManager.default.contents(atPath: gitFolder + "/bothy/filtered") ?? Data()
    return Set(list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }
}
