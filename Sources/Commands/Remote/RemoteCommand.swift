import Explaining
import Files
import Foundation
import Model
import Terminal
import Words

/// A command line that is carried out by a Bothy elsewhere: its words, its statuses.
struct RemoteCommand {
  let server: RemoteServer
  let capabilities: TerminalCapabilities
  var output = Output.standard
  var pause: (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }

  private static let logBytes = 4 << 20

  func perform(_ verb: CommandLineVerb) throws -> Int32 {
    if case .log(let address, let follow) = verb { return try log(address, follow: follow) }
    if let question = try reading(verb) {
      let answer = try server.ask(question)
      output.write(answer.body)
      return answer.exitStatus
    }
    guard let action = try acting(verb) else {
      throw Explanation(
        doing: "asking \(server.place.address)", wrong: "a server does not do that for others",
        advice: "do it where the server runs, without --server", status: 2)
    }
    let words = try JSONDecoder().decode(Done.self, from: Data(server.ask(action).body)).words
    output.write(server.place.fromHere(Shown.lines(words)) + "\n")
    return 0
  }

  private struct Done: Decodable { var words: String }

  // MARK: What is read

  private func reading(_ verb: CommandLineVerb) throws -> RemoteServer.Question? {
    if case .bots(let json) = verb {
      return question("/api/bots", json ? .json : .text, "asking for the bots")
    }
    if case .show(let address, let form) = verb {
      let shape: Form = form == .json ? .json : form == .markdown ? .markdown : .text
      var asked = question(path(address), shape, "bothy show \(address)")
      if form == .full { asked.path += "&full" }
      return asked
    }
    if case .tests(let bot, let test, let json) = verb {
      var asked = question(path(bot) + "/tests", json ? .json : .text, "bothy tests \(bot)")
      if let test { asked.path += "&test=" + Self.encoded(test) }
      return asked
    }
    if case .issues(let bot, let json) = verb {
      return question(path(bot) + "/issues", json ? .json : .text, "bothy issues \(bot)")
    }
    if case .history(let bot, let csv, let json) = verb {
      return question(
        path(bot) + "/history", csv ? .csv : json ? .json : .text, "bothy history \(bot)")
    }
    if case .silence(let bot, nil, _) = verb {
      return question(path(bot) + "/silences", .text, "bothy silence \(bot)")
    }
    return nil
  }

  private enum Form: String { case json, text, csv, markdown }

  private func question(_ path: String, _ form: Form, _ doing: String) -> RemoteServer.Question {
    let look =
      form == .text
      ? "&width=\(capabilities.width)" + (capabilities.colors ? "&colors" : "")
        + (capabilities.unicode ? "" : "&ascii") : ""
    return RemoteServer.Question("\(path)?as=\(form.rawValue)\(look)", doing: doing)
  }

  /// In pieces, so that one of any size is taken, and one that grows is read on.
  private func log(_ address: IntegrationAddress, follow: Bool) throws -> Int32 {
    var lines = LogLines(capabilities: capabilities)
    var address = address
    var from = 0
    while true {
      var asked = RemoteServer.Question(path(address) + "/log", doing: "bothy log \(address)")
      asked.headers = ["Range: bytes=\(from)-\(from + Self.logBytes - 1)"]
      let answer = try server.ask(asked)
      let isNew = answer.status == 206 || answer.status == 200
      if isNew {
        from += answer.body.count
        guard output.write(lines.shown(answer.body)) else { return 0 }
      }
      // The latest may be another one in the meantime.
      if let number = answer.headers["bothy-integration"].flatMap({ Int($0) }) {
        address.number = IntegrationNumber(number)
      }
      if isNew, answer.body.count == Self.logBytes { continue }
      guard follow, answer.headers["bothy-growing"] == "1" else { break }
      pause(0.5)
    }
    output.write(lines.rest())
    return 0
  }

  // MARK: What is done

  private func acting(_ verb: CommandLineVerb) throws -> RemoteServer.Question? {
    if case .integrate(let bot, let commit, let wait, _) = verb {
      guard !wait else {
        throw Explanation(
          doing: "bothy integrate \(bot) with --server", wrong: "a server does not wait for who asks",
          advice: server.place.fromHere("leave out --wait, and follow it with `bothy log \(bot) -f`"),
          status: 2)
      }
      return ask(.integrate, path(bot), "\(bot)", ["commit": commit])
    }
    if case .rerun(let address, let options) = verb {
      var plain = RerunOptions()
      (plain.onlyFailed, plain.quiet, plain.verbose) = (options.onlyFailed, options.quiet, options.verbose)
      guard plain == options else {
        throw Explanation(
          doing: "bothy rerun \(address) with --server", wrong: "of its options a server takes only --failed",
          advice: "do it where the server runs, without --server", status: 2)
      }
      return ask(.rerun, numbered(address), "\(address)", ["failed": options.onlyFailed ? "true" : nil])
    }
    if case .cancel(let address) = verb { return ask(.cancel, numbered(address), "\(address)") }
    if case .pin(let address) = verb { return ask(.pin, numbered(address), "\(address)") }
    if case .unpin(let address) = verb { return ask(.unpin, numbered(address), "\(address)") }
    if case .pause(let bot) = verb {
      return ask(.pause, bot.map(path) ?? "/api", bot?.rawValue ?? "all bots")
    }
    if case .resume(let bot) = verb {
      return ask(.resume, bot.map(path) ?? "/api", bot?.rawValue ?? "all bots")
    }
    if case .silence(let bot, .some(let issue), let options) = verb {
      return ask(
        .silence, path(bot), "\(bot)",
        ["issue": issue, "reason": options.reason, "until": options.until?.text])
    }
    if case .unsilence(let bot, let issue) = verb {
      return ask(.unsilence, path(bot), "\(bot)", ["issue": issue])
    }
    return nil
  }

  private func ask(
    _ action: ServedAction, _ path: String, _ subject: String, _ fields: [String: String?] = [:]
  ) -> RemoteServer.Question {
    RemoteServer.Question(
      "\(path)/\(action.rawValue)", doing: "\(action.doing) \(subject)",
      fields: fields.compactMapValues(\.self))
  }

  // MARK: Addresses

  private func path(_ bot: BotID) -> String { "/api/bots/" + Self.encoded(bot.rawValue) }

  private func path(_ address: IntegrationAddress) -> String {
    path(address.bot) + "/" + (address.number.map { "\($0.value)" } ?? "latest")
  }

  /// Without a number it is the bot that something is done with.
  private func numbered(_ address: IntegrationAddress) -> String {
    path(address.bot) + (address.number.map { "/\($0.value)" } ?? "")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let isPlain =
        (0x61...0x7A).contains(byte | 0x20) && byte & 0x40 != 0 || (0x30...0x39).contains(byte)
        || "-._~".utf8.contains(byte)
      encoded +=
        isPlain
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
    }
  }
}

extension CommandLineVerb {
  /// It tells of the program, whoever serves.
  var isAboutItself: Bool {
    if case .help = self { return true }
    if case .completions = self { return true }
    if case .manual = self { return true }
    return self == .version
  }
}
