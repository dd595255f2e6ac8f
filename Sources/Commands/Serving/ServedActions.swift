import Explaining
import Files
import Foundation
import Model
import State
import Store
import Terminal
import Web

/// What is asked for over HTTP, done as the command of the same name does it: its words are read by the same
/// parser, and what it would have printed is the answer.
struct ServedActions: Sendable {
  let state: StateFolder
  /// The folder of the bot files, as it was named.
  let bots: String
  let templates: String?
  let environment: [String: String]

  func perform(_ order: ActionOrder) throws -> String {
    let words = Self.words(order)
    // What may be said besides is refused as if it were typed.
    let command = try CommandLineParser.parse(words, environment: [:]).command
    let (output, collected) = Output.collecting()
    let commands = BotCommands(state: state, bots: lookup, output: output)
    // The very bot that somebody may act on, and no word that is read once more.
    let address = order.bot.map { IntegrationAddress(bot: $0, number: order.number) }
    switch (order.action, address) {
    case (.pause, _): _ = try commands.pause(order.bot)
    case (.resume, _): _ = try commands.resume(order.bot)
    case (.integrate, let address?):
      return try integrate(address.bot, order.fields["commit"], words, order.mark)
    case (.rerun, let address?): return try rerun(address, words, order.mark)
    case (.cancel, let address?): _ = try commands.cancel(address)
    case (.pin, let address?): _ = try pins(output).pin(address)
    case (.unpin, let address?): _ = try pins(output).unpin(address)
    case (.silence, let address?):
      if case .silence(_, .some(let issue), let options) = command {
        _ = try silences(output, order).silence(address.bot, issue, options)
      }
    case (.unsilence, let address?):
      if case .unsilence(_, let issue) = command {
        _ = try silences(output, order).unsilence(address.bot, issue)
      }
    case (.integrate, nil), (.rerun, nil), (.cancel, nil), (.pin, nil), (.unpin, nil), (.silence, nil),
      (.unsilence, nil):
      preconditionFailure("the parser refuses what names no bot")
    }
    return collected.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Refuses, with the words of the command, what is about a bot that is not there.
  func checkThere(_ order: ActionOrder) throws {
    guard let bot = order.bot, try !isThere(bot) else { return }
    switch order.action {
    case .integrate, .pause, .resume: _ = try lookup.file(of: bot)
    case .cancel, .rerun, .pin, .unpin, .silence, .unsilence:
      let address = IntegrationAddress(bot: bot, number: order.number)
      _ = try FoundIntegration.find(
        address, in: readOnlyStore, state: state, doing: "\(order.action.doing) (\(address))")
    }
  }

  private func isThere(_ bot: BotID) throws -> Bool {
    if ["yaml", "yml"].contains(where: { FileFacts("\(bots)/\(bot).\($0)") != nil }) { return true }
    guard let store = try? readOnlyStore else { return false }
    return try store.knownBot(bot) != nil || store.watchedBots().contains { $0.bot == bot }
  }

  /// As somebody would type it.
  static func words(_ order: ActionOrder) -> [String] {
    let options = order.fields.sorted { $0.key < $1.key }.filter { $0.key != "issue" }.map { name, value in
      name == "failed" ? "--failed" : "--\(name)=\(value)"
    }
    let subject = order.bot.map { [$0.rawValue + (order.number?.description ?? "")] }
    let issue = [order.fields["issue"]].compactMap(\.self)
    return [order.action.rawValue] + options + (subject.map { ["--"] + $0 + issue } ?? ["--all"])
  }

  private func integrate(
    _ bot: BotID, _ commit: String?, _ words: [String], _ mark: String?
  ) throws -> String {
    let command = IntegrateCommand(
      bot: bot, commit: commit, wait: false, state: state, bots: lookup, environment: environment,
      templates: templates)
    if let queued = try command.queue() {
      return queued.words.joined().split(separator: "\n").joined(separator: " ")
    }
    _ = try lookup.file(of: bot)
    return try beside(words, mark, otherwise: "No watcher is running: `\(bot)` is integrated here.")
  }

  private func rerun(_ address: IntegrationAddress, _ words: [String], _ mark: String?) throws -> String {
    _ = try FoundIntegration.find(
      address, in: readOnlyStore, state: state, doing: "rerunning \(address)")
    return try beside(words, mark, otherwise: "\(address) is integrated again.")
  }

  /// What takes long goes on by itself, whatever becomes of this process.
  private func beside(_ words: [String], _ mark: String?, otherwise: String) throws -> String {
    let folders =
      ["--state=\(state.path)", "--bots=\(CommandContext.absolute(bots))"]
      + (templates.map { ["--templates=\(CommandContext.absolute($0))"] } ?? [])
    let start = BesideProcess(
      words: [words[0]] + folders + words.dropFirst(), environment: environment, once: mark)
    guard let end = start.perform() else { return otherwise }
    guard end.status == 2 || end.status == 5 else { return otherwise }
    let words = end.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let last = words.split(separator: "\n").last.map(String.init) ?? "it ended at once"
    throw Explanation(
      doing: "", wrong: last.hasPrefix("bothy: ") ? String(last.dropFirst(7)) : last, advice: "",
      status: end.status)
  }

  // MARK: What was done before

  private static let mostLooked = 20

  /// What came of something that was cut off: nil where there is no trace of it. What is begun by a process
  /// of its own is begun once anyway.
  func trace(of order: ActionOrder, since: Date) throws -> String? {
    guard let bot = order.bot, let store = try? readOnlyStore else { return nil }
    switch order.action {
    case .integrate: return try trace(integrating: bot, order.fields["commit"], since, store)
    case .cancel:
      guard let number = order.number, try store.integration(bot: bot, number: number)?.result == .canceled
      else { return nil }
      return "\(bot)\(number) is canceled."
    case .pause, .resume, .rerun, .pin, .unpin, .silence, .unsilence: return nil
    }
  }

  /// What was said to be done was killed before anything came of it.
  func isLost(_ order: ActionOrder) throws -> Bool {
    try order.mark.map { try BegunOnce(state).cameToNothing($0) } ?? false
  }

  private func trace(
    integrating bot: BotID, _ commit: String?, _ since: Date, _ store: SQLiteStore
  ) throws -> String? {
    func isIt(_ id: CommitID?) -> Bool {
      guard let commit, commit.count >= 7, commit.allSatisfy(\.isHexDigit), let id else { return true }
      return id.rawValue.hasPrefix(commit.lowercased())
    }
    let pending: [Pending] = try store.pendingIntegrations()
    let waits = pending.first(where: { place in
      let request = place.request
      guard request.bot == bot, request.source == QueueSource.manual else { return false }
      return request.queued >= since && isIt(request.commit)
    })
    if let waits { return "Queued: \(waits.what) of the bot `\(bot)`." }
    let begun = try store.past(bot: bot, limit: Self.mostLooked).first { past in
      guard past.started >= since, isIt(past.commit) else { return false }
      let order = try? state.integration(bot, past.number).readOrder(doing: "reading an order")
      return order.map { $0.queued >= since } ?? false
    }
    return begun.map { "It was begun as \(bot)\($0.number)." }
  }

  private var lookup: BotLookup { BotLookup(folder: bots) }

  private var readOnlyStore: SQLiteStore {
    get throws { try SQLiteStore(folder: state.path, readOnly: true) }
  }

  private func pins(_ output: Output) -> PinCommand {
    PinCommand(state: state, templates: templates, output: output)
  }

  private func silences(_ output: Output, _ order: ActionOrder) -> SilenceCommand {
    let plain = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
    return SilenceCommand(
      state: state, bots: lookup, capabilities: plain, output: output, by: order.who ?? NSUserName())
  }
}
