import Foundation
import Model
import StateKit
import Testing

@testable import Notifier

@Suite("Reports of days and weeks")
struct DigestTests {
  @Test("a report of each day is made once, of what ended in it")
  func daily() throws {
    let world = try MailTests().world()
    for hour in [1, 3, 5] { _ = try world.tell([], hour: hour) }
    var settings = Bot(name: "Parser", repository: "/r")
    settings.schedule.timeZone = "UTC"
    settings.triggers = [
      Bot.Trigger(act: .email(to: ["team@example.org"], report: .daily, committers: false))
    ]
    var telling = world.telling
    telling.now = HistoryWorld.began.addingTimeInterval(24 * 3600)
    #expect(try telling.digest("parser", settings) == 1)
    #expect(try telling.digest("parser", settings) == 0)
    telling.now = HistoryWorld.began.addingTimeInterval(72 * 3600)
    #expect(try telling.digest("parser", settings) == 0)
  }

  @Test("a report of a day goes to each who wrote what was integrated in it, with the reason")
  func writers() throws {
    let world = try MailTests().world()
    for hour in [1, 3] {
      let number = try world.history.integrate("parser", hour: hour, publish: false) {
        $0.commits = [
          MailTests.commit("b", "Ada", "ada@example.org", []),
          MailTests.commit("c", "Bob", "Bob@example.org", []),
          MailTests.commit("d", "Bob", "bob@example.org", []),
          MailTests.commit("e", "Zoe", "zoe@elsewhere.example", []),
        ]
      }
      #expect(number.value > 0)
    }
    var settings = Bot(name: "Parser", repository: "/r")
    settings.schedule.timeZone = "UTC"
    settings.triggers = [Bot.Trigger(act: .email(to: [], report: .daily, committers: true))]
    var telling = world.telling
    telling.now = HistoryWorld.began.addingTimeInterval(24 * 3600)
    #expect(try telling.digest("parser", settings) == 3)
    #expect(try telling.digest("parser", settings) == 0)
    let told = try world.history.store.messages(of: "parser", 2).map {
      "\($0.recipient) \($0.state) \($0.why)"
    }
    #expect(
      told == [
        "ada@example.org waiting bbbbbbbb is yours",
        "Bob@example.org waiting cccccccc and 1 more commit are yours",
        "zoe@elsewhere.example refused eeeeeeee is yours",
      ])
  }

  @Test("days end at seven, weeks on Mondays at seven")
  func periods() throws {
    let zone = try #require(TimeZone(identifier: "UTC"))
    func day(_ kind: Bot.Trigger.MailReport, _ text: String) throws -> String? {
      DigestPeriod(kind, at: try Date(text, strategy: .iso8601), in: zone)?.day
    }
    #expect(try day(.daily, "2026-11-21T06:59:59Z") == "2026-11-20")
    #expect(try day(.daily, "2026-11-21T07:00:00Z") == "2026-11-21")
    #expect(try day(.weekly, "2026-11-21T12:00:00Z") == "2026-11-16")
    #expect(try day(.weekly, "2026-11-23T06:00:00Z") == "2026-11-16")
    #expect(try day(.weekly, "2026-11-23T07:00:00Z") == "2026-11-23")
  }
}
