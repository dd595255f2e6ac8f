import Explaining
import Glibc

/// Finds the file that a name means, as a shell would.
enum Executable {
  static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

  static func path(of command: Command) throws(Explanation) -> String {
    let name = command.executable
    guard !name.isEmpty else {
      throw Explanation(
        doing: "starting a program", wrong: "its name is empty", advice: "name a program or a path")
    }
    if name.contains("/") { return name }
    let folders = command.environment["PATH"] ?? defaultPath
    var refused: String?
    for folder in folders.split(separator: ":", omittingEmptySubsequences: false) {
      let candidate = folder.isEmpty ? "./\(name)" : "\(folder)/\(name)"
      // A relative entry of PATH counts from where the program will stand.
      let seen = candidate.hasPrefix("/") ? candidate : "\(command.folder)/\(candidate)"
      guard isFile(seen) else { continue }
      if access(seen, X_OK) == 0 { return candidate }
      refused = refused ?? candidate
    }
    if let refused {
      throw Explanation(
        doing: "starting \(name)", wrong: "\(refused) may not be executed",
        advice: "chmod +x it, or put another \(name) on PATH")
    }
    throw Explanation(
      doing: "starting \(name)", wrong: "no program of that name is on PATH (\(folders))",
      advice: "install it, or add its folder to PATH")
  }

  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
