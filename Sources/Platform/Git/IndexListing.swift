import CGit2
import Foundation
import Words

/// What the index of a user's repository says; read, never refreshed.
struct IndexListing {
  struct Tracked {
    fileprivate let id: ObjectID
    fileprivate let modified: FileStamp.Moment
    fileprivate let changed: FileStamp.Moment
    fileprivate let inode: UInt32
    fileprivate let size: UInt32
    fileprivate let mode: UInt32

    /// The blob, when the file is the one git saw; not when it may have changed in the tick git saw it in.
    func id(ifStill stamp: FileStamp, indexed: FileStamp.Moment) -> ObjectID? {
      let same =
        modified == stamp.modified && changed == stamp.changed && modified.seconds != 0
        && inode == UInt32(truncatingIfNeeded: stamp.inode) && size == UInt32(truncatingIfNeeded: stamp.size)
        && mode & 0o170000 == stamp.mode & 0o170000
      return same && modified < indexed && changed < indexed ? id : nil
    }
  }

  private(set) var files: [TreePath: Tracked] = [:]
  private(set) var submodules: [TreePath: ObjectID] = [:]
  /// Every folder that holds something tracked.
  private(set) var folders: Set<TreePath> = []
  let written: FileStamp.Moment

  init(of repository: Repository) throws {
    let doing = "reading the index of \(repository.folder)"
    var status = stat()
    let isThere = stat(repository.place.gitFolder + "/index", &status) == 0
    written = isThere ? FileStamp(status).modified : FileStamp.Moment(seconds: 0, nanoseconds: 0)
    let index: Handle
    do {
      index = try repository.make(git_index_free, doing) { git_repository_index(&$0, $1) }
    } catch let failure as GitError where failure.kind == .corrupt && isThere {
      throw Self.damaged(repository, doing)
    }
    let count = git_index_entrycount(index.pointer)
    files.reserveCapacity(count)
    for n in 0..<count {
      guard let entry = git_index_get_byindex(index.pointer, n)?.pointee, let name = entry.path else {
        continue
      }
      note(entry, TreePath(cString: name))
    }
  }

  /// Of one that is too short libgit2 says that it is not there.
  private static func damaged(_ repository: Repository, _ doing: String) -> GitError {
    let file = repository.place.gitFolder + "/index"
    if isWithoutChecksum(file) {
      let git = "git -C \(ShellWord.quoted(repository.place.workingTree ?? repository.place.gitFolder))"
      return GitError(
        .other, doing: doing,
        wrong: "\(file) was written without a checksum, which libgit2, by which bothy reads, does not take",
        advice: "have one written: `\(git) config index.skipHash false && \(git) update-index "
          + "--force-write-index`")
    }
    let make =
      repository.place.workingTree.map { "`git -C \(ShellWord.quoted($0)) reset -q`" } ?? "`git reset -q`"
    return GitError(
      .corrupt, doing: doing, wrong: "\(file) is damaged",
      advice:
        "`rm -- \(ShellWord.quoted(file))`, then \(make) makes it anew and leaves all files as they are; "
        + "what was staged has to be added again")
  }

  /// As newer gits write it with `index.skipHash` or `feature.manyFiles`: nothing of it is lost.
  private static func isWithoutChecksum(_ file: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file), let head = try? handle.read(upToCount: 4),
      head.elementsEqual("DIRC".utf8), let end = try? handle.seekToEnd(), end >= 52,
      (try? handle.seek(toOffset: end - 40)) != nil, let tail = try? handle.read(upToCount: 40)
    else { return false }
    // A power cut leaves more than that at zero.
    return tail.suffix(20).allSatisfy { $0 == 0 } && !tail.prefix(20).allSatisfy { $0 == 0 }
  }

  private mutating func note(_ entry: git_index_entry, _ path: TreePath) {
    if entry.mode & 0o170000 == TreeFile.submodule {
      submodules[path] = ObjectID(entry.id)
    } else {
      files[path] = Tracked(
        id: ObjectID(entry.id), modified: FileStamp.Moment(entry.mtime),
        changed: FileStamp.Moment(entry.ctime), inode: entry.ino, size: entry.file_size, mode: entry.mode)
    }
    var folder = path.parent
    while let next = folder, folders.insert(next).inserted { folder = next.parent }
  }
}

extension FileStamp.Moment {
  fileprivate init(_ time: git_index_time) {
    self.init(seconds: Int64(time.seconds), nanoseconds: Int64(time.nanoseconds))
  }
}

extension Repository {
  /// Like `files(of:)`, for a commit that HEAD names: when it is not there, the repository is damaged.
  func recordedFiles(of commit: ObjectID) throws -> [TreePath: TreeFile] {
    do {
      return try files(of: commit)
    } catch let failure as GitError where failure.kind == .unknownRevision {
      throw GitError.corrupt(
        failure.doing, "the commit \(commit.hex) that HEAD names is missing", at: folder)
    }
  }
}
