import Explaining
import Foundation
import Model
import Testing

@testable import Control

@Suite("The words between a command and the watcher")
struct WireTests {
  @Test(
    "a request comes back as it was",
    arguments: [
      .integrate("parser", revision: "v1\n\"x\""), .integrate("parser", revision: nil),
      .cancel("parser", 4), .cancel("parser", nil), .pause(nil), .pause("p"), .resume(nil), .resume("p"),
      .status,
    ] as [ControlRequest])
  func request(_ request: ControlRequest) throws {
    let line = ControlWire.line(request)
    #expect(!line.contains("\n"))
    #expect(try ControlWire.request(line) == request)
  }

  @Test("a reply comes back as it was")
  func reply() throws {
    let moment = Date(timeIntervalSince1970: 1_800_000_000.123)
    let request = PendingRequest(
      bot: "p", branch: nil, commit: "abc", source: .commit, reason: "so", queued: moment)
    let place = QueuePlace(Pending(turn: 3, request: request, attempt: 0), waitsFor: "waits for #2")
    var running = BotNow.Running(number: 2, branch: "main", since: moment)
    running.expectedEnd = moment + 12.5
    running.progress = PhaseProgress(.test, done: 87, total: 549)
    var (busy, broken) = (BotNow(), BotNow())
    (busy.running, busy.waiting, busy.due) = ([running], [place], moment)
    (broken.problems, broken.keepsSettings, broken.trouble) = (["q.yaml:1:1: no"], false, "gone")
    broken.pause = Pause(since: moment, reason: "by hand")
    let status = ControlStatus(process: 7, bots: ["p": busy, "q": broken])
    let refusal = Explanation(doing: "a", wrong: "b", advice: "c", status: 2)
    for reply in [.queued([place]), .canceled(count: 2), .done, .status(status), .refused(refusal)]
      as [ControlReply]
    {
      #expect(try ControlWire.reply(ControlWire.line(reply)) == reply)
    }
  }

  @Test(
    "what is not understood is refused in words",
    arguments: [
      "", "hello", "{}", "[]", "null", "{\"bothy\":2}", "{\"bothy\":2,\"body\":{}}",
      "{\"bothy\":2,\"body\":{\"erase\":{}}}", String(repeating: "[", count: 60_000),
    ])
  func strange(_ line: String) {
    let refusal = #expect(throws: Explanation.self) { try ControlWire.request(line) }
    #expect(refusal?.wrong == "it is not understood")
  }

  @Test("what a former version asks is refused with a sentence")
  func otherVersion() {
    let refusal = #expect(throws: Explanation.self) {
      try ControlWire.request("{\"bothy\":1,\"body\":{\"status\":{}}}")
    }
    #expect(refusal?.wrong.contains("different versions") == true)
  }
}
