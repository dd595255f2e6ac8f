import Foundation
public import Model
import Templates
import Words

/// All that the page of two compared integrations is made of.
public struct ComparePageInput: Sendable {
  public var bot: KnownBot
  public var difference: IntegrationDifference
  /// What a person types to see it in a terminal.
  public var command: String
  /// Whether an integration has a page at this address below its folder.
  public var hasPage: @Sendable (IntegrationNumber, String) -> Bool = { _, _ in false }

  public init(bot: KnownBot, difference: IntegrationDifference, command: String) {
    (self.bot, self.difference, self.command) = (bot, difference, command)
  }
}

/// Where what differs between two integrations of a bot is told, below the bot's folder.
public struct CompareAddress: Hashable, Sendable {
  public static let folder = "compare"

  public var before: IntegrationNumber
  public var now: IntegrationNumber

  public init(_ before: IntegrationNumber, _ now: IntegrationNumber) {
    (self.before, self.now) = (before, now)
  }

  /// Of a file in the folder.
  public init?(file: String) {
    guard file.hasSuffix(".html") else { return nil }
    let numbers = file.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let before = Int(numbers[0]), let now = Int(numbers[1]),
      "\(before)-\(now)" == file.dropLast(5), before > 0, now > 0
    else { return nil }
    self.init(IntegrationNumber(before), IntegrationNumber(now))
  }

  public var page: String { "\(Self.folder)/\(before.value)-\(now.value).html" }
}

/// `bots/<id>/compare/<A>-<B>.html`: what is different in B.
struct ComparePage {
  let input: ComparePageInput
  let assets: [String: String]

  private static let prefix = "../"
  private static let most = 500

  private var difference: IntegrationDifference { input.difference }
  private var old: Report { difference.before.report }
  private var new: Report { difference.now.report }

  func values() -> [String: TemplateValue] {
    var frame = UpperFrame(
      up: "../", assets: assets, allBots: "../../../index.html", bot: ("../index.html", input.bot.name),
      place: "\(old.integration) and \(new.integration)", moment: max(old.ended, new.ended))
    frame.status = Status.of(new.result)
    var values = frame.values(
      title: "\(input.bot.name) \(new.integration) compared with \(old.integration): \(difference.sentence)")
    values["sentence"] = .line(difference.sentence)
    values["former"] = number(old)
    values["latter"] = number(new)
    values["relation"] = .optional(difference.commits?.words("\(old.integration)", "\(new.integration)"))
    values["command"] = .text(input.command)
    values["caveats"] = .some(difference.caveats.map { .line($0) })
    values["sides"] = sides
    values["outcomes"] = .some(TestDifference.Kind.allCases.compactMap(outcomes))
    values["added"] = list(difference.tests?.added ?? []) { test($0, in: new) }
    values["gone"] = list(difference.tests?.gone ?? []) { test($0, in: old) }
    values["renamed"] = list(difference.tests?.renamedWords ?? [], of: difference.tests?.renamedCount) {
      .line($0)
    }
    values["came"] = list(difference.issues.came) { issue($0, in: new) }
    values["went"] = list(difference.issues.went) { issue($0, in: old) }
    values["coverage"] = coverage
    values["phases"] = .some(difference.durations.phases.map(phase))
    values["slower"] = list(difference.durations.slower, time)
    values["faster"] = list(difference.durations.faster, time)
    values["pace"] = pace
    values["dependencies"] = list(difference.dependencies ?? []) { .line($0.words) }
    values["settings"] = list(difference.settings ?? []) { .line($0.words("\(old.integration)")) }
    return values
  }

  /// No more than a browser shows at once.
  /// - Parameter count: of what is told, where a row tells more than one.
  private func list<Row>(
    _ rows: [Row], of count: Int? = nil, _ value: (Row) -> TemplateValue
  ) -> TemplateValue {
    guard !rows.isEmpty else { return .null }
    return .object([
      "count": .count(count ?? rows.count), "list": .list(rows.prefix(Self.most).map(value)),
      "left": .more(rows.count - Self.most, "more", "more"),
    ])
  }

  // MARK: - The two

  private func number(_ report: Report) -> TemplateValue {
    .object([
      "number": .text("\(report.integration)"), "href": .optional(href(report, "index.html")),
    ])
  }

  private func href(_ report: Report, _ page: String, anchor: String? = nil) -> String? {
    guard input.hasPage(report.integration, page) else { return nil }
    return "\(Self.prefix)\(report.integration.value)/\(Markup.link(page))" + (anchor.map { "#" + $0 } ?? "")
  }

  /// A row for each thing that both have, told side by side.
  private var sides: TemplateValue {
    func both(_ name: String, _ told: (Report) -> String?) -> TemplateValue? {
      let (one, other) = (told(old), told(new))
      guard one != nil || other != nil else { return nil }
      return .object([
        "name": .text(name), "before": .line(one ?? "–", most: 1000), "now": .line(other ?? "–", most: 1000),
        "isOther": .bool(one != other),
      ])
    }
    let rows = [
      both("What") { $0.reason },
      both("Branch") { $0.commit?.branch?.rawValue },
      both("Commit") { report in
        report.commit.map { "\($0.id.short) \($0.subject)" + ($0.changes ? ", with changes" : "") }
      },
      both("Integrated") { Moment.minute($0.started) }, both("Toolchain") { $0.toolchain },
      both("Built for") { $0.configuration.rawValue + ($0.clean ? ", nothing built before" : "") },
      both("Machine") { $0.machine?.host }, both("Took") { Figures.duration($0.seconds) },
    ]
    return .object([
      "before": Status.of(old.result).value, "now": Status.of(new.result).value,
      "list": .list(rows.compactMap(\.self)),
    ])
  }

  // MARK: - Tests

  private func outcomes(_ kind: TestDifference.Kind) -> TemplateValue? {
    guard let changes = difference.tests?.of(kind), !changes.isEmpty else { return nil }
    return .object([
      "id": .text(kind.rawValue), "title": .text(kind.title), "count": .count(changes.count),
      "list": .list(changes.prefix(Self.most).map(change)),
      "left": .more(changes.count - Self.most, "more", "more"),
    ])
  }

  private func change(_ change: TestDifference.Change) -> TemplateValue {
    let test = change.test
    let failure = test.failures.first { !$0.isKnown }
    let isTold = test.outcome.wentWrong
    let place =
      failure?.file.map { ($0, failure?.line, failure?.placeWords) }
      ?? test.crash?.file.map { ($0, test.crash?.line, test.crash?.placeWords) }
    return .object([
      "test": self.test(test, in: new), "status": Status.of(test.outcome).value,
      "was": .optional(change.before.flatMap { $0 == test.outcome ? nil : $0.word }),
      "isNew": .bool(change.before == nil),
      "message": isTold ? message(failure?.message ?? test.crash?.message) : .null,
      "place": isTold ? place.map { self.place($0.0, $0.1, in: new, $0.2 ?? "") } ?? .null : .null,
    ])
  }

  private static let mostLetters = 4000

  private func message(_ text: String?) -> TemplateValue {
    text.map { .lines($0, most: Self.mostLetters) } ?? .null
  }

  private func test(_ test: TestCase, in report: Report) -> TemplateValue {
    .object([
      "name": .line(test.id.rawValue, most: 2000),
      "href": .optional(href(report, "tests.html", anchor: SiteMaterial.anchor(of: test.id))),
      "status": Status.of(test.outcome).value, "isPlain": .bool(test.outcome == .passed),
    ])
  }

  // MARK: - Issues and coverage

  private func issue(_ issue: Issue, in report: Report) -> TemplateValue {
    .object([
      "status": Status.of(issue.kind).value, "message": .lines(issue.message, most: Self.mostLetters),
      "place": issue.file.map { place($0, issue.line, in: report) } ?? .null,
      "isLikelyToolchains": .bool(
        difference.cause != .toolchain && difference.isLikelyToolchains(issue.file)),
    ])
  }

  private func place(
    _ path: PackagePath, _ line: Int?, in report: Report, _ words: String = ""
  ) -> TemplateValue {
    let anchor = line.map { "L\($0)" }
    let page = Address.page(of: path).flatMap { href(report, $0, anchor: anchor) }
    return .link(path.rawValue + (line.map { ":\($0)" } ?? "") + words, page)
  }

  private var coverage: TemplateValue {
    guard let coverage = difference.coverage else { return .null }
    func lines(_ counts: LineCounts?) -> TemplateValue {
      counts.map {
        .text("\(Figures.grouped($0.executed)) of \(Figures.grouped($0.executable))")
      } ?? .null
    }
    let rows = coverage.files.prefix(Self.most).map { file -> TemplateValue in
      let counted =
        file.isCountedOtherwise && difference.isLikelyToolchains(file)
        ? "The file is the same and its lines are counted otherwise: likely the toolchain's." : nil
      let other = file.otherLines("\(old.integration)", "\(new.integration)")?.capitalizedFirst.ended
      let notes = [file.why?.capitalizedFirst.ended, counted, other].compactMap { $0 }
      return .object([
        "file": place(file.path, nil, in: file.now == nil ? old : new), "before": lines(file.before),
        "now": lines(file.now), "more": .text(ChangeText.text(file.more)), "isWorse": .bool(file.more > 0),
        "isQuiet": .bool(file.more == 0), "notes": .list(notes.map { .line($0) }),
      ])
    }
    return .object([
      "words": .text(coverage.words.capitalizedFirst.ended), "rows": .some(rows),
      "left": .more(coverage.files.count - Self.most, "more file"),
      "same": coverage.sameFiles == 0
        ? .null : .text(Figures.count(coverage.sameFiles, "file is", "files are")),
      "before": lines(coverage.before), "now": lines(coverage.now),
      "more": .text(coverage.more.map(ChangeText.text) ?? "–"), "isWorse": .bool(coverage.more ?? 0 > 0),
    ])
  }

  // MARK: - Times

  private func phase(_ phase: DurationDifference.PhaseTime) -> TemplateValue {
    .object([
      "name": .text(phase.name.rawValue), "before": .text(phase.before.map(Figures.duration) ?? "–"),
      "now": .text(phase.now.map(Figures.duration) ?? "–"), "isMarked": .bool(phase.isMarked),
    ])
  }

  private func time(_ time: DurationDifference.TestTime) -> TemplateValue {
    let anchor = SiteMaterial.anchor(of: time.test)
    return .object([
      "name": .line(time.test.rawValue, most: 2000),
      "href": .optional(href(new, "tests.html", anchor: anchor)),
      "before": .text(Figures.duration(time.before)), "now": .text(Figures.duration(time.now)),
    ])
  }

  /// Said where it is no chance.
  private var pace: TemplateValue {
    guard let pace = difference.durations.pace, pace >= 1.5 || pace <= 1 / 1.5 else { return .null }
    return .text(
      "Tests took \(Figures.tenth(pace)) times as long in the median: only those that differ from that are "
        + "named.")
  }
}
