public import Model

/// Why a repository is looked at.
public enum LookCause: Equatable, Sendable {
  case watching
  /// Whether the repository can be read again; nothing else follows.
  case probing
  /// A moment of the bot's schedule.
  case tick
  /// By hand; without a revision the tips of the watched branches.
  case manual(revision: String?, reason: String)
}

/// What has to be known of a repository to decide.
public struct LookQuestion: Equatable, Sendable {
  /// Of those that the rounds hand out; a question by hand has none.
  var number = 0
  public var bot: BotID
  public var cause: LookCause
  public var repository: String
  /// Names or globs; empty means the branch that HEAD names.
  public var patterns: [String]
  public var known: [BranchName: CommitID]
  /// What waited on branches and was dropped: what of it lies in their histories is due again.
  public var dropped: [BranchName: Set<CommitID>] = [:]
  /// Whether the paths that each commit changes are of interest.
  public var wantsPaths: Bool
  public var mostCommits: Int
  /// Of a branch that is not known, what it has and no known one; else its tip alone, as of a bot whose
  /// branches are all new, and of one whose file names others than before.
  public var listsNew = false
  /// The branch that others are compared with, where the bot file names it.
  public var base: String?
  /// Where it has to be fetched from before it is read; nil: it is of this machine.
  public var remote: RemoteAddress?
  public var access: RemoteAccess?

  /// The repository as people know it.
  public var source: String { remote?.text ?? repository }

  func isAbout(_ settings: Bot) -> Bool {
    repository == settings.repository && remote == settings.remote && access == settings.access
  }

  /// Somebody waits for the answer.
  public var isByHand: Bool { if case .manual = cause { true } else { false } }
}

extension LookQuestion {
  /// About a repository of which nothing is known yet.
  public init(first bot: BotID, repository: String, patterns: [String]) {
    self.init(
      bot: bot, cause: .watching, repository: repository, patterns: patterns, known: [:], wantsPaths: false,
      mostCommits: 1)
  }
}

/// What was seen of a repository at one moment.
public struct Sighting: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    case seen(Seen)
    /// The repository or what was asked for cannot be read: a sentence for a person.
    case trouble(String)
    /// The machine that has it cannot be asked.
    case unreachable(Unreachable)
  }

  public struct Unreachable: Equatable, Sendable {
    /// Why, and since when: the same as long as it stays so.
    public var sentence: String
    /// When it was tried last.
    public var tried: String

    public init(sentence: String, tried: String) { (self.sentence, self.tried) = (sentence, tried) }
  }

  public struct Seen: Equatable, Sendable {
    /// Those that match.
    public var branches: [SightedBranch]
    /// Known branches that exist but match no more.
    public var unwatched: Set<BranchName>
    /// All that exist and do not match.
    public var leftOut: Set<BranchName> = []
    /// The one that HEAD names.
    public var head: BranchName?
    /// Of those that match and name what cannot be read: what is wrong.
    public var unread: [BranchName: String] = [:]
    /// What the revision that was asked for names.
    public var resolved: SightedRevision?

    public init(
      branches: [SightedBranch], unwatched: Set<BranchName> = [], resolved: SightedRevision? = nil
    ) {
      (self.branches, self.unwatched, self.resolved) = (branches, unwatched, resolved)
    }
  }

  public var question: LookQuestion
  public var outcome: Outcome

  public init(question: LookQuestion, outcome: Outcome) {
    (self.question, self.outcome) = (question, outcome)
  }
}

public struct SightedRevision: Equatable, Sendable {
  public var commit: CommitID
  /// When the revision is a branch's name.
  public var branch: BranchName?

  public init(commit: CommitID, branch: BranchName?) { (self.commit, self.branch) = (commit, branch) }
}

public struct SightedCommit: Equatable, Sendable {
  public var id: CommitID
  /// Against its first parent; nil when nobody asked.
  public var paths: [String]?

  /// Of a merge on the branch's own line: what it brought.
  public var merged: [CommitID]
  /// Another watched branch that was known before has it too; never of the base branch.
  public var isElsewhere = false
  /// Of one that was dropped: it came to the branch with a merge.
  public var isMerged = false

  public init(id: CommitID, paths: [String]? = nil, merged: [CommitID] = []) {
    (self.id, self.paths, self.merged) = (id, paths, merged)
  }
}

public struct SightedBranch: Equatable, Sendable {
  public enum Relation: Equatable, Sendable {
    case new
    case same
    case forward
    /// The known tip is not in the history of the new one. Without a merge base nothing is shared.
    case rewritten(mergeBase: CommitID?)
  }

  public var name: BranchName
  public var tip: CommitID
  public var relation: Relation
  /// What the tip has and the known tip has not, newest first; children before their parents.
  /// Of a new branch what none that is known has, or the tip alone.
  public var commits: [SightedCommit]
  /// What was dropped, and is in the tip's history: all of it older than these, newest first.
  public var dropped: [SightedCommit] = []
  /// There were more than are listed.
  public var isCut: Bool
  /// What the known tip had and the tip has not.
  public var abandoned: Set<CommitID>

  public init(
    name: BranchName, tip: CommitID, relation: Relation, commits: [SightedCommit], isCut: Bool = false,
    abandoned: Set<CommitID> = []
  ) {
    (self.name, self.tip, self.relation) = (name, tip, relation)
    (self.commits, self.isCut, self.abandoned) = (commits, isCut, abandoned)
  }
}
