import Foundation
import Processes
import Terminal

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
    let folder = (ProgramSearch.resolved(chosen(by: swift) ?? swift) as NSString).deletingLastPathComponent
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
    let trial = CoverageTrial(folder: folder, environment: environment, run: run)
    tell(ToolchainJudgement.trial(whileTrying { trial.perform() }))
  }

  /// What a machine's only swift leads to where no package says otherwise.
  private func chosen(by swift: String) -> String? {
    guard ToolchainChooser.isOne(swift) else { return nil }
    return ToolchainChooser.chosen(ask(swift, ToolchainChooser.question).output.utf8)
  }

  private func ask(_ path: String, _ arguments: [String]) -> ToolEnd {
    let order = ToolOrder(
      executable: path, arguments: arguments, environment: environment, folder: "/", seconds: 60)
    do { return try run(order) } catch { return ToolEnd(status: nil, output: "\(error)") }
  }

  private func missingTestLibraries(_ folder: String) -> [String] {
    let libraries = (folder as NSString).deletingLastPathComponent + "/lib/swift/linux"
    return [("XCTest", "libXCTest.so"), ("Swift Testing", "libTesting.so")].compactMap { name, file in
      FileManager.default.fileExists(atPath: "\(libraries)/\(file)") ? nil : name
    }
  }
}
