import Foundation
import Kit
import Model
import Publishing
import State
import StateKit
import Store
import Testing

@testable import Notifier

/// A bot whose integrations end, and the outbox of its state.
struct NotifierWorld {
  let history: HistoryWorld
  let outbox: Outbox

  init() throws {
    history = try HistoryWorld()
    outbox = Outbox(state: history.state, seconds: 60) { Issue.record($0) }
    try write(history.state.secrets("parser"), "HOOK=opensesame\nTOKEN=t0ken/x\n")
  }

  func write(_ file: String, _ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
  }

  var telling: Telling {
    Telling(state: history.state, store: history.store, render: SiteTemplates.renderer(user: nil))
  }

  /// What is told of one more integration.
  func tell(
    _ triggers: [Bot.Trigger], of bot: BotID = "parser", on branch: BranchName = "main", begins: Bool = false,
    hour: Int = 0, _ change: (inout Report) -> Void = { _ in }
  ) throws -> (Report, Order) {
    var report: Report?
    let number = try history.integrate(bot, branch: branch, hour: hour, pages: false, publish: false) {
      change(&$0)
      report = $0
    }
    var order = history.order(bot, number)
    order.settings.triggers = triggers
    order.branch = branch
    order.source = .commit(CommitID(String(repeating: "a", count: 40)))
    if begins { try telling.begin(order) }
    guard let report else { throw POSIXError(.EINVAL) }
    return (report, order)
  }

  /// A message of one more integration, which a process is sending, or which waits.
  func post(to hook: Bot.Trigger, sentBy sender: ProcessMark?, isSending: Bool = true) throws -> Order {
    let (report, order) = try tell([hook])
    try telling.end(report, order)
    guard isSending, let waiting = try messages(order).first else { return order }
    var sending = waiting
    (sending.state, sending.sender) = (.sending, sender)
    try history.store.keep(sending, after: waiting)
    return order
  }

  /// What could not be sent waits for longer than any test takes.
  func postpone(_ orders: Order...) throws {
    for message in try orders.flatMap(messages) where message.state == .waiting && !message.attempts.isEmpty {
      var later = message
      later.due = Date() + 600
      try history.store.keep(later, after: message)
    }
  }

  func messages(_ order: Order) throws -> [Message] {
    try history.store.messages(of: order.bot, order.integration)
  }

  /// `within`: how many seconds each server has.
  func send(at date: Date = Date(), within seconds: Double? = nil) async throws -> Outbox.Round {
    let outbox =
      seconds.map { Outbox(state: history.state, seconds: $0) { Issue.record($0) } } ?? outbox
    return try await aside { try outbox.sendDue(at: date) }
  }
}
