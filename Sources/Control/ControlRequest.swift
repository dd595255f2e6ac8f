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
  /// It is being removed, and whatever its file says it is not watched.
  case forget(BotID)
  /// Its file counts again.
  case heed(BotID)
  /// There may be something new in its repository.
  case look(BotID)

  /// The one bot of the watcher's that it is about.
  public var bot: BotID? {
    switch self {
    case .integrate(let bot, _), .cancel(let bot, _): bot
    case .pause(let bot), .resume(let bot): bot
    case .look(let bot): bot
    case .status, .showAgain, .forget, .heed: nil
    }
  }
}

/// What the watcher answers.
public enum ControlReply: Codable, Equatable, Sendable {
  case queued([QueuePlace])
  /// `searches`: how many of them are searches why a test fails.
  case canceled(count: Int, searches: Int? = nil)
  case done
  case status(ControlStatus)
  /// Why it was not done, and the status that the command ends with.
  case refused(Explanation)
}

/// What everybody is doing.
public struct ControlStatus: Codable, Equatable, Sendable {
  public var process: Int32
  public var bots: [BotID: BotNow]

  public init(process: Int32, bots: [BotID: BotNow]) { (self.process, self.bots) = (process, bots) }
}
