public import Model
import Words

/// `bothy issues BOT`: what is open, branch by branch.
public struct OpenIssuesText {
  private let paragraphs: Paragraphs
  private let base: BranchName?
  /// Of earlier integrations.
  private let branches: [IntegrationNumber: BranchName]
  private let place = Place(prefix: "")

  private static let mostOfBranch = 50
  private static let mostLines = 3
  private static let mostFlaky = 10

  public static func list(
    _ open: [OpenIssues], base: BranchName?, branches: [IntegrationNumber: BranchName] = [:],
    flakyEarlier: [KnownIssue] = [], capabilities: TerminalCapabilities
  ) -> String {
    let text = OpenIssuesText(paragraphs: Paragraphs(capabilities), base: base, branches: branches)
    let flaky = flakyEarlier.isEmpty ? [] : [text.lines(flakyEarlier)]
    let isBaseQuiet = base.map { base in !open.contains { $0.branch == base } } ?? false
    let nowhere = open.isEmpty ? ["Nothing is open on any branch."] : []
    let quiet =
      isBaseQuiet && !open.isEmpty ? ["Nothing is open on \(SafeText.line(base?.rawValue ?? ""))."] : nowhere
    let parts = (quiet.isEmpty ? [] : [quiet]) + open.map(text.lines) + flaky
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// No pass tells that a test is flaky no more.
  private func lines(_ flaky: [KnownIssue]) -> [String] {
    let head = "Flaky earlier, and nothing open of it: \(Figures.count(flaky.count, "test"))"
    let left = flaky.count - Self.mostFlaky
    return paragraphs.broken(head, indent: 0).map { paragraphs.palette.paint($0, .bold) }
      + flaky.prefix(Self.mostFlaky).flatMap { one in
        let badge = paragraphs.palette.badge(status(of: .flaky), padded: 12)
        let last = "last in \(one.integration)\(one.branch.map { " of \($0)" } ?? "")"
        return ["  \(badge)  \(paragraphs.name(one.issue.test?.rawValue ?? "", beside: 16))"]
          + paragraphs.broken(SafeText.line(last), indent: 4).map { paragraphs.palette.paint($0, .dim) }
      }
      + (left > 0 ? ["  \(paragraphs.palette.ellipsis) \(Figures.grouped(left)) more"] : [])
  }

  private func lines(of open: OpenIssues) -> [String] {
    let branch = open.branch.map { SafeText.line($0.rawValue) } ?? "without a branch"
    let loud = open.issues.count - open.silenced
    let parts: [(Int, String)] = [
      (loud, "open"), (open.silenced, "silenced"),
      (open.onBase, "known on \(SafeText.line(base?.rawValue ?? ""))"),
    ]
    let counts = parts.filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    let merged = open.isMerged ? ", merged by now" : ""
    let head = "\(branch), as of \(open.integration)\(merged): \(counts.joined(separator: ", "))"
    let left = open.issues.count - Self.mostOfBranch
    return paragraphs.broken(head, indent: 0).map { paragraphs.palette.paint($0, .bold) }
      + open.issues.prefix(Self.mostOfBranch).flatMap { lines(of: $0, in: open) }
      + (left > 0 ? ["  \(paragraphs.palette.ellipsis) \(Figures.grouped(left)) more"] : [])
  }

  private func lines(of issue: Issue, in open: OpenIssues) -> [String] {
    let palette = paragraphs.palette
    let status = issue.outcome.map { palette.status(of: $0) } ?? status(of: issue.kind)
    let badge = palette.badge(status, padded: 12)
    // Nothing tells an error or a warning from another one in a few words but its id.
    let name = issue.test?.rawValue ?? "issue \(issue.identity.short)"
    let seen = issue.seen ? "" : ", not seen in \(open.integration)"
    let elsewhere = branches.filter { $0.value != open.branch }
    let age = SafeText.line("since \(issue.origin(elsewhere: elsewhere))\(seen)")
    let silence = issue.silence.map { paragraphs.broken(SafeText.line($0.words), indent: 4) } ?? []
    return ["  \(badge)  \(paragraphs.name(name, beside: 16))"]
      + paragraphs.broken(age, indent: 4).map { palette.paint($0, .dim) }
      + paragraphs.message(
        issue.messageWithLines, at: place.text(of: issue), indent: 4, most: Self.mostLines)
      + silence.map { palette.paint($0, .dim) }
  }

  private func status(of kind: Issue.Kind) -> Palette.Status {
    let palette = paragraphs.palette
    return switch kind {
    case .buildError, .testBuildError: palette.error
    case .warning, .analyzerWarning: palette.warning
    case .testFailure: palette.status(of: TestOutcome.failed)
    case .flaky: palette.status(of: TestOutcome.flaky)
    }
  }
}
