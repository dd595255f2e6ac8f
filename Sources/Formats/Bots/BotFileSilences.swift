import Model
import YAML

/// One silence while its keys are read.
private struct SilenceDraft {
  var issue: String?
  var test: String?
  var outcome = TestOutcome.failed
  var until: Silence.Until?
  var reason = ""
}

extension Form<[Silence]> {
  /// `all-now`, or a list of what is silenced, each with its reason.
  static var silences: Self {
    let section = Section<SilenceDraft>.silence
    let words = "all-now, or a list such as `- {test: NAME, reason: TEXT}`"
    let all = Form<Silence>.scalar(words) { scalar in scalar.text == "all-now" ? .allNow : nil }
    let one = Form<Silence>(words: words) { node, findings in
      guard case .mapping = node.content else { return all.read(node, &findings) }
      var draft = SilenceDraft()
      return section.read(node, into: &draft, &findings) ? draft.silence : nil
    }
    return Form(
      words: words,
      read: { node, findings in
        guard case .scalar = node.content, !node.isEmpty else {
          return one.list("all-now, or a list", such: "`- {test: NAME, reason: TEXT}`").read(node, &findings)
        }
        return all.read(node, &findings).map { [$0] }
      }, keys: { section.keys(below: $0 + "[]") })
  }
}

extension Silence {
  fileprivate static let allNow = Silence(
    .allNow, until: .resolved, reason: "there on the first day of `silence: all-now`", origin: .allNow)
}

extension SilenceDraft {
  fileprivate var silence: Silence {
    let subject = issue.map { Silence.Subject.issue($0) } ?? .test(TestID(test ?? ""), outcome)
    let until = until ?? .lasting(isFlaky: outcome == .flaky)
    return Silence(subject, until: until, reason: reason, origin: .botFile)
  }
}

extension Section<SilenceDraft> {
  fileprivate static var silence: Self {
    Section(
      fields: [
        .key(
          "test", \.test, .line("a test's whole name"), example: "ParserTests.HelpTests/testVersion",
          "The full name of a test that fails."),
        .key(
          "outcome", \.outcome, .outcome, example: "crashed",
          "What happens to the test: failed, crashed, timed-out or flaky. Default: failed."),
        .key(
          "issue", \.issue, .issue, example: "3fa9c2d1",
          "The id of any other issue, or its first eight letters."),
        .key(
          "until", \.until, .until, example: "resolved",
          "resolved: until the base branch no longer has it. forever. Or a last day. Flaky tests take no "
            + "`resolved`. Default: resolved."),
        .key(
          "reason", \.reason, .line("a text"), example: "waits for the next release", "Why it is silenced."
        ).required,
      ],
      check: { draft, written, place, findings in
        guard written.isSound("test"), written.isSound("issue") else { return }
        if draft.test != nil, let place = written.place("issue") {
          findings.add("`issue` and `test` exclude each other: leave one of them out", at: place)
        } else if draft.test == nil, draft.issue == nil {
          findings.add("it is not said what is silenced: write `test` or `issue`", at: place)
        } else if draft.issue != nil, let place = written.place("outcome") {
          findings.add("`outcome` goes with `test`: an issue is one of one outcome", at: place)
        }
        if draft.outcome == .flaky, draft.until == .resolved, let place = written.place("until") {
          findings.add(
            "`until: resolved` never comes for a flaky test, which no pass shows to be mended: write "
              + "forever, or a day", at: place)
        }
      })
  }
}

extension Form<String> {
  fileprivate static var issue: Self {
    let words = "an issue's id, at least the first eight letters of it"
    return Form<String>.scalar(words, advice: "it takes \(words), as its page tells it") { scalar in
      let isID = scalar.text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
      return isID && scalar.text.utf8.count >= 8 ? scalar.text : nil
    }
  }
}

extension Form<TestOutcome> {
  fileprivate static var outcome: Self {
    .scalar("failed, crashed, timed-out or flaky") {
      TestOutcome(rawValue: $0.text).flatMap { $0.wentWrong ? $0 : nil }
    }
  }
}

extension Form<Silence.Until?> {
  fileprivate static var until: Self {
    .scalar("resolved, forever or a day such as 2031-12-31") { scalar in
      Silence.Until(scalar.text).map { .some($0) }
    }
  }
}
