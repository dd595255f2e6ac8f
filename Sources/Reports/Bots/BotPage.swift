import Foundation
import Model
import Templates
import Words

/// `bots/<id>/index.html`: how it stands, how it went, what it is.
struct BotPage {
  let input: BotInput
  let detail: BotDetail
  let assets: [String: String]

  /// Of a name, so that the page stays small.
  private static let mostLetters = 400
  /// Of the tests that go wrong most often; the others are folded.
  private static let failingInFull = 8

  private var newest: PastRow? { input.newestEnded.map { PastRow($0, of: input, prefix: "") } }

  func values() -> [String: TemplateValue] {
    let frame = UpperFrame(
      assets: assets, allBots: "../../index.html", bot: ("index.html", input.bot.name), moment: input.moment,
      status: input.newestEnded?.result.map { Status.of($0) })
    let sentence = newest?.sentence ?? input.nothing
    var values = frame.values(title: "\(input.bot.name): \(sentence)")
    values["name"] = .line(input.bot.name, most: 200)
    values["id"] = .line(input.bot.id.rawValue, most: 200)
    values["newest"] = newest?.value ?? .null
    values["sentence"] = .list(newest?.sentenceParts ?? [.link(sentence)])
    let isThere = input.bot.isBaseThere ? "watched" : "there"
    values["baseGone"] =
      input.bot.isBaseGone && newest != nil
      ? input.bot.base.map { .line("\($0) is not \(isThere) any more: this is what it was last.", most: 200) }
        ?? .null : .null
    values["branches"] = input.branches(prefix: "", most: 12)
    values["chips"] = detail.chips(prefix: "", current: nil)
    values["activity"] = input.activityValue()
    values["strip"] = input.strip(prefix: "")
    values["trends"] = BotTrends(input: input, detail: detail).value
    values["rows"] = .some(
      PastRow.rows(Array(input.past.prefix(BotInput.rowCount)), of: input, prefix: ""))
    values["redness"] = .optional(detail.redness?.words(of: input.bot.base))
    values["periods"] = Periods(detail.ofBase).value
    values["older"] = older
    values["blocks"] = blocks
    values["score"] = score
    values["failing"] = failing
    values["slowest"] = slowest
    values["settings"] = .list(BotSettings(bot: input.bot, settings: detail.settings).values)
    let usual = input.bot.path.map { ["run", $0] } ?? ["integrate", input.bot.id.rawValue]
    values["command"] = .text(input.folders.line(input.command ?? usual))
    values["latest"] = stable(input.newestEnded?.number, "latest", detail.latestExports)
    values["green"] = stable(detail.green, "latest-green", detail.greenExports)
    return values
  }

  /// The integration that follows the last row, on its own page.
  private var older: TemplateValue {
    guard let next = input.past.dropFirst(BotInput.rowCount).first else { return .null }
    return .text("\(HistoryBlock(of: next.number).page)#i\(next.number.value)")
  }

  private var blocks: TemplateValue {
    guard input.past.count > BotInput.rowCount else { return .null }
    let newest = input.past.first?.number
    return .some(
      detail.blocks.reversed().map { block in
        .object(["href": .text(block.page), "label": .text(block.label(upTo: newest))])
      })
  }

  private static let mostMisses = 10

  private var score: TemplateValue {
    guard let words = detail.scores.words else { return .null }
    let misses = detail.scores.misses
    return .object([
      "words": .text(words), "left": .more(misses.count - Self.mostMisses, "more miss", "more misses"),
      "misses": .some(
        misses.prefix(Self.mostMisses).map { one in
          .object([
            "number": .text("\(one.integration)"),
            "test": .line(one.miss.test.rawValue, most: Self.mostLetters),
            "href": .optional(testLink(one.miss.test, one.integration)),
            "why": .line(one.miss.why, most: Self.mostLetters),
          ])
        }),
    ])
  }

  private var failing: TemplateValue {
    guard !detail.failing.isEmpty else { return .null }
    let rest = detail.failing.dropFirst(Self.failingInFull)
    return .object([
      "among": .count(detail.failingAmong),
      "list": .list(detail.failing.prefix(Self.failingInFull).map(failing)),
      "more": .text("\(Figures.grouped(rest.count)) more"), "rest": .some(rest.map(failing)),
    ])
  }

  private func failing(_ test: FailingTest) -> TemplateValue {
    let worst = test.outcomes.first { $0.outcome.wentWrong }
    // It may have gone to another target since it is known.
    let target = test.id.rawValue.split(separator: ".").first.map(String.init) ?? test.target
    return .object([
      "name": .line(
        TestWords.sentence(id: test.id, library: test.library, target: target), most: Self.mostLetters),
      "id": .line(test.id.rawValue, most: Self.mostLetters),
      "group": .line(
        KnownTest(id: test.id, library: test.library, target: target).path.last ?? "",
        most: Self.mostLetters),
      "count": .text(test.times),
      "href": .optional(
        page(of: test.id) ?? worst.flatMap { testLink($0.formerly ?? test.id, $0.integration) }),
      "strip": .some(test.strip.reversed().map(cell)),
    ])
  }

  private func cell(_ one: EarlierOutcome) -> TemplateValue {
    let status = Status.of(one.outcome)
    let folder = input.withPages.contains(one.integration) ? "\(one.integration.value)/tests.html" : nil
    return .object([
      "status": status.value, "number": .text("\(one.integration)"),
      "title": .text("\(one.integration) \(status.word)"), "href": .optional(folder),
    ])
  }

  private var slowest: TemplateValue {
    guard let (number, tests, times) = detail.slowest else { return .null }
    let longest = max(tests.first?.seconds ?? 0, 1e-9)
    let suite = input.face.prefix(BotInput.trendLength).reversed().compactMap { past in
      HistoryFigures(past, phases: detail.phases[past.number] ?? []).phases[.test]
    }
    let now = HistoryFigures(
      input.face.first { $0.number == number }
        ?? PastIntegration(number: number, started: Date(), processID: 0),
      phases: detail.phases[number] ?? []
    ).phases[.test]
    guard !tests.isEmpty || now != nil else { return .null }
    let median = suite.dropLast().median.map { ", \(Figures.duration($0)) in the median before" } ?? ""
    return .object([
      "number": .text("\(number)"),
      "suite": .optional(now.map { "The test phase: \(Figures.duration($0))\(median)." }),
      "spark": suite.count > 1
        ? Sparkline.value(
          values: suite, label: "The test phase: " + suite.map(Figures.duration).joined(separator: ", "))
        : .null,
      "isQuick": .bool(tests.isEmpty),
      "times": .optional(tests.isEmpty ? times.words(noneTook: "a tenth of a second") : times.words),
      "list": .list(
        tests.map { test in
          .object([
            "name": .line(
              TestWords.sentence(id: test.id, library: test.library, target: test.target),
              most: Self.mostLetters),
            "id": .line(test.id.rawValue, most: Self.mostLetters),
            "group": .line(
              KnownTest(id: test.id, library: test.library, target: test.target).path.last ?? "",
              most: Self.mostLetters),
            "seconds": .text(Figures.duration(test.seconds)),
            "width": .text(Figures.tenth(test.seconds / longest * 100)),
            "href": .optional(page(of: test.id) ?? testLink(test.id, number)),
          ])
        }),
    ])
  }

  private func page(of test: TestID) -> String? {
    detail.paged.contains(test) ? Markup.link(TestAddress.page(of: test)) : nil
  }

  /// The page of tests, narrowed to this one where there is a script.
  private func testLink(_ test: TestID, _ number: IntegrationNumber) -> String? {
    guard input.withPages.contains(number) else { return nil }
    guard test.rawValue.utf8.count <= Self.mostLetters else { return "\(number.value)/tests.html" }
    return "\(number.value)/tests.html?find=\(Markup.link(test.rawValue))"
  }

  private func stable(_ number: IntegrationNumber?, _ folder: String, _ exports: [String]) -> TemplateValue {
    guard let number else { return .null }
    return .object([
      "href": .text(folder + "/index.html"), "number": .text("\(number)"),
      "exports": .some(
        exports.map { .object(["name": .line($0), "href": .text("\(folder)/\(Markup.link($0))")]) }),
    ])
  }
}

extension HistoryBlock: Comparable {
  public static func < (a: Self, b: Self) -> Bool { a.index < b.index }

  var label: String { label(upTo: nil) }

  /// "#101–141", where the newest is #141.
  func label(upTo newest: IntegrationNumber?) -> String {
    let last = min(numbers.upperBound, max(numbers.lowerBound, newest?.value ?? .max))
    return "#\(numbers.lowerBound)" + (last > numbers.lowerBound ? "–\(last)" : "")
  }
}
