import Explaining
import Foundation
import Model
import State

/// The scripts of a bot that run when all is published: the report, and the pages that whoever ordered the
/// integration makes of it. What is about to run is kept before it runs, so that none ever runs twice.
/// Whatever goes wrong is told, and changes no result.
struct AfterScripts {
  let workbench: Workbench
  /// Publishes the report as it stands.
  let leave: (inout Report) throws -> Void

  /// What is to become of them, as the report tells it before any of them runs.
  func announce(in report: inout Report) {
    for trigger in workbench.settings.triggers {
      guard case .after(let script) = trigger.act else { continue }
      let isDue = trigger.applies(to: report)
      report.triggers.append(ScriptRun(.after, script, isDue ? .waiting : .skipped))
    }
    if workbench.cancellation.isCanceled { close(&report, .notRun, Self.before) }
  }

  func run(_ report: inout Report) {
    guard report.triggers.contains(where: { $0.status == .waiting }) else { return }
    workbench.log.tell(.afterwards)
    do {
      try runAll(&report, page: pages())
    } catch PhaseStop.limit(let sentence) {
      end(&report, ", because \(sentence)")
    } catch is PhaseStop {
      end(&report, "")
    } catch {
      let why = Explanation(error, doing: "asking for the pages").asNote
      workbench.note("The scripts afterwards were not run: \(why)")
      close(&report, .notRun, why)
    }
  }

  private func pages() throws -> String? {
    guard workbench.order.makesPages == true else { return nil }
    guard workbench.secondsLeft > 0 else { throw PhaseStop.limit(workbench.limitSentence) }
    let pages = AwaitedPages(folder: workbench.folder, cancellation: workbench.cancellation)
    let page = try pages.wait(seconds: workbench.secondsLeft)
    if page == nil { workbench.note("The scripts afterwards ran without its pages, which were not made.") }
    return page
  }

  private func runAll(_ report: inout Report, page: String?) throws {
    let scripts = Scripts(workbench: workbench)
    let facts = ScriptFacts(report, workbench.order, workbench.folder, page: page)
    let triggers = workbench.settings.triggers.filter {
      if case .after = $0.act { true } else { false }
    }
    let places = report.triggers.indices.filter { report.triggers[$0].kind == .after }
    for (place, trigger) in zip(places, triggers) where report.triggers[place].status == .waiting {
      guard case .after(let script) = trigger.act else { continue }
      report.triggers[place].status = .running
      do {
        try leave(&report)
        let end = try scripts.run(script, trigger, facts)
        report.triggers[place].take(end)
        if let why = end.why { workbench.note("The script `\(script)` \(why).") }
      } catch let stop as PhaseStop {
        throw stop
      } catch {
        let why = Explanation(error).asNote
        (report.triggers[place].status, report.triggers[place].why) = (.notRun, why)
        workbench.note("The script `\(script)` was not run: \(why)")
      }
    }
  }

  private func end(_ report: inout Report, _ why: String) {
    let hasBegun = report.triggers.contains {
      $0.kind == .after && $0.status != .waiting && $0.status != .skipped
    }
    let what = hasBegun ? "ended with the integration" : "not run: the integration was ended as they waited"
    workbench.note("The scripts afterwards were \(what)\(why).")
    close(&report, .notRun, Self.before + why, "ended while it ran\(why)")
  }

  private static let before = "the rest of the integration was ended before its turn"

  private func close(
    _ report: inout Report, _ status: ScriptRun.Status, _ why: String, _ ofRunning: String? = nil
  ) {
    for place in report.triggers.indices {
      switch report.triggers[place].status {
      case .running:
        (report.triggers[place].status, report.triggers[place].why) = (.canceled, ofRunning ?? why)
      case .waiting:
        (report.triggers[place].status, report.triggers[place].why) = (status, why)
      case .passed, .failed, .timedOut, .canceled, .cutOff, .notRun, .skipped: break
      }
    }
  }
}
