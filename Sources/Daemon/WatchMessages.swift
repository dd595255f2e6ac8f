import Explaining
import Files
import Foundation
import Integrator
import Model
import Notifier
import Ordering
import Processes
import Publishing
import State
import Store
import Synchronization
import Watcher

/// The watcher's post: what is to be told is put into the outbox where it happens, and sent from a thread of
/// its own, so that nothing waits for a server.
actor WatchMessages {
  private let thread = OwnThread(name: "bothy-outbox")
  private let state: StateFolder
  private let templates: String?
  private let failed: @Sendable (any Error) -> Void
  private nonisolated let outbox: Outbox
  private nonisolated let signal = WakeSignal()
  /// What was sent, or could not be, and is not told yet.
  private nonisolated let ended = Mutex<[Message]>([])

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(state: StateFolder, templates: String?, failed: @escaping @Sendable (any Error) -> Void) {
    (self.state, self.templates, self.failed) = (state, templates, failed)
    outbox = Outbox(state: state, failed: failed)
  }

  /// Who is to be told, and when, may be another.
  nonisolated func wake() { signal.send() }

  /// An integration has begun.
  nonisolated func begin(_ order: Order, _ store: SQLiteStore) {
    do { try post { try telling(store).begin(order) } } catch { failed(error) }
  }

  /// It has ended, and its pages can be looked at. Throws where it cannot be kept what is to be told.
  nonisolated func end(_ bot: BotID, _ number: IntegrationNumber, _ store: SQLiteStore) throws {
    try post {
      let folder = state.integration(bot, number)
      guard FileFacts(folder.order) != nil else { return 0 }
      let order = try folder.readOrder(doing: "telling of \(bot)\(number)")
      // Most bots tell nobody, and a report may be large.
      guard Telling.concerns(order.settings), let past = try store.integration(bot: bot, number: number),
        // Whoever was told that it began is to hear of its end, whatever came of it.
        let report = try folder.reportOfEnded(past, order)
      else { return 0 }
      return try telling(store).end(report, order)
    }
  }

  /// A search found who broke what it told. `settings`: those of now, where they are known.
  nonisolated func found(
    _ bot: BotID, _ number: IntegrationNumber, _ settings: Bot?, _ store: SQLiteStore
  ) throws {
    try post {
      let folder = state.integration(bot, number)
      let order = try folder.readOrder(doing: "telling who broke what fails in \(bot)\(number)")
      guard Telling.concerns(order.settings), let report = folder.report(of: bot, number) else { return 0 }
      let silences = try KnownSilences(bot, in: store, settings ?? order.settings, now: Date())
      return try telling(store).found(report, order, silences.held)
    }
  }

  private nonisolated func telling(_ store: SQLiteStore) -> Telling {
    Telling(state: state, store: store, render: SiteTemplates.renderer(user: templates))
  }

  /// What there is nothing to be told of, because it is damaged, holds up nothing.
  private nonisolated func post(_ make: () throws -> Int) throws {
    do { if try make() > 0 { signal.send() } } catch let error as StoreError { throw error } catch {
      failed(error)
    }
  }

  func run(_ watch: Watch) async {
    attempt { try outbox.takeBack() }
    attempt { shown.formUnion(try untold()) }
    await withTaskCancellationHandler {
      while !Task.isCancelled {
        let next = await digest(watch)
        attempt(tellByHand)
        let seconds = send()
        await show(watch)
        await signal.wait(seconds: min(seconds, next.map { max(1, $0.timeIntervalSinceNow) } ?? seconds))
      }
    } onCancel: {
      outbox.cancel()
    }
    outbox.wait()
    await show(watch)
  }

  /// Begins with what is due. Returns after how long to look again, unless something has ended by then.
  private func send() -> Double {
    // Where it cannot be looked for now, it can be soon.
    var seconds = 60.0
    attempt {
      let next = try outbox.begin { [self] messages in
        ended.withLock { $0 += messages }
        signal.send()
      }
      seconds = max(1, min(1800, next?.timeIntervalSinceNow ?? 1800))
    }
    return seconds
  }

  /// Says what became of messages, in words and on the pages of their integrations.
  private func show(_ watch: Watch) async {
    tell(
      ended.withLock { messages in
        defer { messages = [] }
        return messages
      })
    for one in shown {
      do { try await watch.showAgain(one.bot, one.number) } catch { failed(error) }
    }
    shown = []
  }

  /// Looked for when one may be due, each half hour, and whenever anything is sent. Returns when the next may
  /// be due.
  private func digest(_ watch: Watch) async -> Date? {
    let bots = try? await watch.core.act { rounds in
      rounds.roster.compactMap { bot in bot.settings.map { (bot: bot.bot, settings: $0) } }
    }
    guard let bots, !bots.isEmpty else { return nil }
    let now = Date()
    attempt { try prepare(bots) }
    let soon = now + Self.secondsBetweenLooks
    return bots.compactMap { bot in
      Telling.nextDigest(bot.settings, after: now - Telling.secondsAwaited).map { max($0, soon) }
    }.min()
  }

  /// As bot files are now: reports of days and weeks are made, and nothing goes any more to whom none names,
  /// though it did when what is told of began.
  nonisolated func prepare(_ bots: [(bot: BotID, settings: Bot)]) throws {
    let store = try SQLiteStore(folder: state.path)
    let telling = telling(store)
    for one in bots where Telling.hasDigest(one.settings) { try telling.digest(one.bot, one.settings) }
    let waiting = try store.botsThatWait()
    for one in bots where waiting.contains(one.bot) { try telling.dropStrays(one.bot, one.settings) }
  }

  private static let secondsUntilOld = 86400.0
  /// While a report waits for what is under way.
  private static let secondsBetweenLooks = 60.0

  /// What somebody integrated by hand, and was killed before they told it: once each.
  private func tellByHand() throws {
    let untold = try SQLiteStore(folder: state.path).untoldByHand(
      since: Date() - Self.secondsUntilOld, isAlive: ProcessLife.isOtherRunning)
    for one in untold where lookedAt.insert(Shown(bot: one.bot, number: one.number)).inserted {
      attempt { try end(one.bot, one.number, SQLiteStore(folder: state.path)) }
    }
  }

  /// Of many there is nothing to tell.
  private var lookedAt: Set<Shown> = []

  private struct Shown: Hashable {
    var bot: BotID
    var number: IntegrationNumber
  }
  /// Whose pages tell of messages that are otherwise now.
  private var shown: Set<Shown> = []

  /// More were not on their way when a watcher was killed.
  private static let mostUntold = 100

  /// Of the watcher before, which was killed before it could show them.
  private func untold() throws -> [Shown] {
    let messages = try SQLiteStore(folder: state.path).newestMessages(limit: Self.mostUntold)
    let untold = messages.filter { message in
      let page = FileFacts(state.page(message.bot, message.integration))
      return page.map { message.isNews(since: $0.modified) } ?? false
    }
    return untold.map { Shown(bot: $0.bot, number: $0.integration) }
  }

  private func tell(_ messages: [Message]) {
    for message in messages {
      if message.isShown {
        shown.insert(Shown(bot: message.bot, number: message.integration))
      }
      guard message.state != .taken, let last = message.attempts.last else { continue }
      let weight: Weight = message.isOpen ? .warning : .error
      if message.isOpen, message.attempts.count > 1, !message.hasJustGivenWay { continue }
      let what =
        message.isOpen
        ? "\(message.integration), for \(message.addressee): \(message.waitWords)"
        : "What \(message.integration) tells \(message.addressee) \(message.stateWords)"
      WatchLog.write(weight, message.bot, "\(what): \(last.said)")
    }
  }

  private func attempt(_ act: () throws -> Void) {
    do { try act() } catch { failed(error) }
  }
}

extension Message {
  /// A page says once that something waits, or gives way, and then what became of it.
  fileprivate var isShown: Bool { !isOpen || attempts.count == 1 || hasJustGivenWay }

  /// Whether a page that was made at that second does not tell of it.
  func isNews(since seconds: Double) -> Bool {
    (isShown || attempts.isEmpty) && seconds < (attempts.last?.at ?? made).timeIntervalSince1970
  }
}
