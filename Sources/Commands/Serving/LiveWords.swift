import Foundation
import Model

/// What events say, as JSON.
enum LiveWords {
  struct Queue: Encodable, Equatable {
    struct Running: Encodable, Equatable {
      var number: Int
      var branch: String?
      var since: Date
    }

    var bot: String
    var running: [Running]
    var waiting: [String]
    var isPaused: Bool
  }

  struct Phase: Encodable {
    var bot: String
    var number: Int
    var phase: String?
    var words: String
    var done: Int?
    var total: Int?
    var expectedEnd: Date?
    var verdict: String?

    init(_ bot: BotID, _ running: BotNow.Running, _ progress: PhaseProgress) {
      (self.bot, number) = (bot.rawValue, running.number.value)
      (phase, done, total) = (progress.phase?.rawValue, progress.done, progress.total)
      (expectedEnd, verdict) = (running.expectedEnd, progress.verdict)
      words = progress.words() ?? "begins"
    }
  }

  struct Test: Encodable {
    var id: String
    var outcome: String
    var seconds: Double?
  }

  struct Tests: Encodable {
    var bot: String
    var number: Int
    var tests: [Test]

    init(_ bot: BotID, _ number: IntegrationNumber, _ tests: some Sequence<Test>) {
      (self.bot, self.number, self.tests) = (bot.rawValue, number.value, Array(tests))
    }
  }

  struct Failure: Encodable {
    var bot: String
    var number: Int
    var test: String
    var message: String
    var place: String?
    /// Which of them it is, from 1, and how many there are by now.
    var nth: Int
    var count: Int

    private static let mostMessage = 4000

    init(
      _ bot: BotID, _ number: IntegrationNumber, _ test: TestID, _ failure: TestFailure, _ nth: Int,
      of count: Int
    ) {
      (self.bot, self.number, self.test) = (bot.rawValue, number.value, test.rawValue)
      (self.nth, self.count) = (nth, count)
      message = String(failure.message.prefix(Self.mostMessage))
      place = failure.file.map { file in "\(file)" + (failure.line.map { ":\($0)" } ?? "") }
    }
  }

  struct Log: Encodable {
    var bot: String
    var number: Int
    /// Where it stands in the log, in bytes.
    var from: Int
    var to: Int
    var text: String
  }

  struct Ended: Encodable {
    var bot: String
    var number: Int

    init(_ bot: BotID, _ number: IntegrationNumber) { (self.bot, self.number) = (bot.rawValue, number.value) }
  }

  struct Pages: Encodable {
    /// Nil: the page of all bots.
    var bot: String?
  }

  static func queue(_ bot: BotID, _ now: BotNow) -> Queue {
    Queue(
      bot: bot.rawValue,
      running: now.running.map {
        .init(number: $0.number.value, branch: $0.branch?.rawValue, since: $0.since)
      },
      waiting: now.waiting.map(\.words), isPaused: now.pause != nil)
  }

  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    guard let bytes = try? encoder.encode(value) else {
      preconditionFailure("an event is always representable")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
