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
/// told what, and why.
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
    if !isDry { return try tell(try store.messages(of: bot, number), "\(bot)\(number)", found.known) }
    let folder = state.integration(bot, number)
    var (report, order) = try folder.read(bot, number, doing: doing)
    // What its bot file says now is what can be mended.
    if let triggers = try? bots.file(of: bot).settings.triggers { order.settings.triggers = triggers }
    let isLimited = report.limited != nil
    // What a whole one would tell can be looked at all the same.
    if report.limited?.tests != nil { report.tests.didNotRun.removeAll { $0.kind == .filtered } }
    report.limited = nil
    let telling = Telling(state: state, store: store, render: SiteTemplates.renderer(user: templates))
    return preview(try telling.preview(report, order), "\(bot)\(number)", isLimited: isLimited)
  }

  private func tell(_ messages: [Message], _ name: String, _ known: PastIntegration) throws -> Int32 {
    guard !messages.isEmpty else {
      if known.isLimited {
        output.write(Self.limited(name) + "\n")
        return 0
      }
      let ended = known.ended
      let seconds = ended.map { Date().timeIntervalSince($0) } ?? 0
      let when = ended == nil ? "it runs" : "it ended \(Figures.duration(max(0, seconds))) ago"
      // Whom to tell is decided once its pages are there.
      let isEarly = seconds < Self.secondsUntilTold
      let soon = "whether somebody is to be told is known soon after its end"
      let rest = isEarly ? " yet: \(when), and \(soon)" : ""
      output.write("Nobody was told of \(name) over the network\(rest).\n")
      return 0
    }
    for message in messages {
      // Why it was refused is said below.
      let why = message.state == .refused ? "; it is told because" : ", because"
      output.write("\(Shown.line(message.addressee)): \(message.stateWords)\(why) \(message.why)\n")
      if let wait = try wait(message) { output.write("  \(wait)\n") }
      for attempt in message.attempts {
        output.write("  \(Moment.local(attempt.at)): \(Shown.line(attempt.said))\n")
      }
    }
    return 0
  }

  /// Behind what it comes, and when that is tried again.
  private func wait(_ message: Message) throws -> String? {
    guard message.state == .waiting else { return nil }
    let first = try store.waitingMessages(of: message.conversation).first
    guard let first, first.integration < message.integration, first.due > Date() else {
      return message.due > Date() ? "from \(Moment.local(message.due)) on" : nil
    }
    return "behind what \(first.integration) tells, which is sent again from \(Moment.local(first.due)) on"
  }

  private static func limited(_ name: String) -> String {
    "Nobody is notified of \(name), because it is limited."
  }

  private func preview(_ messages: [Message], _ name: String, isLimited: Bool) -> Int32 {
    if isLimited {
      output.write("\(Self.limited(name))\(messages.isEmpty ? "" : " A complete one would send:\n")\n")
      guard !messages.isEmpty else { return 0 }
    }
    guard !messages.isEmpty else {
      output.write("Nobody would be told of \(name) by mail or by a webhook.\n")
      tellServer()
      return 0
    }
    for message in messages {
      let (subject, text): (String?, String) =
        switch message.content {
        case .mail(let mail): ("Subject: \(mail.subject)", mail.plain)
        case .post(let post): (nil, post.body)
        }
      var lines = ["To: \(message.addressee)"]
      if let subject { lines.append(subject) }
      lines += Columns.wrapped("Because \(message.why).", to: Self.columns)
      lines += message.attempts.map { "Not sent: \($0.said)" }
      lines += ["", text]
      output.write(lines.map { Shown.lines($0) }.joined(separator: "\n") + "\n")
    }
    let posts = messages.count(where: \.isPost)
    let counts = [(messages.count - posts, "mail"), (posts, "post")].filter { $0.0 > 0 }
      .map { Figures.count($0.0, $0.1) }
    let made = counts.joined(separator: " and ")
    output.write(
      isLimited
        ? "None is made of \(name), which is limited; of a whole one \(made) would be.\n"
        : "\(made) would be made of \(name); this sends none.\n")
    if posts < messages.count { tellServer() }
    return 0
  }

  private func tellServer() {
    guard FileFacts(state.mailServer) == nil else { return }
    output.write("No mail can be sent yet: there is no \(state.mailServer), which says by which server.\n")
  }
}
