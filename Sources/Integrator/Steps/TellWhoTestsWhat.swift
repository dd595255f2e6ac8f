import Coverage
import Explaining
import Files
import Formats
import Foundation
import Model
import Profiles
import State
import Words

/// Finds out which test executes what, each alone in a process of its own. It has no say in how the
/// integration ended, and what goes wrong in it is told.
struct TellWhoTestsWhat: Step {
  let phase = Phase.Kind.report
  let action: Bot.Action? = .test

  /// So much of the time that is left it may take.
  private static let share = 0.5

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    // What some tests execute now says nothing of what the others would.
    guard facts.report.limited == nil, let path = workbench.order.testMap, facts.evidence.canceled == nil,
      facts.evidence.limitReached == nil, facts.evidence.internalError == nil, let tested = facts.testRun
    else { return }
    do {
      try find(tested, facts, at: workbench, keptAt: path)
    } catch PhaseStop.canceled {
      workbench.log.write(line: "[Which test executes what was not found out: it was ended first.]")
    } catch {
      let why = Explanation(error, doing: "finding out which test executes what").wrong
      workbench.note("Which test executes what is not known: \(why)".ended)
    }
  }

  private func find(
    _ tested: (run: TestRun, rawNames: [TestID: String]), _ facts: Facts, at workbench: Workbench,
    keptAt path: String
  ) throws {
    guard workbench.settings.coverage.enabled else { return Self.say("coverage is switched off", workbench) }
    let (toolchain, package) = facts.resolved
    let program =
      try facts.mapped
      ?? MappedProgram(
        tested.run.program, package, toolchain,
        sources: facts.sources ?? CompiledSources(in: workbench.packageFolder), tests: tested.run.known,
        at: workbench)
    // What differs from a commit is nobody else's to look up.
    let commit = facts.report.commit.flatMap { $0.changes ? nil : $0.id }
    var making = TestMapMaking(
      program.code, commit: commit, former: workbench.order.formerTestMap,
      by: facts.report.integration)
    let wanted = facts.evidence.tests.cases.filter { $0.outcome != .notRun && $0.outcome != .skipped }
    let stale = making.stale(of: wanted)
    let measured = try AloneTests(
      tested.run, program.index, tested.rawNames, at: workbench, share: Self.share
    )
    .measure(stale, into: &making, all: wanted.count)
    try keep(making.made, at: path, workbench)
    workbench.log.write(line: "[\(measured)]")
  }

  private static func say(_ why: String, _ workbench: Workbench) {
    workbench.log.write(line: "[Which test executes what is not found out: \(why).]")
  }

  private func keep(_ map: TestMap, at path: String, _ workbench: Workbench) throws {
    let bytes = try TestMapJSON.encode(map)
    try makeFolder((path as NSString).deletingLastPathComponent)
    try publish(bytes, as: path)
    try publish(bytes, as: workbench.folder.testMap)
  }
}

/// The tests of one integration, one by one, at a place where what they leave is nobody else's.
struct AloneTests {
  private let run: TestRun
  private let index: CodeIndex
  private let rawNames: [TestID: String]
  private let workbench: Workbench
  private let share: Double

  init(
    _ run: TestRun, _ index: CodeIndex, _ rawNames: [TestID: String], at workbench: Workbench, share: Double
  ) {
    (self.run, self.index, self.rawNames) = (run, index, rawNames)
    (self.workbench, self.share) = (workbench, share)
  }

  /// Answers what is to be told of it in the log.
  func measure(_ stale: [TestCase], into making: inout TestMapMaking, all: Int) throws -> String {
    let began = workbench.surroundings.now()
    workbench.log.write(
      line:
        "[Which test executes what: \(Figures.count(stale.count, "test")) of \(Figures.grouped(all)), each "
        + "alone.]")
    workbench.log.tell(.note("finding out which test executes what"))
    let place = try elsewhere()
    let room = try place.openRoom()
    defer { _ = room?.room.remove() }
    let run = try MapRun(run, index, rawNames: rawNames, at: place)
    making.add(before: run.before())
    var unread: [TestID] = []
    var (done, isCut) = (0, false)
    for row in stale {
      do {
        guard let found = try run.measure(row) else {
          unread.append(row.id)
          continue
        }
        making.add(row, outcome: found.outcome, found.executed)
        done += 1
        try compare(found, with: row, run)
      } catch PhaseStop.limit {
        isCut = true
        break
      }
    }
    let seconds = workbench.surroundings.now().timeIntervalSince(began)
    let more = isCut ? "; for lack of time \(Figures.count(stale.count - done, "test")) will follow" : ""
    let lost =
      unread.isEmpty ? "" : "; \(ProfileLosses.words(unread)) left nothing that tells what was executed"
    return "Measured \(Figures.count(done, "test")) in \(Figures.duration(seconds))\(more)\(lost)."
  }

  /// What goes wrong alone twice needs another test before it: among the others it passed.
  private func compare(_ found: MapRun.Found, with row: TestCase, _ run: MapRun) throws {
    guard row.outcome == .passed, found.outcome.isFailure, let again = try run.measure(row),
      again.outcome.isFailure
    else { return }
    let words = found.failure.map { ": \($0.oneLine)" } ?? ""
    workbench.note(
      "\(row.id) passed among the others and \(found.outcome.aloneWords) alone: it needs another test before "
        + "it\(String(words.prefix(200))).")
  }

  /// As the integration has it, but for its log, its notes and what its tests leave.
  private func elsewhere() throws -> Workbench {
    var order = workbench.order
    order.settings.limits.minutes = workbench.secondsLeft * share / 60
    order.settings.artifacts = []
    order.settings.tests.repeat = 0
    let folder = IntegrationFolder(workbench.folder.scratch + "/alone")
    try makeFolder(folder.scratch)
    return Workbench(
      order: order, folder: folder,
      log: try Log(folder: folder, limitMegabytes: 1, masking: workbench.log.masking),
      cancellation: workbench.cancellation, secrets: workbench.secrets,
      surroundings: workbench.surroundings)
  }
}

extension TestOutcome {
  fileprivate var aloneWords: String {
    switch self {
    case .crashed: "crashes"
    case .timedOut: "hangs"
    case .passed, .failed, .skipped, .flaky, .expectedFailure, .notRun: "fails"
    }
  }
}
