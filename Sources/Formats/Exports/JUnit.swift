public import Model

/// junit.xml, as Jenkins and GitLab read it.
public enum JUnit {
  public static func encode(_ report: Report) -> [UInt8] {
    var xml = TextBytes()
    let tests = report.tests
    let silenced = silenced(report)
    let untold = untold(report, silenced)
    xml.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    xml.attribute("name", "\(report.bot) \(report.integration)")
    xml.counts(of: tests.cases + untold, report, silenced)
    xml.add(">\n")
    if let one = untold.first {
      xml.suite(one.suite, untold, report, silenced) { $0.untold(one, type: report.result.rawValue) }
    }
    for (name, cases) in suites(of: tests) {
      xml.suite(name, cases, report, silenced) { xml in
        for test in cases {
          xml.testCase(test, suite: name, isTolerated: report.tolerates(test), silence: silenced[test.id])
        }
      }
    }
    xml.add("</testsuites>\n")
    return xml.bytes
  }

  /// What went wrong where no test did, as a test of its own that ended with an error: who reads nothing else
  /// would take it for green.
  private static func untold(_ report: Report, _ silenced: [TestID: String]) -> [TestCase] {
    let isTold = report.tests.cases.contains {
      $0.outcome.wentWrong && silenced[$0.id] == nil && !report.tolerates($0)
    }
    guard report.exitStatus != 0, !isTold else { return [] }
    let error = report.issues.open.first { $0.kind.isBuildError && $0.seen }
    var test = TestCase(
      id: TestID("Integration/\(report.result.rawValue)"), library: .xctest, target: "", suite: "Integration",
      name: report.result.rawValue, outcome: .crashed)
    let reason = report.reason.isEmpty ? report.result.word : report.reason
    (test.file, test.line) = (error?.file, error?.line)
    test.failures = [
      TestFailure(message: error?.message ?? reason, file: error?.file, line: error?.line, kind: .other)
    ]
    if error != nil { test.failures.append(TestFailure(message: reason, file: nil, line: nil, kind: .other)) }
    return [test]
  }

  /// What went wrong and has no say in the result is to make nobody's page red: why, by its test.
  private static func silenced(_ report: Report) -> [TestID: String] {
    let quiet = report.issues.silencedTests
    return report.issues.silenced.filter { $0.seen && !$0.testIsGone }.reduce(into: [:]) { reasons, issue in
      guard let test = issue.test, let silence = issue.silence, quiet.contains(test) else { return }
      reasons[test] = "silenced \(silence.until.words): \(silence.reason)"
    }
  }

  /// Suites in the order of their first test. Readers take what precedes the last dot for a package.
  private static func suites(of tests: TestReport) -> [(name: String, cases: [TestCase])] {
    var suites: [(name: String, cases: [TestCase])] = []
    var places: [String: Int] = [:]
    for test in tests.cases {
      let suite = test.suite.split(separator: "/").joined(separator: ".")
      let name = suite.isEmpty ? test.target : "\(test.target).\(suite)"
      if let place = places[name] {
        suites[place].cases.append(test)
      } else {
        places[name] = suites.count
        suites.append((name, [test]))
      }
    }
    return suites
  }
}

/// The elements of junit.xml.
extension TextBytes {
  mutating func suite(
    _ name: String, _ cases: [TestCase], _ report: Report, _ silenced: [TestID: String],
    _ content: (inout Self) -> Void
  ) {
    add("  <testsuite")
    attribute("name", name)
    counts(of: cases, report, silenced)
    attribute("timestamp", Timestamp.write(report.started))
    add(">\n")
    content(&self)
    add("  </testsuite>\n")
  }

  mutating func untold(_ test: TestCase, type: String) {
    add("    <testcase")
    attribute("classname", test.suite)
    attribute("name", test.ownName)
    if let file = test.file { attribute("file", file.rawValue) }
    if let line = test.line { attribute("line", "\(line)") }
    add(">\n")
    problem("error", type: type, test, message: test.failures.first?.message)
    add("    </testcase>\n")
  }

  mutating func testCase(_ test: TestCase, suite: String, isTolerated: Bool, silence: String?) {
    add("    <testcase")
    attribute("classname", suite)
    attribute("name", test.ownName)
    if let file = test.file { attribute("file", file.rawValue) }
    if let line = test.line { attribute("line", "\(line)") }
    if let seconds = test.seconds { attribute("time", Self.seconds(seconds)) }
    var inner = TextBytes()
    inner.content(test, isTolerated, test.outcome.wentWrong ? silence : nil)
    guard !inner.bytes.isEmpty else { return add("/>\n") }
    add(">\n")
    add(inner.bytes)
    add("    </testcase>\n")
  }

  private mutating func content(_ test: TestCase, _ isTolerated: Bool, _ silence: String?) {
    switch test.outcome {
    case _ where silence != nil:
      let said = Self.lines(of: test).joined(separator: "\n")
      skipped("\(test.outcome.word), \(silence ?? "")" + (said.isEmpty ? "" : ": " + said))
    case .passed: break
    case .expectedFailure: property("outcome", test.outcome.rawValue)
    case .skipped: skipped(test.skipReason ?? "")
    case .notRun: skipped("not run")
    case .failed: problem("failure", type: test.failures.first { !$0.isKnown }?.kind.rawValue, test)
    case .crashed: problem("error", type: "crash", test)
    case .timedOut: problem("error", type: "timeout", test)
    case .flaky: problem(isTolerated ? "flakyFailure" : "failure", type: "flaky", test)
    }
    let output = Self.output(of: test)
    guard !output.isEmpty else { return }
    add("      <system-out>")
    characterData(output)
    add("</system-out>\n")
  }

  private mutating func property(_ name: String, _ value: String) {
    add("      <properties><property")
    attribute("name", name)
    attribute("value", value)
    add("/></properties>\n")
  }

  private mutating func skipped(_ reason: String) {
    add("      <skipped")
    attribute("message", reason)
    add("/>\n")
  }

  /// One element only: neither reader expects a second one, so it tells all that went wrong.
  private mutating func problem(
    _ element: String, type: String?, _ test: TestCase, message own: String? = nil
  ) {
    var lines = Self.lines(of: test)
    lines += (test.crash?.frames ?? test.stack ?? []).map {
      let place = $0.file.map { " (\($0)" } ?? ""
      return "  at \($0.function)\(place)\($0.line.map { ":\($0)" } ?? "")" + (place.isEmpty ? "" : ")")
    }
    let message =
      switch test.outcome {
      case .crashed: test.crash?.message ?? test.failures.first { $0.kind == .crash }?.message
      case .timedOut: test.failures.first { $0.kind == .timeout }?.message
      case .passed, .failed, .flaky, .skipped, .expectedFailure, .notRun:
        test.failures.first { !$0.isKnown }?.message
      }
    add("      <\(element)")
    attribute("message", own ?? message ?? test.outcome.rawValue)
    attribute("type", type ?? TestFailure.Kind.other.rawValue)
    add(">")
    text(lines.joined(separator: "\n"))
    add("</\(element)>\n")
  }

  private static func lines(of test: TestCase) -> [String] {
    var lines = test.failures.filter { !$0.isKnown }.map {
      "\(place($0.file?.rawValue, $0.line, $0.placeWords))\($0.message)"
    }
    if let crash = test.crash, !test.failures.contains(where: { $0.kind == .crash }) {
      let signal = crash.signal.map { "\($0): " } ?? ""
      let place = place(crash.file?.rawValue, crash.line, crash.placeWords)
      lines.append("\(place)\(signal)\(crash.message)")
    }
    return lines
  }

  private static func place(_ file: String?, _ line: Int?, _ words: String = "") -> String {
    guard let file else { return "" }
    return "\(file)\(line.map { ":\($0)" } ?? "")\(words): "
  }

  private static func output(of test: TestCase) -> String {
    var parts: [String] = []
    if test.outcome == .expectedFailure { parts.append("Failed as expected.") }
    parts += test.failures.filter(\.isKnown).map {
      "\($0.isWarning == true ? "warning" : "known issue"): "
        + "\(place($0.file?.rawValue, $0.line, $0.placeWords))\($0.message)"
    }
    if let attempts = test.attemptWords { parts.append(attempts) }
    parts += test.arguments.map { "\($0.outcome.rawValue): \($0.name)" }
    if let output = test.output, !output.isEmpty { parts.append(output) }
    return parts.joined(separator: "\n")
  }

  /// What fails the integration fails there; what it lets pass is told as Maven tells it.
  mutating func counts(of cases: [TestCase], _ report: Report, _ silenced: [TestID: String]) {
    let quiet = cases.count { $0.outcome.wentWrong && silenced[$0.id] != nil }
    func count(_ outcomes: TestOutcome..., and more: Int = 0) -> String {
      let loud = cases.count {
        outcomes.contains($0.outcome) && !($0.outcome.wentWrong && silenced[$0.id] != nil)
      }
      return "\(loud + more)"
    }
    func isFailing(_ test: TestCase) -> Bool {
      test.outcome == .flaky && !report.tolerates(test) && silenced[test.id] == nil
    }
    attribute("tests", "\(cases.count)")
    attribute("failures", count(.failed, and: cases.count(where: isFailing)))
    attribute("errors", count(.crashed, .timedOut))
    attribute("skipped", count(.skipped, .notRun, and: quiet))
    // As far as is known: one that was ended told no time.
    attribute("time", Self.seconds(cases.knownDuration ?? 0))
  }

  /// Without an exponent, which not every reader takes.
  private static func seconds(_ seconds: Double) -> String {
    let bounded = seconds.isFinite ? min(max(seconds, 0), 1e9) : 0
    let microseconds = Int((bounded * 1e6).rounded())
    let fraction = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}

extension Report {
  /// A flaky test that makes nothing red, whatever else does.
  fileprivate func tolerates(_ test: TestCase) -> Bool {
    test.outcome == .flaky && (tolerated || flakyPasses == true && test.passedAlone)
  }
}
