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

  @Test("until then it says what waits, from when on it is sent again, and until when")
  func waits() {
    let away = Message.Answer.notNow(said: "nobody listens", wasSent: false)
    let words = message(.end).after(away, at: Self.made.addingTimeInterval(58)).waitWords
    #expect(words.hasPrefix("the result waits, and is sent again from "))
    let moments = words.matches(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/).map { String($0.0) }
    #expect(moments.count == 2 && moments.first?.hasSuffix(":01:00") == true, "\(words)")
    #expect(Set(moments.map { $0.prefix(10) }).count == 2, "a day later it is given up: \(words)")
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
