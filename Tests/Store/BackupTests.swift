import Foundation
import Kit
import Model
import SQLite
import Testing

@testable import Store

@Suite("A store taken along") struct BackupStoreTests {
  private let scratch: ScratchFolder
  private let store: SQLiteStore

  init() throws {
    scratch = try ScratchFolder("backup-store")
    store = try SQLiteStore(folder: scratch.path + "/here")
    for bot in ["a", "b"] as [BotID] {
      for _ in 0..<2 {
        _ = try store.begin(
          bot: bot, branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
      }
      try store.silence(
        Silence(
          .issue("i"), until: .forever, reason: "r", origin: .command, by: "me", at: at(0), branch: nil),
        of: bot)
    }
  }

  private func rows(_ database: Database) throws -> [String] {
    try database.all(
      "SELECT name || number || coalesce(result, '') FROM integration JOIN bot ON bot.id = bot ORDER BY 1"
    ) { $0.text(0) }
  }

  @Test("a copy is all of one moment, while others write")
  func copy() throws {
    let path = scratch.path + "/copy"
    let other = try SQLiteStore(folder: scratch.path + "/here")
    try store.copy(to: path)
    _ = try other.begin(bot: "a", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
    #expect(try rows(Database(path: path)) == ["a1", "a2", "b1", "b2"])
    #expect(try SQLiteStore.check(path) == StoredCounts(bots: ["a", "b"], integrations: 4))
  }

  @Test(
    "whoever was told that one began that was cut off is to be told of its end, and it is not begun again")
  func begun() throws {
    let post = Message.Post(address: "https://a.b/c", body: "{}", secretsFile: "/s")
    func message(_ number: IntegrationNumber, _ topic: Message.Topic) -> Message {
      Message(
        bot: "a", integration: number, branch: "main", trigger: 0, topic: topic, recipient: "https://a.b",
        why: "", content: .post(post), made: at(0))
    }
    let third = try store.begin(
      bot: "a", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
    try store.abandon(bot: "a", integration: 1, result: .canceled, reason: "so", at: at(0))
    try store.post([message(1, .start), message(1, .end), message(2, .start)])
    try store.copy("a", to: scratch.path + "/one")
    _ = try SQLiteStore.check(scratch.path + "/one")
    try store.forget("a")
    try store.take("a", from: scratch.path + "/one", at: at(1))
    let open = try store.openIntegrations()
    #expect(open.map(\.number) == [2] && third == 3)
    #expect(open.map(\.result) == [.canceled] && open.map { $0.canceling?.isByHand } == [true])
  }

  @Test("a bot that was taken out comes back behind the others, which stay as they are")
  func one() throws {
    let path = scratch.path + "/one"
    try store.copy("a", to: path)
    #expect(try SQLiteStore.check(path) == StoredCounts(bots: ["a"], integrations: 2))
    try store.forget("a")
    #expect(try rows(store.database) == ["b1", "b2"])
    try store.take("a", from: path, at: at(1))
    #expect(try rows(store.database) == ["a1canceled", "a2canceled", "b1", "b2"])
    #expect(try store.silences(of: "a").count == 1 && store.silences(of: "b").count == 1)
    #expect(
      try store.database.all("PRAGMA foreign_key_check", read: { $0.text(0) }) == [])
    let next = try store.begin(
      bot: "a", branch: "main", commit: nil, queued: at(0), started: at(0), processID: 1)
    #expect(next == 3)
  }

  @Test("every table is a bot's, or is known to be nobody's")
  func tables() throws {
    let all = try store.database.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ) { $0.text(0) }
    #expect(Set(all).subtracting(try BotRows(store.database).names) == ["pause", "begun"])
  }

  @Test("what is no store of Bothy's is refused")
  func foreign() throws {
    let path = scratch.path + "/other"
    try Database(path: path).script("CREATE TABLE a (b)")
    #expect(throws: StoreError.self) { try SQLiteStore.check(path) }
    try store.copy(to: path)
    try Database(path: path).script("PRAGMA user_version = 999")
    #expect((#expect(throws: StoreError.self) { try SQLiteStore.check(path) })?.kind == .newer)
    let acting = scratch.path + "/acting"
    try store.copy(to: acting)
    try Database(path: acting).script("CREATE TRIGGER t AFTER INSERT ON bot BEGIN DELETE FROM bot; END")
    #expect(throws: StoreError.self) { try SQLiteStore.check(acting) }
  }
}
