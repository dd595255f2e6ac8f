package import Processes
package import Terminal

/// Looks at the machine and hands what it finds to judgement, line by line.
package struct Examination {
  let environment: [String: String]
  let stateFolder: String
  let capabilities: TerminalCapabilities
  let run: ToolRun
  /// Somebody pressed Ctrl-C.
  let isCanceled: () -> Bool
  let write: (String) -> Void

  package init(
    environment: [String: String], stateFolder: String, capabilities: TerminalCapabilities,
    run: @escaping ToolRun, isCanceled: @escaping () -> Bool = { false }, write: @escaping (String) -> Void
  ) {
    (self.environment, self.stateFolder, self.capabilities) = (environment, stateFolder, capabilities)
    (self.run, self.isCanceled, self.write) = (run, isCanceled, write)
  }

  package func perform() -> Int32 {
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
