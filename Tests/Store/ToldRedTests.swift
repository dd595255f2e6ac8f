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
