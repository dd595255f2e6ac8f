import Explaining
import Files
import Foundation
import Model
import People
import Processes
import State
import Terminal
import Words

/// `bothy host shell USER`: what sshd lets somebody do with their key, instead of a shell. Its words are read
/// here, and no shell ever sees them.
struct HostShell {
  let user: String
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  let environment: [String: String]

  private static let secondsOfSilence = 600

  func perform() throws -> Int32 {
    let doing = "serving git for \(user)"
    guard let person = try PeopleFile(state).read().person(user) else {
      throw Explanation(
        doing: doing, wrong: "nobody is known by that name any more", advice: "ask who keeps this machine",
        status: 2)
    }
    guard let command = environment["SSH_ORIGINAL_COMMAND"], let asked = Self.asked(command) else {
      throw Explanation(
        doing: doing, wrong: "only git is served here, and no shell",
        advice: "clone or push, as in `git clone ssh://…/NAME.git`", status: 2)
    }
    let (service, name) = asked
    let role = person.rights.role(for: name.bot)
    guard role >= service.role else {
      throw Explanation(
        doing: doing,
        wrong: "\(user) is \(role.words) of \(name), and \(service.doing) takes \(service.role.words)",
        advice: "ask who keeps this machine", status: 2)
    }
    let repository = HostedRepository(name: name, state: state)
    guard repository.isThere else {
      throw Explanation(
        doing: doing, wrong: "no repository `\(name)` is hosted here", advice: "look at how it is written",
        status: 2)
    }
    try become(try git(service, repository, doing))
  }

  /// With the input and the output that sshd made.
  private func git(_ service: GitAccess, _ repository: HostedRepository, _ doing: String) throws -> Command {
    let from = environment["SSH_CONNECTION"]?.split(separator: " ").first.map(String.init)
    let asking = GitChild.Asking(who: user, way: AuditEntry.Way.key.rawValue, from: from)
    let wire = environment["GIT_PROTOCOL"].flatMap { text in
      text.utf8.count < 100 && text.utf8.allSatisfy { Self.isPlain($0) || "=:".utf8.contains($0) }
        ? ["GIT_PROTOCOL": text] : nil
    }
    let site = try? ServingSettings(state, address: nil).address
    let child = GitChild(state: state, bots: bots, site: site, environment: environment)
    let words =
      service == .upload
      ? ["upload-pack", "--strict", "--timeout=\(Self.secondsOfSilence)", repository.path]
      : ["receive-pack", repository.path]
    return Command(
      executable: try GitChild.program(environment, doing: doing), arguments: words,
      environment: child.variables(repository.name, asking, wire ?? [:]), folder: "/", isMarked: false)
  }

  static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// `git-upload-pack 'NAME.git'`, with or without the quotes and a slash in front; nothing else.
  static func asked(_ command: String) -> (GitAccess, HostedName)? {
    guard command.utf8.count < 200 else { return nil }
    for service in GitAccess.allCases {
      for word in [service.rawValue, service.rawValue.replacing("git-", with: "git ")]
      where command.hasPrefix(word + " ") {
        var place = command.dropFirst(word.count + 1)
        if place.count > 1, place.first == "'", place.last == "'" { place = place.dropFirst().dropLast() }
        if place.first == "/" { place = place.dropFirst() }
        return HostedName(repository: String(place)).map { (service, $0) }
      }
    }
    return nil
  }
}

/// `bothy host key USER FILE`: the line of authorized_keys that lets somebody in for git, and nothing else.
struct HostKey {
  let user: String
  /// Of a public key.
  let file: String
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  var output = Output.standard

  func perform() throws -> Int32 {
    let doing = "letting \(user) in over ssh"
    _ = try PeopleFile(state).read().place(of: user, doing: doing)
    guard let text = try? String(contentsOfFile: file, encoding: .utf8), text.utf8.count < 20_000,
      let key = Self.key(text)
    else {
      throw Explanation(
        doing: doing, wrong: "\(file) is no public key of ssh",
        advice: "name the file that ends in `.pub`, with one key in it", status: 2)
    }
    let words = [
      ProgramSearch.own, "host", "shell", user, "--state", state.path, "--bots", bots,
    ]
    guard words.allSatisfy({ !$0.contains(where: \.isNewline) }) else {
      throw Explanation(
        doing: doing, wrong: "a folder's name has a line break in it", advice: "choose others", status: 2)
    }
    let line = ShellWord.line(words).replacingSigns(Sign.inQuotes)
    output.write("command=\"\(line)\",restrict \(key)\n")
    return 0
  }

  /// One line: what kind, and the key; what else somebody wrote into such a file is left out.
  static func key(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard lines.count == 1 else { return nil }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let kinds = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"]
    guard words.count >= 2, kinds.contains(where: words[0].hasPrefix),
      words[0].utf8.allSatisfy({ HostShell.isPlain($0) || "-@.".utf8.contains($0) }),
      Data(base64Encoded: words[1]) != nil, words[1].utf8.count > 20
    else { return nil }
    return "\(words[0]) \(words[1])"
  }
}
