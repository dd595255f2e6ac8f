import Foundation
import Kit
import Model
import SQLite
import Testing

@testable import Store

@Suite("Messages in their order")
struct MessagesTests {
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
