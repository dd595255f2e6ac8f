import Files
import Formats
import Foundation
import Model
import Processes
import Threads
import Words

/// What is the same for all processes of one test run.
struct TestSite: Sendable {
  let workbench: Workbench
  let program: TestProgram
  let sources: SourceMap
  var profiles: ProfileSettings
  /// XCTest's list, in its order.
  let announced: [TestList.Entry]
  /// Where there is no list, of which module each class is.
  var modules: [String: String] = [:]
  let headcount: Headcount
  var late = LateFailures()
  /// Its sources have tests of Swift Testing: a process that tells of none has not come to them.
  var hasSwiftTesting = false
  /// The test program as it was when the tests began; nil where nobody looks.
  var mark: ProgramMark?
  /// Of XCTest's processes, whatever became of their tests.
  let effort = TestEffort()
  /// As many tests can work at once.
  var cores = Processors.count
  /// Tells what its processes leave apart from what others do.
  var series = ""
  /// Where crash reports go, where that is the same for one process after the other.
  var crashes: String?
  /// Which time it is that a test runs alone; 0 in the test run itself.
  var attempt = 0
  /// So much of the integration's time is left to others.
  var reserveSeconds = 0.0
  /// What tests leave to be kept is kept.
  var keepsFiles = true
  /// Where a test may take longer than the bot file says.
  var timeoutSeconds: Double?

  /// What tells how a process exits that is looked at closely; nil where it cannot be made.
  var witness = Later<EndWitness?>(nil)
  /// For tests whose names cannot be said; nil where there is none, or where it does not work.
  var chooser: TestChooser?

  var settings: Bot.TestSettings { workbench.settings.tests }

  func needsChooser(_ batch: Batch) -> Bool {
    guard batch.library == .xctest, batch.selection == .named else { return false }
    let asked = Set(batch.tests.map(\.id))
    return announced.contains { !$0.canBeNamed && asked.contains($0.id) }
  }
}

/// Where the processes of a test run leave what they executed.
struct ProfileSettings: Sendable {
  let folder: String
  let isWanted: Bool
  let keepsCountsOfCrashes: Bool
  /// Told which processes must leave one; nil where nothing is measured.
  var processes: ProfiledProcesses?
  /// What the test program is known by, where libraries stand beside it: each that is loaded has counters of
  /// its own, and would write them over the program's.
  var program: [UInt8]?

  func pattern(batch number: Int) -> String {
    guard isWanted else { return "/dev/null" }
    let name = program == nil ? "%p" : "%p.%m"
    return "\(folder)/\(number)/\(name)" + (keepsCountsOfCrashes ? "%c.profraw" : ".profraw")
  }

  /// What a process of the test program left is called by its number alone.
  func nameOwn(batch number: Int, of process: Int32) {
    guard isWanted, let program else { return }
    let place = "\(folder)/\(number)"
    let left = ((try? FileTree.entries(of: place)) ?? []).filter { $0.hasPrefix("\(process).") }
    guard let own = left.first(where: { RawProfiles.head(of: "\(place)/\($0)")?.holds(program) ?? false })
    else { return }
    try? FileManager.default.moveItem(atPath: "\(place)/\(own)", toPath: "\(place)/\(process).profraw")
  }
}

/// What one library's process is started with, and how its end is judged.
protocol LibraryBatch {
  var arguments: [String] { get }
  /// What the library itself needs in its environment.
  var environment: [String: String] { get }
  var outputs: Command.Outputs { get }
  func makeObserver() throws -> TestObserver
  /// What became of each test, as far as it was told.
  func record(_ observer: TestObserver, in ledger: inout TestLedger)
  /// Whom the end of the process is to be blamed on, and whether the numbers fit.
  func judge(_ observer: TestObserver, _ end: ProcessEnd, _ ledger: inout TestLedger) -> BatchEnd
  /// It ended without a word, which has an explanation that a busy machine may not have seen.
  func endedQuietly(_ observer: TestObserver, _ end: ProcessEnd) -> Bool
}

extension LibraryBatch {
  func endedQuietly(_ observer: TestObserver, _ end: ProcessEnd) -> Bool { false }
}

/// One batch while it is carried out: a process, and the judgement of how it ended.
struct BatchProcess {
  let site: TestSite
  let batch: Batch
  let turn: BatchTurn

  var workbench: Workbench { site.workbench }
  var timeoutSeconds: Double { site.timeoutSeconds ?? site.settings.timeoutSeconds }

  func perform() -> BatchOutcome {
    var outcome = BatchOutcome()
    guard !site.needsChooser(batch) || site.chooser != nil else {
      outcome.ledger.note(
        "Quick's examples cannot be asked for one by one with this toolchain, so that those after one that "
          + "brings its process down do not run.")
      return outcome
    }
    guard site.mark?.holds ?? true else {
      tellOfChangedProgram(in: &outcome.ledger)
      return outcome
    }
    do {
      switch batch.library {
      case .xctest: try perform(XCTestBatch(process: self), &outcome)
      case .swiftTesting: try perform(SwiftTestingBatch(process: self), &outcome)
      }
    } catch {
      if error is PhaseStop || site.mark?.isUntouched ?? true {
        outcome.stop = error
      } else {
        tellOfChangedProgram(in: &outcome.ledger)
      }
    }
    site.headcount.add(outcome.ledger.order)
    return outcome
  }

  private func perform(_ library: some LibraryBatch, _ outcome: inout BatchOutcome) throws {
    var notes: [String] = []
    var (observer, end) = try run(library, &outcome, &notes)
    // Where nothing is to be repeated, nothing that a test has done is done again.
    for _ in 0..<(site.settings.repeat > 0 ? Self.mostLooks : 0) {
      guard let ended = end, outcome.stop == nil, !observer.wasStopped, observer.lostOutput == .none,
        ended.seconds < Self.secondsOfALook, library.endedQuietly(observer, ended)
      else { break }
      turn.log.write(line: "[It ended without a word: once more, to see why.]")
      let again = try run(library, &outcome, &notes, isMeasured: false)
      guard let later = again.end, library.endedQuietly(again.observer, later) else { continue }
      if again.observer.lostOutput != .none { (observer, end) = again }
      if again.observer.witnessed != nil { break }
    }
    library.record(observer, in: &outcome.ledger)
    for sentence in notes {
      workbench.notes.tell(sentence, in: turn.log)
      outcome.ledger.note(sentence)
    }
    if end == nil || end?.stopped != nil || observer.wasStopped { outcome.ledger.noteBegun(observer.cases) }
    if end == nil || end?.stopped == .time {
      for var row in observer.failedBeforeEnding {
        row.outcome = .failed
        outcome.ledger.cutOff(row)
      }
    }
    guard let end, !observer.wasStopped else { return }
    // What fails once everything around it is being ended says nothing.
    if end.stopped == nil || observer.wasReplaced || observer.clock.hasAsked
      || dyingSignal(of: observer, end) != nil
    {
      for var row in observer.cutOff {
        row.outcome = .failed
        outcome.ledger.cutOff(row)
      }
    }
    for row in observer.wrongAfterwards {
      outcome.ledger.hear(row, after: observer.clock.whatHung)
    }
    outcome.end = library.judge(observer, end, &outcome.ledger)
    if observer.races?.sawRace == true, let words = race(observer).flatMap(end.words) {
      outcome.ledger.addOddEnd(words)
    }
    if end.stopped == .time { throw PhaseStop.limit(workbench.limitSentence) }
  }

  /// What is said where ThreadSanitizer saw one; nil where it was not asked.
  func race(_ observer: TestObserver) -> String? { observer.races?.words(in: workbench.packageFolder) }

  /// What it would run now is not what was built.
  private func tellOfChangedProgram(in ledger: inout TestLedger) {
    let sentence = "the test program was changed or removed while the tests ran"
    switch batch.selection {
    case .all: ledger.silence(batch.library, "\(batch.library.spoken) could not begin: \(sentence)")
    case .named: ledger.doubt("\(sentence), and the rest could not begin")
    }
  }

  /// Whether that test took most of the time that there was, when the limit of the whole was reached. Who
  /// had begun a moment before is not to blame for that.
  func isToBlame(_ test: TestID, forLimitIn observer: TestObserver) -> Bool {
    let most = min(timeoutSeconds, workbench.settings.limits.minutes * 60)
    let seconds = observer.clock.seconds(of: test, at: observer.elapsed)
    // What was built before may have left little.
    return seconds * 2 >= min(most, observer.elapsed) && seconds * 3 >= most
  }

  private static let mostLooks = 3
  private static let secondsOfALook = 5.0

  private func run(
    _ library: some LibraryBatch, _ outcome: inout BatchOutcome, _ notes: inout [String],
    isMeasured: Bool = true
  ) throws -> (observer: TestObserver, end: ProcessEnd?) {
    let observer = try library.makeObserver()
    var told: [String] = []
    defer { notes += told }
    let arguments = library.arguments
    turn.log.write(
      line: "$ " + ShellWord.line([(site.program.path as NSString).lastPathComponent] + arguments))
    let place = workbench.left.place("\(workbench.folder.scratch)/artifacts/\(site.series)\(turn.number)")
    var environment = try environment(of: library)
    environment["BOTHY_ARTIFACTS"] = place?.path
    let witness = isMeasured ? nil : "\(workbench.folder.scratch)/witness-\(site.series)\(turn.number)"
    if let witness { attest(in: witness, &environment) }
    var command = Command(
      executable: site.program.path, arguments: arguments, environment: environment,
      folder: workbench.packageFolder, outputs: library.outputs)
    // To raise a signal ends no process whose runtime looks for crashes: what an exit test starts is told not
    // to look, unless it is handed the variable.
    if batch.library == .swiftTesting {
      command.environment["SWIFT_BACKTRACE"]? += ",warnings=suppressed,readable="
      command.unreadable = ["SWIFT_BACKTRACE"]
    }
    var end: ProcessEnd?
    do {
      let seconds = workbench.secondsLeft - site.reserveSeconds
      end = try workbench.run(command, observer: observer, seconds: seconds) { told.append($0) }
    } catch PhaseStop.canceled {
      outcome.stop = PhaseStop.canceled
    }
    observer.finish(status: end?.exitStatus)
    observer.witnessed = witness.flatMap(EndWitness.word)
    observer.signal = end.flatMap { $0.stopped == nil ? $0.signalName : nil }
    if site.keepsFiles {
      workbench.left.collect(
        from: place, attempt: site.attempt,
        FileOwners(
          observer.cases, moments: observer.moments,
          alone: batch.tests.count == 1 ? batch.tests.first?.id : nil, grain: place?.grain))
    } else {
      if let place { FileTree.remove(place.path) }
      workbench.left.begin()
    }
    if batch.library == .xctest, let end { site.effort.add(end) }
    if let process = observer.clock.process { site.profiles.nameOwn(batch: turn.number, of: process.pid) }
    if let process = observer.clock.process, site.profiles.isWanted, isMeasured {
      site.profiles.processes?.add(
        ProfiledProcesses.Process(
          profile: "\(turn.number)/\(process.pid).profraw", tests: observer.begun,
          died: end?.ending != .exited(0) && end?.ending != .exited(1)))
    }
    // It may have come to an end of its own after it was asked to quit: its sleep was over.
    if observer.clock.hasAsked, end?.stopped == nil { end?.stopped = .asked("it was asked to quit") }
    return (observer, end)
  }

  /// Of a process that runs once more to see why it ended without a word.
  private func attest(in place: String, _ environment: inout [String: String]) {
    environment["LLVM_PROFILE_FILE"] = "/dev/null"
    try? FileManager.default.removeItem(atPath: place)
    // What else is loaded first may have to be the first.
    guard environment["LD_PRELOAD"] == nil, let witness = site.witness.value else { return }
    environment.merge(witness.environment(tellingIn: place)) { $1 }
  }

  /// The stock one but for where profiles and crash reports go.
  private func environment(of library: some LibraryBatch) throws -> [String: String] {
    try makeFolder(crashes)
    try makeFolder("\(site.profiles.folder)/\(turn.number)")
    var extra = batch.environment
    extra.merge(library.environment) { $1 }
    extra["SWIFT_BACKTRACE"] =
      "enable=yes,color=no,interactive=no,format=json,limit=128,images=none,registers=none,"
      + "output-to=\(crashes)/"
    extra["LLVM_PROFILE_FILE"] = site.profiles.pattern(batch: turn.number)
    return workbench.testEnvironment(adding: extra)
  }

  /// Where its runtime leaves crash reports; of a repetition, which is not measured, in another folder.
  var crashes: String {
    if let folder = site.crashes { return folder }
    let repeated = workbench.folder.scratch + "/repeated-crashes"
    return "\(site.series.isEmpty ? workbench.crashReports : repeated)/\(site.series)\(turn.number)"
  }

  /// What happens from then on happens because everything is being ended.
  func isEnding() -> Bool {
    workbench.cancellation.isCanceled || workbench.secondsLeft - site.reserveSeconds <= 0
  }

  /// The sentences with which it may have been stopped itself.
  func fatalErrors(_ observer: TestObserver, _ end: ProcessEnd) -> [String] {
    observer.fatalErrors(without: isStranger(observer, end))
  }

  /// Of one that came to its own end: a thread may crash while the others go on, and all end before it has
  /// died. Then nothing else tells of it.
  func unheardCrash(_ observer: TestObserver, _ end: ProcessEnd, of name: String) -> String? {
    guard case .exited = end.ending,
      let crash = crash(of: observer.clock.process, orIn: [], end, survived: true)
    else { return nil }
    if crash.isRaised { return "\(name) \(end.words) although \(crash.message.uncapitalizedFirst)" }
    let message = FatalErrorSentence.choose(fatalErrors(observer, end), for: crash) ?? crash.message
    let place = crash.file.map { " (\($0)\(crash.line.map { ":\($0)" } ?? ""))" } ?? ""
    return "\(name) \(end.words) although one of its threads had crashed: \(message)\(place)"
  }

  /// How it ended, when no test can be blamed for it.
  func lastWords(_ end: ProcessEnd, _ observer: TestObserver) -> LastWords {
    LastWords(
      end: end, limit: workbench.limitWords(end.stopped), dyingSignal: dyingSignal(of: observer, end),
      crash: crash(of: observer.clock.process, orIn: observer.tail, end),
      fatalErrors: fatalErrors(observer, end),
      abortWords: observer.lastLine)
  }

  /// What was said of its end when all tests had ended; where nothing died, only a sanitizer speaks of it.
  func lastSaying(_ end: ProcessEnd, _ observer: TestObserver) -> String? {
    let summary = SanitizerReport.summary(in: observer.tail)
    guard case .signaled = end.ending else { return summary }
    return summary ?? lastWords(end, observer).saying
  }

  /// Puts the end of the process on a test, once and for all.
  func put(
    _ blame: Blame, on row: TestCase, openArguments: [Int] = [], _ ledger: inout TestLedger
  ) {
    var blame = blame
    blame.stood = stack(of: row, blame.pid)
    blame.sources = site.sources
    let blamed = blame.put(on: row, openArguments: openArguments)
    ledger.record(blamed)
    if !tellsPlace(of: row, blame.pid) { ledger.openEnd(OpenEnd(of: blamed)) }
    turn.log.tell(blamed: blamed)
  }

  private func stack(of test: TestCase, _ pid: Int32?) -> TestCrash? {
    guard let pid else { return nil }
    return FileTree.names(below: crashes).lazy.filter { CrashReport.isLeft(by: pid, file: $0) }.compactMap {
      contents(of: crashes + "/" + $0).flatMap {
        CrashReport.stack(of: test, json: $0, sources: site.sources)
      }
    }.first
  }

  /// Which of these tests a thread of the process stood in when it ended, as far as that was told.
  func standing(among tests: [TestCase], _ pid: Int32?) -> [TestID] {
    guard let pid else { return [] }
    return reports { CrashReport.isLeft(by: pid, file: $0) }.lazy
      .map { CrashReport.standing(among: tests, json: $0) }.first { !$0.isEmpty } ?? []
  }

  /// Whether it is known how far the code had come that ran in a test. What is optimized keeps no frame
  /// pointers, so that callers are missing.
  private func tellsPlace(of test: TestCase, _ pid: Int32?) -> Bool {
    guard let pid, workbench.settings.configuration == .debug else { return false }
    return FileTree.names(below: crashes).contains { name in
      CrashReport.isLeft(by: pid, file: name)
        && contents(of: crashes + "/" + name).map { CrashReport.tellsPlace(of: test, json: $0) } ?? false
    }
  }
}
