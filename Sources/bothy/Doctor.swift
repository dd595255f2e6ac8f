import Foundation
import Terminal

/// `bothy doctor`: looks at the machine and hands what it finds to judgement, line by line.
struct Doctor {
  let environment: [String: String]
  let stateFolder: String
  let capabilities: TerminalCapabilities
  let run: ToolRun
  /// Somebody pressed Ctrl-C.
  var isCanceled: () -> Bool = { false }
  let write: (String) -> Void

  func perform() -> Int32 {
    var findings: [Finding] = []
    func tell(_ finding: Finding) {
      guard !isCanceled() else { return }
      findings.append(finding)
      write(finding.text(capabilities: capabilities))
    }
    let toolchain = ToolchainCheck(environment: environment, run: run)
    toolchain.findings(tell, whileTrying: tryNotice)
    if isCanceled() { return 130 }
    MachineCheck(environment: environment, stateFolder: stateFolder, capabilities: capabilities).findings(
      tell)
    let conclusion = Finding.conclusion(findings, capabilities: capabilities)
    write(conclusion.text)
    return conclusion.exitStatus
  }

  /// The one check that takes seconds says so while it does.
  private func tryNotice<Result>(_ body: () -> Result) -> Result {
    guard capabilities.moves else { return body() }
    write("  trial          compiling a small program with coverage")
    defer { write("\r\u{1B}[K") }
    return body()
  }
}

/// The toolchain on the PATH, and whether it works.
struct ToolchainCheck {
  let environment: [String: String]
  let run: ToolRun

  func findings(
    _ tell: (Finding) -> Void, whileTrying: (() -> ToolchainJudgement.Trial) -> ToolchainJudgement.Trial
  ) {
    guard let swift = ProgramSearch.find("swift", environment: environment) else {
      return tell(ToolchainJudgement.swift(.missing(elsewhere: ProgramSearch.swiftFolders(environment))))
    }
    // `swift` is a link to a driver that goes by the name it is called by: only the folder is resolved.
    let folder = (ProgramSearch.resolved(swift) as NSString).deletingLastPathComponent
    let path = ProgramSearch.executable("\(folder)/swift") ?? swift
    // `swift build` loads more libraries than `swift` itself does.
    let version = ask(path, ["--version"])
    let build = version.status == 0 ? ask(path, ["build", "--version"]) : version
    guard build.status == 0 else {
      return tell(ToolchainJudgement.swift(.broken(path: path, output: build.output)))
    }
    tell(ToolchainJudgement.swift(.found(path: path, output: version.output)))
    let tools = ["llvm-profdata", "llvm-cov"].map { name in
      (name: name, path: ProgramSearch.executable("\(folder)/\(name)"))
    }
    for tool in tools {
      let other = ProgramSearch.find(tool.name, environment: environment)
      tell(ToolchainJudgement.llvm(tool.name, besideSwift: tool.path, folder: folder, onPath: other))
    }
    tell(ToolchainJudgement.testLibraries(missing: missingTestLibraries(folder)))
    guard tools.allSatisfy({ $0.path != nil }) else { return }
    let trial = Trial(folder: folder, environment: environment, run: run)
    tell(ToolchainJudgement.trial(whileTrying { trial.perform() }))
  }

  private func ask(_ path: String, _ arguments: [String]) -> ToolEnd {
    let order = ToolOrder(
      executable: path, arguments: arguments, environment: environment, folder: "/", seconds: 60)
    do {
      return try run(order)
    } catch {
      return ToolEnd(status: nil, output: "\(error)")
    }
  }

  private func missingTestLibraries(_ folder: String) -> [String] {
    let libraries = (folder as NSString).deletingLastPathComponent + "/lib/swift/linux"
    return [("XCTest", "libXCTest.so"), ("Swift Testing", "libTesting.so")].compactMap { name, file in
      FileManager.default.fileExists(atPath: "\(libraries)/\(file)") ? nil : name
    }
  }
}

/// Finding programs as a shell does.
enum ProgramSearch {
  static func find(_ name: String, environment: [String: String]) -> String? {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.compactMap { executable("\($0)/\(name)") }.first
  }

  static func executable(_ path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      access(path, X_OK) == 0
    else { return nil }
    return path
  }

  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Where people put toolchains, when none is on the PATH.
  static func swiftFolders(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"] ?? "/root"
    return [
      "/opt/swift/usr/bin", "/usr/local/swift/usr/bin", "/usr/share/swift/usr/bin",
      "\(home)/.local/share/swiftly/bin", "\(home)/swift/usr/bin",
    ].filter { executable("\($0)/swift") != nil }
  }
}
