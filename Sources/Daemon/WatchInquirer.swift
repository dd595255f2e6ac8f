import Explaining
import Files
import Foundation
import Integrator
import Model
import Ordering
import Processes
import Publishing
import State
import Store
import Watcher

/// Starts `bothy rerun BOT#N --why TEST` or `--who-tests-what` and follows it on a thread of its own: what is
/// found out lands where it would had somebody asked.
final class WatchInquirer: Inquirer {
  private let state: StateFolder
  private let store: SQLiteStore
  private let templates: String?
  private let environment: [String: String]
  private let ended: @Sendable () -> Void
  private var current: (inquiry: Inquiry, following: FollowedProcess)?
  private var wasCanceled = false
  private var wasEndedForGood = false

  private static let mostLookedAt = 50

  init(
    state: StateFolder, store: SQLiteStore, templates: String?, environment: [String: String],
    ended: @escaping @Sendable () -> Void
  ) {
    (self.state, self.store, self.templates) = (state, store, templates)
    (self.environment, self.ended) = (environment, ended)
  }

  func map(of bot: BotID) -> Inquiry? {
    guard let wish = wish(of: bot) else { return pages(of: bot) }
    guard let report = state.integration(bot, wish.integration).report(of: bot, wish.integration),
      report.limited == nil
    else { return nil }
    return Inquiry(bot, wish.integration, nil, since: Date())
  }

  /// As it was found out by an integration itself, or cut off before the pages were made.
  private func pages(of bot: BotID) -> Inquiry? {
    guard EachTestPublishing.isDue(bot, in: state), let past = try? store.newestComplete(bot: bot),
      let number = past.lazy.map(\.number).first(where: {
        FileFacts(state.integration(bot, $0).report) != nil
      })
    else { return nil }
    var inquiry = Inquiry(bot, number, nil, since: Date())
    inquiry.isOfPages = true
    return inquiry
  }

  private func wish(of bot: BotID) -> MapWish? {
    contents(of: state.mapWish(bot)).flatMap { try? JSONDecoder().decode(MapWish.self, from: Data($0)) }
  }

  func question(of bot: BotID) throws -> Inquiry? {
    let past = try store.past(bot: bot, limit: Self.mostLookedAt)
    guard let newest = past.first(where: { $0.ranItsTests && !$0.isLimited && !$0.changes }),
      newest.tests?[.flaky] ?? 0 > 0
    else { return nil }
    let folder = state.integration(bot, newest.number)
    guard FileFacts(folder.asked) == nil,
      let test = folder.report(of: bot, newest.number)?.newestUnexplained
    else { return nil }
    return Inquiry(bot, newest.number, test, since: Date())
  }

  func begin(_ inquiry: Inquiry) throws {
    let following = FollowedProcess()
    let command = command(inquiry)
    let ended = self.ended
    let thread = Thread {
      following.perform(command)
      ended()
    }
    thread.name = "bothy-inquiry"
    thread.start()
    _ = try following.waitForStart()
    current = (inquiry, following)
    (wasCanceled, wasEndedForGood) = (false, false)
  }

  private func command(_ inquiry: Inquiry) -> Command {
    Command(
      executable: "/proc/self/exe", arguments: Self.arguments(inquiry, state, templates: templates),
      environment: environment, folder: "/", outputs: .merged)
  }

  /// With the folders that the pages which it makes have to name.
  static func arguments(_ inquiry: Inquiry, _ state: StateFolder, templates: String?) -> [String] {
    let address = "\(inquiry.bot)\(inquiry.integration)"
    let what = inquiry.test.map { ["--why", $0.rawValue] } ?? ["--who-tests-what"]
    return ["rerun", address] + what + ["--quiet", "--state", state.path]
      + (state.named.bots.map { ["--bots", $0] } ?? []) + (templates.map { ["--templates", $0] } ?? [])
  }

  func cancel(forGood: Bool) {
    guard let current else { return }
    (wasCanceled, wasEndedForGood) = (!forGood, forGood)
    current.following.cancel()
  }

  func kill() { current?.following.kill() }

  var isRunning: Bool { current?.following.isRunning ?? false }

  func finish() -> String? {
    guard let (inquiry, following) = current else { return nil }
    current = nil
    let folder = state.integration(inquiry.bot, inquiry.integration)
    guard let test = inquiry.test else { return finishMap(of: inquiry, following) }
    // It may have come to its end just then.
    let isKnown = folder.report(of: inquiry.bot, inquiry.integration)?.tests.cases
      .contains { $0.id == test && $0.culprit != nil }
    guard !wasCanceled || isKnown == true else { return nil }
    try? publish(Array("\(test)\n".utf8), as: folder.asked)
    return following.ending ?? "\(inquiry.name) said nothing"
  }

  /// As long as it is wanted, it was cut off; whoever ended it for good wants it no more.
  private func finishMap(of inquiry: Inquiry, _ following: FollowedProcess) -> String? {
    let isWanted = wish(of: inquiry.bot)?.integration == inquiry.integration
    if isWanted, !wasEndedForGood { return nil }
    if wasCanceled, EachTestPublishing.isDue(inquiry.bot, in: state) { return nil }
    if isWanted { try? FileManager.default.removeItem(atPath: state.mapWish(inquiry.bot)) }
    return following.ending ?? "\(inquiry.name) said nothing"
  }
}

extension PastIntegration {
  fileprivate var ranItsTests: Bool {
    switch result {
    case .succeeded, .warnings, .analyzerWarnings, .testFailures, .flaky: true
    case .canceled, .checkoutError, .triggerError, .internalError, .buildErrors, .inconclusive, nil: false
    }
  }
}
