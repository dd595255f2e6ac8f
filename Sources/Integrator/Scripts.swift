import Foundation
import Model
import Processes
import State

/// The shell scripts of a bot's triggers.
struct Scripts {
  let workbench: Workbench

  /// Nil when all went well, else what failed in one sentence.
  func runBefore(_ facts: ScriptFacts) throws -> String? {
    for trigger in workbench.settings.triggers {
      guard case .before(let script) = trigger.act else { continue }
      if let failure = try run(script, trigger, facts) { return failure }
    }
    return nil
  }

  /// A script that fails afterwards is told, but changes no result.
  func runAfter(_ facts: ScriptFacts, report: Report) throws {
    for trigger in workbench.settings.triggers {
      guard case .after(let script) = trigger.act, trigger.applies(to: report) else { continue }
      if let failure = try run(script, trigger, facts) { workbench.note(failure) }
    }
  }

  private func run(_ script: String, _ trigger: Bot.Trigger, _ facts: ScriptFacts) throws -> String? {
    workbench.log.write(line: "$ " + script)
    let end = try workbench.run(
      Command(
        executable: "/bin/sh", arguments: ["-c", script],
        environment: workbench.environment(adding: facts.variables),
        folder: workbench.order.checkoutFolder, outputs: .merged),
      observer: LogObserver(log: workbench.log), seconds: trigger.timeoutSeconds)
    if end.stopped != nil {
      return
        "The script `\(script)` ran longer than \(Workbench.plain(trigger.timeoutSeconds)) s and was ended."
    }
    switch end.ending {
    case .exited(0): return nil
    case .exited(let status): return "The script `\(script)` ended with status \(status)."
    case .signaled(let signal): return "The script `\(script)` was ended by \(SignalName.of(signal))."
    }
  }
}

extension Bot.Trigger {
  /// Any of its conditions; none means always.
  func applies(to report: Report) -> Bool {
    when.isEmpty
      || when.contains { condition in
        switch condition {
        case .succeeded: report.result == .succeeded
        case .testFailures: report.result == .testFailures
        case .buildErrors: report.result == .buildErrors
        case .buildWarnings: report.issues.open.contains { $0.kind == .warning && $0.seen }
        case .analyzerWarnings: report.issues.open.contains { $0.kind == .analyzerWarning && $0.seen }
        }
      }
  }
}
