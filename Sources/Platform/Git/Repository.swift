import CGit2
import CLoose
import Foundation

/// Where a repository keeps its things.
public struct RepositoryPlace: Sendable, Equatable {
  public let gitFolder: String
  /// The root of the working tree: absolute, without symbolic links or a slash at the end.
  public let workingTree: String?
  public let isBare: Bool
}

/// What HEAD names.
public struct Head: Sendable, Equatable {
  /// Nil when detached.
  public let branch: String?
  /// Nil when no commit was made yet.
  public let commit: String?
}

public struct CommitRecord: Sendable, Equatable {
  public let id: String
  public let author: String
  public let email: String
  /// When the author made it, in seconds since 1970.
  public let seconds: Int64
  /// When it came to be as it is: a rebased one is younger than what its author made.
  public let committed: Int64
  public let subject: String
  /// What the message says below its subject.
  public let body: String
  public let parents: [String]
}

/// A repository, open for reading: nothing here writes into it. Not for use by two threads at once.
public final class Repository {
  let handle: Handle
  public let place: RepositoryPlace

  /// Looks upward from `path` as git does; finds bare repositories and linked worktrees too.
  public static func find(from path: String) throws -> RepositoryPlace {
    let doing = "looking for a git repository at \(path)"
    var status = stat()
    guard stat(path, &status) == 0 else {
      let number = errno
      if number != ENOENT, number != ENOTDIR { throw GitError.system(number, doing, path) }
      throw GitError(
        .notARepository, doing: doing, wrong: "there is no such file or folder",
        advice: "check the path for a typing error")
    }
    let ceilings = ProcessInfo.processInfo.environment["GIT_CEILING_DIRECTORIES"]
    let handle = try open(path, flags: 0, ceilings: ceilings, doing)
    return place(of: handle.pointer)
  }

  public convenience init(at place: RepositoryPlace) throws {
    let tree = place.workingTree.flatMap { access($0 + "/.git", F_OK) == 0 ? $0 : nil }
    try self.init(opening: tree ?? place.gitFolder)
  }

  /// Exactly there, not in a folder above.
  init(opening path: String) throws {
    handle = try Self.open(
      path, flags: GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, ceilings: nil, "opening the repository at \(path)")
    place = Self.place(of: handle.pointer)
    try readObjectsSafely()
  }

  /// A repository of our own, whatever its configuration says of working trees.
  init(ownAt gitFolder: String) throws {
    handle = try Handle(git_repository_free, "opening bothy's own clone", at: gitFolder) {
      git_repository_open_bare(&$0, gitFolder)
    }
    place = RepositoryPlace(gitFolder: gitFolder, workingTree: nil, isBare: true)
    try readObjectsSafely()
    // Else the attributes in the index of the previous commit would rule over those of the next.
    let index = try make(git_index_free, "opening bothy's own clone") { index, _ in git_index_new(&index) }
    try use { try check(git_repository_set_index($0, index.pointer), "opening bothy's own clone") }
  }

  /// A folder without a repository, seen through an empty clone of ours, as if it was about to be committed.
  init(folder: String, by gitFolder: String) throws {
    let doing = "looking at the folder \(folder)"
    handle = try Handle(git_repository_free, doing, at: gitFolder) {
      git_repository_open_bare(&$0, gitFolder)
    }
    // In memory only: nothing is written there.
    try Libgit2.check(git_repository_set_workdir(handle.pointer, folder, 0), doing, at: folder)
    place = RepositoryPlace(gitFolder: resolved(gitFolder), workingTree: resolved(folder), isBare: false)
    try readObjectsSafely()
  }

  /// Has objects read from the packs as libgit2 does, but loose ones by code that a damaged one can't hang.
  private func readObjectsSafely() throws {
    let doing = "opening the objects of \(folder)"
    let store = try make(git_odb_free, doing) { store, _ in git_odb_new(&store) }
    for (n, objects) in ObjectCopy.stores(from: commonFolder + "/objects").enumerated() {
      let add = n == 0 ? git_odb_add_backend : git_odb_add_alternate
      var packs: UnsafeMutablePointer<git_odb_backend>?
      try check(git_odb_backend_pack(&packs, objects), doing)
      try check(add(store.pointer, packs, 2), doing)
      try check(bothy_loose_add(store.pointer, objects, 1, n == 0 ? 0 : 1), doing)
    }
    try use { try check(git_repository_set_odb($0, store.pointer), doing) }
  }

  /// The folder to name in a message.
  var folder: String { place.workingTree ?? place.gitFolder }

  /// Keeps the repository open while `body` works with it.
  func use<R: ~Copyable>(_ body: (OpaquePointer) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(handle.pointer) }
  }

  func check(_ code: Int32, _ doing: @autoclosure () -> String) throws {
    try Libgit2.check(code, doing(), at: folder)
  }

  /// Something of this repository.
  func make(
    _ release: @escaping (OpaquePointer?) -> Void, _ doing: @autoclosure () -> String,
    _ body: (inout OpaquePointer?, OpaquePointer) -> Int32
  ) throws -> Handle {
    try use { repository in try Handle(release, doing(), at: folder) { body(&$0, repository) } }
  }

  /// Its objects.
  func objects(_ doing: String) throws -> Handle {
    try make(git_odb_free, doing) { git_repository_odb(&$0, $1) }
  }

  private static func open(
    _ path: String, flags: UInt32, ceilings: String?, _ doing: String
  ) throws -> Handle {
    Libgit2.ready
    var made: OpaquePointer?
    let code = git_repository_open_ext(&made, path, flags, ceilings)
    if code == GIT_ENOTFOUND.rawValue {
      throw GitError(
        .notARepository, doing: doing, wrong: "no git repository there or in a folder above",
        advice: "name a folder inside a repository, or make one with `git init`")
    }
    let handle = try Handle(git_repository_free, doing, at: path) {
      $0 = made
      return code
    }
    try Ownership.check(place(of: handle.pointer), doing)
    return handle
  }

  private static func place(of pointer: OpaquePointer) -> RepositoryPlace {
    let gitFolder = resolved(git_repository_path(pointer).map { String(cString: $0) } ?? "")
    let tree = git_repository_workdir(pointer).map { resolved(String(cString: $0)) }
    // Where nothing says whether it is bare, libgit2 takes the folder around for a working tree, unlike git.
    let isGuess =
      tree.map { $0 == (gitFolder as NSString).deletingLastPathComponent && access($0 + "/.git", F_OK) != 0 }
      ?? false
    return RepositoryPlace(
      gitFolder: gitFolder, workingTree: isGuess ? nil : tree,
      isBare: isGuess || git_repository_is_bare(pointer) != 0)
  }
}

/// Absolute, without symbolic links, as far as the path exists.
func resolved(_ path: String) -> String {
  guard let real = realpath(path, nil) else {
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
  defer { free(real) }
  return String(cString: real)
}
