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
    let place = ControlPlace(bot: "p", turn: 3, branch: nil, commit: "abc", waitsFor: "waits for #2")
    var running = ControlStatus.Running(
      bot: "p", number: 2, branch: "main", commit: nil, isCanceling: false, expectedEnd: 12.5)
    (running.phase, running.done, running.total) = (.test, 87, 549)
    let status = ControlStatus(
      process: 7, running: [running], waiting: [place],
      broken: [.init(bot: "q", problems: ["q.yaml:1:1: no"], keepsSettings: true, trouble: "gone")])
    let refusal = ControlRefusal(doing: "a", wrong: "b", advice: "c", status: 2)
    for reply in [.queued([place]), .canceled(count: 2), .done, .status(status), .refused(refusal)]
      as [ControlReply]
    {
      #expect(try ControlWire.reply(ControlWire.line(reply)) == reply)
    }
  }

  @Test(
    "what is not understood is refused in words",
    arguments: [
      "", "hello", "{}", "[]", "null", "{\"bothy\":1}", "{\"bothy\":1,\"body\":{}}",
      "{\"bothy\":1,\"body\":{\"erase\":{}}}", String(repeating: "[", count: 60_000),
    ])
  func strange(_ line: String) {
    let refusal = #expect(throws: ControlRefusal.self) { try ControlWire.request(line) }
    #expect(refusal?.wrong == "it is not understood")
  }

  @Test("another version is told as such")
  func otherVersion() {
    let refusal = #expect(throws: ControlRefusal.self) {
      try ControlWire.request("{\"bothy\":2,\"body\":{\"status\":{}}}")
    }
    #expect(refusal?.wrong.contains("different versions") == true)
  }
}
