import CGit2
public import Explaining
import Foundation
import Words

/// Why something could not be had from, or done to, a repository.
public struct GitError: Explained, Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    case notARepository, noCommits, unknownRevision, ownedByAnother, corrupt, bareWithoutWorkingTree
    case submoduleMissing, fetchFailed, filterFailed, diskFull, notPermitted, other
  }

  public let kind: Kind
  public let doing: String
  public let wrong: String
  public let advice: String

  public init(_ kind: Kind, doing: String, wrong: String, advice: String) {
    (self.kind, self.doing, self.wrong, self.advice) = (kind, doing, wrong, advice)
  }

  /// Asked to integrate what lies on disk where nothing does is a wrong use; the rest just failed.
  public var status: Int32 { kind == .bareWithoutWorkingTree ? 2 : 5 }
}

extension GitError {
  static func corrupt(_ doing: String, _ wrong: String, at folder: String) -> GitError {
    GitError(
      .corrupt, doing: doing, wrong: wrong,
      advice:
        "run `git -C \(ShellWord.quoted(folder)) fsck` to see what is damaged, then mend or clone it again")
  }

  static func notAnID(_ doing: String) -> GitError {
    GitError(
      .unknownRevision, doing: doing, wrong: "that is not the id of a commit",
      advice: "an id has forty hexadecimal digits")
  }

  static func ownedByAnother(_ doing: String, at folder: String) -> GitError {
    let user = getpwuid(geteuid()).flatMap { $0.pointee.pw_name }.map { " as \(String(cString: $0))" } ?? ""
    return GitError(
      .ownedByAnother, doing: doing, wrong: "\(folder) is owned by another user",
      advice:
        "if you trust it, run `git config --global --add safe.directory \(ShellWord.quoted(folder))`\(user)")
  }

  /// What a system call reported; `number` is errno, read at once by the caller.
  static func system(_ number: Int32, _ doing: String, _ path: String) -> GitError {
    let said = "\(path): \(String(cString: strerror(number)))"
    switch number {
    case ENOSPC, EDQUOT:
      return GitError(
        .diskFull, doing: doing, wrong: said, advice: "free some space on that disk and try again")
    case EACCES, EPERM, EROFS:
      return GitError(
        .notPermitted, doing: doing, wrong: said,
        advice: "make it readable, or the state folder writable, for the user that runs bothy")
    case EMFILE, ENFILE:
      return GitError(.other, doing: doing, wrong: said, advice: "raise the limit of open files (ulimit -n)")
    default: return GitError(.other, doing: doing, wrong: said, advice: "look at that path and try again")
    }
  }

  /// What the system refuses in `body`, told of a path.
  static func telling<R>(
    _ doing: String, _ path: @autoclosure () -> String, _ body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch let failure as SystemFailure {
      throw system(failure.number, doing, path())
    }
  }

  /// What libgit2 reported by its last return code, in the same call, before its error text is replaced.
  static func libgit2(_ code: Int32, _ doing: String, at folder: String) -> GitError {
    let last = git_error_last()
    let said = last.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "error \(code)"
    let area = last?.pointee.klass ?? 0
    if code == GIT_EOWNER.rawValue { return ownedByAnother(doing, at: folder) }
    if code == GIT_EUNBORNBRANCH.rawValue { return noCommits(doing, at: folder) }
    if let number = systemError(in: said) { return system(number, doing, said) }
    let damaged = [
      GIT_ERROR_ZLIB, GIT_ERROR_ODB, GIT_ERROR_OBJECT, GIT_ERROR_TREE, GIT_ERROR_TAG, GIT_ERROR_INDEX,
      GIT_ERROR_REFERENCE, GIT_ERROR_INDEXER, GIT_ERROR_SHA,
    ]
    if said.contains("objectformat") { return otherNames(doing, at: folder) }
    if let kind = unsupported(said) { return GitError(.other, doing: doing, wrong: said, advice: kind) }
    if code == GIT_EMISMATCH.rawValue || damaged.contains(where: { Int32(bitPattern: $0.rawValue) == area }) {
      return corrupt(doing, said, at: folder)
    }
    if Int32(bitPattern: GIT_ERROR_CONFIG.rawValue) == area {
      return GitError(
        .corrupt, doing: doing, wrong: said, advice: "make that git configuration file correct and readable")
    }
    return GitError(
      .other, doing: doing, wrong: said,
      advice: "see whether `git -C \(ShellWord.quoted(folder)) status` works")
  }

  static func noCommits(_ doing: String, at folder: String) -> GitError {
    GitError(
      .noCommits, doing: doing, wrong: "the branch that HEAD names has no commits yet in \(folder)",
      advice: "make a first commit: `git add . && git commit`")
  }

  private static func systemError(in said: String) -> Int32? {
    for number in [ENOSPC, EDQUOT, EACCES, EPERM, EROFS, EMFILE, ENFILE]
    where said.hasSuffix(String(cString: strerror(number))) {
      return number
    }
    return nil
  }

  /// No clone of it helps, and git makes none with other names; but it tells what is in one to another.
  private static func otherNames(_ doing: String, at folder: String) -> GitError {
    let (here, copy) = (ShellWord.quoted(folder), ShellWord.quoted(folder + "-sha1.git"))
    let branch = "\"$(git -C \(here) symbolic-ref --short HEAD)\""
    let make = "git init --bare --object-format=sha1 -b \(branch) \(copy)"
    let export = "git -C \(here) fast-export --all --signed-tags=strip"
    return GitError(
      .other, doing: doing,
      wrong: "its commits have ids of sha256, which libgit2, by which bothy reads, does not know",
      advice: "integrate a copy of it, whose commits have other ids, and renew that by the last of these: "
        + "`\(make)` and `\(export) | git -C \(copy) fast-import --force`")
  }

  /// Features of newer gits that libgit2 does not read: the repository is healthy all the same.
  private static func unsupported(_ said: String) -> String? {
    if said.contains("'sdir'") {
      return "turn the sparse index off: `git sparse-checkout reapply --no-sparse-index`"
    }
    if said.contains("'link'") { return "turn the split index off: `git update-index --no-split-index`" }
    if said.contains("extension") {
      return "this repository uses a feature that bothy cannot read; integrate an ordinary clone of it"
    }
    return nil
  }
}
