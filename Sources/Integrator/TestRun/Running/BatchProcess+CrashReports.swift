import Files
import Formats
import Foundation
import Model
import Processes

/// What the runtime of a test process left of crashes.
extension BatchProcess {
  /// The last crash report that it left, or the one that stands in what was printed, if any, of the signal
  /// that ended it: what a test survived ended nothing. Its children leave theirs in the same folder.
  /// - Parameter survived: also of signals that it raised itself, of which it need not die.
  func crash(
    of process: ProcessIdentity?, orIn output: [UInt8], _ end: ProcessEnd, survived: Bool = false
  ) -> TestCrash? {
    let names = FileTree.names(below: crashes).filter { CrashReport.isLeft(by: process?.pid, file: $0) }
    for name in names.sorted(by: { $0.compare($1, options: .numeric) == .orderedDescending }) {
      guard let bytes = contents(of: crashes + "/" + name),
        survived || !CrashReport.isSurvivable(json: bytes, of: process?.pid)
      else { continue }
      let crash =
        (try? CrashReport.read(json: bytes, sources: site.sources, of: process?.pid))
        ?? CrashReport.read(text: bytes, sources: site.sources)
      if let crash, end.fits(crash) { return crash }
    }
    // A program that comes to its own end has only printed such a report.
    if case .signaled = end.ending, let crash = CrashReport.read(text: output, sources: site.sources),
      end.fits(crash)
    {
      return crash
    }
    guard
      var report = SanitizerReport.read(text: output, process: process?.pid, sources: site.sources)
    else { return nil }
    for index in report.frames.indices {
      report.frames[index].function = workbench.surroundings.demangle(report.frames[index].function)
    }
    return report
  }

  /// Whether it left a crash report, whatever that tells.
  func hasReport(by pid: Int32) -> Bool {
    FileTree.names(below: crashes).contains { CrashReport.isLeft(by: pid, file: $0) }
  }

  /// Where it was when it crashed. `survived`: also of signals that it raised itself, of which it need not
  /// die.
  func crashAddresses(of observer: TestObserver, survived: Bool = true) -> Set<UInt64> {
    let own = reports { CrashReport.isLeft(by: observer.clock.process?.pid, file: $0) }
    return Set(own.filter { survived || !isSurvived($0, observer) }.flatMap(CrashReport.addresses))
  }

  /// What it was dying of; nil where it lived on after that.
  func dyingSignal(of observer: TestObserver, _ end: ProcessEnd) -> Int32? {
    let process = observer.clock.process
    guard let signal = observer.clock.dyingSignal, end.ownSignal == nil else {
      return observer.clock.dyingSignal
    }
    let own = reports { CrashReport.isLeft(by: process?.pid, file: $0) }
    let isSurvived =
      !own.isEmpty && own.allSatisfy { CrashReport.isSurvivable(json: $0, of: process?.pid) }
    return isSurvived ? nil : signal
  }

  /// A signal that it raised itself, or another one than that of which it died in the end.
  private func isSurvived(_ report: [UInt8], _ observer: TestObserver) -> Bool {
    if CrashReport.isSurvivable(json: report, of: observer.clock.process?.pid) { return true }
    guard let signal = observer.signal, let told = CrashReport.signal(json: report) else { return false }
    return told != signal
  }

  /// Whether one that crashed at an address is not this process: its children print to the same place. One
  /// that comes to its own end crashed nowhere that it left no report of.
  func isStranger(_ observer: TestObserver, _ end: ProcessEnd) -> (UInt64) -> Bool {
    let process = observer.clock.process
    let own = crashAddresses(of: observer)
    let others = Set(
      reports { !CrashReport.isLeft(by: process?.pid, file: $0) }.flatMap(CrashReport.addresses))
    let hasEnded = if case .exited = end.ending { true } else { false }
    return { !own.contains($0) && (hasEnded || others.contains($0)) }
  }

  /// When it crashed, as far as is known; nil where it left no report.
  func crashMoment(_ observer: TestObserver) -> Double? {
    let process = observer.clock.process
    let reports = reports { CrashReport.isLeft(by: process?.pid, file: $0) }
    let told = reports.filter { !isSurvived($0, observer) }.compactMap(CrashReport.moment).min()
    return told.map { min($0, observer.clock.dyingAt ?? $0) }
  }

  /// Which of these tests the thread stood in that crashed.
  func crashed(among tests: [TestCase], _ observer: TestObserver) -> [TestID] {
    let reports = reports { CrashReport.isLeft(by: observer.clock.process?.pid, file: $0) }
    return reports.filter { !isSurvived($0, observer) }.lazy
      .map { CrashReport.standing(among: tests, json: $0, crashed: true) }.first { !$0.isEmpty } ?? []
  }

  /// Those in files of such names.
  func reports(_ isOne: (String) -> Bool) -> [[UInt8]] {
    FileTree.names(below: crashes).filter(isOne).compactMap { contents(of: crashes + "/" + $0) }
  }
}
