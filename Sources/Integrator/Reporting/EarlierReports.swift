import Files
import Formats
import Model
import Synchronization
import Threads

/// Reports of earlier integrations, each read once for all the steps that ask for it: of thousands of tests
/// one takes a tenth of a second.
final class EarlierReports: Sendable {
  /// Held while it is read, so that who asks meanwhile waits.
  private final class Once: Sendable {
    let report = Mutex<Report??>(nil)
  }

  private let known = Mutex<[String: Once]>([:])

  /// Nil where there is none, or one that cannot be read.
  func report(at path: String) -> Report? {
    once(path).report.withLock { known in
      if let known { return known }
      let report = contents(of: path).flatMap { try? ReportJSON.decode($0) }
      known = .some(report)
      return report
    }
  }

  /// It will be asked for: reads it beside what is done meanwhile.
  func expect(_ path: String?) {
    guard let path else { return }
    Parallel.beside { [self] in _ = report(at: path) }
  }

  func keep(_ report: Report, at path: String) {
    once(path).report.withLock { $0 = .some(report) }
  }

  private func once(_ path: String) -> Once {
    known.withLock { known in
      if let once = known[path] { return once }
      let once = Once()
      known[path] = once
      return once
    }
  }
}
