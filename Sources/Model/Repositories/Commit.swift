public import Foundation
import Words

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
  /// Passed over: newer commits were integrated instead, and it never was itself.
  public var skipped: Bool
  /// The integration that took it as its own commit, of one that came with a newer one here.
  @Nullable public var integratedAs: IntegrationNumber?
  /// What the message says below its subject, cut where it is very long.
  @Nullable public var body: String?
  /// What it changed, against its first parent; absent where that was not looked at.
  @Nullable public var changed: ChangedFiles?

  public init(
    id: CommitID, branch: BranchName?, author: String, email: String, date: Date, subject: String,
    changes: Bool = false, skipped: Bool = false
  ) {
    (self.id, self.branch, self.author, self.email) = (id, branch, author, email)
    (self.date, self.subject, self.changes, self.skipped) = (date, subject, changes, skipped)
  }
}

/// What became of commits that came with a newer one.
public struct CommitCounts: Equatable, Sendable {
  /// As their own commit, elsewhere or before.
  public var integrated: Int
  /// Their turn is to come, or they are being integrated.
  public var waiting: Int
  /// No integration took them as its own commit, and none is going to.
  public var passedOver: Int

  public init(integrated: Int = 0, waiting: Int = 0, passedOver: Int = 0) {
    (self.integrated, self.waiting, self.passedOver) = (integrated, waiting, passedOver)
  }

  public init(_ commits: [Commit]) {
    self.init(
      integrated: commits.count { $0.integratedAs != nil }, passedOver: commits.count { $0.skipped })
  }

  /// ", 2 of the others integrated before, 1 passed over": beside the integrated one, which is not
  /// counted itself, nor among these `others`.
  public func beside(_ others: Int) -> String {
    let all = others == 1 ? "the other one" : "the others"
    let some = integrated == others ? all : "\(Figures.grouped(integrated)) of the others"
    let them = integrated == 0 ? " of them" : ""
    return (integrated == 0 ? "" : ", \(some) integrated before")
      + (passedOver == 0 ? "" : ", \(Figures.grouped(passedOver))\(them) passed over")
  }

  /// "3 commits integrated before", "1 passed over".
  public var words: [String] {
    let counts = [
      (integrated, "integrated before"),
      (waiting, waiting == 1 ? "waits or runs" : "wait or run"),
      (passedOver, "passed over"),
    ]
    return counts.filter { $0.0 > 0 }.enumerated().map { place, count in
      let many = place == 0 ? Figures.count(count.0, "commit") : Figures.grouped(count.0)
      return "\(many) \(count.1)"
    }
  }
}

extension Report {
  /// Those that came with its own, which may have been integrated before under another branch's name.
  public var otherCommits: [Commit] { commits.filter { $0.id != commit?.id } }

  /// ", 2 of the others integrated before, 1 passed over".
  public var othersWords: String { CommitCounts(otherCommits).beside(otherCommits.count) }
}

/// The files that a commit changed, or all that changed since another one.
public struct ChangedFiles: Codable, Equatable, Sendable {
  public struct File: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable { case added, modified, removed, renamed }

    /// From the top of the repository.
    public var path: String
    @Nullable public var from: String?
    public var kind: Kind
    /// How many lines came and went; none of what is no text.
    public var added: Int
    public var removed: Int
    public var isBinary: Bool
    /// Comments and blanks differ, and no code; absent where that is not so, or not known.
    public var isSameCode: Bool?

    public init(
      path: String, from: String? = nil, kind: Kind, added: Int = 0, removed: Int = 0, isBinary: Bool = false
    ) {
      (self.path, self.from, self.kind) = (path, from, kind)
      (self.added, self.removed, self.isBinary) = (added, removed, isBinary)
    }
  }

  /// How many there are; not all of them may be listed.
  public var count: Int
  public var files: [File]
  /// What a merge took over as it stands in one of its parents is not among them; absent of any other commit.
  public var isMerge: Bool?

  public init(count: Int, files: [File], isMerge: Bool = false) {
    (self.count, self.files) = (count, files)
    self.isMerge = isMerge ? true : nil
  }

  public var added: Int { files.reduce(0) { $0 + $1.added } }
  public var removed: Int { files.reduce(0) { $0 + $1.removed } }
}
