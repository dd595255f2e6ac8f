import Foundation
import Model
import Publishing
import Reports
import StateKit
import Templates
import Testing

@testable import Notifier

@Suite("Reports of days and weeks")
struct DigestTests {
  /// Of a bot that tells its team each day.
  private static var daily: Bot {
    var settings = Bot(name: "Parser", repository: "/r")
    settings.schedule.timeZone = "UTC"
    settings.triggers = [
      Bot.Trigger(act: .email(to: ["team@example.org"], report: .daily, committers: false))
    ]
    return settings
  }

  @Test("a report of each day is made once, of what ended in it")
  func daily() throws {
    let world = try MailTests().world()
    for hour in [1, 3, 5] { _ = try world.tell([], hour: hour) }
    let settings = Self.daily
    var telling = world.telling
    telling.now = HistoryWorld.began.addingTimeInterval(24 * 3600)
    #expect(try telling.digest("parser", settings) == 1)
    #expect(try telling.digest("parser", settings) == 0)
    telling.now = HistoryWorld.began.addingTimeInterval(72 * 3600)
    #expect(try telling.digest("parser", settings) == 0)
  }

  @Test("a day that was told is not told again when what it told of is forgotten")
  func forgotten() throws {
    let world = try MailTests().world()
    for hour in [1, 3] { _ = try world.tell([], hour: hour) }
    let settings = Self.daily
    var telling = world.telling
    telling.now = HistoryWorld.began.addingTimeInterval(24 * 3600)
    #expect(try telling.digest("parser", settings) == 1)
    let store = world.history.store
    let waiting = try #require(try store.messages(of: "parser", 2).first)
    try store.keep(waiting.after(.refused(said: "no"), at: Date()), after: waiting)
    try store.forget(bot: "parser", integration: 2)
    #expect(try store.messages(of: "parser", 2).isEmpty)
    #expect(try telling.digest("parser", settings) == 0)
  }

  @Test("its trends are of what came to the end of its tests, with how far they went")
  func trends() throws {
    let began = Date(timeIntervalSince1970: 1_790_000_000)
    func past(_ number: Int, _ branch: BranchName, _ result: IntegrationResult, tests: Int) -> PastIntegration
    {
      var past = PastIntegration(number: IntegrationNumber(number), started: began, processID: 1)
      (past.branch, past.result, past.seconds, past.ended) = (branch, result, 2, began)
      past.tests = OutcomeCounts()
      past.tests?[.passed] = tests
      return past
    }
    let history = [
      past(5, "main", .succeeded, tests: 6), past(4, "main", .buildErrors, tests: 0),
      past(3, "main", .testFailures, tests: 8), past(2, "main", .canceled, tests: 1),
      past(1, "main", .succeeded, tests: 4),
    ]
    var view = DigestView(name: "P", period: "a day", why: "W", integrations: history, history: history)
    view.branch = "main"
    let values = view.values()
    #expect("\(values["trendsTitle"] ?? .null)".contains("TRENDS of main"))
    #expect("\(values["trends"] ?? .null)".contains("from 4 to 6, between 4 and 8"))
    view.history = []
    #expect("\(view.values()["trendsTitle"] ?? .null)" == "\(TemplateValue.null)")
    view.integrations =
      [past(7, "gone", .testFailures, tests: 1), past(6, "main", .flaky, tests: 1)] + history
    let counts = "7 integrations, 2 green, 3 red, 1 flaky, 1 without a verdict"
    #expect("\(view.values()["sentence"] ?? .null)".contains(counts))
    #expect("\(view.values()["branches"] ?? .null)".contains("#7"))
    view.gone = ["gone"]
    #expect(!"\(view.values()["branches"] ?? .null)".contains("#7"))
  }

  @Test("its text has 72 columns at most, whatever its names and figures are")
  func narrow() throws {
    let began = Date(timeIntervalSince1970: 1_790_000_000)
    let history = (1...40).reversed().map { number in
      var past = PastIntegration(number: IntegrationNumber(number), started: began, processID: 1)
      past.branch = BranchName(String(repeating: "a-branch/", count: 6) + "\(number)")
      (past.result, past.ended, past.seconds) = (.testFailures, began, Double(number * 7919 % 36000))
      past.sentence = String(repeating: "much is to be said of it ", count: 6)
      past.tests = OutcomeCounts()
      past.tests?[.passed] = 1_000_000 + number * 7919 % 100_003
      let executed = number * 7_999_993 % 90_000_000
      past.lines = LineCounts(executable: 100_000_000, executed: executed, partial: 0)
      return past
    }
    var view = DigestView(
      name: String(repeating: "Bot ", count: 30) + "Bot", period: "the week to 2026-11-23",
      why: "your address stands in the bot file of it, for a weekly report", integrations: history,
      history: history)
    view.branch = history[0].branch
    let text = String(
      decoding: try SiteTemplates.renderer(user: nil)("mail/digest.txt.mustache", view.values()),
      as: UTF8.self)
    let lines = text.components(separatedBy: "\n")
    #expect(lines.filter { $0.unicodeScalars.count > 72 } == [])
    // Nothing is lost by it: each trend has its bars, and from where to where it goes.
    let bars = lines.filter { $0.contains(/[▁▂▃▄▅▆▇█]{30}/) }
    #expect(bars.count == 3)
    for name in ["Tests", "Lines not executed", "Duration"] {
      #expect(bars.contains { $0.hasPrefix(name + " ") }, "\(bars)")
    }
    #expect(lines.count { $0.contains(/from .* to .*, between .* and [0-9]/) } == 3, "\(text)")
    #expect(lines.joined(separator: " ").contains("Bot, the week to 2026-11-23"))
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

  /// A machine that tells each day at eight.
  private static func daily(_ world: NotifierWorld) -> (Int) throws -> [Message] {
    let settings = Self.daily
    let utc = TimeZone(identifier: "UTC") ?? .current
    let first = DigestPeriod(.daily, at: HistoryWorld.began, in: utc)?.to ?? HistoryWorld.began
    return { [settings] day in
      var telling = world.telling
      telling.now = first.addingTimeInterval(Double(day) * 86400 + 3700)
      let known = Set(try world.history.store.newestMessages(limit: 100).map(\.key))
      try telling.digest("parser", settings)
      return try world.history.store.newestMessages(limit: 100).filter { !known.contains($0.key) }
    }
  }

  @Test("what no report told, because nothing ran at seven, is told by the next one, which says so")
  func missed() throws {
    let world = try MailTests().world()
    let tell = Self.daily(world)
    _ = try world.tell([], hour: 1)
    let first = try tell(1)
    #expect(first.map(\.integration) == [1])
    // Of the next day, and then nothing ran for two more.
    _ = try world.tell([], hour: 30)
    let late = try tell(4)
    #expect(late.map(\.integration) == [2])
    guard case .mail(let mail) = late.first?.content else { return }
    #expect(mail.subject.contains("Parser, the 3 days to ") && mail.plain.contains("#2"), "\(mail.subject)")
    #expect(!mail.plain.contains("#1"), "\(mail.plain)")
    // A day of which there is nothing to tell is over as well.
    #expect(try tell(5).isEmpty && tell(6).isEmpty)
    _ = try world.tell([], hour: 6 * 24 + 3)
    guard case .mail(let next) = try tell(7).first?.content else { return #expect(Bool(false)) }
    #expect(next.subject.contains("Parser, the day to "), "\(next.subject)")
  }

  @Test("what a clock that ran ahead told of a day does not take its place when that day has come")
  func ahead() throws {
    let world = try MailTests().world()
    let tell = Self.daily(world)
    _ = try world.tell([], hour: 1)
    #expect(try tell(1).map(\.integration) == [1])
    // One is told, and one waits, when the clock is right again.
    let store = world.history.store
    _ = try world.tell([], hour: 2 * 24 + 1)
    let early = try tell(3)
    let sent = try #require(early.first)
    try store.keep(sent.after(.taken(said: "250"), at: Date()), after: sent)
    _ = try world.tell([], hour: 5 * 24 + 1)
    #expect(try tell(6).map(\.state) == [.waiting])
    #expect(try tell(2).isEmpty)
    let waited = try store.messages(of: "parser", 3)
    #expect(waited.map(\.state) == [.dropped])
    #expect(waited.first?.attempts.map(\.said) == ["a clock that ran ahead had it made before its time"])
    for _ in 0..<2 { _ = try tell(3) }
    #expect(try store.messages(of: "parser", 2).map(\.state) == [.taken, .waiting])
    #expect(Set(try store.messages(of: "parser", 2).map(\.day)) == [sent.day])
    _ = try tell(6)
    #expect(try store.messages(of: "parser", 3).map(\.state) == [.dropped, .waiting])
  }

  @Test("a clock that is set back by a minute tells nothing twice")
  func setBack() throws {
    let world = try MailTests().world()
    _ = try world.tell([], hour: 1)
    let settings = Self.daily
    let utc = try #require(TimeZone(identifier: "UTC"))
    let end = try #require(
      DigestPeriod(.daily, at: HistoryWorld.began.addingTimeInterval(86400), in: utc)?.to)
    var telling = world.telling
    for (seconds, count) in [(1.0, 1), (-59, 0), (1, 0)] {
      telling.now = end.addingTimeInterval(seconds)
      #expect(try telling.digest("parser", settings) == count, "\(seconds)")
    }
  }

  @Test("it waits for what is under way when its day ends, which may end in it, but not for long")
  func awaited() throws {
    let utc = try #require(TimeZone(identifier: "UTC"))
    let end = try #require(
      DigestPeriod(.daily, at: HistoryWorld.began.addingTimeInterval(86400), in: utc)?.to)
    let settings = Self.daily
    for (start, seconds, count) in [(60.0, 300.0, 1), (-60, 300, 0), (-60, 3700, 1)] {
      let world = try MailTests().world()
      _ = try world.tell([], hour: 1)
      let started = end.addingTimeInterval(start)
      _ = try world.history.store.begin(
        bot: "parser", branch: "main", commit: "c", queued: started, started: started, processID: 1)
      var telling = world.telling
      telling.now = end.addingTimeInterval(seconds)
      #expect(try telling.digest("parser", settings) == count, "\(start) \(seconds)")
    }
  }

  @Test("it says when some that may belong to it are kept no longer", arguments: [true, false])
  func cut(_ isCut: Bool) throws {
    let world = try MailTests().world()
    for hour in [1, 3, 5] { _ = try world.tell([], hour: hour) }
    let store = world.history.store
    if isCut { try store.forget(bot: "parser", integration: 2) }
    let settings = Self.daily
    var telling = world.telling
    telling.now = HistoryWorld.began.addingTimeInterval(24 * 3600)
    #expect(try telling.digest("parser", settings) == 1)
    let sent = try store.messages(of: "parser", 3).first { $0.topic == .daily }
    guard case .mail(let mail)? = sent?.content else {
      Issue.record("no report of that day")
      return
    }
    #expect(mail.html.contains("is not among these") == isCut, "\(mail.plain)")
  }

  @Test("a report tells of two weeks at most, and names how many days it tells of")
  func reach() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    func words(_ kind: Bot.Trigger.MailReport, _ told: String?) throws -> String {
      // The clocks went back meanwhile.
      let now = try Date("2026-10-26T12:00:00Z", strategy: .iso8601)
      let period = try #require(DigestPeriod(kind, at: now, in: zone)?.following(told))
      let hours = Int(period.to.timeIntervalSince(period.from) / 3600)
      return "\(hours) hours, \(period.words)"
    }
    #expect(try words(.daily, nil) == "24 hours, the day to 2026-10-26")
    #expect(try words(.daily, "2026-10-25") == "24 hours, the day to 2026-10-26")
    #expect(try words(.daily, "2026-10-23") == "73 hours, the 3 days to 2026-10-26")
    #expect(try words(.daily, "2025-01-01") == "337 hours, the 14 days to 2026-10-26")
    #expect(try words(.daily, "2026-10-26") == "24 hours, the day to 2026-10-26")
    #expect(try words(.weekly, "2026-10-19") == "169 hours, the week to 2026-10-26")
    #expect(try words(.weekly, "2026-09-28") == "337 hours, the 2 weeks to 2026-10-26")
  }

  @Test("it is looked for at seven, also where the clocks change, and never for bots that ask for none")
  func next() throws {
    var settings = Bot(name: "a", repository: "/a")
    settings.schedule.timeZone = "Europe/Berlin"
    func next(_ text: String) throws -> String? {
      let now = try Date(text, strategy: .iso8601)
      return Telling.nextDigest(settings, after: now).map { $0.formatted(.iso8601) }
    }
    #expect(try next("2026-11-30T05:59:50Z") == nil)
    settings.triggers = [Bot.Trigger(act: .email(to: ["a@b"], report: .daily, committers: false))]
    #expect(try next("2026-11-30T05:59:50Z") == "2026-11-30T06:00:00Z")
    #expect(try next("2026-11-30T06:00:00Z") == "2026-12-01T06:00:00Z")
    #expect(try next("2026-10-24T12:00:00Z") == "2026-10-25T06:00:00Z")
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
