import Model
import Templates
import Words

/// The last outcomes of a test as a row of glyphs, the oldest first, and in words.
struct OutcomeStrip: PagePart {
  let frame: PageFrame

  /// nil when nothing is known of earlier integrations.
  func value(of test: TestCase) -> TemplateValue {
    let earlier = material.input.earlier
    guard let outcomes = earlier.outcomes[test.id], !outcomes.isEmpty else { return .null }
    let items = outcomes.reversed().map { past -> TemplateValue in
      let number = past.integration
      let anchor = SiteMaterial.anchor(of: past.formerly ?? test.id)
      let href = "../\(number.value)/tests.html#\(anchor)"
      return .object([
        "status": Status.of(past.outcome).value, "number": .text("\(number)"),
        "href": earlier.pages.contains(number) ? .text(href) : .null,
      ])
    }
    return .object([
      "list": .list(items), "words": .text(words(outcomes, now: test.outcome)),
      "now": Status.of(test.outcome).value,
    ])
  }

  /// `earlier` newest first; limited ones are in the history alone.
  private func words(_ earlier: [EarlierOutcome], now: TestOutcome) -> String {
    let isOlder = material.report.limited?.isOlderCommit == true
    let told = Self.words(earlier, now: now, isOlder: isOlder)
    return told.isEmpty || !material.input.earlier.isAnyLimited ? told : "In whole integrations: \(told)"
  }

  /// `isOlder`: these are of commits that came later, too.
  static func words(_ earlier: [EarlierOutcome], now: TestOutcome, isOlder: Bool = false) -> String {
    let all = earlier.map(\.outcome)
    // Where it was skipped it could not fail.
    let outcomes = all.filter { $0 != .skipped && $0 != .notRun }
    if outcomes.isEmpty { return now.isFailure ? skipped(all.count) : "" }
    let failures = outcomes.count(where: \.isFailure)
    if outcomes.contains(.flaky) || now == .flaky { return TestHistory.sentence([now] + all).ended }
    // Integrations that did not have it are none of them.
    let ran = outcomes.count == all.count ? "" : " that it ran"
    let last = ran.isEmpty ? "the time before" : "the last time\(ran)"
    let before = outcomes.count == 1 ? last : "the last \(outcomes.count) times\(ran)"
    if failures == 0 { return now.isFailure ? "It did not fail \(before)." : "" }
    let verb = TestHistory.verb(outcomes)
    if failures == outcomes.count {
      switch outcomes.count {
      case 1: return "It \(verb) \(last)."
      case 2 where ran.isEmpty: return "It \(verb) both times before."
      default: return "It \(verb) all of the last \(outcomes.count) times\(ran)."
      }
    }
    let told = "It \(verb) \(failures) of the last \(outcomes.count) times\(ran)"
    // That an older commit has another outcome says nothing.
    let ofTheirTime = earlier.filter { !$0.isOfOlderCommit }.map(\.outcome)
    return !isOlder && isFlaky(ofTheirTime, now: now) ? "\(told), on and off." : "\(told)."
  }

  private static func skipped(_ count: Int) -> String {
    "It did not run \(count == 1 ? "the time before" : "the last \(count) times")."
  }

  /// It began to fail at least twice before, and passed between: once may be mended, and broken again.
  static func isFlaky(_ outcomes: [TestOutcome], now: TestOutcome) -> Bool {
    let decided = outcomes.filter { $0.isFailure || $0 == .passed }.map(\.isFailure)
    let begun = zip(decided, decided.dropFirst() + [false]).count { $0 && !$1 }
    return begun >= 2 && (now.isFailure || now == .passed)
  }
}
