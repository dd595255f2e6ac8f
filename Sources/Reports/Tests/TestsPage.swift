import Model
import Templates
import Words

/// `tests.html`: every test, by target and suite.
struct TestsPage: PagePart {
  let frame: PageFrame

  private static let mostSlow = 10
  private static let many = 1000
  /// Of more tests, only so many are told in full, those that went wrong first: 10,000 make no page that
  /// nobody waits for.
  private static let mostInFull = 2000
  private static let inFull = 200
  /// Of more tests, suites in which all is well are folded.
  private static let mostOpen = 40
  /// A list that is out of sight is not laid out; one of thousands would be all in sight.
  private static let mostInList = 100
  private static let mostFailures = 5
  private static let mostUnrun = 300
  private static let mostCame = 300

  func values() -> [String: TemplateValue] {
    var values = frame.values(section: .tests)
    // Where it ended before them, nobody knows which there are.
    let hasRun = report.phases.contains { $0.name == .test && $0.status != .skipped }
    let isWithout = report.tests.cases.isEmpty && !hasRun
    let shared = isWithout ? nil : report.tests.sharing.map { "Those of XCTest ran \($0.words)." }
    let sentence =
      (isWithout ? "No test ran" : Sentence.tests(report.tests) + Sentence.leftOut(report)) + "."
    let first = isWithout ? nil : report.tests.affected?.words
    values["sentence"] = .line([sentence, shared, first].compactMap(\.self).joined(separator: " "))
    values["filters"] = .list(filters)
    let full = Self.toldInFull(report.tests.cases)
    values["groups"] = .some(TestTree.targets(of: report.tests.cases).map { group($0, level: 2, full) })
    values["brief"] = .optional(full.map { Self.brief($0.count) })
    values["hasFolds"] = .bool(report.tests.cases.count > Self.mostOpen)
    values["isMany"] = .bool(report.tests.cases.count > Self.many)
    let slowest = slowest()
    values["slowest"] = slowest
    // Where nothing else tells why so many have no time.
    values["times"] = slowest == .null ? .optional(KnownTimes(report.tests).words) : .null
    values["came"] = came
    values["unrun"] = unrun(report.tests.unrun)
    values["known"] = unrun(report.tests.knownIssues)
    values["selection"] = .bool(report.selection != nil)
    return values
  }

  /// All of them are there, so that an address with a filter always finds its place.
  private var filters: [TemplateValue] {
    let outcomes = IntegrationPage.outcomeOrder.map { outcome -> TemplateValue in
      let status = Status.of(outcome)
      return .object([
        "id": .text(status.style), "status": status.value, "count": .count(report.tests.count(outcome)),
        "isEmpty": .bool(report.tests.count(outcome) == 0),
      ])
    }
    guard report.comparedWith != nil else { return outcomes }
    let new = report.tests.cases.count { $0.outcome.isFailure && material.newTests.contains($0.id) }
    let filter: TemplateValue = .object([
      "id": .text("new"), "status": Status(.dot, "with new failures").value,
      "count": .count(new), "isEmpty": .bool(new == 0),
    ])
    return outcomes + [filter]
  }

  private static func brief(_ inFull: Int) -> String {
    let told =
      inFull == 0
      ? "names and times alone are told here"
      : "\(Figures.grouped(inFull)) \(inFull == 1 ? "is" : "are") told in full here, what went wrong first"
    return "Of so many tests, \(told); report.json has all."
  }

  /// nil where all are.
  private static func toldInFull(_ tests: [TestCase]) -> Set<TestID>? {
    guard tests.count > mostInFull else { return nil }
    func says(_ test: TestCase) -> Bool {
      !test.attachments.isEmpty || !test.measurements.isEmpty || test.attemptWords != nil
    }
    let wrong = tests.filter(\.outcome.wentWrong)
    return Set((wrong + tests.filter { !$0.outcome.wentWrong && says($0) }).prefix(inFull).map(\.id))
  }

  /// `level` is that of the heading.
  private func group(_ tree: TestTree, level: Int, _ full: Set<TestID>?) -> TemplateValue {
    .object([
      "path": .list(tree.names.map { .line($0) }), "level": .int(min(level, 6)),
      "isTarget": .bool(level == 2),
      "isFolded": .bool(level > 2 && tree.isQuiet && report.tests.cases.count > Self.mostOpen),
      "count": .text(Figures.count(tree.count, "test")),
      "failures": tree.failures == 0 ? .null : .text("\(Figures.grouped(tree.failures)) failing"),
      "seconds": .optional(tree.seconds.map(Figures.duration)),
      "tests": .some(lists(of: tree.tests, full)),
      "groups": .some(tree.groups.map { group($0, level: level + 1, full) }),
    ])
  }

  private func lists(of tests: [TestCase], _ full: Set<TestID>?) -> [TemplateValue] {
    stride(from: 0, to: tests.count, by: Self.mostInList).map { first in
      let some = tests[first..<min(first + Self.mostInList, tests.count)]
      let rows = some.map { full?.contains($0.id) ?? true ? row($0) : brief($0) }
      return .object(["rows": .list(rows), "size": .text(Self.size(some.count))])
    }
  }

  /// What the style sheet takes for the height of a list that it did not lay out yet.
  private static func size(_ count: Int) -> String {
    "n\([3, 10, 30].first { count <= $0 } ?? mostInList)"
  }

  private func brief(_ test: TestCase) -> TemplateValue {
    let hasGlyph = test.outcome == .passed || test.outcome.wentWrong
    let former = material.renames[test.id]
    let reason = test.reason ?? test.failures.expected?.onOneLine
    return .object([
      "isBrief": true, "anchor": .text(SiteMaterial.anchor(of: test.id)),
      "status": Status.of(test.outcome).value,
      "hasGlyph": .bool(hasGlyph),
      "isBare": .bool(hasGlyph && former == nil && test.tags.isEmpty && reason == nil),
      "isNew": .bool(material.isNew(test)), "name": .line(TestWords.leaf(test)),
      "history": .optional(history(of: test.id)),
      "tags": .some(test.tags.map { .line($0) }),
      "reason": .optional(reason.map { Shown.line($0, most: 200) }),
      "former": .optional(former.map { Shown.line($0.words, most: 200) }),
      "seconds": .optional(test.seconds.map(Figures.duration)),
    ])
  }

  private func row(_ test: TestCase) -> TemplateValue {
    let (isNew, isAdded) = (material.isNew(test), material.added.contains(test.id))
    let age = test.outcome.wentWrong ? material.age(of: test.id) : ""
    return .object([
      "isBrief": false, "isBare": false, "hasGlyph": true, "anchor": .text(SiteMaterial.anchor(of: test.id)),
      "past": OutcomeStrip(frame: frame).value(of: test),
      "status": Status.of(test.outcome).value, "isPassed": .bool(test.outcome == .passed),
      "former": .optional(material.renames[test.id].map { Shown.line($0.words, most: 400) }),
      "isAdded": .bool(isAdded), "added": .optional(isAdded ? "new test" : nil),
      "isNew": .bool(isNew),
      "age": age.isEmpty ? .null : .text(age), "name": .line(TestWords.leaf(test)),
      "id": .line(test.id.rawValue), "seconds": .optional(test.seconds.map(Figures.duration)),
      "history": .optional(history(of: test.id)),
      "card": .optional(material.card(of: test.id).map { "index.html#\($0)" }),
      "failures": .some(failures(of: test)), "place": place(test.file, test.line),
      "reason": .optional(test.reason.map { Shown.line($0) }),
      "known": .some(test.failures.filter(\.isKnown).map { .lines($0.toldAsKnown) }),
      "tags": .some(test.tags.map { .line($0) }),
      "cases": test.arguments.isEmpty ? .null : .text(Self.cases(of: test)),
      "arguments": .some(
        test.arguments.map { .object(["name": .line($0.name), "status": Status.of($0.outcome).value]) }),
      "attempts": .optional(test.attemptWords),
      "measurements": .some(
        test.measurements.map {
          .object([
            "metric": .line($0.metric), "average": .text("\($0.average)"),
            "deviation": .text("\($0.relativeStandardDeviation)"),
          ])
        }),
      "attachments": attachments(of: test),
      "command": .text(RunAgain([test], material.input).bothy),
    ])
  }

  static func cases(of test: TestCase) -> String {
    let failures = test.arguments.count { $0.outcome.isFailure }
    let all = Figures.count(test.arguments.count, "case")
    let others = [(TestOutcome.skipped, "skipped"), (.notRun, "not run")].compactMap { outcome, word in
      let count = test.arguments.count { $0.outcome == outcome }
      // What is so of the whole test is told of that.
      return count == 0 || outcome == test.outcome ? nil : ", \(Figures.grouped(count)) \(word)"
    }
    return (failures == 0 ? all : "\(Figures.grouped(failures)) of \(all) failed") + others.joined()
  }

  private func failures(of test: TestCase) -> [TemplateValue] {
    let told = test.failures.filter { !$0.isKnown }
    var failures = told.prefix(Self.mostFailures).map { failure($0.message, $0.file, $0.line, $0.placeWords) }
    if let crash = test.crash, !told.contains(where: { $0.kind == .crash }) {
      failures.append(failure(crash.message, crash.file, crash.line, crash.placeWords))
    }
    let left = told.dropFirst(Self.mostFailures).failureCount
    if left > 0 { failures.append(failure(Figures.count(left, "more failure"), nil, nil)) }
    return failures
  }

  private func failure(
    _ message: String, _ file: PackagePath?, _ line: Int?, _ words: String = ""
  ) -> TemplateValue {
    .object([
      "message": .lines(Shown.withColorsSpelled(message), most: 2000), "place": place(file, line, words),
    ])
  }

  var came: TemplateValue {
    guard let changes = report.comparedWith?.tests, !changes.counts.isEmpty else { return .null }
    let lines = changes.lines(beside: report.tests.unrun)
    let left = lines.count - Self.mostCame
    return .object([
      "counts": .text(changes.counts.capitalizedFirst + report.restOfTestChanges + "."),
      "since": .text("\(changes.integration)"),
      "left": left > 0 ? .text("\(Figures.grouped(left)) more stand in report.json.") : .null,
      "rows": .list(
        lines.prefix(Self.mostCame).map { line in
          .object([
            "words": .line(line.words, most: 400), "place": place(line.left?.file, line.left?.line),
          ])
        }),
    ])
  }

  private func unrun(_ rows: [DidNotRun]) -> TemplateValue {
    guard !rows.isEmpty else { return .null }
    let left = rows.count - Self.mostUnrun
    return .object([
      "count": .count(rows.count), "counts": .text(rows.counts.capitalizedFirst + "."),
      "left": left > 0 ? .text("\(Figures.grouped(left)) more stand in report.json.") : .null,
      "rows": .list(
        rows.prefix(Self.mostUnrun).map { row in
          let group = [row.target == row.name ? "" : row.target, row.suite].filter { !$0.isEmpty }
          return .object([
            "name": .line(row.name), "group": .line(group.joined(separator: " › ")),
            "kind": .text(row.kind.word), "why": .line(Shown.withoutColors(row.why), most: 400),
            "place": place(row.file, row.line),
          ])
        }),
    ])
  }

  private func slowest() -> TemplateValue {
    let timed = report.tests.cases.filter { ($0.seconds ?? 0) >= 0.01 }
    let slow = timed.sorted { ($0.seconds ?? 0) > ($1.seconds ?? 0) }.prefix(Self.mostSlow)
    let longest = slow.first?.seconds ?? 1
    guard !slow.isEmpty else { return .null }
    return .object([
      "count": .count(slow.count), "times": .optional(KnownTimes(report.tests).words),
      "list": .list(
        slow.map { test in
          .object([
            "name": .line(TestWords.sentence(test)), "group": .line(FailureCard.group(of: test).last ?? ""),
            "href": .text("#" + SiteMaterial.anchor(of: test.id)),
            "seconds": .text(Figures.duration(test.seconds ?? 0)),
            "width": .text(Figures.tenth((test.seconds ?? 0) / longest * 100)),
          ])
        }),
    ])
  }
}
