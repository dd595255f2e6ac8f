public import Model

/// How it is now with what a page is about, as far as it decides what can be done.
public struct Standing: Equatable, Sendable {
  public struct One: Equatable, Sendable {
    public var isRunning = false
    public var isPinned = false
    /// It ended just now: its pages may be on their way.
    public var isFresh = false
    /// Its commit can be integrated again.
    public var isRepeatable = false
    /// A test went wrong in it.
    public var hasFailures = false
    /// There is something in it that could be silenced.
    public var hasIssues = false

    public init() {}
  }

  public var areAllPaused = false
  /// Of one bot; the following three, too.
  public var isPaused = false
  /// Something of it runs or waits.
  public var isBusy = false
  public var running: [IntegrationNumber] = []
  /// It is a bot, and no local checkout.
  public var hasFile = false
  /// Nil where there is none of that number.
  public var integration: One?

  public init() {}
}

extension ServedPage.Subject {
  var bot: BotID? {
    switch self {
    case .all: nil
    case .bot(let bot), .running(let bot), .integration(let bot, _): bot
    }
  }

  var number: IntegrationNumber? {
    switch self {
    case .all, .bot, .running: nil
    case .integration(_, let number): number
    }
  }
}
