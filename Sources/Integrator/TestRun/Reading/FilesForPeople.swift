import Tokens
import Words

/// What nothing is built of and no test is known to read: a change of it concerns who may open files.
struct FilesForPeople: Sendable {
  /// What they and their folders are called.
  var names: Set<String> = []
  /// Of all that stands in them.
  var mark: @Sendable () -> String = { "" }

  /// What tells which files a folder has, or starts what may.
  static let listing: Set<String> = [
    "contentsOfDirectory", "enumerator", "subpaths", "subpathsOfDirectory", "opendir", "scandir", "glob",
    "fts_open", "nftw", "Process", "posix_spawn", "posix_spawnp", "execv", "execve", "popen", "system",
  ]
  private static let opening = listing.union([
    "contentsOf", "contentsOfFile", "contents", "FileManager", "FileHandle", "FileDescriptor", "InputStream",
    "resourceBytes", "fopen", "freopen", "open", "openat", "mmap", "stat", "lstat", "access", "ifstream",
  ])
  private static let words = opening.map { Array($0.utf8) }

  static func readers(in code: TestCode) -> [Int] {
    // `open` is a word of the language too.
    let calls = code.indices(of: "open").filter { code.isSign($0 + 1, "(") }
    return calls
      + code.tokens.indices.filter { code.kind($0) == .identifier && opening.contains(code.text($0)) }
  }

  static func mayRead(_ body: [UInt8]) -> Bool {
    guard words.contains(where: body.holds) else { return false }
    return !readers(in: TestCode(body)).isEmpty
  }
}
