import Coverage
import Files
import Formats
import Foundation
import Model
import Processes
import Profiles

/// Runs tests one by one, each alone in a process of its own.
final class MapRun {
  /// How a test ended, and where that is which tells what it executed.
  struct Ran {
    let test: TestID
    let outcome: TestOutcome
    let failure: String?
    let profiles: TestProfiles
    let read: [FileRead]
  }

  private let run: TestRun
  private let site: TestSite
  private let index: CodeIndex
  private let rawNames: [TestID: String]
  /// What a test leaves in the checkout no other is to find; looking for that takes its time.
  private let leavesFiles: Bool
  private let processes = ProfiledProcesses()
  let sight: FileSight
  private var turns = 0

  /// `workbench`: of its own, so that nothing that is left there is anybody else's.
  init(
    _ run: TestRun, _ index: CodeIndex, rawNames: [TestID: String], leavesFiles: Bool,
    at workbench: Workbench
  ) throws {
    self.leavesFiles = leavesFiles
    let profiles = ProfileSettings(
      folder: workbench.folder.scratch + "/profiles", isWanted: true,
      keepsCountsOfCrashes: run.toolchain.keepsCountsOfCrashes, processes: processes,
      program: run.profiles.program)
    self.run = run.moved(to: workbench, profiles)
    (self.index, self.rawNames) = (index, rawNames)
    sight = FileSight(of: workbench.order.checkoutFolder)
    var site = try self.run.site()
    site.series = "alone-"
    site.attempt = 1
    site.crashes = workbench.folder.scratch + "/crashes-alone"
    self.site = site
  }

  private var workbench: Workbench { site.workbench }

  /// What is executed before the first test: listing the tests began the program already.
  func before() -> [ExecutedFunction] {
    var counts = Counts()
    for name in FileTree.names(below: workbench.folder.scratch + "/list") where name.hasSuffix(".profraw") {
      guard let bytes = contents(of: workbench.folder.scratch + "/list/" + name),
        let profile = try? RawProfile(bytes), (try? counts.add(profile)) != nil
      else { return [] }
    }
    return index.executed(counts)
  }

  /// Nil where nobody knows how it ended; throws where no further test can be run either.
  func perform(_ row: TestCase) throws -> Ran? {
    turns += 1
    processes.removeAll()
    if leavesFiles { _ = workbench.throwLeftAway() }
    workbench.room.withLock { $0?.empty() }
    let folder = "\(site.profiles.folder)/\(turns)"
    defer { forgetCrashes() }
    let batch = Batch(
      library: row.library, selection: .named, tests: [PlannedTest(row, raw: rawNames[row.id])])
    let turn = BatchTurn(
      number: turns, log: LogPart(workbench.log, isItsTurn: true, tellsOfTests: false)
    ) { false }
    sight.forget()
    let outcome = BatchProcess(site: site, batch: batch, turn: turn).perform()
    let seen = sight.seen()
    let profiles = TestProfiles(
      folder: folder, own: Set(processes.all.map { ($0.profile as NSString).lastPathComponent }))
    if let stop = outcome.stop {
      profiles.remove()
      throw stop
    }
    var ledger = outcome.ledger
    ledger.recallFailures()
    guard let alone = ledger.cases.first(where: { $0.id == row.id }), alone.outcome != .notRun else {
      profiles.remove()
      return nil
    }
    // As they were before it.
    if leavesFiles, !seen.isEmpty { _ = workbench.throwLeftAway() }
    return Ran(
      test: row.id, outcome: alone.outcome, failure: alone.failures.first?.message, profiles: profiles,
      read: sight.files(seen))
  }

  /// Hardly any test leaves a report, and removing a folder takes its time.
  private func forgetCrashes() {
    guard let crashes = site.crashes, (try? FileTree.entries(of: crashes)) != [] else { return }
    FileTree.remove(crashes)
  }
}

/// What the processes of one test left that tells what they executed.
struct TestProfiles {
  let folder: String
  /// The names of those that the test's own process wrote.
  let own: Set<String>

  /// Of the test's own process, and of those that it started; nil where its own is missing.
  /// - Parameter ids: what the programs are known by that were built beside the tests'.
  func counts(of ids: () -> Set<[UInt8]>) throws -> Counts? {
    var counts = Counts()
    var hasOwn = false
    for name in FileTree.names(below: folder) where name.hasSuffix(".profraw") {
      let path = folder + "/" + name
      let isOwn = own.contains(name)
      guard isOwn || RawProfiles.flaw(RawProfiles.head(of: path), of: ids()) == nil else { continue }
      guard let bytes = contents(of: path) else { return nil }
      do {
        try counts.add(RawProfile(bytes))
      } catch ProfileRefusal.unknownVersion(let format, let version) {
        throw ProfileRefusal.unknownVersion(of: format, version)
      } catch {
        guard !isOwn else { return nil }
        continue
      }
      hasOwn = hasOwn || isOwn
    }
    return hasOwn ? counts : nil
  }

  func remove() { FileTree.remove(folder) }
}

extension TestProgram {
  /// It, and what else may have run: children that tests started, of the same build.
  var builtBeside: [String] {
    let folder = (path as NSString).deletingLastPathComponent
    return [path] + ((try? FileTree.entries(of: folder)) ?? []).map { folder + "/" + $0 }
  }

  /// It may load them, at once or when a test asks for it.
  var hasLibraries: Bool { builtBeside.contains { $0.hasSuffix(".so") } }
}
