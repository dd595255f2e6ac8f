import Foundation
import Model
import Templates

extension BotInput {
  /// What the bot does now, why it waits, and what keeps it from its work.
  /// - Parameter folder: the way to the bot's pages.
  func activityValue(_ folder: String = "") -> TemplateValue {
    let problems = activity.problems.map { TemplateValue.line($0, most: 1000) }
    let isBusy = !activity.running.isEmpty || !activity.waiting.isEmpty
    return .object([
      "running": .some(activity.running.map { running($0, folder) }),
      "waiting": .some(QueueLine.all(activity.waiting).map { .line($0.words, most: 500) }),
      "paused": activity.pause.map { pause in
        .object(["since": .time(pause.since), "reason": pause.reason.map { .line($0, most: 500) } ?? .null])
      } ?? .null,
      "problems": problems.isEmpty
        ? .null : .object(["list": .list(problems), "keepsSettings": .bool(activity.keepsSettings)]),
      "inquiry": activity.inquiry.map {
        .object(["words": .line($0.words, most: 500), "since": .time($0.since)])
      } ?? .null,
      "trouble": activity.trouble.map { .line($0, most: 1000) } ?? .null,
      "unread": .some((activity.unread ?? []).map { .line($0, most: 500) }),
      "due": activity.due.map(TemplateValue.time) ?? .null,
      "moment": isBusy ? moment.map(TemplateValue.time) ?? .null : .null,
    ])
  }

  private func running(_ one: BotNow.Running, _ folder: String) -> TemplateValue {
    let isLate = one.expectedEnd.map { end in moment.map { $0 > end } ?? false } ?? false
    // How long scripts take is not known from before.
    let isAfterwards = one.progress.isAfterwards == true
    let isSoon = !isLate && !isAfterwards && moment.map(one.endsSoon) ?? false
    return .object([
      "number": .text("\(one.number)"), "href": .text(folder + "running.html"),
      "branch": one.branch.map { .line($0.rawValue, most: 120) } ?? .null,
      "since": .time(one.since), "progress": .optional(one.progress.words()),
      "search": one.search.map { .line($0, most: 500) } ?? .null,
      "end": isLate || isAfterwards || isSoon ? .null : one.expectedEnd.map(TemplateValue.time) ?? .null,
      "isSoon": .bool(isSoon), "isLate": .bool(isLate && !isAfterwards),
    ])
  }
}

extension BotNow.Running {
  /// Less than a minute is left, so that a time to the minute says nothing.
  func endsSoon(at now: Date) -> Bool {
    expectedEnd.map { (0..<60).contains($0.timeIntervalSince(now)) } ?? false
  }
}
