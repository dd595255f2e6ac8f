import Explaining
import Files
import Foundation
import Integrator
import Model
import Notifier
import Publishing
import State
import Store

/// What an integration by hand of a bot tells over the network; what does not get through now, a watcher
/// sends later.
struct HandTelling {
  let state: StateFolder
  let templates: String?
  let store: SQLiteStore
  let outbox: Outbox
  private let failed: @Sendable (any Error) -> Void

  init(_ state: StateFolder, templates: String?, store: SQLiteStore) {
    let failed: @Sendable (any Error) -> Void = {
      Output.error.write(state.typed.completing(Explanation($0).text) + "\n")
    }
    (self.state, self.templates, self.store, self.failed) = (state, templates, store, failed)
    outbox = Outbox(state: state, seconds: 20, failed: failed)
  }

  private var telling: Telling {
    Telling(state: state, store: store, render: SiteTemplates.renderer(user: templates))
  }

  /// That it begins, for which nothing waits.
  func begin(_ order: Order) {
    do {
      if try post({ try telling.begin(order) }) > 0 { try outbox.begin { _ in } }
    } catch { failed(error) }
  }

  /// What it came to. True where there was anything to tell.
  func end(_ report: Report, _ order: Order) -> Bool {
    do {
      guard try post({ try telling.end(report, order) }) > 0 else { return false }
      outbox.wait()
      for message in try outbox.sendDue().ended where message.bot == report.bot && message.state != .taken {
        let said = message.attempts.last.map { ": \($0.said)" } ?? ""
        let what =
          message.isOpen
          ? "For \(message.addressee), \(message.waitWords), by `bothy watch`"
          : "What is told to \(message.addressee) \(message.stateWords)"
        Output.error.write("\(what)\(said)\n")
      }
      return true
    } catch {
      failed(error)
      return false
    }
  }

  /// What those before came to that were killed before they had told it.
  func catchUp(_ bot: BotID, _ numbers: [IntegrationNumber]) {
    for number in numbers {
      do {
        let folder = state.integration(bot, number)
        guard try store.messages(of: bot, number).allSatisfy({ $0.topic == .start }),
          let past = try store.integration(bot: bot, number: number), past.result != nil,
          let order = try? folder.readOrder(doing: "telling of \(bot)\(number)"),
          let report = try folder.reportOfEnded(past, order)
        else { continue }
        try telling.end(report, order)
      } catch { failed(error) }
    }
  }

  /// A disk that is full has room for what is to be told.
  private func post(_ make: () throws -> Int) throws -> Int {
    do { return try make() } catch let error as StoreError where error.kind == .full {
      state.spareRoom.giveUp()
      return try make()
    }
  }
}
