import Foundation
import Kit
import Model
import SQLite
import Testing

@testable import Store

@Suite("Messages in their order")
struct MessagesTests {
  @Test("what an older Bothy left open goes on in the order in which it was made")
  func migrated() throws {
    let scratch = try ScratchFolder("store")
    let database = try Database(path: scratch.path + "/bothy.sqlite")
    try Schema.migrate(database, to: 24)
    try database.script("INSERT INTO bot (id, name) VALUES (1, 'parser')")
    let post = Message.Post(address: "https://a.b/c?d={TOKEN}", body: "{}", secretsFile: "/s")
    let mail = Message.Mail(subject: "", plain: "", html: "", thread: "t", list: "", isNamed: true)
    for (content, due) in [
      (Message.Content.post(post), 9), (.post(post), 1), (.mail(mail), 9), (.mail(mail), 1),
    ] {
      let text = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
      try database.run(
        """
        INSERT INTO message (bot, number, key, branch, "trigger", topic, recipient, why, content, state, made,
          due, attempts)
        VALUES (1, ?1, ?1, 'main', 0, 'end', 'Ada@b.c', '', ?2, 'waiting', 0, ?3, '[]')
        """, try database.first("SELECT count(*) FROM message") { $0.int(0) } ?? 0, text, due)
    }
    let store = try SQLiteStore(folder: scratch.path)
    #expect(try store.dueLanes(at: Date(milliseconds: 5)).isEmpty)
    #expect(try store.nextDue() == Date(milliseconds: 9))
    #expect(try store.dueLanes(at: Date(milliseconds: 9)) == [post.address, "mail"])
    for lane in [post.address, "mail"] {
      let messages = try store.dueMessages(over: lane, at: Date(milliseconds: 9))
      #expect(messages.map(\.lane) == [lane, lane])
      let kept = try store.database.all(
        "SELECT DISTINCT conversation FROM message WHERE lane = ?", lane
      ) { $0.text(0) }
      #expect(kept == [messages[0].conversation] && kept == [messages[1].conversation])
    }
  }

  @Test("what is open is found by its index, however much was told")
  func indexed() throws {
    let scratch = try ScratchFolder("store")
    let store = try SQLiteStore(folder: scratch.path)
    let plan = try store.database.plan(
      of: "SELECT lane FROM message WHERE \(SQLiteStore.isDue) GROUP BY lane ORDER BY min(id)")
    #expect(!plan.contains { $0.hasPrefix("SCAN message") && !$0.contains("INDEX") }, "\(plan)")
    #expect(plan.contains { $0.contains("messageOpenInOrder (conversation=?") }, "\(plan)")
  }
}
