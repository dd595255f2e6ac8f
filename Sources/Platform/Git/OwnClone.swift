import Foundation
import Words

/// The bot's own clone, with its checkout: one folder that belongs to nobody else.
public struct OwnClone: Sendable {
  let folder: String
  let interruption: Interruption
  private let program: GitProgram?
  private let willWrite: @Sendable () -> Void
  var gitFolder: String { folder + "/.git" }

  /// `isCanceled` is asked now and then while something large is under way, which then ends with a
  /// `CancellationError`. Without `program` files that a user's filter makes are as they are committed.
  /// `willWrite` is called before the first file of the checkout is written or removed, where one has to be.
  public init(
    folder: String, program: GitProgram? = nil, willWrite: @escaping @Sendable () -> Void = {},
    isCanceled: @escaping @Sendable () -> Bool = { false }
  ) {
    interruption = Interruption(isWanted: isCanceled)
    (self.program, self.willWrite) = (program, willWrite)
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Has the checkout hold exactly this commit of the watched repository, submodules included. Unchanged
  /// files keep their times; whatever else lies there is removed. `keep` are names (or paths) of files that
  /// the build makes itself and that stay although the commit has none of them.
  public func bring(commit: String, from repository: String, keep: Set<String>) throws {
    let doing = "checking out commit \(commit.prefix(12)) of \(repository)"
    let source = try Repository(at: Repository.find(from: repository))
    try refuseOverlap(with: source, doing)
    let id = try source.resolve(commit)
    guard let id = ObjectID(hex: id) else { return }
    do {
      try mending(doing) { afresh in
        var work = Checkout(
          folder: folder, doing: doing, interruption: interruption, program: program, willWrite: willWrite)
        try work.add(id, at: .root, from: source, afresh: afresh)
        _ = try work.perform(keep: keep, begun: .now, isDecided: true)
      }
    } catch let failure as GitError where failure.kind == .corrupt {
      guard try source.isPartial() else {
        // A new clone was as damaged: so is what it was made from.
        guard failure.advice.contains(folder) else { throw failure }
        throw GitError.corrupt(failure.doing, failure.wrong, at: source.folder)
      }
      let shown = ShellWord.quoted(source.folder)
      throw GitError(
        .fetchFailed, doing: doing,
        wrong: "\(source.folder) is a partial clone that lacks some of its objects",
        advice: "have git fetch them: `git -C \(shown) archive \(id.hex.prefix(12)) > /dev/null`")
    }
  }

  /// Has the checkout hold the user's working tree as it stands, and tells the commit and branch HEAD names
  /// and whether the tree differs from that commit; there is none before the first one. `leavingOut` are
  /// folders that are not taken wherever they lie (the checkout itself never is).
  public func bringWorkingTree(
    of repository: String, keep: Set<String>, leavingOut: [String] = []
  ) throws -> (commit: String?, branch: String?, changes: Bool) {
    let place = try Repository.find(from: repository)
    return try bring(keep, leavingOut, "taking the working tree of \(repository)") {
      try Repository(at: place)
    }
  }

  /// The same of a folder that belongs to no repository: what its files of ignore rules leave is taken.
  public func bringFolder(_ path: String, keep: Set<String>, leavingOut: [String] = []) throws {
    let doing = "taking the files of \(path)"
    _ = try bring(keep, leavingOut, doing) {
      let clone = CloneFolder(path: gitFolder, interruption: interruption)
      _ = try clone.bringNothing(afresh: false, doing)
      return try Repository(folder: path, by: gitFolder)
    }
  }

  private func bring(
    _ keep: Set<String>, _ leavingOut: [String], _ doing: String, from open: () throws -> Repository
  ) throws -> (commit: String?, branch: String?, changes: Bool) {
    for attempt in 1... {
      do {
        // What changed while files were copied shows in a second look, which then finds nothing to copy.
        let result = try take(open(), keep, leavingOut + [folder], doing)
        if !result.touched || attempt > 20 { return (result.commit, result.branch, result.changes) }
      } catch let moved as Moved {
        if attempt > 20 {
          throw GitError(
            .other, doing: doing, wrong: "\(moved.path.shown) keeps changing while it is copied",
            advice: "stop the program that writes it, or have git ignore it")
        }
        usleep(useconds_t(attempt) * 5_000)
      }
    }
    preconditionFailure("the loop above always ends")
  }

  private func take(
    _ source: Repository, _ keep: Set<String>, _ apart: [String], _ doing: String
  ) throws -> (commit: String?, branch: String?, changes: Bool, touched: Bool) {
    let begun = FileStamp.Moment.now
    try refuseOverlap(with: source, doing)
    let head = try source.head()
    let id = head.commit.flatMap { ObjectID(hex: $0) }
    let walk = WorkingTreeWalk(apart: apart, interruption: interruption)
    try walk.add(source, at: .root, history: true)
    return try mending(doing) { afresh in
      var work = Checkout(
        folder: folder, doing: doing, interruption: interruption, program: program, willWrite: willWrite)
      try work.add(walk, at: id, afresh: afresh)
      let outcome = try work.perform(keep: keep, begun: begun, isDecided: walk.changes)
      return (head.commit, head.branch, id == nil || walk.changes || outcome.differs, outcome.touched)
    }
  }

  /// A clone that is damaged is thrown away and made again, once; the checkout's files are only compared.
  private func mending<R>(_ doing: String, _ body: (_ afresh: Bool) throws -> R) throws -> R {
    do { return try body(false) } catch let failure as GitError {
      guard [.corrupt, .fetchFailed, .other, .unknownRevision].contains(failure.kind) else { throw failure }
      return try body(true)
    }
  }

  /// Everything foreign in the folder is removed: it must not be, hold, or lie beneath somebody's repository.
  private func refuseOverlap(with source: Repository, _ doing: String) throws {
    let own = resolved(folder)
    let isFolder = source.place.gitFolder == resolved(gitFolder)
    let git = isFolder ? [] : [source.place.gitFolder, source.commonFolder]
    for theirs in [source.place.workingTree].compactMap(\.self) + git
    where theirs == own || theirs.hasPrefix(own + "/")
      || !isFolder && (own + "/").hasPrefix(source.commonFolder + "/")
    {
      throw GitError(
        .other, doing: doing, wrong: "the checkout \(own) and the repository \(theirs) lie in one another",
        advice: "name another state folder with --state")
    }
  }
}
