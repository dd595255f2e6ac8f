import Files
import Foundation
import Processes
import Terminal

/// Folders, space and the system.
struct MachineCheck {
  let environment: [String: String]
  let stateFolder: String
  let capabilities: TerminalCapabilities

  func findings(_ tell: (Finding) -> Void) {
    let standing = nearestFolder(stateFolder)
    tell(MachineJudgement.stateFolder(stateFolder, problem: problem(writing: standing)))
    let space = FreeSpace(at: standing)
    tell(MachineJudgement.space(stateFolder, freeBytes: space?.bytes, freeFiles: space?.files))
    tell(MachineJudgement.proc(isReadable: isProcReadable))
    tell(MachineJudgement.terminal(problem: terminalProblem))
    tell(MachineJudgement.kernel(release: kernelRelease))
    tell(MachineJudgement.locale(capabilities))
    tell(
      MachineJudgement.size(
        cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
        memoryBytes: Int(clamping: ProcessInfo.processInfo.physicalMemory)))
    tell(MachineJudgement.git(path: ProgramSearch.find("git", environment: environment)))
  }

  /// The folder itself, or the one in which it would be made.
  private func nearestFolder(_ path: String) -> String {
    var path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    while !FileManager.default.fileExists(atPath: path), path != "/" {
      path = (path as NSString).deletingLastPathComponent
    }
    return path
  }

  private func problem(writing path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return "\(path) is not a folder"
    }
    // Tried, not asked: root may write everywhere, says the kernel, also where nothing can be made.
    let probe = path + "/.bothy-doctor-\(getpid())"
    guard mkdir(probe, 0o700) == 0 else { return "\(path): " + String(cString: strerror(errno)).lowercased() }
    return rmdir(probe) == 0 ? nil : "\(probe): " + String(cString: strerror(errno)).lowercased()
  }

  private var isProcReadable: Bool {
    FileManager.default.contents(atPath: "/proc/self/stat")?.isEmpty == false
      && FileManager.default.contents(atPath: "/proc/1/stat")?.isEmpty == false
  }

  private var terminalProblem: String? {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return "/dev/ptmx: " + String(cString: strerror(errno)).lowercased() }
    close(descriptor)
    return FileManager.default.fileExists(atPath: "/dev/pts") ? nil : "/dev/pts is not there"
  }

  private var kernelRelease: String {
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/osrelease") ?? Data()
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
