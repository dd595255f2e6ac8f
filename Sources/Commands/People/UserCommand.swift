import Explaining
import Files
import Foundation
import Model
import People
import State
import Terminal

/// `bothy user`: who may sign in, and as what.
struct UserCommand {
  let state: StateFolder
  let input: PasswordInput
  var output = Output.standard
  var now = Date()

  private var file: PeopleFile { PeopleFile(state) }

  func perform(_ act: UserAct) throws -> Int32 {
    switch act {
    case .add(let name, let role, let bot): try add(name, role, bot)
    case .removal(let name): try remove(name)
    case .password(let name): try password(name)
    case .role(let name, let role, let bot): try change(name, role, bot)
    case .list: try list()
    }
    return 0
  }

  private func add(_ name: String, _ role: Role, _ bot: BotID?) throws {
    let doing = "adding \(name)"
    let there = Explanation(
      doing: doing, wrong: "there is somebody of that name already",
      advice: "`bothy user role` and `bothy user password` change what is known of them", status: 2)
    guard try file.read().person(name) == nil else { throw there }
    let password = try input.make(for: name, doing: doing)
    var rights = Rights(bot == nil ? role : .nobody)
    if let bot { rights.set(role, for: bot) }
    try prepare()
    try file.change { book in
      guard book.person(name) == nil else { throw there }
      book.people.append(Person(name: name, password: password, rights: rights, since: now))
    }
    let entrance =
      password == nil ? "; without a password, only a server in front can say that it is them" : ""
    try tell("user add", name, "`\(name)` is known: \(rights.words)\(entrance).")
  }

  private func remove(_ name: String) throws {
    try file.change { book in
      let place = try book.place(of: name, doing: "removing \(name)")
      book.people.remove(at: place)
    }
    try tell("user remove", name, "`\(name)` is known no more, and signed out everywhere.")
  }

  private func password(_ name: String) throws {
    let doing = "changing the password of \(name)"
    _ = try file.read().place(of: name, doing: doing)
    let password = try input.make(for: name, doing: doing)
    try file.change { book in
      book.people[try book.place(of: name, doing: doing)].password = password
    }
    let what = password == nil ? "has no password any more" : "has another password"
    try tell("user password", name, "`\(name)` \(what), and is signed out everywhere.")
  }

  private func change(_ name: String, _ role: Role, _ bot: BotID?) throws {
    let rights = try file.change { book in
      let place = try book.place(of: name, doing: "changing the role of \(name)")
      book.people[place].rights.set(role, for: bot)
      return book.people[place].rights
    }
    try tell("user role", name, "`\(name)` is from now on: \(rights.words).")
  }

  private func list() throws {
    let people = try file.read().people
    guard !people.isEmpty else {
      output.write("Nobody is known yet; `bothy user add NAME` adds somebody.\n")
      return
    }
    let width = people.map(\.name.count).max() ?? 0
    for person in people.sorted(by: { $0.name < $1.name }) {
      let note = person.password == nil ? "  (no password)" : ""
      let name = person.name.padding(toLength: width, withPad: " ", startingAt: 0)
      output.write("\(name)  \(person.rights.words)\(note)\n")
    }
  }

  private func prepare() throws { try state.open() }

  private func tell(_ act: String, _ name: String, _ words: String) throws {
    try AuditLog(state).note(by: act, of: name, words)
    output.write(words + "\n")
  }
}

extension AuditLog {
  /// Something that was done by a command, by whoever may write the state directory.
  func note(by act: String, of name: String, _ words: String) throws {
    var entry = AuditEntry(who: NSUserName(), way: .command, act: act)
    entry.details = ["name": name]
    try note(entry, status: 0, words: words)
  }
}
