import Tokens
import Words

/// What nothing is built of and no test is known to read: a change of it concerns who may open files.
struct FilesForPeople: Sendable {
  /// What they and their folders are called.
  var names: Set<String> = []
  /// Of all that stands in them.
  var mark: @Sendable () -> String = { "" }

  private static let opening: [StaticString] = [
    "contentsOf", "contentsOfFile", "contentsOfDirectory", "contents", "FileManager", "FileHandle",
    "FileDescriptor", "InputStream", "resourceBytes", "fopen", "freopen", "open", "openat", "opendir", "mmap",
    "stat", "lstat", "access", "ifstream", "Process", "posix_spawn", "posix_spawnp", "execv", "execve",
    "system", "popen",
  ]
  private static let words = opening.map { Array("\($0)".utf8) }

  static func readers(in code: TestCode) -> [Int] { opening.flatMap { code.indices(of: $0) } }

  static func mayRead(_ body: [UInt8]) -> Bool { words.contains(where: body.holds) }
}
