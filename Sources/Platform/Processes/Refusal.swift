import CLinux
import Explaining
import Glibc

/// Why a program could not be started, in words.
struct Refusal {
  let command: Command
  /// The file that was tried.
  let path: String
  /// Of arguments and environment together.
  let bytes: Int

  func error(_ launched: bothy_launched) -> Explanation {
    let (wrong, advice) =
      switch launched.stage {
      case BOTHY_STAGE_FOLDER: folder(launched.error)
      case BOTHY_STAGE_EXECUTE: execution(launched.error)
      default: resources(launched.error)
      }
    return Explanation(doing: "starting \(command.executable)", wrong: wrong, advice: advice)
  }

  private func folder(_ error: Int32) -> (String, String) {
    switch error {
    case ENOENT: ("there is no folder \(command.folder) to start it in", "create it or name another")
    case ENOTDIR: ("\(command.folder) is not a folder to start it in", "name a folder")
    case EACCES: ("the folder \(command.folder) may not be entered", "allow it with chmod, or name another")
    default: ("the folder \(command.folder) can't be entered, \(words(for: error))", "name another folder")
    }
  }

  private func execution(_ error: Int32) -> (String, String) {
    let seen = path.hasPrefix("/") ? path : "\(command.folder)/\(path)"
    switch error {
    case ENOENT where Executable.isFile(seen):
      return (
        "the program that runs \(path) is missing", "install what its first line or its ELF header names"
      )
    case ENOENT, ENOTDIR: return ("there is no file \(path)", "install it, or correct the path")
    case EACCES where Executable.isFolder(seen): return ("\(path) is a folder", "name a program")
    case EACCES, EPERM:
      return (
        "\(path) may not be executed", "chmod +x it, and see that its file system is not mounted noexec"
      )
    case ENOEXEC:
      return (
        "\(path) is not a program for this machine", "start a script with #!, or build it for this machine"
      )
    case E2BIG:
      return (
        "its arguments and environment are too long (\(bytes) bytes)",
        "pass fewer or shorter ones, or use a file"
      )
    case ETXTBSY: return ("\(path) is being written at this moment", "close it first")
    case ELOOP, ENAMETOOLONG: return ("\(path) can't be followed, \(words(for: error))", "correct the path")
    default: return ("\(path): \(words(for: error))", "see whether it runs by hand")
    }
  }

  private func resources(_ error: Int32) -> (String, String) {
    (
      "no process could be made, \(words(for: error))",
      "end other programs, or raise the number of processes (ulimit -u)"
    )
  }
}
