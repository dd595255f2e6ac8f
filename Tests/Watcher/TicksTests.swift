import Foundation
import Kit
import Model
import Testing

@testable import Watcher

@Suite("The moments of a schedule")
struct TicksTests {
  private func ticks(_ every: Bot.Schedule.Every, at minute: Int, zone: String, weekday: Bot.Weekday? = nil)
    throws -> Ticks
  {
    var schedule = Bot.Schedule()
    schedule.on = .periodic
    schedule.every = every
    schedule.atMinute = minute
    schedule.weekday = weekday
    schedule.timeZone = zone
    return try #require(Ticks(schedule, machineZone: .gmt))
  }

  private func time(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test("a time of day is the local one", arguments: ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"])
  func local(zone: String) throws {
    let ticks = try ticks(.day, at: 150, zone: zone)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    var moment = try time("2026-06-01T00:00:00Z")
    for _ in 0..<200 {
      moment = ticks.next(after: moment)
      let parts = calendar.dateComponents([.hour, .minute], from: moment)
      #expect(parts.hour == 2 && parts.minute == 30)
    }
  }

  @Test("a time of day that does not exist is as if the clock had not been put forward")
  func gap() throws {
    let ticks = try ticks(.day, at: 150, zone: "Europe/Berlin")
    let before = try time("2026-03-28T12:00:00Z")
    #expect(ticks.next(after: before) == (try time("2026-03-29T01:30:00Z")))
    #expect(ticks.next(after: try time("2026-03-29T01:30:00Z")) == (try time("2026-03-30T00:30:00Z")))
  }

  @Test("a time of day that comes twice counts once, the first time")
  func twice() throws {
    let ticks = try ticks(.day, at: 150, zone: "Europe/Berlin")
    #expect(ticks.next(after: try time("2026-10-24T12:00:00Z")) == (try time("2026-10-25T00:30:00Z")))
    #expect(ticks.next(after: try time("2026-10-25T00:30:00Z")) == (try time("2026-10-26T01:30:00Z")))
    #expect(ticks.last(upTo: try time("2026-10-25T01:45:00Z")) == (try time("2026-10-25T00:30:00Z")))
  }

  @Test("a week's moment is on its weekday")
  func week() throws {
    let ticks = try ticks(.week, at: 0, zone: "UTC", weekday: .friday)
    #expect(ticks.next(after: try time("2026-11-18T10:00:00Z")) == (try time("2026-11-20T00:00:00Z")))
    #expect(ticks.last(upTo: try time("2026-11-19T23:59:59Z")) == (try time("2026-11-13T00:00:00Z")))
  }

  @Test("an hour's moment comes every hour, also when the clock is put back")
  func hour() throws {
    let ticks = try ticks(.hour, at: 15, zone: "Europe/Berlin")
    var moment = try time("2026-10-24T20:00:00Z")
    for hour in 0..<10 {
      moment = ticks.next(after: moment)
      #expect(moment == (try time("2026-10-24T20:15:00Z")).addingTimeInterval(Double(hour) * 3600))
    }
  }

  @Test("the last moment and the next one enclose any time, in any zone")
  func enclose() throws {
    var random = SeededRandom(seed: 7)
    let zones = ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "UTC", "Pacific/Apia"]
    for _ in 0..<2000 {
      let every = Bot.Schedule.Every.allCases.randomElement(using: &random) ?? .day
      let zone = zones.randomElement(using: &random) ?? "UTC"
      let ticks = try ticks(every, at: .random(in: 0..<1440, using: &random), zone: zone)
      let moment = Date(timeIntervalSince1970: .random(in: 1.2e9...2e9, using: &random).rounded())
      let (last, next) = (ticks.last(upTo: moment), ticks.next(after: moment))
      #expect(last <= moment && next > moment, "\(zone) \(every) \(moment)")
      #expect(next.timeIntervalSince(last) <= ticks.period)
      #expect(ticks.next(after: last) == next, "\(zone) \(every) \(moment)")
    }
  }
}
