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
    let trial = FolderTrial(stateFolder)
    let objection = trial.objection.map { "\($0.path): \($0.words.lowercased())" }
    let problem = trial.isFolder ? objection : "\(trial.nearest) is not a folder"
    tell(MachineJudgement.stateFolder(stateFolder, problem: problem))
    let space = FreeSpace(at: trial.nearest)
    tell(MachineJudgement.space(stateFolder, freeBytes: space?.bytes, freeFiles: space?.files))
    tell(MachineJudgement.proc(isReadable: isProcReadable))
    tell(MachineJudgement.terminal(problem: terminalProblem))
    tell(MachineJudgement.kernel(release: kernelRelease))
    tell(MachineJudgement.locale(capabilities))
    tell(
      MachineJudgement.size(
        cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
        memoryBytes: Int(clamping: ProcessInfo.processInfo.physicalMemory)))
    tell(MachineJudgement.zstd(path: ProgramSearch.find("zstd", environment: environment)))
    tell(MachineJudgement.git(path: ProgramSearch.find("git", environment: environment)))
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
