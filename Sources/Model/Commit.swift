public import Foundation

/// A commit as a report tells it.
public struct Commit: Codable, Equatable, Sendable {
  public var id: CommitID
  /// The branch it was integrated for; absent for a detached HEAD or a bare revision.
  @Nullable public var branch: BranchName?
  public var author: String
  public var email: String
  public var date: Date
  public var subject: String
  /// The working tree that was integrated differs from this commit.
  public var changes: Bool
  /// Passed over: newer commits were integrated instead.
  public var skipped: Bool

  public init(
    id: CommitID, branch: BranchName?, author: String, email: String, date: Date, subject: String,
    changes: Bool = false, skipped: Bool = false
  ) {
    (self.id, self.branch, self.author, self.email) = (id, branch, author, email)
    (self.date, self.subject, self.changes, self.skipped) = (date, subject, changes, skipped)
  }
}
