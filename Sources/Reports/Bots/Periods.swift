import Foundation
import Model
import Templates
import Words

/// A long history by weeks, or by months where there are many of these.
struct Periods {
  /// The newest first.
  private let parts: [(label: String, past: [PastIntegration])]

  private static let mostWeeks = 26
  private static let fewest = 40

  /// `past` newest first.
  init(_ past: [PastIntegration]) {
    let ended = past.filter { $0.result != nil }
    guard ended.count > Self.fewest else {
      parts = []
      return
    }
    let weeks = Self.parted(ended) { Self.monday(of: $0) }
    let all =
      weeks.count > Self.mostWeeks
      ? Self.parted(ended) { String(Moment.day($0).prefix(7)) }.map { (label: $0.key, past: $0.past) }
      : weeks.map { (label: Moment.day($0.key), past: $0.past) }
    // Of the oldest some may not be among these.
    parts = past.count < BotInput.periodLength ? all : all.dropLast()
  }

  private static func parted<Key: Equatable>(
    _ past: [PastIntegration], by key: (Date) -> Key
  ) -> [(key: Key, past: [PastIntegration])] {
    var parts: [(key: Key, past: [PastIntegration])] = []
    for one in past {
      let own = key(one.started)
      if parts.last?.key == own {
        parts[parts.count - 1].past.append(one)
      } else {
        parts.append((own, [one]))
      }
    }
    return parts
  }

  /// The beginning of its week, in UTC.
  static func monday(of date: Date) -> Date {
    let day = Int((date.timeIntervalSince1970 / 86400).rounded(.down))
    // 1970 began on a Thursday.
    let weekday = ((day + 3) % 7 + 7) % 7
    return Date(timeIntervalSince1970: Double(day - weekday) * 86400)
  }

  /// What had no verdict is neither red nor not.
  private static func share(_ redness: Redness, of all: Int) -> String {
    let share = Figures.percent(redness.red, of: redness.total)
    return redness.total == all ? share : "\(share) of \(Figures.grouped(redness.total))"
  }

  var value: TemplateValue {
    guard parts.count > 1 else { return .null }
    return .object([
      "unit": .text(parts[0].label.count == 7 ? "month" : "week"),
      "rows": .list(
        parts.map { label, past in
          let redness = past.redness
          let tests = past.lazy.compactMap { HistoryFigures($0).tests }
          let worst = tests.map(\.failures).max()
          return .object([
            "label": .text(label), "count": .count(past.count),
            "red": .text(Figures.grouped(redness.red)),
            "share": .text(Self.share(redness, of: past.count)), "isBad": .bool(redness.red > 0),
            "failing": .text(worst.map(Figures.grouped) ?? "–"),
            "tests": .text(tests.first.map { Figures.grouped($0.total) } ?? "–"),
            "lines": .text(
              past.lazy.compactMap(\.notExecuted).first ?? "–"),
            "took": .text(past.compactMap(\.seconds).median.map(Figures.duration) ?? "–"),
          ])
        }),
    ])
  }
}
