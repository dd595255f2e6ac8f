import Explaining
import Faults
import Files
import Formats
import Foundation
public import Model
package import Processes
package import State

/// Performs one integration: walks its steps, times and logs their phases, and publishes the report.
public final class Performer {
  private let workbench: Workbench
  var steps: [any Step]
  private var facts: Facts
  /// Why nothing of it may begin.
  private let refusal: (any Error)?

  package init(
    folder: IntegrationFolder, order: Order, cancellation: Cancellation, surroundings: Surroundings
  ) throws {
    var order = order
    let base = order.base.map { BaseSearch(order: order, choice: $0).find() }
    if let found = base?.found { order.goOn(from: found) }
    steps = order.mapping != nil ? Steps.mapping : order.why == nil ? Steps.all : Steps.search
    let secrets: Secrets
    do {
      secrets = try Secrets.read(order.settings.secrets, from: order.secretsFile ?? "")
      refusal = nil
    } catch { (secrets, refusal) = (.none, error) }
    workbench = Workbench(
      order: order, folder: folder,
      log: try Log(
        folder: folder, limitMegabytes: order.settings.limits.logMegabytes,
        masking: secrets.masking),
      cancellation: cancellation, secrets: secrets,
      surroundings: surroundings)
    var report = Report(
      bot: order.bot, integration: order.integration, result: .internalError, reason: "", commit: nil,
      toolchain: "", configuration: order.settings.configuration, queued: order.queued,
      started: workbench.startedAt)
    report.clean = order.clean
    report.settings = order.settings.usedSettings
    report.package = order.settings.packageFolder
    report.limited = order.limited
    facts = Facts(report: report, evidence: Judgement.Evidence(order))
    facts.evidence.base = base?.found
    if let found = base?.found { workbench.earlier.keep(found.report, at: found.reportPath) }
    if let why = base?.why { workbench.note(why) }
    for note in LeftCommit.notes(order.left ?? []) { workbench.note(note) }
    if let again = order.again { workbench.note("This commit is integrated once more: \(again)".ended) }
  }

  private var folder: IntegrationFolder { workbench.folder }
  private var now: Date { workbench.surroundings.now() }

  /// Ends with a report, whatever the steps came upon; throws when none can be written.
  public func perform() throws -> Report {
    try makeFolder(folder.scratch)
    FaultPoint.reach(.scratchMade)
    defer {
      try? FileManager.default.removeItem(atPath: folder.scratch)
      FaultPoint.reach(.scratchRemoved)
    }
    for phase in phases { try walk(phase) }
    close()
    let scripts = AfterScripts(workbench: workbench, leave: leave)
    scripts.announce(in: &facts.report)
    try leave(&facts.report)
    FaultPoint.reach(.reportPublished)
    if facts.report.hasScriptsAfterwards { runScripts(scripts) }
    workbench.log.tell(.ended(facts.report.result))
    return facts.report
  }

  private func leave(_ report: inout Report) throws {
    report.notes = workbench.notes.all
    do { report = try workbench.log.masking.masked(report) } catch {
      report = report.withheld(because: error)
    }
    try publish(ReportJSON.encode(report), as: folder.report)
  }

  /// They may fill the disk, and what they came to is to be told all the same. Where there is no room even
  /// for that, what was reported before them stays.
  private func runScripts(_ scripts: AfterScripts) {
    let spare = SpareRoom(
      path: folder.scratch + "/spare", bytes: 2 * ReportJSON.encode(facts.report).count + 64 << 10)
    try? spare.take()
    scripts.run(&facts.report)
    FaultPoint.reach(.scriptsRun)
    makeAgain()
    spare.giveUp()
    do { try leave(&facts.report) } catch {
      workbench.note(Explanation(error, doing: "telling what the scripts afterwards came to").asNote)
    }
  }

  /// A script may remove the very folder that it was told of; what was found is told all the same.
  private func makeAgain() {
    guard FileFacts(folder.report) == nil else { return }
    try? makeFolder(folder.path)
    workbench.note(
      "The scripts afterwards removed files of this integration: what it left beside its report may be gone.")
  }

  /// The steps that the order asks for, those of a phase together.
  private var phases: [[any Step]] {
    var phases: [[any Step]] = []
    for step in steps where step.action.map(workbench.settings.actions.contains) ?? true {
      if phases.last?.first?.phase == step.phase {
        phases[phases.count - 1].append(step)
      } else {
        phases.append([step])
      }
    }
    return phases
  }

  private func walk(_ steps: [any Step]) throws {
    guard let phase = steps.first?.phase, steps.contains(where: isDue) else { return }
    let log = workbench.log
    log.write(line: (facts.report.phases.isEmpty ? "" : "\n") + phase.heading)
    if phase != .report {
      let expected = workbench.order.baseline?.phaseSeconds[phase.rawValue]
      log.tell(.phaseStarted(phase, expectedSeconds: expected))
    }
    let began = now
    var stop: Phase.Status?
    for step in steps where isDue(step) {
      do {
        if workbench.cancellation.isCanceled, !step.outlasts(facts) { throw PhaseStop.canceled }
        if let refusal, !facts.isStopped { throw refusal }
        try step.carryOut(&facts, at: workbench)
      } catch {
        // A report that lacks something says so; it is worth more than none.
        if phase == .report {
          workbench.note(Explanation(error, doing: "writing the report").asNote)
          stop = .failed
          continue
        }
        let status = facts.stop(error, in: phase, because: endReason)
        stop = stop ?? status
      }
    }
    let told = steps.map { $0.status(facts) }.first { $0 != .passed } ?? .passed
    var ended = Phase(name: phase, status: stop ?? told, seconds: now.timeIntervalSince(began))
    if stop == nil { ended.why = steps.compactMap { $0.why(facts) }.first }
    if stop == .failed, facts.evidence.triggerError != nil { ended.why = "a script before building failed" }
    facts.report.phases.append(ended)
    log.tell(.phaseEnded(ended))
    if stop == nil, let point = FaultPoint(rawValue: "\(phase.rawValue).ended") { FaultPoint.reach(point) }
  }

  /// Who ordered it may have been killed, and it is then ended with them; nil where somebody asked for it.
  private var endReason: String? {
    let told = contents(of: workbench.folder.endReason).map { ": " + String(decoding: $0, as: UTF8.self) }
    return told ?? (workbench.surroundings.isOrphan() ? ", with the Bothy that had ordered it" : nil)
  }

  private func isDue(_ step: any Step) -> Bool { !facts.isStopped || step.outlasts(facts) }

  private func close() {
    facts.report.usage = workbench.usage
    facts.report.machine = workbench.surroundings.machine()
    facts.report.notes = workbench.notes.all
    facts.report.ended = now
    facts.report.seconds = facts.report.ended.timeIntervalSince(facts.report.started)
  }
}
