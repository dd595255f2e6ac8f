public import Explaining
public import Model

/// What a command asks of the watcher that runs.
public enum ControlRequest: Codable, Equatable, Sendable {
  /// Without a revision the tips of the watched branches.
  case integrate(BotID, revision: String?)
  /// Without a number all that runs and waits.
  case cancel(BotID, IntegrationNumber?)
  /// nil: all bots.
  case pause(BotID?)
  case resume(BotID?)
  case status
  /// The pages of one that ended, and those above it.
  case showAgain(BotID, IntegrationNumber)

  /// The one bot of the watcher's that it is about.
  public var bot: BotID? {
    switch self {
    case .integrate(let bot, _), .cancel(let bot, _): bot
    case .pause(let bot), .resume(let bot): bot
    case .status, .showAgain: nil
    }
  }
}

/// What the watcher answers.
public enum ControlReply: Codable, Equatable, Sendable {
  case queued([ControlPlace])
  case canceled(count: Int)
  case done
  case status(ControlStatus)
  case refused(ControlRefusal)
}

/// A place in the queue.
public struct ControlPlace: Codable, Equatable, Sendable {
  public var bot: BotID
  public var turn: Int
  public var branch: BranchName?
  public var commit: CommitID
  /// In words; absent for one that begins at once.
  public var waitsFor: String?

  public init(bot: BotID, turn: Int, branch: BranchName?, commit: CommitID, waitsFor: String?) {
    (self.bot, self.turn, self.branch, self.commit) = (bot, turn, branch, commit)
    self.waitsFor = waitsFor
  }
}

/// What everybody is doing.
public struct ControlStatus: Codable, Equatable, Sendable {
  public struct Running: Codable, Equatable, Sendable {
    public var bot: BotID
    public var number: IntegrationNumber
    public var branch: BranchName?
    public var commit: CommitID?
    /// It was asked to end.
    public var isCanceling: Bool
    /// Seconds since 1970; absent when no earlier one tells.
    public var expectedEnd: Double?
    /// Absent until it says so itself.
    public var phase: Phase.Kind?
    /// How far the phase is: steps of the build, tests.
    public var done: Int?
    public var total: Int?

    public init(
      bot: BotID, number: IntegrationNumber, branch: BranchName?, commit: CommitID?, isCanceling: Bool,
      expectedEnd: Double?
    ) {
      (self.bot, self.number, self.branch, self.commit) = (bot, number, branch, commit)
      (self.isCanceling, self.expectedEnd) = (isCanceling, expectedEnd)
    }
  }

  public struct Broken: Codable, Equatable, Sendable {
    public var bot: BotID
    /// Of its file.
    public var problems: [String]
    /// It goes on with the settings that its file had before it got mistakes.
    public var keepsSettings: Bool
    /// Why its repository cannot be read.
    public var trouble: String?

    public init(bot: BotID, problems: [String], keepsSettings: Bool, trouble: String?) {
      (self.bot, self.problems) = (bot, problems)
      (self.keepsSettings, self.trouble) = (keepsSettings, trouble)
    }
  }

  public var process: Int32
  public var running: [Running]
  public var waiting: [ControlPlace]
  /// Bots whose file has mistakes, or whose repository cannot be read.
  public var broken: [Broken]

  public init(process: Int32, running: [Running], waiting: [ControlPlace], broken: [Broken]) {
    (self.process, self.running, self.waiting, self.broken) = (process, running, waiting, broken)
  }
}

/// Why it was not done, and the status that the command ends with.
public struct ControlRefusal: Codable, Explained, Equatable, Sendable {
  public var doing: String
  public var wrong: String
  public var advice: String
  public var status: Int32

  public init(doing: String, wrong: String, advice: String, status: Int32) {
    (self.doing, self.wrong, self.advice, self.status) = (doing, wrong, advice, status)
  }
}
