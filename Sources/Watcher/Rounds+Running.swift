import Explaining
import Foundation
public import Model

extension Rounds {
  /// Looks after what runs: ends what hangs, takes in what ended. What one of them cannot be taken in for is
  /// given back: it must not keep the others from their work.
  func attendRunning() throws -> [any Error] {
    var failures: [any Error] = []
    for one in try memory.openIntegrations() where one.isRunning {
      let key = OpenKey(bot: one.bot, number: one.number)
      let process = one.process ?? own[key]?.process
      guard !launcher.isAlive(one.bot, one.number, process) else {
        attend(one, key, process)
        continue
      }
      do { try takeIn(one, key) } catch { failures.append(error) }
    }
    return failures
  }

  private func attend(_ one: OpenIntegration, _ key: OpenKey, _ process: ProcessMark?) {
    if own[key] == nil {
      // Begun by a watcher that is gone: nobody follows it, so it ends, and is due again.
      own[key] = Own(began: clock.uptime, process: process, wasCanceled: true, isAdopted: true)
      launcher.cancel(one.bot, one.number, process, why: "the watcher that had begun it is gone")
      return
    }
    guard let mine = own[key], mine.killed == nil else { return }
    let ofBot = bots[one.bot]?.settings?.limits.minutes ?? Bot.Limits().minutes
    let minutes = launcher.limitMinutes(one.bot, one.number) ?? ofBot
    let limit = mine.isAdopted ? 30 : minutes * 60 + settings.slackSeconds
    if one.canceling != nil, !mine.wasCanceled {
      own[key]?.wasCanceled = true
      let why = one.canceling.flatMap { $0.isByHand ? nil : $0.reason }
      launcher.cancel(one.bot, one.number, process, why: why)
    }
    guard clock.uptime - mine.began > limit else { return }
    let time = limit < 120 ? "\(Int(limit)) s" : "\(Int((limit / 60).rounded())) minutes"
    let words = "It did not end by itself within \(time)"
    own[key]?.killed = words
    tell(.error, one.bot, "\(one.number): \(words)")
    launcher.kill(one.bot, one.number, process)
  }

  private static var mostNamed: Int { 5 }

  private func takeIn(_ one: OpenIntegration, _ key: OpenKey) throws {
    let report: Report?
    do { report = try launcher.report(one.bot, one.number) } catch {
      try giveUp(key, "What it reported could not be read", after: error)
      return
    }
    if let report {
      guard try isKept(report, key) else { return }
      launcher.tidy(one.bot, one.number)
      own[key]?.hadNoRoom =
        [.internalError, .checkoutError].contains(report.result) && FullDisk.isTold(in: report.reason)
      let failing = report.tests.cases.filter(\.outcome.wentWrong).map(\.id.rawValue)
      let more = failing.count > Self.mostNamed ? " and \(failing.count - Self.mostNamed) more" : ""
      let first = failing.prefix(Self.mostNamed).joined(separator: ", ")
      let reason = report.reason
      let words = failing.isEmpty ? reason : "\(reason.ended) Went wrong: \(first)\(more)."
      tell(.notice, one.bot, "\(one.number) ended: \(report.result.rawValue). \(words)")
      return
    }
    let mine = own[key].flatMap { $0.isAdopted ? nil : $0 }
    var result = IntegrationResult.internalError
    var reason = mine?.killed ?? launcher.ending(one.bot, one.number) ?? "It ended without a report"
    if mine == nil {
      result = .canceled
      reason = "The watcher was ended while it ran"
    } else if let canceling = one.canceling {
      result = .canceled
      reason = canceling.reason
    }
    if case .byHand(let words)? = one.canceling { (result, reason) = (.canceled, words) }
    own[key]?.reportless = reason
    // What died with the watcher before did not go on until somebody looked.
    let last = mine == nil ? launcher.lastSign(one.bot, one.number) : nil
    launcher.tidy(one.bot, one.number)
    try memory.abandon(
      bot: one.bot, integration: one.number, result: result, reason: reason,
      at: min(last ?? clock.now, clock.now))
    tell(.warning, one.bot, "\(one.number) ended: \(result.rawValue). \(reason)")
  }

  /// A disk that is full is mended some day. What cannot be kept for long although its end can be is given
  /// up, or its bot would wait for ever.
  private func isKept(_ report: Report, _ key: OpenKey) throws -> Bool {
    do {
      try memory.finish(report)
      untaken[key] = nil
      return true
    } catch {
      try giveUp(key, "What it reported could not be kept", after: error)
      return false
    }
  }

  /// Throws the error for as long as that is too early.
  private func giveUp(_ key: OpenKey, _ words: String, after error: any Error) throws {
    let since = untaken[key] ?? clock.uptime
    untaken[key] = since
    guard clock.uptime - since > Self.secondsUntaken else { throw error }
    try memory.abandon(
      bot: key.bot, integration: key.number, result: .internalError, reason: words, at: clock.now)
    untaken[key] = nil
    own[key, default: Own(began: clock.uptime)].killed = words
    launcher.tidy(key.bot, key.number)
    tell(.error, key.bot, "\(key.number) ended: \(IntegrationResult.internalError.rawValue). \(words)")
  }

  private static var secondsUntaken: Double { 600 }

  /// What follows from an integration that ended and whose pages were made.
  public func settle(_ bot: BotID, _ number: IntegrationNumber) throws {
    guard let one = try memory.openIntegrations().first(where: { $0.bot == bot && $0.number == number }),
      !one.isRunning
    else { return }
    let settling = try settling(of: one)
    var changes: [WatchChange] = [.settle(bot, number, settling)]
    if case .again = settling {
      // A schedule that does not care whether anything changed may have asked for the same meanwhile.
      let same = try memory.pendingIntegrations().filter {
        $0.bot == bot && $0.branch == one.branch && $0.commit == one.commit && $0.request.isRepeat
          && $0.request.source.isReplaceable
      }
      changes += same.map { .unqueue(turn: $0.turn, .dropped, "\(number) is due again anyway") }
    }
    try apply(changes, at: clock.now)
    let key = OpenKey(bot: bot, number: number)
    let hadNoRoom = own.removeValue(forKey: key)?.hadNoRoom == true
    // A search goes on at once.
    if one.pending.request.source != .search { restsSince = clock.uptime }
    heedTests(of: bot)
    if case .again(let why, _) = settling {
      if hadNoRoom { startLater(one.pending, "a disk was full") }
      var repeated = one.pending
      repeated.again = why
      tell(.notice, bot, "\(number) is due again: \(repeated.reason)")
    }
  }

  private func settling(of one: OpenIntegration) throws -> Settling {
    // Whether it is still wanted is asked again when there is time.
    guard one.pending.request.source != .search else { return .done }
    let hadNoRoom =
      own[OpenKey(bot: one.bot, number: one.number)]?.hadNoRoom == true && one.canceling?.isByHand != true
    guard let why = hadNoRoom ? "met a full disk" : whyAgain(one).map({ "was cut off: \($0)" })
    else { return .done }
    guard bots[one.bot] != nil else {
      return .left(.dropped, "\(one.number) \(why), and then its bot file was gone")
    }
    let isCutOff = if case .byEnding? = one.canceling { false } else { true }
    let attempt = one.pending.attempt + (isCutOff ? 1 : 0)
    guard attempt < settings.attempts else {
      tell(.error, one.bot, "\(one.number) \(why), like those before it, and is not begun again")
      return .done
    }
    if one.pending.request.source.isReplaceable, let other = try integratedByHand(one) {
      tell(.notice, one.bot, "\(one.number) \(why), and \(other) has done by hand what it was for")
      return .done
    }
    if one.pending.request.source.isReplaceable, bots[one.bot]?.settings?.integrate == .latest {
      let newer = try memory.pendingIntegrations().first {
        $0.bot == one.bot && $0.branch == one.branch && $0.turn > one.pending.turn
          && $0.request.source != .search
      }
      if let newer, !newer.request.isRepeat { return .passed(toTurn: newer.turn) }
    }
    return .again("\(one.number) \(why)", attempt: attempt)
  }

  /// What had its commit after it was cut off, while no watcher was there to begin it again; where only the
  /// latest is wanted also what had a newer one of its branch.
  private func integratedByHand(_ one: OpenIntegration) throws -> IntegrationNumber? {
    guard let branch = one.branch else { return nil }
    if case .integrated(let other)? =
      try memory.fates(of: [one.commit], bot: one.bot, branch: branch)[one.commit], other > one.number
    {
      return other
    }
    guard bots[one.bot]?.settings?.integrate == .latest,
      let newest = try memory.integratedUpTo(bot: one.bot, branch: branch), newest.integration > one.number
    else { return nil }
    return newest.integration
  }

  /// nil when it was done, or canceled for good.
  private func whyAgain(_ one: OpenIntegration) -> String? {
    let key = OpenKey(bot: one.bot, number: one.number)
    if one.canceling?.isByHand == true { return nil }
    if one.result == .internalError, !one.hasReport {
      // One that hung would hang again. Whatever else took its process away was hardly its commit.
      guard own[key]?.killed == nil else { return nil }
      return own[key]?.reportless?.uncapitalizedFirst ?? "its process was gone before its report was written"
    }
    guard one.result == .canceled else { return nil }
    switch one.canceling {
    case .byHand?: return nil
    case .byEnding(let reason)?: return reason
    case nil: break
    }
    guard let mine = own[key], !mine.isAdopted else { return "the watcher was ended while it ran" }
    // Canceled by nobody here, as where a machine goes down and all are asked to end.
    return mine.process == nil ? "it could not be started" : "its process was asked to end from outside"
  }
}
