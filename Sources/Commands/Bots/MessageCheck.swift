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

  /// What is wrong with `<state>/serve.yaml`, where there is one.
  var serveProblems: [BotFile.Problem] {
    guard let bytes = contents(of: state.server) else { return [] }
    let read = ServeFile.read(bytes, file: state.server, folder: state.path)
    guard case .problems(let problems) = read else { return [] }
    return problems
  }

  typealias Warning = (path: [String], words: String)

  /// Each with the keys, and numbers of items, of what it is about.
  func warnings(_ bot: Bot, file: String) -> [Warning] {
    var told: Set<String> = []
    return secrets(of: bot, file).map { (["secrets"], $0) }
      + bot.triggers.enumerated().flatMap { index, trigger -> [Warning] in
        let path = ["triggers", "\(index)"]
        switch trigger.act {
        case .email(let to, _, _, _):
          return mail(to, path + ["email"]).filter { told.insert($0.words).inserted }
        case .webhook(let url, let posting):
          return webhook(url, posting ?? .init(), path + ["webhook"], file)
        case .before, .after: return []
        }
      }
  }

  /// Those that the build is given.
  private func secrets(of bot: Bot, _ file: String) -> [String] {
    guard !bot.secrets.isEmpty else { return [] }
    let place = secretsFile(file)
    if let wrong = Secrets.problem(bot.secrets, in: place) { return [wrong] }
    let known = (try? Secrets.read(bot.secrets, from: place)) ?? .none
    let stray = Secrets.strayLine(in: place).map {
      "\(place):\($0) is no line NAME=value: a value ends with its line. Write what has several in one, as "
        + "base64 does (`base64 -w 0 FILE`), and have your script decode it"
    }
    let refused = known.refusal().map { "\($0): choose another value" }
    return [refused, stray].compactMap(\.self)
  }

  private func secretsFile(_ file: String) -> String {
    state.secrets(BotFolder.stem(of: file.split(separator: "/").last.map(String.init) ?? file))
  }

  private func mail(_ addresses: [String], _ path: [String]) -> [Warning] {
    guard FileFacts(state.mailServer) != nil, let bytes = contents(of: state.mailServer) else {
      return [(path, "no mail can be sent: there is no \(state.mailServer), which says by which server")]
    }
    guard case .server(let server) = MailFile.read(bytes, file: "", folder: state.path) else { return [] }
    return addresses.enumerated().compactMap { index, address in
      server.objection(to: address, isNamed: true).map {
        (path + ["to", "\(index)"], "\(address) gets no mail: \($0)")
      }
    }
  }

  private func webhook(
    _ url: String, _ posting: Bot.Trigger.Posting, _ path: [String], _ file: String
  ) -> [Warning] {
    let secrets = [
      ("url", Telling.secretNames(url, nil)), ("secret", [posting.secret].compactMap(\.self)),
      ("token", [posting.token].compactMap(\.self)),
    ]
    return template(posting.template).map { (path + ["template"], $0) }
      + secrets.flatMap { key, names in self.secrets(names, file).map { (path + [key], $0) } }
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

  private func secrets(_ names: [String], _ file: String) -> [String] {
    guard !names.isEmpty, let wrong = Secrets.problem(names, in: secretsFile(file)) else { return [] }
    return ["a webhook cannot be sent: \(wrong)"]
  }
}
