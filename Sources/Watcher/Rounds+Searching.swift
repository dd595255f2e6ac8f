import Explaining
import Model

extension Rounds {
  /// Queues what is wanted next to find out which commit broke something, and begins it. False where nothing
  /// is.
  func beginSearch(of bot: BotID) throws -> Bool {
    guard let searcher, let settings = bots[bot]?.settings, settings.culprit == .idle else { return false }
    let request: PendingRequest
    do {
      guard let next = try searcher.next(of: bot, settings, at: clock.now) else { return false }
      request = next
    } catch {
      let why = Explanation(error, doing: "looking for the next one").wrong
      tell(.warning, bot, "Which commit broke a test is not found out: \(why)")
      return false
    }
    try apply([.queue(request)], at: clock.now)
    unasked.removeAll { $0 == bot }
    try fill()
    return true
  }

  /// Nobody waits for what only looks back: it goes when anything else could begin without it.
  func giveWay(_ queue: Queue) throws -> Queue {
    let places = queue.places()
    let stopping = queue.open.filter { $0.isSearch && $0.isRunning && $0.canceling == nil }
    if !stopping.isEmpty {
      var other = queue
      other.open.removeAll { $0.isSearch && $0.isRunning }
      other.pending.removeAll(where: \.isSearch)
      let now = places.count { $0.waitsFor == nil && !$0.pending.isSearch }
      if other.places().count(where: { $0.waitsFor == nil }) > now { try stop(stopping) }
    }
    // What would not be alone is wanted again when there is time, if it still is.
    let isAlone = queue.open.isEmpty && places.allSatisfy { $0.waitsFor != nil || $0.pending.isSearch }
    let late = Set(
      places.filter { place in
        guard place.pending.isSearch else { return false }
        return place.waitsFor != nil || !isAlone || bots[place.pending.bot]?.settings?.culprit != .idle
      }.map(\.pending.turn))
    guard !late.isEmpty else { return queue }
    try dropSearches { late.contains($0.turn) }
    return try self.queue()
  }

  private func stop(_ running: [OpenIntegration]) throws {
    let why = "something else is to be integrated"
    try apply(running.map { .cancel($0.bot, $0.number, .byEnding(why)) }, at: clock.now)
    for one in running {
      let key = OpenKey(bot: one.bot, number: one.number)
      own[key]?.wasCanceled = true
      launcher.cancel(one.bot, one.number, one.process ?? own[key]?.process, why: why)
      tell(.notice, one.bot, "\(one.number) is asked to end: \(why)")
    }
  }

  func dropSearches(_ isDropped: (Pending) -> Bool) throws {
    let dropped = try memory.pendingIntegrations().filter { $0.isSearch && isDropped($0) }
    try apply(
      dropped.map { .unqueue(turn: $0.turn, .dropped, "Something else comes first") }, at: clock.now)
    for one in dropped { heedTests(of: one.bot) }
  }
}

extension Pending {
  /// It only looks back, for a search.
  var isSearch: Bool { request.source == .search }
}

extension OpenIntegration {
  var isSearch: Bool { pending.isSearch }
}
