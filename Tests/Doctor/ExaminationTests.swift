import Foundation
import Processes
import StateKit
import Synchronization
import Terminal
import Testing

@testable import Doctor

/// Runs a tool for real.
private func really(_ order: ToolOrder) throws -> ToolEnd {
  try ToolRunner(cancellation: Cancellation()).run(order)
}

@Suite("bothy doctor")
struct DoctorCommandTests {
  private let environment = ProcessInfo.processInfo.environment

  private func doctor(
    _ environment: [String: String], state: String, run: @escaping ToolRun = really
  ) -> (status: Int32, text: String) {
    let text = Mutex("")
    let doctor = Examination(
      environment: environment, stateFolder: state,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false), run: run,
      write: { line in text.withLock { $0 += line } })
    let status = doctor.perform()
    return (status, text.withLock { $0 })
  }

  @Test("this machine, which builds these tests, is able to integrate, and nothing is left behind")
  func able() throws {
    let scratch = try StateScratch()
    var environment = environment
    environment["LANG"] = "C.UTF-8"
    let result = doctor(environment, state: scratch.path + "/not/yet/there")
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("compiled, killed and still measured"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/not"))
  }

  @Test("without swift it says so, and how to get it")
  func noSwift() throws {
    let scratch = try StateScratch()
    let result = doctor(["PATH": scratch.path, "HOME": scratch.path], state: scratch.path)
    #expect(result.status == 5)
    #expect(result.text.contains("✗ swift") && result.text.contains("there is none on PATH"))
    #expect(result.text.contains("mend: "))
  }

  @Test("a toolchain that cannot load a library names the package that has it")
  func broken() throws {
    let result = doctor(environment, state: "/tmp") { _ in
      ToolEnd(status: 127, output: "swift: error while loading shared libraries: libcurl.so.4: cannot open")
    }
    #expect(result.status == 5)
    #expect(result.text.contains("mend: apt-get install -y libcurl4\n"))
  }

  @Test("a swift without llvm-cov beside it will not do")
  func noTools() throws {
    let scratch = try StateScratch()
    let swift = scratch.path + "/swift"
    try "#!/bin/sh\necho 'Swift version 6.3.1 (x)'\n".write(toFile: swift, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
    let result = doctor(["PATH": scratch.path + ":/usr/bin:/bin"], state: scratch.path)
    #expect(result.status == 5)
    #expect(result.text.contains("✗ llvm-cov"))
    #expect(result.text.contains("✗ llvm-profdata"))
  }

  @Test("a compiler that keeps nothing of a killed process is a warning; one that does not link, a problem")
  func trials() throws {
    let scratch = try StateScratch()
    let trial = CoverageTrial(folder: "/nowhere", environment: [:]) { order in
      if order.executable.hasSuffix("swiftc") { return ToolEnd(status: 0, output: "") }
      try Data().write(to: URL(fileURLWithPath: order.folder + "/1.profraw"))
      return ToolEnd(status: nil, output: "")
    }
    guard case .lostWhenKilled = trial.perform() else {
      Testing.Issue.record("an empty profile was taken for coverage")
      return
    }
    let unlinked = CoverageTrial(folder: "/nowhere", environment: [:]) { _ in
      ToolEnd(status: 1, output: "error: link command failed")
    }
    #expect(unlinked.perform() == .notCompiled("error: link command failed"))
    let unstarted = CoverageTrial(folder: scratch.path, environment: [:]) { try really($0) }
    guard case .notCompiled = unstarted.perform() else {
      Testing.Issue.record("a compiler that is not there compiled")
      return
    }
  }

  @Test("a state directory that is a file, or inside of one, is a problem")
  func stateIsAFile() throws {
    let scratch = try StateScratch()
    let file = scratch.path + "/file"
    try Data().write(to: URL(fileURLWithPath: file))
    let result = doctor(["PATH": scratch.path, "HOME": scratch.path], state: file + "/state")
    #expect(result.text.contains("✗ state"))
  }
}
