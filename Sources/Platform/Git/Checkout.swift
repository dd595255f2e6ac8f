import CGit2
import Faults
import Foundation

/// One bringing-up-to-date of an own clone's checkout.
struct Checkout {
  /// A repository's part that has a git folder of its own here.
  private struct Part {
    let level: Level
    let clone: Repository
    let gitFolder: CloneFolder
    /// Absent before the first one.
    let commit: ObjectID?
  }

  let folder: String
  let doing: String
  let interruption: Interruption
  let program: GitProgram?
  let willWrite: () -> Void
  private var wanted = CheckoutFiles()
  private var parts: [Part] = []
  private var doubtful: [Int] = []
  private let cache: CheckoutCache

  private static let deepest = 50

  init(
    folder: String, doing: String, interruption: Interruption, program: GitProgram?,
    willWrite: @escaping () -> Void
  ) {
    (self.folder, self.doing) = (folder, doing)
    (self.interruption, self.program, self.willWrite) = (interruption, program, willWrite)
    cache = CheckoutCache(readFrom: folder + "/.git/bothy/files")
  }

  private var gitFolder: String { folder + "/.git" }
  private var incoming: String { gitFolder + "/bothy/incoming" }

  /// A commit with all its submodules.
  mutating func add(_ commit: ObjectID, at prefix: TreePath, from source: Repository, afresh: Bool) throws {
    guard prefix.components.count < Self.deepest * 4, parts.count < 1_000 else {
      throw GitError(
        .other, doing: doing, wrong: "submodules are nested without end at \(prefix.shown)",
        advice: "check .gitmodules for a repository that holds itself")
    }
    let clone = try bring(commit, at: prefix, from: source, afresh: afresh)
    let files = try clone.files(of: commit)
    let attributes = files.filter { $0.key.name.elementsEqual(".gitattributes".utf8) }.mapValues(\.id.bytes)
    let level = Level(
      prefix: prefix, repository: clone, commit: commit, files: files,
      rules: try FilterRules(of: clone, attributes: attributes))
    if let program {
      level.filtered = try FilteredFiles(
        level, source: source, attributes: Array(attributes.keys), program: program, doing: doing)
      if let filtered = level.filtered { level.rules.key += filtered.key }
    }
    try wanted.add(level: level)
    try note(level, clone, commit)
    let links = files.filter { $0.value.mode == TreeFile.submodule }.sorted { $0.key < $1.key }
    guard !links.isEmpty else { return }
    let told = try submodules(files[TreePath(".gitmodules")].map { try clone.content(of: $0.id, doing) })
    for (path, link) in links {
      let inner = try told.source(of: path, commit: link.id, owner: source) { own in
        guard own.isOnlyHere(link.id) else { return }
        program?.note(
          "The commit \(link.id.hex.prefix(12)) of the submodule \((prefix / path).shown) was taken from "
            + "\(own.folder): no branch or tag that was fetched from where it comes from, or pushed there, "
            + "has it. If it was never pushed, nobody else can check this out.")
      }
      try add(link.id, at: prefix / path, from: inner, afresh: afresh)
    }
  }

  /// A user's working tree, already walked.
  mutating func add(_ walk: WorkingTreeWalk, at commit: ObjectID?, afresh: Bool) throws {
    wanted = walk.wanted
    doubtful = walk.doubtful
    for path in walk.emptyTargets {
      program?.note(
        "\(path.shown) is an empty folder, which git does not keep: it is left out, as it is missing in "
          + "a clone.")
    }
    if let root = walk.wanted.levels.first {
      let clone =
        try commit.map { try bring($0, at: .root, from: root.repository, afresh: afresh) }
        ?? gitFolder(at: .root).bringNothing(afresh: afresh, doing)
      try note(root, clone, commit)
    }
    for part in walk.populated {
      let prefix = part.level.prefix
      let clone = try bring(part.commit, at: prefix, from: part.level.repository, afresh: afresh)
      try note(part.level, clone, part.commit)
    }
    for part in walk.missing {
      let owner = part.owner.repository
      let file = try? part.owner.tree?.file(Array(".gitmodules".utf8))
      let inner = try submodules(file?.content()).source(of: part.path, commit: part.commit, owner: owner)
      let path = part.owner.prefix / part.path
      program?.note(
        "The folder of the submodule \(path.shown) is empty in \(owner.folder): its commit "
          + "\(part.commit.hex.prefix(12)) was taken from \(inner.folder). "
          + "`git submodule update --init` puts it there.")
      try add(part.commit, at: path, from: inner, afresh: afresh)
    }
  }

  /// Makes the folder so; `differs` tells whether a doubtful file is not what its commit has, unless it is
  /// decided already that something differs.
  func perform(
    keep: Set<String>, begun: FileStamp.Moment, isDecided: Bool
  ) throws -> (touched: Bool, differs: Bool) {
    try makeFolder(incoming, doing)
    let sameRules = cache.rules == wanted.rules
    for level in wanted.levels {
      guard let filtered = level.filtered else { continue }
      filtered.expected = filtered.paths.sorted().filter {
        !sameRules || cache.known[level.prefix / $0]?.id != level.files[$0]?.id
      }
    }
    defer { for level in wanted.levels { level.filtered?.forget() } }
    let placement = try Placement(
      wanted, into: folder, incoming: incoming, cache: cache, keep: keep, begun: begun, doing: doing,
      interruption: interruption, willWrite: willWrite)
    try placement.perform()
    FaultPoint.reach(.filesLaid)
    try listFiltered()
    // What a filter did not make is no more than it was: the next one asks it again.
    let isWhole = !wanted.levels.contains { $0.filtered?.leftSome == true }
    var next = CheckoutCache(rules: wanted.rules + (isWhole ? [] : Self.unmade), known: placement.known)
    let differs = try !isDecided && compare(&next)
    for part in parts {
      if let commit = part.commit { try part.gitFolder.detachHead(of: part.clone, at: commit) }
      try writeIndex(of: part, &next, isStale: placement.touched > 0)
    }
    if next.rules != cache.rules || next.known != cache.known {
      try write(next.bytes, to: gitFolder + "/bothy/files", doing)
    }
    waitForTick(after: placement.latest, placement.touched)
    return (placement.touched > 0, differs)
  }

  /// Which files are not what is committed, for whoever shows them later.
  private func listFiltered() throws {
    let list = gitFolder + "/bothy/filtered"
    let paths = wanted.levels.flatMap { level in
      (level.filtered?.paths ?? []).sorted().map { level.prefix / $0 }
    }
    guard !paths.isEmpty else {
      unlink(list)
      return
    }
    try write(paths.flatMap { $0.bytes + [0] }, to: list, doing)
  }

  /// Later changes of the files by others must get a later stamp than ours.
  private func waitForTick(after latest: FileStamp.Moment, _ touched: Int) {
    guard touched > 0 else { return }
    for _ in 0..<100 where FileStamp.Moment.now <= latest { usleep(1_000) }
  }

  private static let unmade = Array("some filtered files were not made".utf8)

  private func compare(_ next: inout CheckoutCache) throws -> Bool {
    for n in doubtful {
      let entry = wanted.entries[n]
      guard case .disk(let level, _) = entry.origin, let head = level.files[entry.inner] else { continue }
      var id = next.known[entry.path]?.id
      if id == nil {
        id = try hash(entry, level)
        next.known[entry.path]?.id = id
      }
      if id != head.id { return true }
    }
    return false
  }

  /// What git would call the content, read from our copy, which stands still.
  private func hash(_ entry: CheckoutFiles.Entry, _ level: Level) throws -> ObjectID? {
    let path = TreePath(bytes: Array(folder.utf8)) / entry.path
    if entry.isLink { return try? ObjectID(blob: Folder.open(folder, doing).linkTarget(entry.path.bytes)) }
    var id = git_oid()
    let code = level.repository.use { pointer in
      path.withCString { path in
        entry.inner.withCString { git_repository_hashfile(&id, pointer, path, GIT_OBJECT_BLOB, $0) }
      }
    }
    return code < 0 ? nil : ObjectID(id)
  }

  private mutating func note(_ level: Level, _ clone: Repository, _ commit: ObjectID?) throws {
    let place = gitFolder(at: level.prefix)
    parts.append(Part(level: level, clone: clone, gitFolder: place, commit: commit))
    guard level.prefix != .root else { return }
    let up = String(repeating: "../", count: level.prefix.components.count)
    let name = (place.path as NSString).lastPathComponent
    try wanted.add(
      CheckoutFiles.Entry(
        path: level.prefix / TreePath(".git"), inner: TreePath(".git"), isLink: false, isExecutable: false,
        origin: .text(Array("gitdir: \(up).git/modules/\(name)\n".utf8)), id: nil))
  }

  private func bring(
    _ commit: ObjectID, at prefix: TreePath, from source: Repository, afresh: Bool
  ) throws -> Repository {
    let place = gitFolder(at: prefix)
    guard afresh, !parts.contains(where: { $0.level.prefix == prefix }) else {
      return try place.bring(commit, from: source)
    }
    return try place.make(commit, from: source, "cloning \(source.folder)")
  }

  private func gitFolder(at prefix: TreePath) -> CloneFolder {
    if prefix == .root { return CloneFolder(path: gitFolder, interruption: interruption) }
    // Named by a digest: a submodule's path may be anything.
    let name = ObjectID(blob: prefix.bytes).hex
    return CloneFolder(path: gitFolder + "/modules/" + name, interruption: interruption)
  }

  private func submodules(_ content: [UInt8]?) throws -> Submodules {
    guard let content else { return Submodules() }
    try makeFolder(gitFolder + "/bothy", doing)
    return try Submodules(gitmodules: content, through: gitFolder + "/bothy/gitmodules")
  }

  /// The index that `git status` in the checkout goes by: the commit's files, with the stamps of ours.
  private func writeIndex(of part: Part, _ next: inout CheckoutCache, isStale: Bool) throws {
    let path = part.gitFolder.path + "/index"
    let key = part.level.prefix / TreePath(".git/index")
    var status = stat()
    if !isStale, stat(path, &status) == 0, let old = cache.known[key], old.id == part.commit,
      old.here == FileStamp(status)
    {
      next.known[key] = old
      return
    }
    unlink(path)
    let index = try Handle(git_index_free, doing, at: path) { git_index_open(&$0, path) }
    for (file, recorded) in part.level.files {
      var entry = git_index_entry()
      entry.mode = recorded.mode
      entry.id = recorded.id.raw
      if let known = next.known[part.level.prefix / file], known.id == recorded.id { entry.stamp(known.here) }
      let code = file.withCString {
        entry.path = $0
        return git_index_add(index.pointer, &entry)
      }
      try Libgit2.check(code, doing, at: path)
    }
    try Libgit2.check(git_index_write(index.pointer), doing, at: path)
    if stat(path, &status) == 0 {
      next.known[key] = CheckoutCache.Known(here: FileStamp(status), source: nil, id: part.commit)
    }
  }
}

extension git_index_entry {
  fileprivate mutating func stamp(_ stamp: FileStamp) {
    mtime = git_index_time(
      seconds: Int32(truncatingIfNeeded: stamp.modified.seconds),
      nanoseconds: UInt32(truncatingIfNeeded: stamp.modified.nanoseconds))
    ctime = git_index_time(
      seconds: Int32(truncatingIfNeeded: stamp.changed.seconds),
      nanoseconds: UInt32(truncatingIfNeeded: stamp.changed.nanoseconds))
    ino = UInt32(truncatingIfNeeded: stamp.inode)
    file_size = UInt32(truncatingIfNeeded: stamp.size)
    uid = getuid()
    gid = getgid()
  }
}
