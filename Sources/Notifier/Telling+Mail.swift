import Explaining
import Files
import Formats
import Foundation
import Model
import Reports
import State
import Store
import Templates

extension Telling {
  /// Somebody who is told by mail, and why.
  struct Reader: Equatable {
    var address: String
    var why: String
    /// The address stands in the bot file.
    var isNamed: Bool
    /// Of the reason: 0 is the strongest.
    var weakness = 0

    func isSame(as other: Reader) -> Bool { address.lowercased() == other.address.lowercased() }

    /// Told by one trigger, somebody whom another one names may be told all the same.
    func known(to settings: Bot) -> Reader {
      Reader(address: address, why: why, isNamed: isNamed || settings.names(address))
    }
  }

  /// What a mail is about.
  struct Subject {
    var bot: BotID
    var integration: IntegrationNumber
    var branch: BranchName?
  }

  /// What the mail triggers of a bot tell of an integration.
  func mails(_ report: Report, _ order: Order) throws -> [Message] {
    guard report.result != .canceled else { return [] }
    return try order.settings.triggers.enumerated().flatMap { index, trigger -> [Message] in
      guard case .email(let to, let kind, let committers, let warnings) = trigger.act else { return [] }
      let named = to.map { Reader(address: $0, why: Self.namedWhy(kind, order, trigger.when), isNamed: true) }
      switch kind {
      case .every:
        guard trigger.applies(to: report) else { return [] }
        let others = committers ? Self.committers(of: report) : []
        return Self.once(named + others).map { mail(.every, $0, index, report, order) }
      case .newIssues:
        return try newIssues(report, order, index, named, committers: committers, warnings: warnings)
      // They are told by the clock.
      case .daily, .weekly: return []
      }
    }
  }

  private static func namedWhy(
    _ kind: Bot.Trigger.MailReport, _ order: Order, _ when: [Bot.Trigger.Condition]
  ) -> String {
    let some = when.isEmpty ? "" : " of `when: [\(when.map(\.rawValue).joined(separator: ", "))]`"
    let what =
      switch kind {
      case .every: "each integration\(some)"
      case .newIssues: "what is new on a branch"
      case .daily: "a report of each day"
      case .weekly: "a report of each week"
      }
    return "your address stands in the bot file of \(order.settings.name), for \(what)"
  }

  // MARK: - Readers

  /// Who is nearest to what is new, with the reason; the strongest one where there are several.
  static func suspects(of issues: [Issue], in report: Report) -> [Reader] {
    issues.flatMap { issue -> [Reader] in
      if let from = issue.cameFrom, let commit = report.commit {
        let why = "with your commit came what was red in \(from) already"
        return [Reader(address: commit.email, why: why, isNamed: false)]
      }
      return Suspicion.of(issue, in: report).map { suspicion in
        Reader(
          address: suspicion.commit.email, why: why(suspicion, issue), isNamed: false,
          weakness: suspicion.ground.weakness)
      }
    }
  }

  private static func why(_ suspicion: Suspicion, _ issue: Issue) -> String {
    let words = suspicion.words
    guard let test = issue.test else { return words }
    switch suspicion.ground {
    case .touched, .changedLine: return "\(words), in which \(test) \(happened(issue)) now"
    case .changedSource(_, isExecuted: true): return "\(words): \(test), which \(happened(issue)) now"
    case .changedSource(_, isExecuted: false): return "\(words), and \(test) \(happened(issue)) now"
    case .found: return "\(test) \(happened(issue)) at yours, and not at the one before"
    case .came: return "\(test) came with yours, and \(happened(issue)) since"
    case .onlyCommit, .left, .among: return words
    }
  }

  private static func happened(_ issue: Issue) -> String {
    switch issue.outcome {
    case .crashed: "crashes"
    case .timedOut: "times out"
    case .failed, .passed, .flaky, .skipped, .expectedFailure, .notRun, nil: "fails"
    }
  }

  private static func committers(of report: Report) -> [Reader] {
    report.commits.map { Reader(address: $0.email, why: "\($0.id.short) is yours", isNamed: false) }
  }

  /// Each address once, however it is written, with the strongest reason; the bot file's word goes first.
  static func once(_ readers: [Reader]) -> [Reader] {
    var places: [String: Int] = [:]
    var found: [Reader] = []
    for reader in readers where !reader.address.isEmpty {
      guard let place = places[reader.address.lowercased()] else {
        places[reader.address.lowercased()] = found.count
        found.append(reader)
        continue
      }
      if reader.weakness < found[place].weakness { found[place] = reader }
    }
    return found
  }

  // MARK: - A mail

  func mail(
    _ topic: Message.Topic, _ reader: Reader, _ index: Int, _ report: Report, _ order: Order,
    after: IntegrationNumber? = nil, resolvedBefore: [MailView.ResolvedBefore] = [], news: [Issue]? = nil,
    found: [Issue] = []
  ) -> Message {
    var view = MailView(report: report, name: order.settings.name, topic: topic, why: reader.why)
    (view.address, view.after, view.told) = (address(order), after, news)
    (view.resolvedBefore, view.found) = (resolvedBefore, found)
    // No name of a bot or of a branch has a colon.
    let thread = "\(order.bot):" + (order.branch?.rawValue ?? "")
    let subject = Subject(bot: order.bot, integration: order.integration, branch: order.branch)
    let known = reader.known(to: order.settings)
    return message(topic, known, index, subject, title: view.subject, thread: thread) { wrong in
      PlainMail(told: PlainMail.told(of: view), why: reader.why, address: view.address, wrong: wrong)
    } make: {
      try (
        render("mail/integration.txt.mustache", view.values()),
        render("mail/integration.html.mustache", view.values())
      )
    }
  }

  func message(
    _ topic: Message.Topic, _ reader: Reader, _ index: Int, _ subject: Subject, title: String, thread: String,
    withoutTemplate: (_ wrong: String) -> PlainMail, make: () throws -> (plain: [UInt8], html: [UInt8])
  ) -> Message {
    var content = Message.Mail(
      subject: title, plain: "", html: "", thread: thread, list: subject.bot.rawValue,
      isNamed: reader.isNamed)
    var message = Message(
      bot: subject.bot, integration: subject.integration, branch: subject.branch, trigger: index,
      topic: topic,
      recipient: reader.address, why: reader.why, content: .mail(content), made: now)
    do {
      let (plain, html) = try make()
      content.plain = String(decoding: plain, as: UTF8.self)
      content.html = String(decoding: html, as: UTF8.self)
    } catch {
      let plain = withoutTemplate((error as? TemplateProblem).map { "\($0)" } ?? Explanation(error).wrong)
      (content.plain, content.html) = (plain.plain, plain.html)
    }
    message.content = .mail(content)
    if let server = MailServer.read(state.mailServer).server,
      let objection = server.objection(to: reader.address, isNamed: reader.isNamed)
    {
      message = message.after(.refused(said: "nothing was sent: \(objection)"), at: now)
    }
    return message
  }
}

extension MailServer {
  /// As `<state>/mail.yaml` has it now; else what is wrong there, in a sentence.
  static func read(_ path: String) -> (server: MailServer?, wrong: String) {
    do {
      let bytes = try SettingsFile.read(path, limit: 1 << 16)
      switch MailFile.read(bytes, file: path, folder: (path as NSString).deletingLastPathComponent) {
      case .server(let server): return (server, "")
      case .problems(let problems): return (nil, problems.first.map { "\($0)" } ?? "\(path) is wrong")
      }
    } catch let refusal {
      return (
        nil,
        refusal.isMissing
          ? "there is no \(path): it says by which server mail is sent" : "\(path): \(refusal.sentence)"
      )
    }
  }
}
