import Explaining
import Files
import Formats
import Foundation
import Model
import People
import State
import Terminal
import Words

/// `bothy host`: repositories that are kept here, to be cloned and pushed to.
struct HostCommand {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  var typed = NamedFolders()
  var output = Output.standard
  var now = Date()

  func perform(_ act: HostAct) throws -> Int32 {
    switch act {
    case .create(let name, let makesBot): try create(name, makesBot)
    case .list(let json): try HostList(state: state, output: output).perform(json: json)
    case .retire(let name): try retire(name)
    case .restore(let name): try restore(name)
    case .protect(let name, let branch): try protect(name, branch)
    case .unprotect(let name, let branch): try unprotect(name, branch)
    case .key, .hook, .shell: preconditionFailure("others do these")
    }
    return 0
  }

  private func create(_ name: HostedName, _ makesBot: Bool) throws {
    let doing = "making the repository \(name)"
    try state.open()
    let repository = HostedRepository(name: name, state: state)
    let file = "\(bots)/\(name).yaml"
    // Of one that is hosted already, that is said first.
    let isNew = !Files.isThere(repository.path)
    if makesBot, isNew, let taken = [file, "\(bots)/\(name).yml"].first(where: { Files.isThere($0) }) {
      throw Explanation(
        doing: doing, wrong: "there is a bot of that name already: \(taken)",
        advice: "leave out --bot, and name \(repository.path) in that file", status: 2)
    }
    try repository.make(doing: doing, now: now)
    if makesBot {
      let text = BotFileText(
        name: name.text, repository: repository.path, branch: HostedRepository.base, package: "."
      ).text
      do {
        try makeFolder(bots)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
      } catch {
        // Both or neither: nobody has pushed to it yet.
        FileTree.remove(repository.path)
        throw Explanation(error, doing: "\(doing) and its bot \(file)")
      }
    }
    let address = try ServingSettings(state, address: nil).address + "git/\(name.folder)"
    try note("host create", name, "`\(name)` is hosted: \(repository.path)")
    var lines = ["Made \(repository.path), an empty repository. What to do next:"]
    lines += [
      "  git remote add origin \(address)", "      where `bothy serve` serves; \(Self.who)",
      "  git push -u origin \(HostedRepository.base)",
    ]
    if makesBot {
      lines.append("The bot is \(file): it integrates \(HostedRepository.base) when something is pushed.")
    } else {
      let bot = typed.line(["create", repository.path])
      lines += ["  \(bot)", "      a bot for it, when something was pushed"]
    }
    output.write(ErrorText.lines(lines))
  }

  private static let who = "who is an operator (`bothy user`) pushes, readers clone"

  private func retire(_ name: HostedName) throws {
    try change(name, "retiring") { record in
      guard record.retired == nil else { return "`\(name)` is retired already." }
      record.retired = now
      return "`\(name)` takes no pushes any more; what it has stays, and can be cloned."
    }
  }

  private func restore(_ name: HostedName) throws {
    try change(name, "restoring") { record in
      guard record.retired != nil else { return "`\(name)` is not retired." }
      record.retired = nil
      return "`\(name)` takes pushes again."
    }
  }

  private func protect(_ name: HostedName, _ branch: String) throws {
    try change(name, "protecting a branch of") { record in
      guard !record.protected.contains(branch) else {
        return "`\(branch)` of `\(name)` is protected already."
      }
      record.protected.append(branch)
      return "`\(branch)` of `\(name)` is protected: nobody forces or deletes it."
    }
  }

  private func unprotect(_ name: HostedName, _ branch: String) throws {
    try change(name, "unprotecting a branch of") { record in
      guard let place = record.protected.firstIndex(of: branch) else {
        let near = Nearest.meant(by: branch, among: record.protected)
        throw Explanation(
          doing: "unprotecting a branch of \(name)",
          wrong: "`\(branch)` is not among those that are protected",
          advice: near.map { "did you mean `\($0)`?" }
            ?? "they are: \(record.protected.joined(separator: ", "))", status: 2)
      }
      record.protected.remove(at: place)
      return "`\(branch)` of `\(name)` is protected no more: who may push may also force and delete it."
    }
  }

  private func change(
    _ name: HostedName, _ act: String, _ body: (inout HostedRecord) throws -> String
  ) throws {
    let doing = "\(act) \(name)"
    var words = ""
    try HostedRepository(name: name, state: state).change(doing: doing) { words = try body(&$0) }
    try note("host " + act.prefix { $0 != " " }, name, words)
    output.write(words + "\n")
  }

  private func note(_ act: String, _ name: HostedName, _ words: String) throws {
    try AuditLog(state).note(by: act, of: name.text, words)
  }
}
