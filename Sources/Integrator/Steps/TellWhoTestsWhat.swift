import Coverage
import Explaining
import Files
import Formats
import Foundation
import Model
import Profiles
import State
import Words

/// Finds out which test executes what, each alone in a process of its own, or leaves the wish for it. It has
/// no say in how the integration ended, and what goes wrong in it is told.
struct TellWhoTestsWhat: Step {
  let phase = Phase.Kind.report
  let action: Bot.Action? = .test

  /// So much of the time that is left it may take.
  private static let share = 0.5

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    // What some tests execute now says nothing of what the others would.
    guard facts.report.limited == nil, workbench.order.testMap != nil, facts.evidence.canceled == nil,
      facts.evidence.limitReached == nil, facts.evidence.internalError == nil, let tested = facts.testRun
    else { return }
    do {
      guard workbench.settings.coverage.enabled else {
        return workbench.log.write(
          line: "[Which test executes what is not found out: coverage is switched off.]")
      }
      let making = try making(tested, facts, at: workbench)
      switch workbench.settings.whoTestsWhat {
      case .every: _ = try making.perform(at: workbench, share: Self.share)
      case .idle: try making.leaveWish(at: workbench)
      case .never: break
      }
    } catch PhaseStop.canceled {
      workbench.log.write(line: "[Which test executes what was not found out: it was ended first.]")
    } catch {
      let why = Explanation(error, doing: "finding out which test executes what").wrong
      workbench.note("Which test executes what is not known: \(why)".ended)
    }
  }

  private func making(
    _ tested: (run: TestRun, rawNames: [TestID: String]), _ facts: Facts, at workbench: Workbench
  ) throws -> MapMaking {
    let (toolchain, package) = facts.resolved
    let program =
      try facts.mapped
      ?? MappedProgram(
        ProgramMap(ofProgramAt: tested.run.program.path), package, toolchain,
        sources: facts.sources ?? CompiledSources(in: workbench.packageFolder), tests: tested.run.known,
        at: workbench)
    return MapMaking(
      run: tested.run, rawNames: tested.rawNames, program: program,
      commit: facts.report.commit, integration: facts.report.integration,
      rows: facts.evidence.tests.cases)
  }
}

/// The map of one integration: of its program, and of the tests that ran in it.
struct MapMaking {
  let run: TestRun
  let rawNames: [TestID: String]
  let program: MappedProgram
  let commit: Commit?
  let integration: IntegrationNumber
  let rows: [TestCase]

  private var wanted: [TestCase] { rows.filter { $0.outcome != .notRun && $0.outcome != .skipped } }

  /// False where there was no time for all of it. Throws where it was ended; what was measured is kept.
  func perform(at workbench: Workbench, share: Double) throws -> Bool {
    guard let path = workbench.order.testMap else { return true }
    let kept = KeptTestMap(path)
    // What differs from a commit is nobody else's to look up.
    let commit = commit.flatMap { $0.changes ? nil : $0.id }
    let former = workbench.order.keptTestMap
    let isBegun = former.map { $0.map.integration == integration && $0.map.commit == commit } ?? false
    var making = TestMapMaking(program.code, commit: commit, former: former?.map, by: integration)
    let stale = making.stale(of: wanted, done: isBegun ? former?.since ?? [] : [])
    var alone = AloneTests(run, program.index, rawNames, at: workbench, share: share)
    let measured = try alone.measure(stale, into: &making, all: wanted.count, kept)
    let made = making.made
    try kept.finish(made, copy: IntegrationFolder(folder(of: workbench)).testMap)
    for (test, row) in made.leaning(among: rows) {
      workbench.note(AloneTests.note(row, test.outcome, test.failsAlone ?? ""))
    }
    workbench.log.write(line: "[\(measured.words)]")
    return measured.isWhole
  }

  /// Its own, also where it is found out elsewhere.
  private func folder(of workbench: Workbench) -> String {
    workbench.order.mapping?.folder ?? workbench.folder.path
  }

  /// It is found out when nothing else is to be done; what was found out of the integration before is told.
  func leaveWish(at workbench: Workbench) throws {
    var wish = MapWish(
      bot: workbench.order.bot, integration: integration, program: run.program.mark,
      code: program.code.fingerprint, rawNames: rawNames)
    wish.variables = LastingVariables.mark(workbench)
    wish.left = workbench.leftInCheckout
    try publish(
      [UInt8](JSONEncoder().encode(wish)), as: StateFolder.mapWish(beside: workbench.order.checkoutFolder))
    guard let map = workbench.formerTestMap.value, let before = map.integration else { return }
    // A round of an edit loop has a number that no history knows.
    let place = workbench.order.affectedFirst == true ? nil : before
    for (test, row) in map.leaning(among: rows) where test.mark == program.code.mark(of: row) {
      workbench.note(AloneTests.note(row, test.outcome, test.failsAlone ?? "", in: place))
    }
  }
}

extension TestProgram {
  /// Changes whenever it is built again.
  var mark: String { FileFacts(path)?.stamp ?? "" }
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

  /// Answers what is to be told of it in the log, and whether there was time for all.
  mutating func measure(
    _ stale: [TestCase], into making: inout TestMapMaking, all: Int, _ kept: KeptTestMap
  ) throws -> (words: String, isWhole: Bool) {
    let began = workbench.surroundings.now()
    workbench.log.write(
      line:
        "[Which test executes what: \(Figures.count(stale.count, "test")) of \(Figures.grouped(all)), each "
        + "alone.]")
    workbench.log.tell(.note("finding out which test executes what"))
    let place = try elsewhere()
    let left = workbench.leftInCheckout
    let aside = AsideFiles(left, of: workbench.order.checkoutFolder, to: place.folder.path + "/aside")
    let room = try place.openRoom()
    defer {
      if !left.isEmpty { _ = place.throwLeftAway() }
      aside.bringBack()
      _ = room.beside.restore()
      _ = room.own?.room.remove()
    }
    let run = try MapRun(run, index, rawNames: rawNames, leavesFiles: !left.isEmpty, at: place)
    if let why = run.sight.shortfall {
      workbench.log.write(line: "[Which files they read is known as far as texts tell it: \(why).]")
    }
    making.add(before: run.before())
    let reading = try MapReading(making, of: index, beside: self.run.program, kept)
    var (ran, isCut) = (0, false)
    do {
      for row in stale {
        workbench.log.tell(.step(done: all - stale.count + ran, total: all, what: "who tests what"))
        ran += 1
        guard let found = try run.perform(row) else {
          reading.lose(row.id)
          continue
        }
        try reading.add(found, of: row, failsAlone: try leans(found, row, run))
      }
    } catch PhaseStop.limit {
      isCut = true
    } catch {
      reading.settle()
      throw error
    }
    let read = try reading.finish()
    making = read.making
    let (done, unread) = (read.done, read.unread)
    let seconds = workbench.surroundings.now().timeIntervalSince(began)
    let more = isCut ? "; for lack of time \(Figures.count(stale.count - done, "test")) will follow" : ""
    let lost =
      unread.isEmpty ? "" : "; \(ProfileLosses.words(unread)) left nothing that tells what was executed"
    return ("Measured \(Figures.count(done, "test")) in \(Figures.duration(seconds))\(more)\(lost).", !isCut)
  }

  /// What goes wrong alone twice needs another test before it: among the others it passed.
  private func leans(_ found: MapRun.Ran, _ row: TestCase, _ run: MapRun) throws -> String? {
    guard row.outcome == .passed, found.outcome.isFailure, let again = try run.perform(row) else {
      return nil
    }
    again.profiles.remove()
    guard again.outcome.isFailure else { return nil }
    return String((found.failure?.oneLine ?? "").prefix(200))
  }

  /// `in`: where it was found out, where that was not here.
  static func note(
    _ row: TestCase, _ outcome: TestOutcome, _ message: String, in integration: IntegrationNumber? = nil
  ) -> String {
    let place = integration.map { " (found out of \($0))" } ?? ""
    return "\(row.id) passed among the others and \(outcome.aloneWords) alone\(place): it needs another test "
      + "before it\(message.isEmpty ? "" : ": \(message)")."
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
