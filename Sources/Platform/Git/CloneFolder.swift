import CGit2
import Faults
import Foundation
import Words

/// The git folder of an own clone, or of a submodule in it: objects, refs, HEAD and index.
struct CloneFolder {
  let path: String
  let interruption: Interruption
  private static let mark = "bothy"
  private static let packsBeforeAfresh = 50
  private static let mostObjects = 10_000

  /// Brings a commit with its history, and the branches and tags, from `source`.
  func bring(_ commit: ObjectID, from source: Repository) throws -> Repository {
    let doing = "fetching commit \(commit.hex.prefix(12)) from \(source.folder)"
    try source.withCommit(commit, doing) { _ in }
    if let clone = try? Repository(ownAt: path), isUsable(clone, beside: source) {
      removeLocks()
      if try update(clone, commit, from: source, doing) { return clone }
    }
    return try make(commit, from: source, doing)
  }

  /// Throws the clone away and makes it anew; the files beside it are not touched.
  func make(_ commit: ObjectID, from source: Repository, _ doing: String) throws -> Repository {
    let fresh = path + "-new"
    try remove(fresh, doing)
    try makeFolder((path as NSString).deletingLastPathComponent, doing)
    try initialise(fresh, doing)
    try copyObjects(from: source, to: fresh, doing)
    let clone = try Repository(ownAt: fresh)
    guard clone.isCommit(commit) else {
      throw GitError(
        .fetchFailed, doing: doing, wrong: "the commit could not be read from the copy",
        advice: "run `git -C \(ShellWord.quoted(source.folder)) fsck`")
    }
    try updateRefs(of: clone, from: source, doing)
    try note(shallow: shallow(of: source), packs: packCount(fresh), in: fresh, doing)
    FaultPoint.reach(.cloneCopied)
    return try putInPlace(fresh, doing)
  }

  /// A clone without a commit, for files of which none was committed.
  func bringNothing(afresh: Bool, _ doing: String) throws -> Repository {
    let isThere = FileManager.default.fileExists(atPath: path + "/bothy/\(Self.mark)")
    if !afresh, isThere, let clone = try? Repository(ownAt: path), let head = try? clone.head() {
      removeLocks()
      guard head.commit != nil else { return clone }
      try clone.use { pointer in
        for (name, _) in try clone.references() where name != "HEAD" {
          try clone.check(git_reference_remove(pointer, name), doing)
        }
      }
      unlink(path + "/index")
      try write(Array("ref: refs/heads/main\n".utf8), to: path + "/HEAD", doing)
      return try Repository(ownAt: path)
    }
    let fresh = path + "-new"
    try remove(fresh, doing)
    try makeFolder((path as NSString).deletingLastPathComponent, doing)
    try initialise(fresh, doing)
    try note(shallow: nil, packs: 0, in: fresh, doing)
    return try putInPlace(fresh, doing)
  }

  private func putInPlace(_ fresh: String, _ doing: String) throws -> Repository {
    let old = path + "-old"
    try remove(old, doing)
    if rename(path, old) < 0, errno != ENOENT { throw GitError.system(errno, doing, path) }
    FaultPoint.reach(.cloneMovedAway)
    if rename(fresh, path) < 0 { throw GitError.system(errno, doing, path) }
    FaultPoint.reach(.cloneInPlace)
    try remove(old, doing)
    return try Repository(ownAt: path)
  }

  private func initialise(_ fresh: String, _ doing: String) throws {
    var options = git_repository_init_options()
    git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION))
    // Without a template: hooks of the user's must not be in a checkout that strangers' builds run in.
    options.flags = GIT_REPOSITORY_INIT_BARE.rawValue | GIT_REPOSITORY_INIT_MKPATH.rawValue
    let made = try Handle(git_repository_free, doing, at: fresh) {
      git_repository_init_ext(&$0, fresh, &options)
    }
    let config = try Handle(git_config_free, doing, at: fresh) { git_repository_config(&$0, made.pointer) }
    try Libgit2.check(git_config_set_bool(config.pointer, "core.bare", 0), doing, at: fresh)
    try Libgit2.check(git_config_set_bool(config.pointer, "core.logallrefupdates", 0), doing, at: fresh)
    try Libgit2.check(git_config_set_string(config.pointer, "gc.auto", "0"), doing, at: fresh)
    try makeFolder(fresh + "/bothy", doing)
    try makeFolder(fresh + "/objects/pack", doing)
  }

  private func copyObjects(from source: Repository, to fresh: String, _ doing: String) throws {
    for attempt in 1... {
      do {
        let objects = source.commonFolder + "/objects"
        return try ObjectCopy(doing: doing, interruption: interruption).copy(
          from: objects, to: fresh + "/objects")
      } catch is ObjectCopy.Repacked {
        if attempt == 5 {
          throw GitError(
            .fetchFailed, doing: doing, wrong: "its objects were moved while they were copied",
            advice: "wait until `git gc` is done there, then try again")
        }
        usleep(200_000)
      }
    }
  }

  /// False when it is damaged, unfinished, grown into too many packs, or the source's history was deepened.
  private func isUsable(_ clone: Repository, beside source: Repository) -> Bool {
    guard let noted = FileManager.default.contents(atPath: path + "/bothy/\(Self.mark)"),
      let packs = Int(String(decoding: noted, as: UTF8.self).split(separator: "\n").first ?? ""),
      packCount(path) <= packs + Self.packsBeforeAfresh
    else { return false }
    return shallow(of: source) == FileManager.default.contents(atPath: path + "/shallow")
  }

  /// False when so much is new that copying everything is faster than packing that.
  private func update(
    _ clone: Repository, _ commit: ObjectID, from source: Repository, _ doing: String
  ) throws -> Bool {
    var walk = try ObjectWalk(from: source, to: clone, doing: doing, interruption: interruption)
    try walk.want(commit)
    // A branch elsewhere that is damaged does not stop this commit from being integrated.
    for (_, id) in try Self.wanted(source) { try? walk.want(id) }
    if walk.count > Self.mostObjects { return false }
    if try walk.write(toPacks: path + "/objects/pack") {
      try clone.check(git_odb_refresh(clone.objects(doing).pointer), doing)
    }
    FaultPoint.reach(.fetchWritten)
    try updateRefs(of: clone, from: source, doing)
    FaultPoint.reach(.fetchNamed)
    return true
  }

  /// The source's branches and tags, under the names that they get here.
  private static func wanted(_ source: Repository) throws -> [String: ObjectID] {
    var found = [String: ObjectID]()
    for (name, id) in try source.references() {
      if name.hasPrefix("refs/heads/") { found["refs/watched/" + name.dropFirst(5)] = id }
      if name.hasPrefix("refs/tags/") { found[name] = id }
    }
    return found
  }

  private func updateRefs(of clone: Repository, from source: Repository, _ doing: String) throws {
    let wanted = try Self.wanted(source).filter { clone.has($0.value) }
    var present = [String: ObjectID]()
    for (name, id) in try clone.references() where name != "HEAD" { present[name] = id }
    if present == wanted { return }
    // Removed first: a branch `a` may have become `a/b`.
    try clone.use { pointer in
      for name in present.keys where wanted[name] == nil {
        try clone.check(git_reference_remove(pointer, name), doing)
      }
      for (name, id) in wanted where present[name] != id {
        var made: OpaquePointer?
        var raw = id.raw
        try clone.check(git_reference_create(&made, pointer, name, &raw, 1, nil), doing)
        git_reference_free(made)
      }
    }
  }

  /// Has HEAD name the commit, detached, and no merge or rebase be under way.
  func detachHead(of clone: Repository, at commit: ObjectID) throws {
    let doing = "setting HEAD of bothy's own clone"
    let head = try? clone.head()
    if head?.branch == nil, head?.commit == commit.hex { return }
    try clone.use { pointer in
      var raw = commit.raw
      if git_repository_set_head_detached(pointer, &raw) < 0 {
        // A HEAD that can't be read can't be updated either.
        unlink(path + "/HEAD")
        try write(Array("\(commit.hex)\n".utf8), to: path + "/HEAD", doing)
      }
      git_repository_state_cleanup(pointer)
    }
  }

  /// Locks that a killed process left: nobody else works in this clone.
  private func removeLocks() {
    for name in ["index", "HEAD", "packed-refs", "config", "shallow"] { unlink(path + "/\(name).lock") }
  }

  private func shallow(of source: Repository) -> Data? {
    FileManager.default.contents(atPath: source.commonFolder + "/shallow").flatMap { $0.isEmpty ? nil : $0 }
  }

  private func packCount(_ folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/objects/pack")) ?? []
    return names.count { $0.hasSuffix(".pack") }
  }

  private func note(shallow: Data?, packs: Int, in fresh: String, _ doing: String) throws {
    if let shallow { try write([UInt8](shallow), to: fresh + "/shallow", doing) }
    try write(Array("\(packs)\n".utf8), to: fresh + "/bothy/\(Self.mark)", doing)
  }

  private func remove(_ path: String, _ doing: String) throws {
    let parent = (path as NSString).deletingLastPathComponent
    let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let name = Array((path as NSString).lastPathComponent.utf8)
    try GitError.telling(doing, path) { try Folder(descriptor: descriptor).remove(name) }
  }
}

/// Makes a folder and those above it.
func makeFolder(_ path: String, _ doing: String) throws {
  if mkdir(path, 0o777) == 0 { return }
  let number = errno
  var status = stat()
  if number == EEXIST, stat(path, &status) == 0, FileStamp(status).sort == .folder { return }
  let parent = (path as NSString).deletingLastPathComponent
  guard number == ENOENT, parent != path, !parent.isEmpty else { throw GitError.system(number, doing, path) }
  try makeFolder(parent, doing)
  if mkdir(path, 0o777) < 0, errno != EEXIST { throw GitError.system(errno, doing, path) }
}

/// Writes a small file of ours beside its place, then renames it there.
func write(_ bytes: [UInt8], to path: String, _ doing: String) throws {
  let waiting = path + ".incoming"
  unlink(waiting)
  try GitError.telling(doing, path) {
    let descriptor = open(waiting, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    let file = OpenFile(descriptor: try SystemFailure.check(descriptor))
    do { try bytes.withUnsafeBytes { try file.write($0) } } catch {
      unlink(waiting)
      throw error
    }
    try SystemFailure.check(rename(waiting, path))
  }
}
