import CGit2
import Foundation

extension Repository {
  static let mostBlamedBytes = 1 << 20

  /// Which commit last changed each of these lines, which count from 1, of a file as `commit` has it. Lines
  /// that are older than `old` are left out. Nil where the file is not there, is larger than sources are, or
  /// is not `content`, and where `old` is not known.
  public func origins(
    of lines: Set<Int>, in path: String, holding content: [UInt8], at commit: String, after old: String
  ) throws -> [Int: String]? {
    let doing = "looking for who last changed \(path)"
    guard let newest = ObjectID(hex: commit), let oldest = ObjectID(hex: old), isCommit(oldest),
      content.count <= Self.mostBlamedBytes,
      try CommitFiles(of: self, commit: commit).content(of: path) == content
    else { return nil }
    let count = content.count { $0 == UInt8(ascii: "\n") } + (content.last == UInt8(ascii: "\n") ? 0 : 1)
    let wanted = lines.filter { 1...max(1, count) ~= $0 }
    guard let first = wanted.min(), let last = wanted.max() else { return [:] }
    var options = git_blame_options()
    try check(git_blame_options_init(&options, UInt32(GIT_BLAME_OPTIONS_VERSION)), doing)
    options.flags = GIT_BLAME_IGNORE_WHITESPACE.rawValue
    (options.newest_commit, options.oldest_commit) = (newest.raw, oldest.raw)
    (options.min_line, options.max_line) = (first, last)
    let blame = try make(git_blame_free, doing) { git_blame_file(&$0, $1, path, &options) }
    var origins: [Int: String] = [:]
    for line in wanted {
      guard let hunk = git_blame_get_hunk_byline(blame.pointer, line)?.pointee, hunk.boundary == 0 else {
        continue
      }
      origins[line] = ObjectID(hunk.final_commit_id).hex
    }
    return origins
  }
}
