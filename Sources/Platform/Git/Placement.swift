import Foundation

/// Makes a folder hold exactly what is wanted, and touches only what differs.
final class Placement {
  private let root: Folder
  private let incoming: Folder
  private let wanted: CheckoutFiles
  private let cache: CheckoutCache
  private let sameRules: Bool
  private let keep: Set<String>
  private let begun: FileStamp.Moment
  private let doing: String
  private let interruption: Interruption
  private let willWrite: () -> Void
  private var isAnnounced = false
  private let rootPath: String
  private var done: [Bool]
  private var opened: (path: TreePath, folder: Folder)?

  private(set) var known: [TreePath: CheckoutCache.Known] = [:]
  /// How many files and folders had to be written or removed.
  private(set) var touched = 0
  private(set) var latest = FileStamp.Moment(seconds: 0, nanoseconds: 0)

  /// `incoming` is a folder on the same file system, where files are written before they are renamed.
  init(
    _ wanted: CheckoutFiles, into root: String, incoming: String, cache: CheckoutCache, keep: Set<String>,
    begun: FileStamp.Moment, doing: String, interruption: Interruption, willWrite: @escaping () -> Void
  ) throws {
    (self.wanted, self.cache, self.keep, self.begun) = (wanted, cache, keep, begun)
    (self.doing, self.interruption, rootPath) = (doing, interruption, root)
    self.willWrite = willWrite
    self.root = try Folder.open(root, doing)
    self.incoming = try Folder.open(incoming, doing)
    sameRules = cache.rules == wanted.rules
    done = Array(repeating: false, count: wanted.entries.count)
    known.reserveCapacity(wanted.entries.count)
  }

  func perform() throws {
    try clear(root, .root)
    let missing = wanted.entries.indices.filter { !done[$0] }
    for n in missing.sorted(by: { wanted.entries[$0].path < wanted.entries[$1].path }) {
      try interruption.check()
      try place(wanted.entries[n])
    }
    opened = nil
  }

  /// Before the first change.
  private func announce() {
    if !isAnnounced { willWrite() }
    isAnnounced = true
  }

  /// Removes what does not belong and finds what is right already.
  private func clear(_ folder: Folder, _ path: TreePath) throws {
    for name in try telling(path, { try folder.names() }) {
      try interruption.check()
      let full = path / name
      if path == .root, full == Self.gitFolder { continue }
      guard let stamp = try? folder.stamp(name) else { continue }
      if let n = wanted.index[full] {
        let entry = wanted.entries[n]
        guard stamp.sort == (entry.isLink ? .link : .file) else {
          try remove(name, folder, full)
          continue
        }
        if try isRight(entry, stamp, folder, name) {
          try settle(entry, stamp, folder, name)
          done[n] = true
        }
      } else if wanted.folders.contains(full), stamp.sort == .folder {
        try clear(telling(full) { try folder.writableFolder(name) }, full)
      } else if !stays(full, stamp) {
        try remove(name, folder, full)
      }
    }
  }

  private static let gitFolder = TreePath(".git")

  /// Files like Package.resolved that the build itself made, but not those of an earlier commit.
  private func stays(_ path: TreePath, _ stamp: FileStamp) -> Bool {
    guard stamp.sort == .file, cache.known[path] == nil, let parent = path.parent else { return false }
    return wanted.folders.contains(parent)
      && (keep.contains(path.shown) || keep.contains(TreePath(bytes: path.name).shown))
  }

  private func isRight(
    _ entry: CheckoutFiles.Entry, _ stamp: FileStamp, _ folder: Folder, _ name: [UInt8]
  ) throws -> Bool {
    let known = cache.known[entry.path].flatMap {
      $0.here == stamp && stamp.changed.nanoseconds != 0 ? $0 : nil
    }
    if let known {
      switch entry.origin {
      case .disk(_, let source): if known.source == source { return true }
      case .blob(_, let id): if sameRules, known.id == id { return true }
      case .text: break
      }
    }
    if entry.isLink {
      guard let target = try? folder.linkTarget(name) else { return false }
      return target == (try linkTarget(of: entry))
    }
    guard let file = try? folder.file(name) else { return false }
    return try telling(entry.path) {
      switch entry.origin {
      case .text(let bytes): return try bytes.withUnsafeBytes { try file.holds($0) }
      case .blob(let level, let id):
        return try level.withContent(of: id, at: entry.inner, isLink: false) { try file.holds($0) }
      case .disk(let level, let source):
        return try reading(entry, level, source) { try file.holds(sameAs: $0) }
      }
    }
  }

  /// Its content is right: its mode must be too.
  private func settle(
    _ entry: CheckoutFiles.Entry, _ stamp: FileStamp, _ folder: Folder, _ name: [UInt8]
  ) throws {
    var stamp = stamp
    let wanted: UInt32 = entry.isExecutable ? 0o700 : 0o600
    if !entry.isLink, stamp.mode & 0o7700 != wanted {
      let readers = stamp.mode & 0o044
      let mode = wanted | readers | (entry.isExecutable ? readers >> 2 : 0)
      stamp = try telling(entry.path) {
        try SystemFailure.check(TreePath.withCString(name) { fchmodat(folder.descriptor, $0, mode, 0) })
        return try folder.stamp(name)
      }
      touched += 1
    }
    remember(entry, stamp)
  }

  private func remember(_ entry: CheckoutFiles.Entry, _ stamp: FileStamp) {
    var source: FileStamp?
    var id = entry.id
    if case .disk(_, let seen) = entry.origin {
      if !seen.mayChangeUnseen(since: begun) { source = seen }
      if id == nil, sameRules, let old = cache.known[entry.path], old.source == seen { id = old.id }
    }
    latest = max(latest, stamp.changed, stamp.modified)
    known[entry.path] = CheckoutCache.Known(here: stamp, source: source, id: id)
  }

  private func place(_ entry: CheckoutFiles.Entry) throws {
    announce()
    let folder = try folder(entry.path.parent ?? .root)
    let name = entry.path.name
    let waiting = Array("file".utf8)
    try telling(entry.path) {
      try incoming.remove(waiting)
      if entry.isLink {
        let target = try linkTarget(of: entry)
        try SystemFailure.check(
          TreePath.withCString(target) { target in
            TreePath.withCString(waiting) { symlinkat(target, incoming.descriptor, $0) }
          })
      } else {
        try fill(incoming.newFile(waiting, mode: entry.isExecutable ? 0o777 : 0o666), with: entry)
      }
      try SystemFailure.check(
        TreePath.withCString(waiting) { from in
          TreePath.withCString(name) { renameat(incoming.descriptor, from, folder.descriptor, $0) }
        })
      touched += 1
      remember(entry, try folder.stamp(name))
    }
  }

  private func fill(_ file: OpenFile, with entry: CheckoutFiles.Entry) throws {
    func write(_ bytes: UnsafeRawBufferPointer) throws {
      try telling(entry.path) { try file.write(bytes) }
    }
    switch entry.origin {
    case .text(let bytes): try bytes.withUnsafeBytes { try write($0) }
    case .blob(let level, let id):
      try level.withContent(of: id, at: entry.inner, isLink: false) { try write($0) }
    case .disk(let level, let source):
      try reading(entry, level, source) { original in
        try original.forEachPortion {
          try write($0)
          return true
        }
      }
    }
  }

  /// Reads a file of the user's, and makes sure that it stood still meanwhile.
  private func reading<R>(
    _ entry: CheckoutFiles.Entry, _ level: Level, _ seen: FileStamp, _ body: (OpenFile) throws -> R
  ) throws -> R {
    guard let tree = level.tree else { throw Moved(path: entry.path) }
    let file: OpenFile
    do { file = try tree.file(entry.inner.bytes) } catch {
      if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(error.number) { throw Moved(path: entry.path) }
      throw GitError.unreadable(error.number, entry.path, level)
    }
    guard (try? file.stamp()) == seen else { throw Moved(path: entry.path) }
    do {
      let result = try body(file)
      guard (try? file.stamp()) == seen else { throw Moved(path: entry.path) }
      return result
    } catch let failure as SystemFailure { throw GitError.unreadable(failure.number, entry.path, level) }
  }

  private func linkTarget(of entry: CheckoutFiles.Entry) throws -> [UInt8] {
    let target: [UInt8]
    switch entry.origin {
    case .text(let bytes): target = bytes
    case .blob(let level, let id):
      target = try level.withContent(of: id, at: entry.inner, isLink: true) { Array($0) }
    case .disk(let level, let seen):
      guard let tree = level.tree, let read = try? tree.linkTarget(entry.inner.bytes),
        (try? tree.stamp(entry.inner.bytes)) == seen
      else { throw Moved(path: entry.path) }
      target = read
    }
    guard !target.isEmpty, !target.contains(0) else {
      throw GitError(
        .other, doing: doing, wrong: "\(entry.path.shown) is a symbolic link without a usable target",
        advice: "correct that link in the repository")
    }
    return target
  }

  /// The folder at a path, made where it is missing, reached without following any link.
  private func folder(_ path: TreePath) throws -> Folder {
    if let opened, opened.path == path { return opened.folder }
    var folder = root
    for name in path.components {
      folder = try telling(path) {
        do {
          return try folder.writableFolder(name)
        } catch let failure as SystemFailure where failure.number == ENOENT {
          try SystemFailure.check(TreePath.withCString(name) { mkdirat(folder.descriptor, $0, 0o777) })
          return try folder.folder(name)
        }
      }
    }
    opened = (path, folder)
    return folder
  }

  private func remove(_ name: [UInt8], _ folder: Folder, _ path: TreePath) throws {
    announce()
    try telling(path) { try folder.remove(name) }
    touched += 1
  }

  private func telling<R>(_ path: TreePath, _ body: () throws -> R) throws -> R {
    try GitError.telling(doing, rootPath + "/" + path.shown, body)
  }
}

/// A file of the user's changed between being seen and being copied: look again.
struct Moved: Error {
  let path: TreePath
}

extension GitError {
  static func unreadable(_ number: Int32, _ path: TreePath, _ level: Level) -> GitError {
    let doing = "copying the working tree of \(level.repository.folder)"
    let said = "\(path.shown) cannot be read: \(String(cString: strerror(number)))"
    return GitError(
      number == EACCES || number == EPERM ? .notPermitted : .other, doing: doing, wrong: said,
      advice: "make it readable, or have git ignore it")
  }
}
