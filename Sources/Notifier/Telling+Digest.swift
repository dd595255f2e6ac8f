package import Foundation
import Integrator
package import Model
import Reports
import State
import Store

extension Telling {
  package static func hasDigest(_ settings: Bot) -> Bool {
    settings.triggers.contains { trigger in
      guard case .email(_, let kind, _, _) = trigger.act else { return false }
      return kind == .daily || kind == .weekly
    }
  }

  /// When to look for one again; nil where the bot asks for none.
  package static func nextDigest(_ settings: Bot, after now: Date) -> Date? {
    hasDigest(settings) ? DigestPeriod.next(after: now, in: zone(of: settings)) : nil
  }

  private static func zone(of settings: Bot) -> TimeZone {
    settings.schedule.timeZone.flatMap(TimeZone.init(identifier:)) ?? .current
  }

  /// The reports of a day or a week that are due now, once each. Returns how many are new in the outbox.
  @discardableResult
  package func digest(_ bot: BotID, _ settings: Bot) throws -> Int {
    let zone = Self.zone(of: settings)
    let messages = try settings.triggers.enumerated().flatMap { index, trigger -> [Message] in
      guard case .email(let to, let kind, let committers, _) = trigger.act, kind == .daily || kind == .weekly,
        let period = DigestPeriod(kind, at: now, in: zone)
      else { return [] }
      try forgetEarly(bot, kind, in: zone)
      let named = to.map {
        Reader(
          address: $0,
          why: "your address stands in the bot file of \(settings.name), for a \(kind.rawValue) report",
          isNamed: true)
      }
      return try reports(bot, settings, index, kind, named, committers, period)
    }
    return try store.post(messages)
  }

  /// What a clock that ran ahead told of days that have not ended is told when they have.
  private func forgetEarly(_ bot: BotID, _ kind: Bot.Trigger.MailReport, in zone: TimeZone) throws {
    // One that is set back by less would tell twice.
    guard let last = DigestPeriod(kind, at: now + Self.secondsAhead, in: zone) else { return }
    try store.forgetDigests(
      of: bot, kind == .daily ? .daily : .weekly, after: last.day,
      saying: .init(at: now, said: "a clock that ran ahead had it made before its time"))
  }

  private static let secondsAhead = 300.0

  private func reports(
    _ bot: BotID, _ settings: Bot, _ index: Int, _ kind: Bot.Trigger.MailReport, _ named: [Reader],
    _ committers: Bool, _ period: DigestPeriod
  ) throws -> [Message] {
    let topic: Message.Topic = kind == .daily ? .daily : .weekly
    guard try !store.hasDigest(of: bot, trigger: index, topic, day: period.day) else { return [] }
    let period = period.following(
      try store.lastDigest(of: bot, trigger: index, topic, before: period.day))
    let known = try store.past(bot: bot, limit: Self.mostPast, isWhole: true)
    if isAwaited(known, period) { return [] }
    let history = known.filter { $0.result != nil }
    let inside = history.filter { past in
      past.ended.map { $0 > period.from && $0 <= period.to } ?? false
    }
    guard let newest = inside.first else {
      try keepQuiet(bot, index, topic, period)
      return []
    }
    let others = committers ? committersOf(inside, bot) : []
    let face = try store.base(of: bot) ?? newest.branch
    let trend =
      try face.map { try store.past(bot: bot, branch: $0, limit: Self.mostPast, isWhole: true) }
      ?? history
    let isCut = try isCut(inside, history, bot, period)
    let tips = try store.tips(of: bot)
    let gone = Set(tips.filter(\.isGone).map(\.branch)).subtracting(tips.filter { !$0.isGone }.map(\.branch))
    let readers = Self.once(named + others)
    if readers.isEmpty { try keepQuiet(bot, index, topic, period) }
    return readers.map { reader in
      var view = DigestView(
        name: settings.name, period: period.words, why: reader.why, integrations: inside,
        history: trend.filter { $0.result != nil && ($0.ended ?? $0.started) <= period.to })
      (view.branch, view.isCut, view.gone) = (face, isCut, gone)
      view.address = address(bot, nil)
      let subject = Subject(bot: bot, integration: newest.number, branch: nil)
      var message = message(
        topic, reader.known(to: settings), index, subject, title: view.subject,
        thread: "\(bot).\(kind.rawValue)"
      ) { wrong in
        PlainMail(told: [view.subject], why: reader.why, address: view.address, wrong: wrong)
      } make: {
        try (
          render("mail/digest.txt.mustache", view.values()),
          render("mail/digest.html.mustache", view.values())
        )
      }
      message.day = period.day
      return message
    }
  }

  /// What is under way may have come to its end before, as scripts afterwards take their time.
  private func isAwaited(_ known: [PastIntegration], _ period: DigestPeriod) -> Bool {
    now.timeIntervalSince(period.to) < Self.secondsAwaited
      && known.contains { $0.result == nil && $0.started <= period.to }
  }

  /// Whether some that may belong to it are not kept any more.
  private func isCut(
    _ inside: [PastIntegration], _ history: [PastIntegration], _ bot: BotID, _ period: DigestPeriod
  ) throws -> Bool {
    guard let newest = inside.first?.number.value else { return false }
    let before = history.first { $0.number.value < newest && ($0.ended ?? $0.started) <= period.from }
    let oldest = (before?.number.value ?? 0) + 1
    return try store.past(bot: bot, numbers: oldest...newest).count < newest - oldest + 1
  }

  /// There was nothing to tell, or nobody: the next one begins behind it. What ended at its last minute may
  /// be kept later.
  private func keepQuiet(_ bot: BotID, _ index: Int, _ topic: Message.Topic, _ period: DigestPeriod) throws {
    guard now.timeIntervalSince(period.to) > Self.secondsAwaited else { return }
    try store.keepDigest(of: bot, trigger: index, topic, day: period.day)
  }

  /// How long a report waits at most for what is under way when its day ends.
  package static let secondsAwaited = 3600.0

  /// More than two busy weeks have.
  private static let mostPast = 5000

  /// Who wrote what was integrated first in one of these, each once, whatever branches it came by.
  private func committersOf(_ inside: [PastIntegration], _ bot: BotID) -> [Reader] {
    var seen: Set<CommitID> = []
    var commits: [Commit] = []
    for past in inside {
      let report = state.integration(bot, past.number).report(of: bot, past.number)
      commits += (report?.commits ?? []).filter { seen.insert($0.id).inserted }
    }
    let byAddress = Dictionary(grouping: commits) { $0.email.lowercased() }
    return commits.map { commit in
      let more = (byAddress[commit.email.lowercased()]?.count ?? 1) - 1
      let why =
        switch more {
        case 0: "\(commit.id.short) is yours"
        case 1: "\(commit.id.short) and 1 more commit are yours"
        default: "\(commit.id.short) and \(more) more commits are yours"
        }
      return Reader(address: commit.email, why: why, isNamed: false)
    }
  }
}
