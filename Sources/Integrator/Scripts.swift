import Explaining
import Files
import Formats
import Foundation
import Model
import Processes
import State

/// What a bot has done in the checkout before it is built.
struct BeforeScripts: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    if let failure = try Scripts(workbench: workbench).runBefore(commit: facts.report.commit?.id) {
      throw PhaseStop.trigger(failure)
    }
  }
}

/// The shell scripts of a bot's triggers.
struct Scripts {
  let workbench: Workbench

  /// Nil when all went well, else what failed in one sentence.
  func runBefore(commit: CommitID?) throws -> String? {
    let facts = ScriptFacts(
      order: workbench.order, folder: workbench.folder, packageFolder: workbench.packageFolder, commit: commit
    )
    for trigger in workbench.settings.triggers {
      guard case .before(let script) = trigger.act else { continue }
      if let failure = try run(script, trigger, facts) { return failure }
    }
    return nil
  }

  /// They are given the report in a place of its own. Whatever goes wrong is told, and changes no result.
  func runAfter(_ report: Report) {
    let due = workbench.settings.triggers.filter { $0.applies(to: report) }
    guard !workbench.cancellation.isCanceled, !due.isEmpty else { return }
    let early = workbench.folder.scratch + "/report.json"
    do {
      try makeFolder(workbench.folder.scratch)
      try publish(ReportJSON.encode(report), as: early)
    } catch {
      workbench.note(
        "The scripts afterwards were not run: " + Explanation(error, doing: "leaving the report").asNote)
      return
    }
    let facts = ScriptFacts(
      order: workbench.order, folder: workbench.folder, packageFolder: workbench.packageFolder,
      report: report, reportFile: early)
    if due.contains(where: { if case .after = $0.act { true } else { false } }) {
      workbench.log.tell(.afterwards)
    }
    for trigger in due {
      guard case .after(let script) = trigger.act else { continue }
      do {
        if let failure = try run(script, trigger, facts) { workbench.note(failure) }
      } catch is PhaseStop {
        workbench.note("The scripts afterwards were ended with the integration.")
        return
      } catch {
        workbench.note("The script `\(script)` was not run: \(Explanation(error).asNote)")
      }
    }
  }

  private func run(_ script: String, _ trigger: Bot.Trigger, _ facts: ScriptFacts) throws -> String? {
    workbench.log.write(line: "$ " + script)
    let end = try workbench.run(
      Command(
        executable: "/bin/sh", arguments: ["-c", script],
        environment: workbench.environment(adding: facts.variables),
        folder: workbench.order.checkoutFolder, outputs: .merged),
      observer: workbench.log, seconds: trigger.timeoutSeconds)
    if let stopped = end.stopped {
      return "The script `\(script)` was ended: \(why(stopped, after: end.seconds, of: trigger))."
    }
    switch end.ending {
    case .exited(0): return nil
    case .exited(let status): return "The script `\(script)` ended with status \(status)."
    case .signaled(let signal): return "The script `\(script)` was ended by \(SignalName.of(signal))."
    }
  }

  /// Of several limits, the one that was reached.
  private func why(_ stopped: StopReason, after seconds: Double, of trigger: Bot.Trigger) -> String {
    guard stopped == .time else { return workbench.limitWords(stopped) }
    return seconds < trigger.timeoutSeconds
      ? workbench.limitSentence : "it ran longer than \(Workbench.plain(trigger.timeoutSeconds)) s"
  }
}
