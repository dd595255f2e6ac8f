import Explaining
import Foundation
import Model

extension Rounds {
  /// One search, and when it was asked to end.
  struct Inquiring {
    var inquiry: Inquiry
    var stoppedAt: Double?
  }

  private static var secondsToEnd: Double { 30 }
  private static var mostAsked: Int { 20 }
  /// Once so much is over nothing more is asked in a round: what people ask for is heard between two.
  private static var secondsAsked: Double { 1 }

  /// Takes in a search that has ended; what was cut off is due again.
  func attendInquiry() {
    guard let inquirer, let one = inquiring else { return }
    guard !inquirer.isRunning else {
      if let since = one.stoppedAt, clock.uptime - since > Self.secondsToEnd { inquirer.kill() }
      return
    }
    inquiring = nil
    let bot = one.inquiry.bot
    if let words = inquirer.finish() {
      // Whoever is asked says of which it is.
      let lead = "\(bot)\(one.inquiry.integration): "
      let said = words.hasPrefix(lead) ? String(words.dropFirst(lead.count)) : words
      tell(.notice, bot, "\(one.inquiry.integration): \(said)")
    } else {
      heedTests(of: bot)
      tell(.notice, bot, "\(one.inquiry.name.capitalizedFirst) was interrupted; it will resume when idle")
    }
  }

  /// Something else comes first. Nothing of it is lost but its time.
  func stopInquiry(forGood: Bool = false) {
    guard inquiring != nil, inquiring?.stoppedAt == nil || forGood else { return }
    let since = inquiring?.stoppedAt ?? clock.uptime
    inquiring?.stoppedAt = since
    inquirer?.cancel(forGood: forGood)
  }

  /// Its newest integration may have a test of which nobody knows why it fails, or what it executes.
  func heedTests(of bot: BotID) {
    unmapped.removeAll { $0 == bot }
    unmapped.append(bot)
    unasked.removeAll { $0 == bot }
    unasked.append(bot)
  }

  /// Begins a search when there is nothing better to do.
  func inquireWhenIdle(_ queue: Queue) throws {
    asksAgainAt = nil
    guard inquiring == nil, !unasked.isEmpty || !unmapped.isEmpty else { return }
    let leisure = try leisure(queue)
    if leisure.isIdle, mapWhenIdle() { return }
    guard !unasked.isEmpty else { return }
    switch leisure.answer {
    case .no: return
    case .later(let seconds): asksAgainAt = clock.uptime + seconds
    case .now:
      let waiting = Set(queue.pending.map(\.bot))
      var left = Self.mostAsked
      let began = clock.uptime
      while let bot = unasked.last(where: { isFree($0) && !waiting.contains($0) }) {
        // Reports may be large, and everything else waits meanwhile.
        guard left > 0, clock.uptime - began < Self.secondsAsked else { return asksAgainAt = clock.uptime }
        left -= 1
        if try beginSearch(of: bot) { return }
        unasked.removeAll { $0 == bot }
        guard let inquirer else { continue }
        do {
          guard let inquiry = try inquirer.question(of: bot) else { continue }
          try inquirer.begin(inquiry)
          inquiring = Inquiring(inquiry: inquiry)
          tell(.notice, bot, "Nothing is to be integrated: it \(inquiry.words)")
          return
        } catch {
          tell(
            .warning, bot, "Why a test fails is not found out: \(Explanation(error, doing: "asking").wrong)")
        }
      }
    }
  }

  /// Comes first: whatever else is found out builds something else there.
  private func mapWhenIdle() -> Bool {
    while let inquirer, let bot = unmapped.last(where: isFree) {
      unmapped.removeAll { $0 == bot }
      // What `every` finds out has pages to be made.
      guard let settings = bots[bot]?.settings, settings.whoTestsWhat != .never,
        let inquiry = inquirer.map(of: bot)
      else { continue }
      do {
        try inquirer.begin(inquiry)
        inquiring = Inquiring(inquiry: inquiry)
        tell(.notice, bot, "Nothing is to be integrated: it \(inquiry.words)")
        return true
      } catch {
        tell(
          .warning, bot, "Who tests what is not found out: \(Explanation(error, doing: "asking").wrong)")
      }
    }
    return false
  }

  private func isFree(_ bot: BotID) -> Bool {
    guard let known = bots[bot], known.settings != nil, known.problems.isEmpty else { return false }
    return known.pause == nil && known.obstacle(uptime: clock.uptime) == nil
  }

  private func leisure(_ queue: Queue) throws -> Leisure {
    var leisure = Leisure()
    (leisure.places, leisure.open, leisure.isEnding) = (queue.places(), queue.open.count, isEnding)
    leisure.isPaused = try memory.pauseOfAll() != nil
    leisure.hasRoom = machine.freeBytes().map { $0 >= settings.floorBytes } ?? true
    let ticks = bots.values.compactMap(\.nextTick).map { $0.timeIntervalSince(clock.now) }
    leisure.secondsToTick = ticks.min() ?? .infinity
    leisure.secondsOfRest = clock.uptime - restsSince
    return leisure
  }

  /// Whether a search still runs.
  public var isInquiring: Bool { inquiring.map { _ in inquirer?.isRunning ?? false } ?? false }
}
