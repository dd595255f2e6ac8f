import CGit2
import Foundation

/// A file as a tree of git records it.
struct TreeFile: Equatable {
  var mode: UInt32
  var id: ObjectID

  static let plain: UInt32 = 0o100644
  static let executable: UInt32 = 0o100755
  static let link: UInt32 = 0o120000
  static let submodule: UInt32 = 0o160000
}

/// One repository's part of a checkout: the whole, a submodule, or a repository that lies there untracked.
final class Level {
  let prefix: TreePath
  /// Where its blobs are, or whose working tree it is.
  let repository: Repository
  /// The user's working tree; nil when a commit is brought.
  let tree: Folder?
  let commit: ObjectID?
  /// Every file and submodule of the commit.
  let files: [TreePath: TreeFile]
  /// Known once the whole tree was seen.
  var rules: FilterRules
  /// What git itself has to write, where there is such a thing.
  var filtered: FilteredFiles?

  init(
    prefix: TreePath, repository: Repository, tree: Folder? = nil, commit: ObjectID?,
    files: [TreePath: TreeFile], rules: FilterRules
  ) {
    (self.prefix, self.repository, self.tree) = (prefix, repository, tree)
    (self.commit, self.files, self.rules) = (commit, files, rules)
  }
}

/// The files that belong into a checkout, all of them, and nothing else.
struct CheckoutFiles {
  enum Origin {
    case blob(Level, ObjectID)
    case disk(Level, FileStamp)
    case text([UInt8])
  }

  struct Entry {
    let path: TreePath
    /// The same file as its own repository calls it.
    let inner: TreePath
    let isLink: Bool
    let isExecutable: Bool
    let origin: Origin
    /// What git calls the content, when that is known without reading it.
    var id: ObjectID?
  }

  private(set) var entries: [Entry] = []
  private(set) var index: [TreePath: Int] = [:]
  /// Every folder that holds one of them.
  private(set) var folders: Set<TreePath> = [.root]
  var levels: [Level] = []

  /// What decides how blobs become files, for all levels together. The ids that a working tree's files have
  /// say nothing of their bytes (line ends!), so that the two ways never share rules.
  var rules: [UInt8] {
    let way = levels.contains { $0.tree != nil } ? "working tree" : "commit"
    return levels.reduce(into: Array(way.utf8)) { all, level in
      if !level.rules.key.isEmpty { all += level.prefix.bytes + [0] + level.rules.key + [0] }
    }
  }

  mutating func add(_ entry: Entry) throws {
    guard index[entry.path] == nil, !folders.contains(entry.path) else { throw clash(entry.path) }
    index[entry.path] = entries.count
    entries.append(entry)
    var folder = entry.path.parent
    while let next = folder, folders.insert(next).inserted {
      if index[next] != nil { throw clash(next) }
      folder = next.parent
    }
  }

  private func clash(_ path: TreePath) -> GitError {
    GitError(
      .corrupt, doing: "listing the files to check out",
      wrong: "two entries of a tree are named \(path.shown)",
      advice: "run `git fsck` in the repository; that commit was not made by git")
  }
}

extension Level {
  /// Hands over the bytes that a blob has in a working tree.
  func withContent<R>(
    of id: ObjectID, at path: TreePath, isLink: Bool, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    if !isLink, let filtered, filtered.paths.contains(path) {
      return try filtered.withContent(of: path, body)
    }
    let doing = "reading \((prefix / path).shown) of commit \(commit?.hex.prefix(12) ?? "")"
    return try repository.use { _ in
      var raw = id.raw
      let blob = try repository.make(git_object_free, doing) { git_blob_lookup(&$0, $1, &raw) }
      guard !isLink, !rules.key.isEmpty, let commit else {
        let count = Int(git_blob_rawsize(blob.pointer))
        return try body(UnsafeRawBufferPointer(start: git_blob_rawcontent(blob.pointer), count: count))
      }
      var options = git_blob_filter_options()
      git_blob_filter_options_init(&options, UInt32(GIT_BLOB_FILTER_OPTIONS_VERSION))
      // Asked to look for binary blobs it gives nothing at all for them; each filter looks by itself.
      options.flags = GIT_BLOB_FILTER_ATTRIBUTES_FROM_COMMIT.rawValue
      options.attr_commit_id = commit.raw
      var buffer = git_buf()
      defer { git_buf_dispose(&buffer) }
      let code = path.withCString { git_blob_filter(&buffer, blob.pointer, $0, &options) }
      try repository.check(code, doing)
      return try body(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
    }
  }
}

/// The attributes and settings by which git changes line ends and the like between blobs and files.
struct FilterRules {
  /// Empty when files are their blobs, byte for byte.
  var key: [UInt8]

  static let none = FilterRules(key: [])

  private init(key: [UInt8]) { self.key = key }

  /// `attributes` tells the `.gitattributes` files apart: blobs' names, or the stamps of files.
  init(of repository: Repository, attributes: [TreePath: [UInt8]]) throws {
    var key = [UInt8]()
    for (path, version) in attributes.sorted(by: { $0.key < $1.key }) { key += path.bytes + [0] + version }
    let config = try GitSettings(of: repository)
    for name in ["core.autocrlf", "core.eol", "core.safecrlf"] {
      if let value = config[name], name != "core.autocrlf" || value.lowercased() != "false" {
        key += Array("\(name)=\(value)\n".utf8)
      }
    }
    let places = [
      repository.commonFolder + "/info/attributes",
      config.ownFile("core.attributesfile", usually: "attributes"), "/etc/gitattributes",
    ]
    for place in places {
      var status = stat()
      guard stat(place, &status) == 0, status.st_size > 0 else { continue }
      key += Array("\(place) \(FileStamp(status).changed)\n".utf8)
    }
    self.key = key
  }
}

extension Repository {
  /// What makes the files of one commit others from one checkout to the next, but for its own attributes;
  /// empty where they are its blobs.
  public var fileRules: String {
    (try? FilterRules(of: self, attributes: [:])).map { String(decoding: $0.key, as: UTF8.self) } ?? ""
  }
}

/// A repository's settings, with the user's own.
struct GitSettings: ~Copyable {
  private let handle: Handle

  init(of repository: Repository) throws {
    handle = try repository.make(git_config_free, "reading the settings of \(repository.folder)") {
      git_repository_config_snapshot(&$0, $1)
    }
  }

  /// A file of settings by itself, as `.gitmodules` is one.
  init(file: String, _ doing: String) throws {
    let read = try Handle(git_config_free, doing, at: file) { git_config_open_ondisk(&$0, file) }
    handle = try Handle(git_config_free, doing, at: file) { git_config_snapshot(&$0, read.pointer) }
  }

  subscript(_ name: String) -> String? {
    var value: UnsafePointer<CChar>?
    guard git_config_get_string(&value, handle.pointer, name) == 0 else { return nil }
    return text(value)
  }

  /// The file of the user's own that a setting names, or the usual one.
  func ownFile(_ setting: String, usually name: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "/"
    if let named = self[setting] { return named.hasPrefix("~/") ? home + named.dropFirst() : named }
    let common = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.config"
    return "\(common)/git/\(name)"
  }

  /// Every `section.name.key` whose name matches, with its value, in the order of the file.
  func all(matching expression: String) -> [(name: [UInt8], value: [UInt8])] {
    var iterator: OpaquePointer?
    guard git_config_iterator_glob_new(&iterator, handle.pointer, expression) == 0 else { return [] }
    defer { git_config_iterator_free(iterator) }
    var found = [(name: [UInt8], value: [UInt8])]()
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let item = entry?.pointee {
      guard let name = item.name, let value = item.value else { continue }
      found.append((TreePath(cString: name).bytes, TreePath(cString: value).bytes))
    }
    return found
  }
}

extension Repository {
  public var isShallow: Bool { use { git_repository_is_shallow($0) } == 1 }

  /// Where objects and refs are: the main repository's folder, for a linked worktree too.
  var commonFolder: String {
    use { resolved(git_repository_commondir($0).map { String(cString: $0) } ?? place.gitFolder) }
  }

  /// It was cloned with a filter and fetches what it lacks when git asks for it.
  func isPartial() throws -> Bool {
    let config = try GitSettings(of: self)
    return config["extensions.partialclone"] != nil
      || !config.all(matching: "^remote\\..*\\.promisor$").isEmpty
  }
}
