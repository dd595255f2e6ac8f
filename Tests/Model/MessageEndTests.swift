import Foundation
import Model
import Testing

@Suite("What becomes of a message")
struct MessageEndTests {
  private static let made = Date(timeIntervalSince1970: 0)

  private func message(_ topic: Message.Topic) -> Message {
    Message(
      bot: "b", integration: 1, branch: nil, trigger: 0, topic: topic, recipient: "a", why: "W",
      content: .post(.init(address: "a", body: "b", secretsFile: "")), made: Self.made)
  }

  @Test(
    "it is given up, and says so, when its news is old",
    arguments: [(Message.Topic.start, 3600.0), (.end, 86_400), (.every, 5 * 86_400)])
  func givenUp(topic: Message.Topic, seconds: Double) {
    let away = Message.Answer.notNow(said: "nobody listens", wasSent: false)
    let early = message(topic).after(away, at: Self.made.addingTimeInterval(seconds / 2))
    #expect(early.state == .waiting && early.attempts.map(\.said) == ["nobody listens"])
    let late = early.after(away, at: Self.made.addingTimeInterval(seconds))
    #expect(late.state == .dropped)
    #expect(late.attempts.map(\.said) == ["nobody listens", "nobody listens", "given up"])
  }
}
