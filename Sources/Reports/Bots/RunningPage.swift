import Foundation
public import Model
import Templates
import Words

/// What an integration that runs has told so far.
public struct LiveIntegration: Sendable {
  public var running: BotNow.Running
  /// The first of them.
  public var failures: [(test: TestID, failure: TestFailure)] = []
  public var failureCount = 0
  /// The end of its log.
  public var log: [UInt8] = []

  public init(_ running: BotNow.Running) { self.running = running }
}

/// `running.html`: what a bot does now. It asks for itself again while something runs, and leads on to the
/// report when nothing does.
struct RunningPage {
  let input: BotInput
  let lives: [LiveIntegration]
  let assets: [String: String]
  /// When this was so.
  let heard: Date

  private static let secondsToNext = 5
  private static let mostLines = 40

  func values() -> [String: TemplateValue] {
    let frame = UpperFrame(
      assets: assets, allBots: "../../index.html", bot: ("index.html", input.bot.name), place: "now",
      moment: input.activity.moment)
    let newest = input.past.first { $0.result != nil && input.withPages.contains($0.number) }
    let words =
      lives.isEmpty
      ? newest.map { "nothing runs; the newest is \($0.number)" } ?? "nothing runs"
      : lives.map { "\($0.running.number) runs" }.joined(separator: ", ")
    var values = frame.values(title: "\(input.bot.name): \(words)")
    values["words"] = .text(words)
    let onward = newest.map { "\($0.number.value)/index.html" } ?? "index.html"
    values["onward"] = lives.isEmpty ? .text(onward) : .null
    values["again"] = lives.isEmpty ? .null : .int(Self.secondsToNext)
    values["heard"] = .object([
      "whenISO": .text(Moment.iso(heard)), "when": .text(String(Moment.second(heard).dropFirst(11))),
    ])
    values["running"] = .some(lives.map(running))
    values["waiting"] = .some(QueueLine.all(input.activity.waiting).map { .line($0.words, most: 500) })
    return values
  }

  private func running(_ live: LiveIntegration) -> TemplateValue {
    let one = live.running
    let progress = one.progress
    let share: Double? = progress.total.flatMap { total in
      total > 0 ? Double(min(progress.done ?? 0, total)) / Double(total) * 100 : nil
    }
    let left = live.failureCount - live.failures.count
    // Two times of the same minute say nothing.
    let isShort = one.expectedEnd.map { Moment.minute($0) == Moment.minute(one.since) } ?? false
    let isSoon = !isShort && one.endsSoon(at: heard)
    let end = isShort || isSoon ? nil : one.expectedEnd
    let takes =
      isShort ? one.expectedEnd.map { Figures.duration(max(1, $0.timeIntervalSince(one.since))) } : nil
    return .object([
      "number": .text("\(one.number)"), "branch": one.branch.map { .line($0.rawValue, most: 120) } ?? .null,
      "progress": .text(progress.words() ?? "it begins"), "since": .time(one.since),
      "end": end.map(TemplateValue.time) ?? .null, "takes": .optional(takes), "isSoon": .bool(isSoon),
      "verdict": progress.verdict.map { .line($0 + ".", most: 2000) } ?? .null,
      "share": .optional(share.map(Figures.tenth)), "isCanceling": .bool(one.isCanceling),
      "failures": live.failureCount == 0
        ? .null
        : .object([
          "count": .count(live.failureCount), "left": .more(left, "more failure"),
          "list": .list(
            live.failures.map { test, failure in
              .object([
                "status": Self.status(of: failure.kind).value, "test": .line(test.rawValue, most: 300),
                "message": .line(failure.inShort, most: 300),
                "place": .optional(
                  failure.file.map {
                    Shown.line($0.rawValue + (failure.line.map { ":\($0)" } ?? ""), most: 400)
                  }),
              ])
            }),
        ]),
      "log": log(live.log),
    ])
  }

  private static func status(of kind: TestFailure.Kind) -> Status {
    switch kind {
    case .crash: .of(TestOutcome.crashed)
    case .timeout: .of(TestOutcome.timedOut)
    case .assertion, .thrownError, .unfulfilledExpectation, .other: .of(TestOutcome.failed)
    }
  }

  private func log(_ bytes: [UInt8]) -> TemplateValue {
    let lines = Shown.withoutColors(String(decoding: bytes, as: UTF8.self))
      .split(separator: "\n").suffix(Self.mostLines).map { Shown.line(String($0), most: 400) }
    return lines.isEmpty ? .null : .text(lines.joined(separator: "\n"))
  }
}
