public import Coverage
public import Foundation
public import Model
import Painting
import Templates
import Words

/// All that the page of a test is made of.
public struct TestPageInput: Sendable {
  public var bot: KnownBot
  public var story: TestStory
  /// The integrations that have pages.
  public var withPages: Set<IntegrationNumber> = []
  /// The tests that have a page of their own.
  public var paged: Set<TestID> = []
  /// The newest integration there is: what the page knows of.
  public var asOf: IntegrationNumber?
  /// When that ended.
  public var moment: Date?
  /// The file that it stands in, as `story.test.told` had it; nil where that is not kept.
  public var source: [UInt8]?
  /// One of thousands: in few bytes, and without links to integrations.
  public var isBrief = false
  /// What it executes; nil where nobody found out.
  public var executes: ExecutedByTest?
  /// Whether an integration has a page at this address below its folder.
  public var hasPage: @Sendable (IntegrationNumber, String) -> Bool = { _, _ in false }

  public init(bot: KnownBot, story: TestStory) { (self.bot, self.story) = (bot, story) }
}

/// `bots/<id>/tests/….html`: what became of one test, in each integration that is kept.
struct TestPage: Sendable {
  let input: TestPageInput
  let assets: [String: String]

  private static let prefix = "../"
  private static let mostLetters = 400
  private static let mostCauses = 20
  private static let mostCode = 80

  private var story: TestStory { input.story }
  private var test: KnownTest { story.test }

  func values() -> [String: TemplateValue] {
    let newest = story.whole.first
    var frame = UpperFrame(
      up: "../", assets: assets, allBots: "../../../index.html", bot: ("../index.html", input.bot.name),
      place: "test", moment: (story.entries.map(\.started) + [input.moment].compactMap(\.self)).max())
    frame.status = newest.map { .of($0.outcome) }
    var values = frame.values(title: "\(test.sentence): \(story.sentence)")
    values["name"] = .line(test.sentence, most: Self.mostLetters)
    values["id"] = .line(test.id.rawValue, most: 2000)
    values["path"] = .list(test.path.map { .line($0, most: Self.mostLetters) })
    values["status"] = newest.map { Status.of($0.outcome).value } ?? .null
    values["newest"] = newest.map { number($0.integration) } ?? .null
    values["branch"] = newest?.branch.map { .line($0.rawValue, most: 120) } ?? .null
    values["sentence"] = .text(sentence)
    values["stands"] = input.isBrief ? place(test) : .null
    values["latest"] = input.isBrief ? .text("../latest/tests.html") : .null
    values["gone"] = .some(story.gone.prefix(Self.mostGone).map(gone))
    values["absences"] = input.isBrief ? .null : .some(story.absences.prefix(Self.mostGone).map(absence))
    values["asOf"] = input.asOf.map { .text("\($0)") } ?? .null
    values["first"] =
      test.first.map { first in
        .object(["integration": number(first.integration), "time": .time(first.started)])
      } ?? .null
    values["former"] = .some(
      story.formerNames.map { name in
        .object([
          "name": link(name.id), "integration": number(name.last), "branch": Self.of(name.branch),
          "otherwiseOn": name.otherwiseOn.map { .line($0.rawValue, most: 120) } ?? .null,
        ])
      })
    values["next"] =
      story.nextName.map { next in
        .object([
          "name": link(next.id), "integration": number(next.from), "branch": Self.of(next.branch),
          "gone": story.nextGone.map { number($0) } ?? .null,
          "hasOlder": .bool(story.hasOlderCommits),
        ])
      } ?? .null
    values["nextElsewhere"] = .some(
      story.nextElsewhere.prefix(Self.mostElsewhere).map { next in
        .object(["name": link(next.id), "integration": number(next.from), "branch": Self.of(next.branch)])
      })
    values["strips"] = .list(
      story.branches.map { branch in
        .object([
          "branch": branch.name.map { .line($0.rawValue, most: 120) } ?? .null,
          "strip": .some(branch.entries.map(cell)),
        ])
      })
    values["durations"] = input.isBrief ? .null : durations
    values["untimed"] = .optional(input.isBrief ? nil : story.untimed)
    values["rows"] = .some(story.entries.prefix(input.isBrief ? Self.mostBriefRows : .max).map(row))
    values["causes"] = .some(story.causes.prefix(Self.mostCauses).map(cause))
    values["series"] = .some(story.series.prefix(input.isBrief ? Self.mostBriefSeries : .max).map(measured))
    values["code"] = code
    values["executes"] = input.executes.map(executes) ?? .null
    values["printed"] = printed
    return values
  }

  private static let mostGone = 5
  private static let mostElsewhere = 20
  private static let mostBriefRows = 2
  private static let mostBriefSeries = 2

  /// What nobody renews says when that was so.
  private var sentence: String {
    guard input.isBrief, let asOf = input.asOf else { return story.sentence }
    return "As of \(asOf): \(story.sentence)"
  }

  private func place(_ test: KnownTest) -> TemplateValue {
    guard let file = test.file else { return .null }
    return .line(file.rawValue + (test.line.map { ":\($0)" } ?? ""), most: Self.mostLetters)
  }

  private func absence(_ absence: TestStory.Gone) -> TemplateValue {
    .object(["gone": gone(absence), "until": absence.until.map { number($0) } ?? .null])
  }

  private func gone(_ gone: TestStory.Gone) -> TemplateValue {
    let folder = input.withPages.contains(gone.since) ? "\(Self.prefix)\(gone.since.value)/" : nil
    let link = CommitLink.of(gone.commit, in: input.bot.link) ?? folder.map { $0 + "commits.html" }
    return .object([
      "since": number(gone.since), "branch": Self.of(gone.branch),
      "commit": .link(gone.commit.map(\.short) ?? "", gone.commit == nil ? nil : link),
      "hasCommit": .bool(gone.commit != nil),
    ])
  }

  // MARK: - Links

  private static func of(_ branch: BranchName?) -> TemplateValue {
    branch.map { .line($0.rawValue, most: 120) } ?? .null
  }

  /// An integration by its number, with a link to this test there where it has pages.
  private func number(_ number: IntegrationNumber, test: TestID? = nil) -> TemplateValue {
    .object(["number": .text("\(number)"), "href": .optional(href(number, test: test))])
  }

  private func href(_ number: IntegrationNumber, test: TestID? = nil) -> String? {
    guard input.withPages.contains(number) else { return nil }
    let anchor = test.map { "tests.html#" + SiteMaterial.anchor(of: $0) } ?? "index.html"
    return "\(Self.prefix)\(number.value)/\(anchor)"
  }

  private func link(_ test: TestID) -> TemplateValue {
    let page = input.paged.contains(test) ? Self.prefix + Markup.link(TestAddress.page(of: test)) : nil
    return .link(Shown.line(test.rawValue, most: Self.mostLetters), page)
  }

  // MARK: - Outcomes

  private func cell(_ entry: TestStory.Entry) -> TemplateValue {
    let status = Status.of(entry.outcome)
    return .object([
      "status": status.value, "number": .text("\(entry.integration)"),
      "title": .text("\(entry.integration) \(status.word), \(Moment.minute(entry.started))"),
      "href": .optional(href(entry.integration, test: entry.past.formerly ?? test.id)),
    ])
  }

  private func row(_ entry: TestStory.Entry) -> TemplateValue {
    let id = entry.past.formerly ?? test.id
    let folder =
      input.withPages.contains(entry.integration) ? "\(Self.prefix)\(entry.integration.value)/" : nil
    let link = CommitLink.of(entry.commit, in: input.bot.link) ?? folder.map { $0 + "commits.html" }
    return .object([
      "integration": number(entry.integration, test: id), "status": Status.of(entry.outcome).value,
      "isPlain": .bool(entry.outcome == .passed), "isBad": .bool(entry.outcome.wentWrong),
      "branch": entry.branch.map { .line($0.rawValue, most: 120) } ?? .null,
      "commit": entry.commit.map { .text($0.short) } ?? .null, "commits": .optional(link),
      "subject": entry.subject.map { .line($0, most: 160) } ?? .null, "changes": .bool(entry.changes),
      "isLimited": .bool(entry.isLimited),
      "former": entry.past.formerly.map { .line($0.rawValue, most: Self.mostLetters) } ?? .null,
      "said": entry.messages.first.map { .line($0.firstLine, most: 200) } ?? .null,
      "time": .time(entry.started), "took": .optional(entry.seconds.map(Figures.duration)),
    ])
  }

  private var durations: TemplateValue {
    let outcomes = IntegrationPage.outcomeOrder
    let timed = story.whole.filter { $0.seconds != nil }
    guard let (last, newest, median) = story.durations, let first = timed.last else { return .null }
    let series = outcomes.map { (style: Status.of($0).style, word: Status.of($0).word) }
    let points = timed.reversed().map { entry in
      let seconds = entry.seconds ?? 0
      let branch = entry.branch.map { " on \($0)" } ?? ""
      return StackedChart.Point(
        href: href(entry.integration, test: entry.past.formerly ?? test.id),
        title: "\(entry.integration)\(branch), \(Moment.minute(entry.started)): "
          + "\(Figures.duration(seconds)), \(Status.of(entry.outcome).word)",
        weights: outcomes.map { $0 == entry.outcome ? max(seconds, 1e-6) : 0 }, mark: nil)
    }
    let now: TemplateValue = .object([
      "count": .text(Figures.duration(newest)), "word": .text(TestStory.words(newest, of: median)),
      "href": .optional(href(last.integration, test: last.past.formerly ?? test.id)),
      "number": .text("\(last.integration)"),
    ])
    return StackedChart(series: series, points: points)
      .value(
        id: "durations", title: "Duration", now: now, ends: ("\(first.integration)", "\(last.integration)")
      ) { Figures.duration($0) }
  }

  // MARK: - What was said

  private func cause(_ cause: TestStory.Cause) -> TemplateValue {
    return .object([
      "message": .lines(Shown.withColorsSpelled(cause.message.text), most: 2000), "count": .text(cause.times),
      "first": number(cause.first), "last": number(cause.last),
      "isOne": .bool(cause.first == cause.last),
      "place": cause.message.file.map { place($0, cause.message.line, in: cause.last) } ?? .null,
    ])
  }

  private func place(_ file: PackagePath, _ line: Int?, in number: IntegrationNumber) -> TemplateValue {
    let anchor = line.map { "#L\($0)" } ?? ""
    let page = Address.page(of: file).flatMap { page in
      input.hasPage(number, page) ? "\(Self.prefix)\(number.value)/\(Markup.link(page))\(anchor)" : nil
    }
    return .link(Shown.line(file.rawValue, most: Self.mostLetters) + (line.map { ":\($0)" } ?? ""), page)
  }

  private var printed: TemplateValue {
    guard let printed = test.printed, !printed.isEmpty, let told = test.told else { return .null }
    let text = Shown.withoutColors(printed)
    return .object(["text": .lines(text, most: 20_000), "integration": number(told)])
  }

  // MARK: - What was measured

  private func measured(_ series: TestStory.Series) -> TemplateValue {
    let newest = series.points.first
    let told = series.points.reversed().map { $0.figure }.joined(separator: ", ")
    return .object([
      "metric": .line(series.metric, most: 200),
      "now": .optional(newest?.figure), "deviation": .optional(newest?.deviation),
      "integration": newest.map { number($0.integration) } ?? .null,
      "change": .optional(series.changeWords),
      "spark": Sparkline.value(
        values: series.points.reversed().map(\.average),
        label: "\(series.metric): \(told)"
      ),
      "points": .list(
        series.points.map { point in
          .object([
            "integration": number(point.integration), "average": .text(point.figure),
            "deviation": .text(point.deviation),
          ])
        }),
    ])
  }

  // MARK: - What it executes

  private static let mostFunctions = 500
  private static let mostBriefFunctions = 8

  private func executes(_ executed: ExecutedByTest) -> TemplateValue {
    let shown = executed.functions.prefix(input.isBrief ? Self.mostBriefFunctions : Self.mostFunctions)
    let only = executed.functions.count(where: \.isOnly)
    // Its lines are those of that commit.
    let number = executed.commit.flatMap { commit in
      story.entries.first { $0.commit == commit }?.integration
    }
    return .object([
      "count": .text(Figures.count(executed.functions.count, "function")),
      "only": only > 0 ? .text(Figures.count(only, "function")) : .null,
      "commit": executed.commit.map { .text($0.short) } ?? .null,
      "status": executed.outcome == .passed ? .null : Status.of(executed.outcome).value,
      "list": .list(
        shown.map { function in
          .object([
            "name": .line(function.name, most: input.isBrief ? 120 : 1000), "isOnly": .bool(function.isOnly),
            "place": number.map { place(function.path, function.line, in: $0) }
              ?? .link("\(function.path):\(function.line)"),
          ])
        }),
      "left": .more(executed.functions.count - shown.count, "more function"),
    ])
  }

  // MARK: - Its code

  /// From its first line to the brace that ends it, as the lines are indented.
  private var code: TemplateValue {
    guard let bytes = input.source, let file = test.file, let line = test.line, let told = test.told else {
      return .null
    }
    let source = SourceText(bytes, path: file.rawValue)
    guard line >= 1, line <= source.lineCount else { return .null }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let shown = line...min(Self.end(from: line, lines), source.lineCount)
    let page = Address.page(of: file).flatMap { page in
      input.hasPage(told, page) ? "\(Self.prefix)\(told.value)/\(Markup.link(page))" : nil
    }
    return .object([
      "label": .line("\(file.rawValue), lines \(shown.lowerBound) to \(shown.upperBound)"),
      "place": place(file, line, in: told), "integration": number(told),
      "lines": .list(
        shown.map { number in
          .object([
            "number": .int(number), "code": .raw(source.markup(line: number)), "isHere": false,
            "href": .optional(page.map { "\($0)#L\(number)" }),
          ])
        }),
    ])
  }

  /// Lines count from 1.
  static func end(from line: Int, _ lines: [Substring]) -> Int {
    func indent(_ text: Substring) -> Substring { text.prefix { $0 == " " || $0 == "\t" } }
    let last = min(lines.count, line + mostCode - 1)
    guard line <= last else { return line }
    let own = indent(lines[line - 1])
    let first = lines[line - 1]
    if first.contains("{"), first.trimmedEnd.hasSuffix("}") { return line }
    for number in stride(from: line + 1, through: last, by: 1) {
      let text = lines[number - 1]
      if indent(text) == own, text.dropFirst(own.count).hasPrefix("}") { return number }
      // Whatever stands further out is something else.
      if !text.allSatisfy(\.isWhitespace), indent(text).count < own.count { return number - 1 }
    }
    return last
  }
}

extension Substring {
  fileprivate var trimmedEnd: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
