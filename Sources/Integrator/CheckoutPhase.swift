import Files
import Foundation
import Git
import Model
import State

/// Brings the sources that are to be integrated into the bot's own clone.
struct CheckoutPhase {
  let workbench: Workbench

  /// Made by resolving when the repository does not have it; worth keeping for the next time.
  private static let kept: Set<String> = ["Package.resolved"]

  func perform(into report: inout Report) throws {
    let cancellation = workbench.cancellation
    do {
      try Patience.asking({ cancellation.isCanceled }) { try bring(into: &report) }
    } catch is CancellationError {
      throw PhaseStop.canceled
    }
  }

  private func bring(into report: inout Report) throws {
    let order = workbench.order
    try settleName()
    do {
      let clone = OwnClone(folder: order.checkoutFolder)
      let repository = try Repository(at: try Repository.find(from: order.repository))
      var changes = false
      let id: String
      switch order.source {
      case .workingTree:
        let brought = try clone.bringWorkingTree(
          of: order.repository, keep: Self.kept, leavingOut: [stateFolder])
        id = brought.commit
        changes = brought.changes
      case .commit(let commit):
        try clone.bring(commit: commit.rawValue, from: order.repository, keep: Self.kept)
        id = commit.rawValue
      }
      report.commit = Commit(try repository.commit(id), branch: order.branch, changes: changes)
      report.commits = try repository.commits(
        after: order.baseline?.commit?.rawValue, upTo: id, limit: order.baseline?.commit == nil ? 1 : 200
      ).map { record in
        var commit = Commit(record, branch: order.branch, changes: false)
        commit.skipped = order.passedOver?.contains(commit.id) ?? false
        return commit
      }
      report.changes = try ChangesSince(order: order, clone: clone).found(CommitID(id), changes: changes)
      tell(report)
    } catch let error as GitError {
      throw PhaseStop.checkout(error.sentence)
    }
    guard FileFacts(workbench.packageFolder + "/Package.swift") != nil else {
      throw PhaseStop.checkout(
        "there is no Package.swift in "
          + (workbench.settings.package == "." ? "the top folder" : "`\(workbench.settings.package)`")
          + " of what was checked out; name the package's folder with --package")
    }
  }

  /// Our own files are no part of a package, also where they lie in its working tree.
  private var stateFolder: String {
    var path = workbench.order.checkoutFolder as NSString
    for _ in 0..<3 { path = path.deletingLastPathComponent as NSString }
    return path as String
  }

  private func settleName() throws {
    let checkout = workbench.order.checkoutFolder
    do {
      try CheckoutName.settle(checkout)
    } catch {
      throw PhaseStop.checkout(
        "naming the folder \(checkout): \((error as NSError).localizedDescription): give this user the right "
          + "to \((checkout as NSString).deletingLastPathComponent), and make room there")
    }
  }

  private func tell(_ report: Report) {
    guard let commit = report.commit else { return }
    let place = commit.branch.map { " on \($0)" } ?? ""
    let changes = commit.changes ? ", with the changes of the working tree" : ""
    workbench.log.write(line: "\(commit.id.short)\(place): \(commit.subject)\(changes)")
  }
}

extension Commit {
  fileprivate init(_ record: CommitRecord, branch: BranchName?, changes: Bool) {
    self.init(
      id: CommitID(record.id), branch: branch, author: record.author, email: record.email,
      date: Self.date(record.seconds), subject: record.subject, changes: changes)
  }

  /// A commit can claim any moment; beyond the years 0 to 9999 no report can tell it.
  static func date(_ seconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(min(max(seconds, -62_167_219_200), 253_402_300_799)))
  }
}
