import Foundation
import Model
import Ordering

/// What a bot file silences to no end: its day is over, it is silenced already, or no test is called so.
struct SilenceCheck {
  let bot: Bot
  let file: String
  /// What is silenced besides, as by `bothy silence`.
  let others: [Silence]
  /// Of the newest integrations; empty where nothing was integrated yet.
  var tests: Set<TestID> = []
  /// What a test of former integrations is called now.
  var nextName: (TestID) -> TestID? = { _ in nil }

  func warnings() -> [String] {
    let today = OrderMaking.day(Date(), bot.schedule.timeZone)
    return bot.silence.enumerated().compactMap { index, one in
      words(one, at: index, today).map { BotPlaces.warning(Self.path(index), $0, in: file) }
    }
  }

  private static func path(_ index: Int) -> [String] { ["silence", "\(index)"] }

  private func words(_ one: Silence, at index: Int, _ today: String) -> String? {
    guard !one.until.isOver(on: today) else {
      return "this is over: \(one.subject.text) was silenced \(one.until.words)"
    }
    func isSaid(_ other: Silence) -> Bool { !other.until.isOver(on: today) && Self.areSame(one, other) }
    if let first = bot.silence[..<index].firstIndex(where: isSaid) {
      let line = BotPlaces.place(of: Self.path(first), in: file).line
      return "this is said already, in line \(line): \(one.subject.text)"
    }
    if let other = others.first(where: isSaid) {
      return "this is said already, outside of this file: \(one.subject.text) is \(other.words)"
    }
    guard case .test(let test, _) = one.subject else { return nil }
    return missing(test)
  }

  /// Where some are left out it may be one of these.
  private func missing(_ test: TestID) -> String? {
    guard !tests.isEmpty, !tests.contains(test), TestSelection.of(bot.tests) == nil else { return nil }
    let called = tests.filter { $0.isCalled(test.rawValue) }.sorted()
    if called.count == 1 { return nil }
    guard called.isEmpty else {
      let names = called.prefix(2).map { "`\($0)`" }.joined(separator: " or ")
      return "\(called.count) tests are called \(test) in the newest integrations: say which, as \(names)"
    }
    let words = "no test is called \(test) in the newest integrations"
    if let next = nextName(test), tests.contains(next) { return "\(words): it is \(next) now" }
    return words + (test.nearest(among: tests).map { ": did you mean `\($0)`?" } ?? "")
  }

  /// An issue is named by the beginning of its id, as long as one likes.
  private static func areSame(_ one: Silence, _ other: Silence) -> Bool {
    guard case .issue(let id) = one.subject, case .issue(let another) = other.subject else {
      return one.subject == other.subject
    }
    return id.hasPrefix(another) || another.hasPrefix(id)
  }
}
