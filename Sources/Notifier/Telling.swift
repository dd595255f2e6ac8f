import Explaining
import Files
import Formats
import Foundation
import Integrator
package import Model
import Reports
package import State
package import Store
package import Templates
import Words

/// Decides who is told what of an integration, and puts it into the outbox. Told twice, it does so once.
package struct Telling {
  let state: StateFolder
  let store: SQLiteStore
  /// A template with its values; throws what is wrong with it.
  let render: (String, [String: TemplateValue]) throws -> [UInt8]
  var now = Date()

  package init(
    state: StateFolder, store: SQLiteStore,
    render: @escaping (String, [String: TemplateValue]) throws -> [UInt8]
  ) {
    (self.state, self.store, self.render) = (state, store, render)
  }

  /// Whether there is anything to tell at all: most bots have nothing.
  package static func concerns(_ settings: Bot) -> Bool {
    settings.triggers.contains(where: \.act.tells)
  }

  /// The secrets that a webhook needs.
  package static func secretNames(_ url: String, _ posting: Bot.Trigger.Posting?) -> [String] {
    Sending.names(in: url).filter { $0 != "commit" && $0 != "branch" }
      + [posting?.secret, posting?.token].compactMap(\.self)
  }

  /// It begins. Returns how many messages are new in the outbox.
  @discardableResult
  package func begin(_ order: Order) throws -> Int {
    // Of one that selects its tests the end may be nobody's news either.
    guard order.limited == nil, order.settings.tests.select == .all || order.runsAll == true,
      order.settings.triggers.contains(where: \.tellsStart)
    else { return 0 }
    return try store.post(posts(order, nil))
  }

  /// It has ended, and its pages are made.
  @discardableResult
  package func end(_ report: Report, _ order: Order) throws -> Int {
    // What was asked for less than the bot asks for is nobody's news.
    guard report.limited == nil, Self.concerns(order.settings) else { return 0 }
    let messages = posts(order, report) + (try mails(report, order))
    try drop(messages)
    return try store.post(messages)
  }

  /// What would be made of its end; nothing is kept.
  package func preview(_ report: Report, _ order: Order) throws -> [Message] {
    try mails(report, order) + posts(order, report)
  }

  /// What is to be told of the end makes what was to be told of the beginning old, and of what the same
  /// commit came to before.
  private func drop(_ messages: [Message]) throws {
    for ended in messages where ended.topic == .end {
      for message in try store.messages(of: ended.bot, ended.integration)
      where message.topic == .start && message.trigger == ended.trigger && message.state == .waiting {
        try drop(message, "it had ended before this could be sent")
      }
      for message in try store.waitingMessages(of: ended.conversation) where message.isOutdated(by: ended) {
        try drop(message, "\(ended.integration) of the same commit had ended before this could be sent")
      }
    }
  }

  private func drop(_ message: Message, _ why: String) throws {
    var dropped = message
    dropped.state = .dropped
    dropped.attempts.append(.init(at: now, said: why))
    try store.keep(dropped, after: message)
  }

  /// What waits for somebody, or for a program, whom the bot file named when it was made, or when its
  /// integration began, and names no more.
  package func dropStrays(_ bot: BotID, _ settings: Bot) throws {
    for message in try store.waitingMessages(ofBot: bot) where !isNamed(message, settings) {
      try drop(message, "the bot file names this address no more")
    }
  }

  private func isNamed(_ message: Message, _ settings: Bot) -> Bool {
    switch message.content {
    // Committers stand in no file.
    case .mail(let mail): !mail.isNamed || settings.names(message.recipient)
    case .post(let post):
      settings.triggers.contains { trigger in
        guard case .webhook(let url, _) = trigger.act else { return false }
        if filled(url, post.commit, message.branch) == post.address { return true }
        // What older versions kept does not say of which commit it is.
        return post.commit == nil && url.contains("{commit}")
      }
    }
  }

  // MARK: - Webhooks

  private func posts(_ order: Order, _ report: Report?) -> [Message] {
    order.settings.triggers.enumerated().compactMap { index, trigger in
      guard case .webhook(let url, let posting) = trigger.act else { return nil }
      let isDue = report.map { trigger.tellsStart || trigger.applies(to: $0) } ?? trigger.tellsStart
      guard isDue else { return nil }
      var post = Message.Post(
        address: filled(url, commit(order, report), order.branch), body: "",
        secretsFile: order.secretsFile ?? state.secrets(order.bot.rawValue))
      (post.secret, post.token, post.template) = (posting?.secret, posting?.token, posting?.template)
      post.commit = commit(order, report)
      var message = Message(
        bot: order.bot, integration: order.integration, branch: order.branch, trigger: index,
        topic: report == nil ? .start : .end, recipient: Self.host(of: url),
        why: "the bot file names it for \(posting?.template ?? "summary")"
          + (report == nil ? ", at the start" : ""),
        content: .post(post), made: now)
      do {
        let template = "webhooks/\(posting?.template ?? "summary").json.mustache"
        let body = try render(template, view(order, report).values())
        _ = try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)
        post.body = String(decoding: body, as: UTF8.self)
        message.content = .post(post)
      } catch {
        let wrong = (error as? TemplateProblem).map { "\($0)" } ?? "its template makes no JSON"
        message = message.after(.refused(said: "nothing was sent: \(wrong)"), at: now)
      }
      return message
    }
  }

  private func view(_ order: Order, _ report: Report?) -> WebhookView {
    var view = WebhookView(bot: order.bot, name: order.settings.name, integration: order.integration)
    (view.commit, view.branch, view.report) = (commit(order, report), order.branch, report)
    view.address = address(order)
    return view
  }

  private func commit(_ order: Order, _ report: Report?) -> CommitID? {
    if case .commit(let id) = order.source { return id }
    return report?.commit?.id
  }

  /// Where people find its page.
  func address(_ order: Order) -> String? { address(order.bot, order.integration) }

  /// Of a bot, or of one of its integrations.
  func address(_ bot: BotID, _ number: IntegrationNumber?) -> String? {
    guard let site = MailServer.read(state.mailServer).server?.site else { return nil }
    let folder = site.hasSuffix("/") ? site : site + "/"
    let page = number.map { "\($0.value)/index.html" } ?? "index.html"
    return folder + "bots/\(Percent.encoded(bot.rawValue))/\(page)"
  }

  /// The address with what is known of the integration; secrets stay names until it is sent.
  private func filled(_ url: String, _ commit: CommitID?, _ branch: BranchName?) -> String {
    url.replacingOccurrences(of: "{commit}", with: commit?.rawValue ?? "")
      .replacingOccurrences(of: "{branch}", with: Percent.encoded(branch?.rawValue ?? ""))
  }

  /// What is shown of an address, whose path may be a secret.
  static func host(of url: String) -> String {
    guard let scheme = url.range(of: "://") else { return "?" }
    let rest = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(url[..<scheme.upperBound] + (rest.split(separator: "@").last ?? rest))
  }
}

extension Bot.Trigger {
  /// A status that was never pending tells nobody that something runs.
  var tellsStart: Bool {
    guard case .webhook(_, let posting) = act else { return false }
    return posting?.start ?? (posting?.template?.hasSuffix("-status") ?? false)
  }
}

extension Bot {
  /// Whom its file names, in small letters, for whatever report.
  private var namedReaders: Set<String> {
    Set(
      triggers.flatMap { trigger -> [String] in
        guard case .email(let to, _, _, _) = trigger.act else { return [] }
        return to.map { $0.lowercased() }
      })
  }

  func names(_ address: String) -> Bool { namedReaders.contains(address.lowercased()) }
}

enum Percent {
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(
      withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
      ?? ""
  }
}
