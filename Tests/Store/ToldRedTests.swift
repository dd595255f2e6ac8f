import Foundation
import Kit
import Model
import SQLite
import Testing

@testable import Store

@Suite("Whom a mail told that a branch is red")
struct ToldRedTests {
  private func told(_ store: SQLiteStore, _ branch: BranchName, before number: Int = 99) throws -> [String] {
    try store.toldRed(of: "parser", branch: branch, before: IntegrationNumber(number)).map {
      "\($0.recipient) of \($0.integration)"
    }
  }

  @Test("what stands in older messages is taken over, but for what a green one came after")
  func migrated() throws {
    let scratch = try ScratchFolder("store")
    let path = scratch.path + "/bothy.sqlite"
    let database = try Database(path: path)
    try Schema.migrate(database, to: 25)
    try database.script("INSERT INTO bot (id, name) VALUES (1, 'parser')")
    // Of main the mail that told of green was forgotten, and its integration not.
    for (number, branch, result) in [(2, "main", "test-failures"), (4, "main", "succeeded"), (6, "fix", "")] {
      try database.run(
        """
        INSERT INTO integration (bot, number, branch, queued, started, ended, process, result, settled)
        VALUES (1, ?, ?, 0, 0, 0, 0, ?, 1)
        """, number, branch, result.isEmpty ? "test-failures" : result)
    }
    let messages = [
      (2, "main", "issues", "taken", "a@b.c"), (3, "told", "issues", "taken", "a@b.c"),
      (5, "told", "green", "taken", "a@b.c"), (6, "fix", "issues", "taken", "a@b.c"),
      (6, "fix", "issues", "refused", "d@b.c"), (7, "gone", "issues", "waiting", "a@b.c"),
    ]
    for (number, branch, topic, state, recipient) in messages {
      try database.run(
        """
        INSERT INTO message (bot, number, key, branch, "trigger", topic, recipient, why, content, state, made,
          due, attempts)
        VALUES (1, ?1, ?2, ?3, 0, ?4, ?5, '', '{}', ?6, 0, 0, '[]')
        """, number, "\(number) \(topic) \(recipient)", branch, topic, recipient, state)
    }
    let store = try SQLiteStore(folder: scratch.path)
    #expect(try told(store, "main").isEmpty && told(store, "told").isEmpty)
    #expect(try told(store, "fix") == ["a@b.c of #6"] && told(store, "gone") == ["a@b.c of #7"])
    let left = try store.database.all("SELECT number FROM message ORDER BY id") { $0.int(0) }
    #expect(left == [2, 6, 6, 7], "what is told of integrations that are known, or is still on its way")
  }

  @Test("nobody is remembered of a branch that went long ago")
  func gone() throws {
    let scratch = try ScratchFolder("store")
    let store = try SQLiteStore(folder: scratch.path)
    let number = try store.begin(
      bot: "parser", branch: "fix", commit: nil, queued: at(0), started: at(0), processID: 1)
    let mail = Message.Mail(subject: "", plain: "", html: "", thread: "t", list: "", isNamed: true)
    try store.post([
      Message(
        bot: "parser", integration: number, branch: "fix", trigger: 0, topic: .issues, recipient: "a@b.c",
        why: "", content: .mail(mail), made: at(0))
    ])
    try store.abandon(bot: "parser", integration: number, result: .canceled, reason: "", at: at(0))
    try store.database.run(
      "INSERT INTO tip (bot, branch, revision, seen, gone) VALUES (1, 'fix', 'k', 0, 1)")
    try store.forgetBranches(of: "parser", goneBefore: at(60))
    #expect(try told(store, "fix") == ["a@b.c of #1"], "an integration of it is kept")
    try store.forget(bot: "parser", integration: number)
    try store.forgetBranches(of: "parser", goneBefore: at(60))
    #expect(try told(store, "fix").isEmpty)
  }
}
