public import Model
public import Templates
import Words

/// What the template of a webhook is given. Every text is ready for the inside of a JSON string.
public struct WebhookView: Sendable {
  public var bot: BotID
  public var name: String
  public var integration: IntegrationNumber
  public var commit: CommitID?
  public var branch: BranchName?
  /// Where its page is; nil where that is not known.
  public var address: String?
  /// Nil while it has only begun.
  public var report: Report?

  public init(bot: BotID, name: String, integration: IntegrationNumber) {
    (self.bot, self.name, self.integration) = (bot, name, integration)
  }

  private static let mostIssues = 50
  /// GitHub takes no longer one.
  private static let mostDescription = 140

  public func values() -> [String: TemplateValue] {
    let sentence = report.map(Sentence.whole) ?? "\(name) \(integration) runs"
    var values: [String: TemplateValue] = [
      "bot": text(bot.rawValue), "name": text(name), "integration": .int(integration.value),
      "commit": text(commit?.rawValue ?? ""), "short": text(commit?.short ?? ""),
      "branch": branch.map { text($0.rawValue) } ?? .null, "address": address.map(text) ?? .null,
      "isStart": .bool(report == nil), "result": text(report?.result.rawValue ?? "running"),
      "reason": text(report?.reason ?? "it has begun"), "sentence": text(sentence),
      "glyph": text(report?.result.glyph.rawValue ?? "●"),
      "description": text(Self.shortened(report.map(\.reason) ?? sentence)),
      "subject": text(report?.commit?.subject ?? ""), "author": text(report?.commit?.author ?? ""),
      "github": text(state("pending", "success", "failure", "error")),
      "gitea": text(state("pending", "success", "failure", "error")),
      "gitlab": text(
        report?.result == .canceled ? "canceled" : state("running", "success", "failed", "failed")),
    ]
    values["counts"] = report.map { counts($0.tests) } ?? .null
    for (name, list) in issues { values[name] = list }
    return values
  }

  private func state(_ begun: String, _ green: String, _ red: String, _ neither: String) -> String {
    guard let report else { return begun }
    if report.passed { return green }
    return [.testFailures, .flaky, .buildErrors].contains(report.result) ? red : neither
  }

  private func counts(_ tests: TestReport) -> TemplateValue {
    func count(_ outcome: TestOutcome) -> TemplateValue { .int(tests.count(outcome)) }
    return .object([
      "total": .int(tests.cases.count), "passed": count(.passed), "failed": count(.failed),
      "crashed": count(.crashed), "timedOut": count(.timedOut), "flaky": count(.flaky),
      "skipped": count(.skipped), "expectedFailures": count(.expectedFailure), "notRun": count(.notRun),
    ])
  }

  private var issues: [(String, TemplateValue)] {
    let lists = report?.issues ?? IssueLists()
    return [
      ("new", lists.new), ("cameBack", lists.cameBack), ("unresolved", lists.unresolved),
      ("resolved", lists.resolved), ("flaky", lists.flaky), ("silenced", lists.silenced),
    ].flatMap { name, issues in
      let shown = issues.prefix(Self.mostIssues)
      let list = shown.enumerated().map { value($1, isLast: $0 == shown.count - 1) }
      return [(name, TemplateValue.list(list)), (name + "Count", .int(issues.count))]
    }
  }

  private func value(_ issue: Issue, isLast: Bool) -> TemplateValue {
    .object([
      "kind": text(issue.kind.rawValue), "message": text(String(issue.message.prefix(2000))),
      "file": text(issue.file?.rawValue ?? ""), "line": .int(issue.line ?? 0),
      "test": text(issue.test?.rawValue ?? ""), "since": .int(issue.since.value), "isLast": .bool(isLast),
      "testIsGone": .bool(issue.testIsGone),
    ])
  }

  private func text(_ text: String) -> TemplateValue { .text(QuotedJSON.inside(text)) }

  private static func shortened(_ text: String) -> String {
    text.count <= mostDescription ? text : text.prefix(mostDescription - 1) + "…"
  }
}

/// A text as it stands between the quotes of JSON.
enum QuotedJSON {
  static func inside(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case _ where scalar.value < 0x20:
        escaped += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
