import Control
import Formats
import Foundation
import Git
import Model
import Processes
import Store
import Terminal

/// `bothy integrate BOT`: by the watcher when one runs, else here and now.
struct IntegrateCommand {
  let options: IntegrateOptions
  let state: StateFolder
  let bots: BotLookup
  let environment: [String: String]
  let templates: String?

  func perform() throws -> Int32 {
    let client = WatcherClient(state: state)
    guard let reply = try client.ask(.integrate(options.bot, revision: options.commit)) else {
      return try performHere()
    }
    guard case .queued(let places) = reply, !places.isEmpty else {
      throw CommandError(
        doing: "integrating \(options.bot)", wrong: "the watcher did not say what it queued",
        advice: "restart the watcher, so that both are the same Bothy", status: 5)
    }
    for place in places {
      let branch = place.branch.map { " of \($0)" } ?? ""
      Output.error.write(
        "Queued: \(place.commit.short)\(branch) of the bot `\(options.bot)`\(waiting(place.waitsFor)).\n")
    }
    guard options.wait else { return 0 }
    let cancellation = Cancellation.onSignals([SIGINT, SIGTERM, SIGHUP])
    var worst: Int32 = 0
    for place in places {
      let status = try TurnFollower(
        bot: options.bot, turn: place.turn, state: state, environment: environment, client: client,
        cancellation: cancellation
      ).perform()
      if cancellation.isCanceled { return status }
      if worst == 0 { worst = status }
    }
    return worst
  }

  private func waiting(_ reason: String?) -> String { reason.map { "; \($0)" } ?? "" }

  // MARK: Without a watcher

  private func performHere() throws -> Int32 {
    let (file, settings) = try bots.file(of: options.bot)
    Output.error.write("No watcher is running: integrating `\(options.bot)` here.\n")
    var worst: Int32 = 0
    for revision in try revisions(settings) {
      var run = RunOptions()
      run.path = settings.repository
      run.commit = revision
      run.botFile = file
      let status = try RunCommand(
        options: run, state: state, environment: environment, templates: templates, bot: options.bot
      ).perform()
      try remember()
      // Who interrupts means all of them.
      if status == IntegrationResult.canceled.exitStatus { return status }
      if worst == 0 { worst = status }
    }
    return worst
  }

  /// What was asked for, else the branches that the bot file names.
  private func revisions(_ settings: Bot) throws -> [String] {
    if let commit = options.commit { return [commit] }
    let repository = try Repository(at: try Repository.find(from: settings.repository))
    let branches = try repository.branches().map(\.name)
    let globs = settings.branches.map { Glob($0) }
    let named = branches.filter { Glob.isSelected($0, by: globs) }
    if settings.branches.isEmpty, let head = try repository.head().branch { return [head] }
    guard named.isEmpty else { return named }
    throw CommandError(
      doing: "integrating \(options.bot)",
      wrong: "no branch of \(settings.repository) matches `branches` in its bot file",
      advice: "name a commit with --commit, or mend the bot file", status: 5)
  }

  /// A watcher that comes later need not integrate this commit again.
  private func remember() throws {
    let store = try SQLiteStore(folder: state.path)
    guard let one = try store.integration(bot: options.bot, number: nil), one.processID == getpid(),
      let result = one.result, result != .canceled, let branch = one.branch, let commit = one.commit
    else { return }
    try store.apply([.passOver(options.bot, branch, [commit], .integrated(one.number))], at: Date())
  }
}

/// Follows a place in the queue of a watcher to the end of its integration, through the store: the watcher
/// may be ended and come back meanwhile.
struct TurnFollower {
  let bot: BotID
  let turn: Int
  let state: StateFolder
  let environment: [String: String]
  let client: WatcherClient
  let cancellation: Cancellation

  private static let pauseMicroseconds: UInt32 = 100_000
  private static let mostSecondsAlone = 15.0

  func perform() throws -> Int32 {
    let store = try SQLiteStore(folder: state.path, readOnly: true)
    var shown: (number: IntegrationNumber, follower: ProgressFollower)?
    let began = Date()
    var lastSeen = began
    while true {
      if cancellation.isCanceled {
        shown?.follower.finish()
        Output.error.write("It goes on without you; `bothy cancel '\(bot)'` ends it.\n")
        return 130
      }
      switch try store.state(ofTurn: turn) {
      case .waiting: shown = nil
      case .running(let number):
        if shown?.number != number { shown = (number, follower(of: number)) }
        _ = shown?.follower.check(elapsed: Date().timeIntervalSince(began))
      case .ended(let number, let result):
        shown?.follower.finish()
        return try tell(number, result, store)
      case .gone:
        shown?.follower.finish()
        throw CommandError(
          doing: "waiting for \(bot)", wrong: "it was taken out of the queue before it began",
          advice: "integrate it again when you like", status: IntegrationResult.canceled.exitStatus)
      }
      try lookForWatcher(&lastSeen)
      usleep(Self.pauseMicroseconds)
    }
  }

  private func lookForWatcher(_ lastSeen: inout Date) throws {
    let alone = Date().timeIntervalSince(lastSeen)
    guard alone > 1 else { return }
    if FileLock.holder(of: state.watchLock) != nil {
      lastSeen = Date()
    } else if alone > Self.mostSecondsAlone {
      throw CommandError(
        doing: "waiting for \(bot)", wrong: "the watcher has ended",
        advice: "start it again with `bothy watch`; the integration keeps its place in the queue", status: 5)
    }
  }

  private func follower(of number: IntegrationNumber) -> ProgressFollower {
    ProgressFollower(
      folder: FoundIntegration.folder(state, bot, number),
      display: Display(
        capabilities: .of(descriptor: STDERR_FILENO, environment: environment), quiet: false, verbose: false))
  }

  private func tell(
    _ number: IntegrationNumber, _ result: IntegrationResult, _ store: SQLiteStore
  ) throws -> Int32 {
    try ShowCommand(
      memory: StoreMemory(store: store), state: state,
      capabilities: .of(descriptor: STDOUT_FILENO, environment: environment), decode: ReportJSON.decode,
      output: .standard
    ).perform(IntegrationAddress(bot: bot, number: number), json: false)
  }
}
