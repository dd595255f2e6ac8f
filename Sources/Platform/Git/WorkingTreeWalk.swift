import Foundation

/// Lists what a user's working tree holds, submodules included, without writing anything there.
///
/// A repository that lies in it untracked gives its files too, by its own ignore rules, since they are what a
/// build here would see; a linked worktree of the very same repository does not.
final class WorkingTreeWalk {
  /// A submodule that has a working tree: its history is brought as well.
  struct Populated {
    let level: Level
    let commit: ObjectID
  }

  /// A submodule whose folder is empty: its recorded commit is to be brought.
  struct Missing {
    let owner: Level
    let path: TreePath
    let commit: ObjectID
  }

  private(set) var wanted = CheckoutFiles()
  private(set) var populated: [Populated] = []
  private(set) var missing: [Missing] = []
  /// Something differs from the commit, as far as this can be told without reading files.
  private(set) var changes = false
  /// Files whose content must be compared with their commit's before `changes` is certain.
  private(set) var doubtful: [Int] = []

  /// Empty folders where the package manager would look for a target.
  private(set) var emptyTargets: [TreePath] = []

  private let apart: [UInt64: [String]]
  private let interruption: Interruption

  /// `apart` are folders that are never taken, though they may lie in the working tree.
  init(apart: [String], interruption: Interruption) {
    self.interruption = interruption
    var inodes = [UInt64: [String]]()
    for folder in apart {
      var status = stat()
      if stat(folder, &status) == 0 { inodes[UInt64(status.st_ino), default: []].append(resolved(folder)) }
    }
    self.apart = inodes
  }

  @discardableResult func add(_ repository: Repository, at prefix: TreePath, history: Bool) throws -> Level {
    guard let root = repository.place.workingTree else {
      throw GitError(
        .bareWithoutWorkingTree, doing: "taking the working tree of \(repository.folder)",
        wrong: "it is a bare repository, without a working tree", advice: "name a commit: --commit REV")
    }
    let doing = "listing the working tree of \(root)"
    let commit = try repository.head().commit.flatMap { ObjectID(hex: $0) }
    let files = try commit.map { try repository.recordedFiles(of: $0) } ?? [:]
    let level = Level(
      prefix: prefix, repository: repository, tree: try Folder.open(root, doing), commit: commit,
      files: files, rules: .none)
    let index = try IndexListing(of: repository)
    if history, let commit, prefix != .root { populated.append(Populated(level: level, commit: commit)) }
    wanted.levels.append(level)
    var round = Round(level: level, index: index, root: root, doing: doing)
    round.countsModes = try GitSettings(of: repository)["core.filemode"]?.lowercased() != "false"
    if let tree = level.tree { try list(tree, .root, FolderRules(of: repository, tree: tree), &round) }
    level.rules = try FilterRules(of: repository, attributes: round.attributes)
    if round.met < expected(level) { changes = true }
    return level
  }

  /// How many files of the commit must have been met for nothing to be deleted, or left out on purpose: both
  /// are not what was committed.
  private func expected(_ level: Level) -> Int {
    level.files.count { path, _ in !path.contains(folder: ".build") }
  }

  private static let placesOfTargets = Set(["Sources", "Tests", "Plugins"].map { Array($0.utf8) })

  private struct Round {
    let level: Level
    let index: IndexListing
    let root: String
    let doing: String
    var countsModes = true
    var attributes: [TreePath: [UInt8]] = [:]
    /// Files of the commit that are there.
    var met = 0
  }

  private func list(_ folder: Folder, _ path: TreePath, _ rules: FolderRules, _ round: inout Round) throws {
    let names: [[UInt8]]
    do { names = try folder.names() } catch {
      throw GitError.unreadable(error.number, round.level.prefix / path, round.level)
    }
    if names.isEmpty, let place = path.parent?.name, Self.placesOfTargets.contains(place) {
      emptyTargets.append(round.level.prefix / path)
    }
    for name in names where name != Array(".git".utf8) {
      try interruption.check()
      // What is gone again was never there; a second look follows whenever anything moved.
      guard let stamp = try? folder.stamp(name) else { continue }
      let full = path / name
      switch stamp.sort {
      case .file, .link:
        if round.index.files[full] == nil, rules.ignores(full, isFolder: false) { continue }
        if name == Array(".gitattributes".utf8) {
          round.attributes[full] = Array("\(stamp.inode) \(stamp.size) \(stamp.changed)".utf8)
        }
        try take(full, stamp, &round)
      case .folder:
        if name == Array(".build".utf8) || isApart(stamp, full, round) { continue }
        try enter(folder, name, full, rules, &round)
      case .other: continue
      }
    }
  }

  private func enter(
    _ folder: Folder, _ name: [UInt8], _ full: TreePath, _ rules: FolderRules, _ round: inout Round
  ) throws {
    let link = round.index.submodules[full]
    let isTracked = round.index.folders.contains(full)
    if link == nil, !isTracked, rules.ignores(full, isFolder: true) { return }
    let inner: Folder
    do { inner = try folder.folder(name) } catch {
      if [ENOENT, ENOTDIR, ELOOP].contains(error.number) { throw Moved(path: full) }
      throw GitError.unreadable(error.number, round.level.prefix / full, round.level)
    }
    if let link, try takeSubmodule(inner, full, link, &round) { return }
    if link == nil, !isTracked, try takeNested(inner, full, round) { return }
    let below = FolderRules(rules, full, isTracked: isTracked)
    try list(inner, full, below, &round)
  }

  /// False when the folder is neither a submodule's working tree nor empty: then its files are files.
  private func takeSubmodule(
    _ folder: Folder, _ path: TreePath, _ recorded: ObjectID, _ round: inout Round
  ) throws -> Bool {
    let head = round.level.files[path]
    if (try? folder.stamp(Array(".git".utf8))) != nil {
      let repository = try Repository(opening: round.root + "/" + path.shown)
      let level = try add(repository, at: round.level.prefix / path, history: true)
      if let head, head.mode == TreeFile.submodule { round.met += 1 }
      if head?.id != level.commit { changes = true }
      return true
    }
    guard let names = try? folder.names(), names.isEmpty else {
      changes = true
      return false
    }
    missing.append(Missing(owner: round.level, path: path, commit: recorded))
    if let head, head.mode == TreeFile.submodule { round.met += 1 }
    if head?.id != recorded { changes = true }
    return true
  }

  private func takeNested(_ folder: Folder, _ path: TreePath, _ round: Round) throws -> Bool {
    guard (try? folder.stamp(Array(".git".utf8))) != nil,
      let repository = try? Repository(opening: round.root + "/" + path.shown)
    else { return false }
    if repository.commonFolder == round.level.repository.commonFolder { return true }
    let before = wanted.entries.count
    try add(repository, at: round.level.prefix / path, history: false)
    if wanted.entries.count > before { changes = true }
    return true
  }

  private func take(_ path: TreePath, _ stamp: FileStamp, _ round: inout Round) throws {
    let isLink = stamp.sort == .link
    let isExecutable = !isLink && stamp.isExecutable
    var entry = CheckoutFiles.Entry(
      path: round.level.prefix / path, inner: path, isLink: isLink, isExecutable: isExecutable,
      origin: .disk(round.level, stamp), id: nil)
    entry.id = round.index.files[path]?.id(ifStill: stamp, indexed: round.index.written)
    try wanted.add(entry)
    guard let head = round.level.files[path], head.mode != TreeFile.submodule else {
      changes = true
      return
    }
    round.met += 1
    let same = isLink == (head.mode == TreeFile.link)
    if !same || (round.countsModes && isExecutable != (head.mode == TreeFile.executable)) { changes = true }
    if let id = entry.id {
      if id != head.id { changes = true }
    } else {
      doubtful.append(wanted.entries.count - 1)
    }
  }

  private func isApart(_ stamp: FileStamp, _ path: TreePath, _ round: Round) -> Bool {
    guard let folders = apart[stamp.inode] else { return false }
    return folders.contains(resolved(round.root + "/" + path.shown))
  }
}
