import Explaining
import Foundation
import HTTP
import Kit
import Model
import People
import State
import Synchronization
import Testing

@testable import Web

@Suite("What is asked for to be done")
struct ActionDeskTests {
  @Test("of more keys than are kept the latest are known, so that nothing is done twice that is sent again")
  func keys() throws {
    let scratch = try ScratchFolder("desk")
    defer { scratch.remove() }
    let done = Mutex(0)
    let desk = ActionDesk(
      log: AuditLog(StateFolder(path: scratch.path)), mostKept: 4,
      carryOut: { _ in
        done.withLock { $0 += 1 }
        return "Done."
      })
    let order = ActionOrder(.pause, BotID("p"), nil, who: "anna", way: .token, from: "127.0.0.1")
    for key in ["a", "b", "c", "d", "e"] {
      #expect(try !desk.perform(order, key: key).isRepeated)
      #expect(try desk.perform(order, key: key).isRepeated)
    }
    for key in ["c", "d", "e"] { #expect(try desk.perform(order, key: key).isRepeated, "\(key)") }
    #expect(done.withLock { $0 } == 5)
  }

  @Test("what was begun and was killed before anything came of it is done when it is asked for again")
  func lost() throws {
    let scratch = try ScratchFolder("desk")
    defer { scratch.remove() }
    let done = Mutex(0)
    let isLost = Mutex(false)
    let desk = ActionDesk(
      log: AuditLog(StateFolder(path: scratch.path)),
      carryOut: { _ in
        done.withLock { $0 += 1 }
        return "Done."
      }, isLost: { _ in isLost.withLock { $0 } })
    let order = ActionOrder(.rerun, BotID("p"), 1, who: "anna", way: .token, from: "127.0.0.1")
    for _ in 0..<2 { _ = try desk.perform(order, key: "a") }
    #expect(done.withLock { $0 } == 1)
    isLost.withLock { $0 = true }
    #expect(try !desk.perform(order, key: "a").isRepeated)
    isLost.withLock { $0 = false }
    #expect(try desk.perform(order, key: "a").isRepeated)
    #expect(done.withLock { $0 } == 2)
  }

  @Test("what is about nothing that is there is refused and not written down")
  func nothing() throws {
    let scratch = try ScratchFolder("desk")
    defer { scratch.remove() }
    let log = AuditLog(StateFolder(path: scratch.path))
    let desk = ActionDesk(
      log: log,
      check: { order in
        guard order.bot != "p" else { return }
        throw Explanation(doing: "pausing", wrong: "there is no such bot", advice: "", status: 2)
      }, carryOut: { _ in "Done." })
    func perform(_ bot: BotID) throws -> ActionEnd {
      try desk.perform(ActionOrder(.pause, bot, nil, who: "anna", way: .token, from: "::1"), key: "a\(bot)")
    }
    for _ in 0..<2 {
      #expect(try perform("q") == ActionEnd(status: 2, words: "pausing: there is no such bot"))
    }
    #expect(log.entries().isEmpty)
    #expect(try perform("p").status == 0 && log.entries().map(\.bot) == ["p"])
  }

  @Test("no more is taken for a deed than is worth writing down")
  func long() throws {
    for (action, name, most) in [
      (ServedAction.integrate, "commit", 250), (.silence, "reason", 1000), (.silence, "issue", 1000),
    ] {
      func fields(_ count: Int) throws -> [String: String] {
        var request = HTTPRequest(method: "POST", path: [], headers: [("content-type", "application/json")])
        request.content = Array(#"{"\#(name)": "\#(String(repeating: "x", count: count))"}"#.utf8)
        return try SentFields(request).only(of: action)
      }
      #expect(try fields(most)[name]?.count == most)
      #expect(throws: Refusal(400, "`\(name)` has \(most) bytes at most.")) { try fields(most + 1) }
    }
  }
}
