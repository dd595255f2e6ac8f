import Explaining
import Files
import Foundation
import Model
import People
import State
import Terminal
import Words

/// `bothy token`: what programs send along to be let in.
struct TokenCommand {
  let state: StateFolder
  var output = Output.standard
  var errors = Output.error
  var now = Date()

  /// By it a token that lies about is known for what it is.
  static let beginning = "bothy_"

  private var file: PeopleFile { PeopleFile(state) }

  func perform(_ act: TokenAct) throws -> Int32 {
    switch act {
    case .create(let name, let role, let bot, let until): try create(name, role, bot, until)
    case .removal(let name): try remove(name)
    case .list: try list()
    }
    return 0
  }

  private func create(_ name: String, _ role: Role, _ bot: BotID?, _ until: String?) throws {
    let doing = "making the token \(name)"
    if let until, until < Moment.day(now) {
      throw Explanation(doing: doing, wrong: "\(until) is over", advice: "name a later day", status: 2)
    }
    var rights = Rights(bot == nil ? role : .nobody)
    if let bot { rights.set(role, for: bot) }
    let secret = Secret.make(Self.beginning)
    try state.open()
    try file.change { book in
      guard !book.tokens.contains(where: { $0.name == name }) else {
        throw Explanation(
          doing: doing, wrong: "there is one of that name already",
          advice: "take another name, or remove that one first", status: 2)
      }
      book.tokens.append(
        AccessToken(name: name, mark: Secret.mark(secret), rights: rights, since: now, until: until))
    }
    let words = "The token `\(name)` is: \(rights.words)\(until.map { ", through \($0)" } ?? "")."
    try AuditLog(state).note(by: "token create", of: name, words)
    errors.write(words + " It is shown this once:\n")
    output.write(secret + "\n")
  }

  private func remove(_ name: String) throws {
    try file.change { book in
      guard let place = book.tokens.firstIndex(where: { $0.name == name }) else {
        let near = Nearest.meant(by: name, among: book.tokens.map(\.name))
        throw Explanation(
          doing: "removing the token \(name)", wrong: "there is none of that name",
          advice: near.map { "did you mean `\($0)`?" } ?? "`bothy token list` lists them", status: 2)
      }
      book.tokens.remove(at: place)
    }
    let words = "The token `\(name)` lets nobody in any more."
    try AuditLog(state).note(by: "token remove", of: name, words)
    output.write(words + "\n")
  }

  private func list() throws {
    let tokens = try file.read().tokens.sorted { $0.name < $1.name }
    guard !tokens.isEmpty else {
      output.write("There is no token yet; `bothy token create NAME` makes one.\n")
      return
    }
    let width = tokens.map(\.name.count).max() ?? 0
    for token in tokens {
      let name = token.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let isOver = token.isOver(on: Moment.day(now))
      let end = token.until.map { "  (\(isOver ? "over, it was until" : "until") \($0))" } ?? ""
      output.write("\(name)  \(token.rights.words)\(end)\n")
    }
  }
}
