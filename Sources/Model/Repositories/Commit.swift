public import Foundation
import Words

/// A commit.
public struct Commit: Codable, Equatable, Sendable {
  /// Its forty hexadecimal digits.
  public var id: CommitID
  /// The branch that was integrated. Null for a detached HEAD.
  @Nullable public var branch: BranchName?
  /// The name of the author.
  public var author: String
  /// The address of the author.
  public var email: String
  /// When it was made.
  public var date: Date
  /// The first line of its message.
  public var subject: String
  /// The integrated working tree differs from this commit.
  public var changes: Bool
  /// Newer commits were integrated instead.
  public var skipped: Bool
  /// The integration of this commit itself, for one that is listed among the commits of another.
  @Nullable public var integratedAs: IntegrationNumber?
  /// The rest of its message. A very long one is cut.
  @Nullable public var body: String?
  /// The files that it changed compared with its first parent. Null when that is not known.
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

/// The files that a commit changed.
public struct ChangedFiles: Codable, Equatable, Sendable {
  /// A file that a commit changed.
  public struct File: Codable, Equatable, Sendable {
    /// What happened to a file.
    public enum Kind: String, Codable, Sendable, CaseIterable { case added, modified, removed, renamed }

    /// Its path in the repository.
    public var path: String
    /// Its earlier path, if it was renamed.
    @Nullable public var from: String?
    /// What happened to it.
    public var kind: Kind
    /// How many lines were added. 0 for a file that is not text.
    public var added: Int
    /// How many lines were removed.
    public var removed: Int
    /// It is not text.
    public var isBinary: Bool
    /// Only comments and blank lines changed. Left out otherwise.
    public var isSameCode: Bool?

    public init(
      path: String, from: String? = nil, kind: Kind, added: Int = 0, removed: Int = 0, isBinary: Bool = false
    ) {
      (self.path, self.from, self.kind) = (path, from, kind)
      (self.added, self.removed, self.isBinary) = (added, removed, isBinary)
    }
  }

  /// How many there are. `files` may list fewer.
  public var count: Int
  /// The files.
  public var files: [File]
  /// The commit is a merge. Files that equal those of a parent are left out.
  public var isMerge: Bool?

  public init(count: Int, files: [File], isMerge: Bool = false) {
    (self.count, self.files) = (count, files)
    self.isMerge = isMerge ? true : nil
  }

  public var added: Int { files.reduce(0) { $0 + $1.added } }
  public var removed: Int { files.reduce(0) { $0 + $1.removed } }
}
