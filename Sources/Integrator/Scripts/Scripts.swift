import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Words

/// What a bot has done in the checkout before it is built.
struct BeforeScripts: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let scripts = Scripts(workbench: workbench)
    let variables = ScriptFacts(
      order: workbench.order, folder: workbench.folder, packageFolder: workbench.packageFolder,
      commit: facts.report.commit?.id)
    for trigger in workbench.settings.triggers {
      guard case .before(let script) = trigger.act else { continue }
      LastBuild(workbench.order).leaveItsSecond()
      var run = ScriptRun(.before, script, .canceled)
      defer { facts.report.triggers.append(run) }
      let end = try scripts.run(script, trigger, variables)
      run.take(end)
      if let why = end.why { throw PhaseStop.trigger("The script `\(script)` \(why).") }
      guard FileFacts(workbench.order.checkoutFolder)?.isFolder == true else {
        (run.status, run.why) = (.failed, "it removed the checkout")
        throw PhaseStop.trigger("The script `\(script)` removed the checkout.")
      }
    }
    if !facts.report.triggers.isEmpty { tellChanges(at: workbench) }
  }

  private func tellChanges(at workbench: Workbench) {
    let cancellation = workbench.cancellation
    let sources = ScriptedSources(workbench.order) { cancellation.isCanceled }
    do { try sources.note().map(workbench.note) } catch is CancellationError {
      // The next step ends it.
    } catch {
      let told = Explanation(error, doing: "looking at what before scripts changed")
      workbench.note("What before scripts changed is not known: \(told.asNote)")
    }
  }
}

/// Runs the shell scripts of a bot's triggers.
struct Scripts {
  let workbench: Workbench

  struct End {
    var status: ScriptRun.Status
    var seconds: Double
    /// What went wrong, behind the name of the script.
    var why: String?
  }

  func run(_ script: String, _ trigger: Bot.Trigger, _ facts: ScriptFacts) throws -> End {
    workbench.log.write(line: "$ " + script)
    let heard = LastLine(log: workbench.log)
    let checkout = workbench.order.checkoutFolder
    let variables = try facts.given()
    let text = try ScriptText(script, in: workbench.folder.scratch)
    defer { text.remove() }
    guard text.isRunnable(in: checkout) else {
      return End(status: .failed, seconds: 0, why: "needs \(text.program), which cannot be run here")
    }
    let end = try workbench.run(
      Command(
        executable: text.program, arguments: text.arguments,
        environment: workbench.environment(adding: variables),
        folder: checkout, outputs: .merged),
      observer: heard, seconds: trigger.timeoutSeconds)
    func ended(_ status: ScriptRun.Status, _ why: String? = nil) -> End {
      End(status: status, seconds: end.seconds, why: why)
    }
    if let stopped = end.stopped {
      return ended(.timedOut, "was ended: \(why(stopped, after: end.seconds, of: trigger))")
    }
    switch end.ending {
    case .exited(0): return ended(.passed)
    case .exited(let status): return ended(.failed, "ended with status \(status)\(heard.words)")
    case .signaled(let signal): return ended(.failed, "was ended by \(SignalName.of(signal))\(heard.words)")
    }
  }

  /// Of several limits, the one that was reached.
  private func why(_ stopped: StopReason, after seconds: Double, of trigger: Bot.Trigger) -> String {
    guard stopped == .time else { return workbench.limitWords(stopped) }
    return seconds < trigger.timeoutSeconds
      ? workbench.limitSentence : "it ran longer than \(Workbench.plain(trigger.timeoutSeconds)) s"
  }
}

/// Passes on to the log what is printed, and keeps the last line of it that says anything.
private final class LastLine: ProcessObserver {
  private let log: Log
  private var line: [UInt8] = []
  private var last: [UInt8] = []
  private static let mostBytes = 1000
  private static let mostShown = 200

  init(log: Log) { self.log = log }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    log.write(bytes)
    // Of many lines at once only the last ones can be the last.
    for byte in bytes.suffix(64 << 10) {
      if byte == UInt8(ascii: "\n") {
        close()
      } else if line.count < Self.mostBytes {
        line.append(byte)
      }
    }
  }

  private func close() {
    if line.contains(where: { $0 > UInt8(ascii: " ") }) { last = line }
    line = []
  }

  /// Behind how it ended; empty where it said nothing.
  var words: String {
    close()
    let said = Shown.withoutColors(String(decoding: last, as: UTF8.self))
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return said.isEmpty ? "" : "; it said last: \(Shown.line(said, most: Self.mostShown))"
  }
}

extension ScriptRun {
  mutating func take(_ end: Scripts.End) {
    (status, seconds, why) = (end.status, end.seconds, end.why.map { "it " + $0 })
  }
}
