import Files
import Formats
import Model
import Synchronization

/// Reports of earlier integrations, each read once for all the steps that ask for it: of thousands of tests
/// one takes a tenth of a second.
final class EarlierReports: Sendable {
  private let read = Mutex<[String: Report?]>([:])

  /// Nil where there is none, or one that cannot be read.
  func report(at path: String) -> Report? {
    if let known = read.withLock({ $0[path] }) { return known }
    let report = contents(of: path).flatMap { try? ReportJSON.decode($0) }
    read.withLock { $0[path] = .some(report) }
    return report
  }

  func keep(_ report: Report, at path: String) { read.withLock { $0[path] = .some(report) } }
}
