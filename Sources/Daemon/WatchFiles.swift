import Explaining
import FileEvents
import Foundation
import Model
import Watcher

/// Tells the watcher to look where files changed. A timer looks anyway, so that it may miss any of them.
final class WatchFiles: Sendable {
  private enum Place: Hashable, Sendable {
    case bot(BotID)
    case botFiles
  }

  private let bots: String
  private let changes: FileWatcher<Place>
  private let watched = Watched()

  private static let secondsBetweenRechecks = 300
  /// A thousand repositories take a part of a second; a disk that does not answer must hold up nobody.
  private static let secondsOfPatience = 10.0

  /// Only an actor may be asked by several.
  private actor Watched {
    var repositories: [BotID: String] = [:]
    /// Not watched as a whole: the system has a limit.
    private(set) var short: Set<BotID> = []
    /// Nobody knows yet which of them are watched.
    private(set) var isLate = false

    /// Whether it has just become late.
    func keep(short: Set<BotID>, isLate: Bool) -> Bool {
      defer { (self.short, self.isLate) = (short, isLate) }
      return isLate && !self.isLate
    }

    /// Which of these were not watched so before.
    func take(_ now: [BotID: String]) -> [BotID] {
      defer { repositories = now }
      return now.filter { repositories[$0.key] != $0.value }.map(\.key)
    }
  }

  /// nil when the system tells of no changes: the timer is all there is.
  init?(bots: String) {
    self.bots = bots
    do { changes = try FileWatcher() } catch {
      WatchLog.write(.warning, nil, "\(error.doing): \(error.wrong): \(error.advice)")
      return nil
    }
  }

  /// Follows what the watcher watches now. Whoever is new is looked at once more: something may have changed
  /// before its files were watched.
  func follow(_ watch: Watch) async throws {
    let repositories = try await watch.ask { rounds in
      rounds.roster.reduce(into: [BotID: String]()) { found, bot in
        // What is fetched into a mirror is seen by who fetches it.
        guard let settings = bot.settings, settings.schedule.on == .commit, settings.remote == nil else {
          return
        }
        found[bot.bot] = settings.repository
      }
    }
    var subjects: [Place: WatchedFiles] = [.botFiles: .files(inFolder: bots, endings: [".yaml", ".yml"])]
    for (bot, repository) in repositories { subjects[.bot(bot)] = .branches(ofRepository: repository) }
    let found = await changes.watch(subjects, within: Self.secondsOfPatience)
    let short = (found ?? Set(subjects.keys)).compactMap { place -> BotID? in
      if case .bot(let bot) = place { bot } else { nil }
    }
    if await watched.keep(short: Set(short), isLate: found == nil) {
      WatchLog.write(
        .warning, nil,
        "A repository does not answer, so changes of all of them may be seen by the timer only until it does")
    }
    for bot in await watched.take(repositories) { try await watch.lookNow(bot) }
  }

  func run(_ watch: Watch, botFiles: BotFileWatch) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [changes, watched] in
        while (try? await Task.sleep(for: .seconds(Self.secondsBetweenRechecks))) != nil {
          changes.recheck()
          if await watched.isLate { try? await self.follow(watch) }
        }
      }
      group.addTask { await self.lookOften(watch) }
      while let look = await changes.next() {
        for notice in look.notices { WatchLog.write(.warning, nil, notice) }
        await heed(look, watch, botFiles)
      }
      group.cancelAll()
    }
  }

  /// Where events are missing, the timer has to be quicker.
  private func lookOften(_ watch: Watch) async {
    while !Task.isCancelled {
      let short = await watched.short
      for bot in short { try? await watch.lookNow(bot) }
      try? await Task.sleep(for: .seconds(max(5, short.count / 10)))
    }
  }

  private func heed(_ look: LookNow<Place>, _ watch: Watch, _ botFiles: BotFileWatch) async {
    do {
      if look.isEverything || look.keys.contains(.botFiles) { botFiles.poke() }
      if look.isEverything { return try await watch.lookNow(nil) }
      for case .bot(let bot) in look.keys { try await watch.lookNow(bot) }
    } catch { WatchLog.tell("bothy: \(Explanation(error).sentence)") }
  }
}
