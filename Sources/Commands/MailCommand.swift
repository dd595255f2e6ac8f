import Explaining
import Files
import Foundation
import Integrator
import Model
import Notifier
import Publishing
import State
import Store
import Terminal
import Words

/// `bothy mail BOT[#N]`: who was told of an integration, and what was answered; with `--dry-run` who would be
/// told what by mail, and why.
struct MailCommand {
  let store: SQLiteStore
  let state: StateFolder
  let bots: BotLookup
  let templates: String?
  var output = Output.standard

  private static let columns = 72
  private static let secondsUntilTold = 30.0

  func perform(_ address: IntegrationAddress, isDry: Bool) throws -> Int32 {
    let doing = "bothy mail \(address)"
    let found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    let (bot, number) = (found.bot, found.known.number)
    if !isDry { return tell(try store.messages(of: bot, number), "\(bot)\(number)", found.known.ended) }
    let folder = state.integration(bot, number)
    var (report, order) = try folder.read(bot, number, doing: doing)
    // What its bot file says now is what can be mended.
    if let triggers = try? bots.file(of: bot).settings.triggers { order.settings.triggers = triggers }
    report.limited = nil
    let telling = Telling(state: state, store: store, render: SiteTemplates.renderer(user: templates))
    return preview(try telling.preview(report, order), "\(bot)\(number)")
  }

  private func tell(_ messages: [Message], _ name: String, _ ended: Date?) -> Int32 {
    guard !messages.isEmpty else {
      let seconds = ended.map { Date().timeIntervalSince($0) } ?? 0
      let when = ended == nil ? "it runs" : "it ended \(Figures.duration(max(0, seconds))) ago"
      // Whom to tell is decided once its pages are there.
      let isEarly = seconds < Self.secondsUntilTold
      output.write("Nobody was told of \(name) over the network\(isEarly ? " yet: \(when)" : "").\n")
      return 0
    }
    for message in messages {
      output.write("\(Shown.line(message.recipient)): \(message.stateWords), because \(message.why)\n")
      for attempt in message.attempts {
        output.write("  \(Moment.local(attempt.at)): \(Shown.line(attempt.said))\n")
      }
    }
    return 0
  }

  private func preview(_ messages: [Message], _ name: String) -> Int32 {
    guard !messages.isEmpty else {
      output.write("Nobody would get a mail about \(name).\n")
      tellServer()
      return 0
    }
    for message in messages {
      guard case .mail(let mail) = message.content else { continue }
      let because = Columns.wrapped("Because \(message.why).", to: Self.columns)
      let lines =
        ["To: \(message.recipient)", "Subject: \(mail.subject)"] + because
        + message.attempts.map { "Not sent: \($0.said)" } + ["", mail.plain]
      output.write(lines.map { Shown.lines($0) }.joined(separator: "\n") + "\n")
    }
    output.write("\(Figures.count(messages.count, "mail")) would be made of \(name); this sends none.\n")
    tellServer()
    return 0
  }

  private func tellServer() {
    guard FileFacts(state.mailServer) == nil else { return }
    output.write("No mail can be sent yet: there is no \(state.mailServer), which says by which server.\n")
  }
}
