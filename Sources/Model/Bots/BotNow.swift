public import Foundation
import Words

/// What a bot does now, why it waits, and what keeps it from its work: told by whoever runs it.
public struct BotNow: Codable, Equatable, Sendable {
  public struct Running: Codable, Equatable, Sendable {
    public var number: IntegrationNumber
    public var branch: BranchName?
    public var since: Date
    /// It was asked to end.
    public var isCanceling = false
    /// Judged by those before it; absent when none of them tells.
    public var expectedEnd: Date?
    public var progress = PhaseProgress()
    /// Of one that nobody asked for: what it is to find out.
    public var search: String?

    public init(number: IntegrationNumber, branch: BranchName?, since: Date) {
      (self.number, self.branch, self.since) = (number, branch, since)
    }
  }

  public var running: [Running] = []
  public var waiting: [QueuePlace] = []
  /// What is broken in its bot file: `file:line:column: message`.
  public var problems: [String] = []
  /// It goes on with the last good settings; else it does nothing until its file is mended.
  public var keepsSettings = true
  /// Why its repository cannot be read.
  public var trouble: String?
  /// What is wrong with branches that cannot be read, where others can.
  public var unread: [String]?
  public var pause: Pause?
  public var due: Date?
  /// What is found out meanwhile.
  public var inquiry: Inquiry?
  /// When all this was so; absent when only the store told it.
  public var moment: Date?

  public init() {}

  public var isQuiet: Bool {
    running.isEmpty && waiting.isEmpty && problems.isEmpty && trouble == nil && unread == nil
      && pause == nil && inquiry == nil
  }
}

/// How far an integration is.
public struct PhaseProgress: Codable, Equatable, Sendable {
  /// Absent until it says so itself.
  public var phase: Phase.Kind?
  /// Steps of the build, tests.
  public var done: Int?
  public var total: Int?
  /// So many that failed are run again, each alone.
  public var repeated: Int?
  /// The result is known; what runs are the bot's scripts.
  public var isAfterwards: Bool?
  /// How the tests ended that execute what changed, in words; absent where the others have not begun.
  public var verdict: String?

  public init(_ phase: Phase.Kind? = nil, done: Int? = nil, total: Int? = nil) {
    (self.phase, self.done, self.total) = (phase, done, total)
  }

  /// "test, 87 of 549 tests"; nil when it is not known.
  public func words(_ separator: String = ", ") -> String? {
    if isAfterwards == true { return "its scripts afterwards" }
    guard let phase else { return nil }
    if let repeated {
      return "\(phase.rawValue)\(separator)repeating \(Figures.count(repeated, "failed test"))"
    }
    guard let done, phase == .build || phase == .test else { return phase.rawValue }
    let thing = phase == .test ? "test" : "step"
    let all = total.map { "\(Figures.grouped(done)) of \(Figures.count($0, thing))" }
    return phase.rawValue + separator + (all ?? Figures.count(done, thing))
  }
}

/// A place in the queue, and what it waits for.
public struct QueuePlace: Codable, Equatable, Sendable {
  /// What a commit is, for people.
  public struct Told: Codable, Equatable, Sendable {
    public var subject: String
    public var author: String

    public init(subject: String, author: String) { (self.subject, self.author) = (subject, author) }
  }

  public var pending: Pending
  /// In words; absent for one that begins at once.
  public var waitsFor: String?
  /// Of its commit; absent where nobody asked its repository.
  public var told: Told?

  public init(_ pending: Pending, waitsFor: String?) { (self.pending, self.waitsFor) = (pending, waitsFor) }

  public var why: String { waitsFor ?? "begins now" }
  public var words: String { "\(pending.what): \(why)" }
}
