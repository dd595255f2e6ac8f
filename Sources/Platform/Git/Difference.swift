import CGit2
import Foundation

/// A file that differs between two states of a repository. Links and submodules are among what a commit
/// changed, with the lines that git counts for them; none of them has lines of a package.
public struct FileDifference: Equatable, Sendable {
  public enum Kind: String, Sendable { case added, modified, removed, renamed }

  /// Lines around which nothing else differs: each with its mark, ` `, `-` or `+`.
  public struct Hunk: Equatable, Sendable {
    /// The first line on each side.
    public var old: Int
    public var new: Int
    public var lines: [String]
  }

  public var path: String
  /// Of one that was renamed.
  public var from: String?
  public var kind: Kind
  public var isBinary = false
  /// How many lines came and went.
  public var added = 0
  public var removed = 0
  public var hunks: [Hunk] = []
  /// There is more than is worth keeping.
  public var isCut = false
}

extension Repository {
  /// What a commit changed, against its first parent; lines are counted and not kept. What a merge took over
  /// from another parent as it stands there, it did not change. Nil in a shallow clone, where the parent is
  /// not known.
  public func changes(
    of commit: String, most: Int
  ) throws -> (files: [FileDifference], count: Int, isMerge: Bool)? {
    let doing = "comparing commit \(commit.prefix(12)) with the one before"
    guard let id = ObjectID(hex: commit) else { throw GitError.notAnID(doing) }
    let parents = try self.commit(commit).parents.compactMap { ObjectID(hex: $0) }
    guard parents.allSatisfy(isCommit) else { return nil }
    let after = try self.tree(of: id, doing)
    let pointer = after.pointer
    func difference(_ parent: ObjectID?) throws -> Difference {
      try Difference(self, doing, .none, since: parent, ignoresLineEnds: false) {
        git_diff_tree_to_tree(&$0, $1, $2, pointer, &$3)
      }
    }
    let first = try difference(parents.first)
    guard parents.count > 1 else { return (try first.counted(most: most), first.count, false) }
    var files = try first.counted(most: OwnClone.mostChangedFiles)
    for parent in parents.dropFirst() {
      let other = Set(try difference(parent).counted(most: OwnClone.mostChangedFiles).map(\.path))
      files.removeAll { !other.contains($0.path) }
    }
    return (Array(files.prefix(most)), files.count, true)
  }
}

/// What differs between two states of a repository.
final class Difference {
  private let difference: Handle
  private let clone: Repository
  private let doing: String
  private let interruption: Interruption
  /// Of lines that are kept.
  private var bytesLeft = OwnClone.mostHunkBytes

  /// - Parameter old: nil for what has nothing before it.
  init(
    _ clone: Repository, _ doing: String, _ interruption: Interruption, since old: ObjectID?,
    ignoresLineEnds: Bool = true,
    _ compare: (inout OpaquePointer?, OpaquePointer, OpaquePointer?, inout git_diff_options) -> Int32
  ) throws {
    (self.clone, self.doing, self.interruption) = (clone, doing, interruption)
    var options = git_diff_options()
    git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
    options.flags = GIT_DIFF_INDENT_HEURISTIC.rawValue
    // Line ends alone are a matter of settings, where it is asked which lines say something else.
    if ignoresLineEnds { options.flags |= GIT_DIFF_IGNORE_WHITESPACE_EOL.rawValue }
    options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL
    options.context_lines = 3
    options.interhunk_lines = 0
    options.max_size = git_off_t(OwnClone.mostFileBytes)
    if let old {
      let before = try clone.tree(of: old, doing)
      difference = try clone.make(git_diff_free, doing) { compare(&$0, $1, before.pointer, &options) }
    } else {
      difference = try clone.make(git_diff_free, doing) { compare(&$0, $1, nil, &options) }
    }
    var renames = git_diff_find_options()
    git_diff_find_options_init(&renames, UInt32(GIT_DIFF_FIND_OPTIONS_VERSION))
    renames.flags = GIT_DIFF_FIND_RENAMES.rawValue
    renames.rename_limit = 200
    if git_diff_num_deltas(difference.pointer) <= OwnClone.mostChangedFiles {
      try clone.check(git_diff_find_similar(difference.pointer, &renames), doing)
    }
  }

  var count: Int { git_diff_num_deltas(difference.pointer) }

  func lines() throws -> ChangedLines {
    var files: [ChangedLines.File] = []
    var changes: [FileDifference] = []
    for n in 0..<min(count, OwnClone.mostChangedFiles) {
      try interruption.check()
      guard let found = try file(n, keepsLines: true) else { continue }
      changes.append(found.file)
      // A name that is no text names no file of a package.
      if found.hasName, !found.lines.isEmpty {
        files.append(ChangedLines.File(path: found.file.path, lines: found.lines))
      }
    }
    return ChangedLines(
      files: files.sorted { $0.path < $1.path }, changes: changes.sorted { $0.path < $1.path },
      isCut: count > OwnClone.mostChangedFiles)
  }

  /// The first ones, without their lines.
  func counted(most: Int) throws -> [FileDifference] {
    try (0..<min(count, most)).compactMap { try file($0, keepsLines: false)?.file }
  }

  private typealias Found = (file: FileDifference, lines: [ClosedRange<Int>], hasName: Bool)

  private func file(_ n: Int, keepsLines: Bool) throws -> Found? {
    guard let delta = git_diff_get_delta(difference.pointer, n)?.pointee, let kind = Self.kind(delta.status)
    else { return nil }
    let side = kind == .removed ? delta.old_file : delta.new_file
    guard let path = side.path, !keepsLines || UInt32(side.mode) & 0o170000 == 0o100000 else { return nil }
    var file = FileDifference(path: text(path), kind: kind)
    file.from = kind == .renamed ? text(delta.old_file.path) : nil
    var made: OpaquePointer?
    try clone.check(git_patch_from_diff(&made, difference.pointer, n), doing)
    defer { git_patch_free(made) }
    // Whether a file is binary is known only now.
    let flags = git_diff_get_delta(difference.pointer, n)?.pointee.flags ?? 0
    file.isBinary = flags & GIT_DIFF_FLAG_BINARY.rawValue != 0
    var lines: [ClosedRange<Int>] = []
    if let made, !file.isBinary {
      for hunk in 0..<git_patch_num_hunks(made) {
        try read(hunk, of: made, &file, &lines, keepsLines: keepsLines)
      }
    }
    // What became executable is a change of the commit, and none of its lines.
    if keepsLines, file.added + file.removed == 0, kind == .modified, !file.isBinary { return nil }
    return (file, lines, String(validatingCString: path) != nil)
  }

  private static func kind(_ status: git_delta_t) -> FileDifference.Kind? {
    switch status {
    case GIT_DELTA_ADDED: .added
    case GIT_DELTA_MODIFIED: .modified
    case GIT_DELTA_DELETED: .removed
    case GIT_DELTA_RENAMED: .renamed
    default: nil
    }
  }

  private func read(
    _ number: Int, of patch: OpaquePointer, _ file: inout FileDifference, _ changed: inout [ClosedRange<Int>],
    keepsLines: Bool
  ) throws {
    var found: UnsafePointer<git_diff_hunk>?
    var count = 0
    try clone.check(git_patch_get_hunk(&found, &count, patch, number), doing)
    guard let found = found?.pointee else { return }
    var hunk = FileDifference.Hunk(old: Int(found.old_start), new: Int(found.new_start), lines: [])
    for n in 0..<count {
      var line: UnsafePointer<git_diff_line>?
      try clone.check(git_patch_get_line_in_hunk(&line, patch, number, n), doing)
      guard let line = line?.pointee else { continue }
      let mark: String
      switch UInt8(bitPattern: line.origin) {
      case UInt8(ascii: "+"):
        mark = "+"
        file.added += 1
        let at = Int(line.new_lineno)
        if let last = changed.last, last.upperBound + 1 == at {
          changed[changed.count - 1] = last.lowerBound...at
        } else {
          changed.append(at...at)
        }
      case UInt8(ascii: "-"):
        mark = "-"
        file.removed += 1
      case UInt8(ascii: " "): mark = " "
      // The missing end of the last line.
      default: continue
      }
      guard keepsLines, !file.isCut else { continue }
      let bytes = min(line.content_len, OwnClone.mostLineBytes)
      if file.hunks.reduce(hunk.lines.count, { $0 + $1.lines.count }) >= OwnClone.mostHunkLines
        || bytesLeft < bytes
      {
        file.isCut = true
        continue
      }
      bytesLeft -= bytes
      hunk.lines.append(mark + Self.line(line.content, bytes))
    }
    if !hunk.lines.isEmpty { file.hunks.append(hunk) }
  }

  private static func line(_ content: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let content else { return "" }
    let bytes = UnsafeRawBufferPointer(start: content, count: count)
    var line = String(decoding: bytes, as: UTF8.self)[...]
    while line.last?.isNewline ?? false { line.removeLast() }
    return String(line)
  }
}
