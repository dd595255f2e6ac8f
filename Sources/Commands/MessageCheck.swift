import Daemon
import Files
import Formats
import Integrator
import Model
import Notifier
import Publishing
import State
import Words

/// Whether what a bot's triggers would tell can be told: the mail server's settings, secrets, templates.
struct MessageCheck {
  let state: StateFolder
  /// A folder of the user's.
  let user: String?

  /// What is wrong with `<state>/mail.yaml`, where there is one.
  var mailProblems: [BotFile.Problem] {
    guard let bytes = contents(of: state.mailServer) else { return [] }
    let read = MailFile.read(bytes, file: state.mailServer, folder: state.path)
    guard case .problems(let problems) = read else { return [] }
    return problems
  }

  /// By the key of the bot file that they are about.
  func warnings(_ bot: Bot, file: String) -> [(key: String, words: String)] {
    var warnings: [String] = []
    if !mailed(bot).isEmpty { warnings += mail(mailed(bot)) }
    for trigger in bot.triggers {
      guard case .webhook(let url, let posting) = trigger.act else { continue }
      warnings += template(posting?.template) + secrets(url, posting, file)
    }
    var seen: Set<String> = []
    return secrets(of: bot, file).map { ("secrets", $0) }
      + warnings.filter { seen.insert($0).inserted }.map { ("triggers", $0) }
  }

  /// Those that the build is given.
  private func secrets(of bot: Bot, _ file: String) -> [String] {
    guard !bot.secrets.isEmpty else { return [] }
    let place = secretsFile(file)
    if let wrong = Secrets.problem(bot.secrets, in: place) { return [wrong] }
    let short = (try? Secrets.read(bot.secrets, from: place).unmasked) ?? []
    return short.map { "\($0) has less than four letters, too few to be masked where it is printed" }
  }

  private func secretsFile(_ file: String) -> String {
    state.secrets(BotFolder.stem(of: file.split(separator: "/").last.map(String.init) ?? file))
  }

  private func mailed(_ bot: Bot) -> [String] {
    bot.triggers.flatMap { trigger -> [String] in
      guard case .email(let to, _, _) = trigger.act else { return [] }
      return to.isEmpty ? [""] : to
    }
  }

  private func mail(_ addresses: [String]) -> [String] {
    guard FileFacts(state.mailServer) != nil, let bytes = contents(of: state.mailServer) else {
      return ["no mail can be sent: there is no \(state.mailServer), which says by which server"]
    }
    guard case .server(let server) = MailFile.read(bytes, file: "", folder: state.path) else { return [] }
    return addresses.filter { !$0.isEmpty }.compactMap { address in
      server.objection(to: address, isNamed: true).map { "\(address) gets no mail: \($0)" }
    }
  }

  private func template(_ name: String?) -> [String] {
    guard let name else { return [] }
    let known = (try? SiteTemplates.names(user: user)) ?? []
    let names = known.filter { $0.hasPrefix("webhooks/") && $0.hasSuffix(".json.mustache") }
      .map { String($0.dropFirst(9).dropLast(14)) }
    guard !names.contains(name) else { return [] }
    let near = Nearest.meant(by: name, among: names).map { "did you mean `\($0)`?" }
    return [
      "there is no template `\(name)` for webhooks: \(near ?? "there is \(names.joined(separator: ", "))")"
    ]
  }

  private func secrets(_ url: String, _ posting: Bot.Trigger.Posting?, _ file: String) -> [String] {
    let names = Telling.secretNames(url, posting)
    guard !names.isEmpty, let wrong = Secrets.problem(names, in: secretsFile(file)) else { return [] }
    return ["a webhook cannot be sent: \(wrong)"]
  }
}
