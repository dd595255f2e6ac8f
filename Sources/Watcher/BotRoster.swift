public import Foundation
public import Model

/// How a bot's file reads at the moment.
public enum BotReading: Equatable, Sendable {
  case good(Bot)
  /// What is wrong with it, each problem with its place.
  case bad([String])
}

/// A bot that the watcher runs.
public struct WatchedBot: Equatable, Sendable {
  /// What is remembered of it, brought up to date.
  var memory: BotMemory
  struct Look: Equatable {
    /// That of its question.
    var number: Int
    /// nil while it is to come.
    var since: Double?
  }

  /// A look that takes longer is trouble.
  static let patienceSeconds = 30.0
  private static let mostSecondsOfTrouble = 60.0

  /// Why the settings that are stored cannot be read.
  var unreadable: String?
  /// Why newer settings of its file are not heeded.
  public var problems: [String] = []
  /// Why its repository cannot be read.
  public var trouble: String?
  /// When a machine that cannot be asked was tried last.
  var tried: String?
  /// Nothing else is begun for it before, and why.
  var startsAgainAt: Double?
  var movedBranches = 0
  var startFailure: String?
  /// By the clock that only grows.
  var nextLook: Double
  /// The look that is to come or under way: never two at once.
  var look: Look?
  /// How often it was looked at again for its trouble.
  var retries = 0
  private var looks = 0
  /// Since its last look was begun, somebody said that there is something to see.
  var isAskedFor = false
  /// Its file names other branches, or another repository, than when it was looked at last: those that are
  /// new to it may be old.
  var isOtherwise = false
  /// Branches that are there and not watched.
  var leftOut: Set<BranchName> = []
  /// What is wrong with those that cannot be read.
  var unread: [BranchName: String] = [:]
  var ticks: Ticks?
  /// The moment of its schedule after the last that was heeded.
  public var nextTick: Date?

  init(_ memory: BotMemory, nextLook: Double) { (self.memory, self.nextLook) = (memory, nextLook) }

  public var bot: BotID { memory.bot }
  /// The last good ones; nil when its file was never right.
  public var settings: Bot? { memory.settings }
  public var pause: Pause? { memory.pause }

  /// The first interval is shorter, by another part for each bot, so that a thousand of them, which begin
  /// together, are not looked at in the same second ever after.
  mutating func planLook(after seconds: Double, _ uptime: Double) {
    let part = Self.part(of: bot.rawValue)
    looks += 1
    isAskedFor = false
    nextLook = uptime + (looks > 1 ? seconds + jitter : seconds * part)
  }

  /// From 0 to 1, another one for each.
  private static func part(of text: String) -> Double {
    Double(text.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }) / 65_536
  }

  // MARK: On another machine

  static let secondsBetweenCalls = 60.0
  /// A look that asks a server holds up no other for longer.
  static let secondsOfCall = 2.0
  private static let mostJitter = 10.0
  private static let mostMinutesBetweenCalls = 30

  var isRemote: Bool { settings?.remote != nil }

  /// Many that ask one server are not to ask it in the same second, each time.
  private var jitter: Double {
    isRemote ? (2 * Self.part(of: "\(bot)/\(looks)/\(bot)") - 1) * Self.mostJitter : 0
  }

  /// A server that is down is asked less and less often.
  mutating func planCall(_ uptime: Double) {
    let minutes = min(Self.mostMinutesBetweenCalls, 1 << min(retries, 5))
    nextLook = isAskedFor ? uptime : uptime + 60 * Double(minutes) + jitter
    retries += 1
  }

  /// It has limits of its own while it fetches; a first time may take long.
  var patience: Double { isRemote ? 4 * Self.patienceSeconds : Self.patienceSeconds }

  /// Trouble may be over in a moment, and no event tells.
  mutating func planRetry(_ uptime: Double) {
    nextLook = min(nextLook, uptime + min(Self.mostSecondsOfTrouble, Double(1 << min(retries, 6))))
    retries += 1
  }

  mutating func heed(_ tick: Date) {
    memory.lastTick = tick
    nextTick = ticks?.next(after: tick)
  }

  /// While its repository cannot be read, its turn comes with the looks that ask for that.
  func isTickDue(_ now: Date) -> Bool { nextTick.map { $0 <= now } ?? false }

  /// `slack` lets one round serve those whose time has nearly come.
  func isDue(_ now: Date, _ uptime: Double, slack: Double = 0) -> Bool {
    settings != nil && look == nil && (nextLook <= uptime + slack || trouble == nil && isTickDue(now))
  }

  /// When it is looked at again; nil where only its schedule says so, and while it is being looked at.
  var looksAgainAt: Double? {
    look == nil && (trouble != nil || settings?.schedule.on == .commit) ? nextLook : nil
  }

  /// From when on its look takes too long.
  var silentAt: Double? { (look?.since).map { $0 + patience } }

  func isSilent(_ uptime: Double) -> Bool { silentAt.map { $0 <= uptime } ?? false }

  /// With when it was tried last.
  var troubleNow: String? { trouble.map { text in tried.map { "\(text); \($0)" } ?? text } }

  /// What keeps it from beginning anything.
  func obstacle(uptime: Double) -> String? {
    if let troubleNow { return "the repository cannot be read: \(troubleNow)" }
    if let startsAgainAt, startsAgainAt > uptime {
      let seconds = Int((startsAgainAt - uptime).rounded(.up))
      return "tries again in \(seconds) s, because \(startFailure ?? "it could not be started")"
    }
    return nil
  }
}
