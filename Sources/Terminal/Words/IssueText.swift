import Model
import Words

/// How the issues of one integration stand to those before it.
struct IssueText {
  let report: Report
  let paragraphs: Paragraphs
  let place: Place
  /// Of which branch earlier integrations are that are of another one.
  var elsewhere: [IntegrationNumber: BranchName] = [:]
  /// Of tests that fail since an earlier one: whom that one suspected.
  var earlier: [TestID: String] = [:]

  private var issues: IssueLists { report.issues }
  private var palette: Palette { paragraphs.palette }

  /// "1 new, 1 still there, 2 resolved, compared with #41".
  var counts: String {
    let gone = issues.resolved.count(where: \.testIsGone)
    let before = "as in \(issues.asBefore.first?.asIn ?? 0)"
    let known = "known on \(SafeText.line(issues.knownOnBase.first?.knownOn?.rawValue ?? ""))"
    let base = known + (report.comparedWith?.base.map { " as of \($0.integration)" } ?? "")
    let unfound = report.unfound
    let others = unfound.failedOtherwise.count
    let words: [(Int, String)] = [
      (issues.new.count, "new"), (issues.cameBack.count, "came back"),
      (issues.cameAlong.count, "came along"), (issues.asBefore.count, before),
      (issues.stillThere.count, report.isBeforeCompared ? "known" : "still there"),
      (others, "whose \(others == 1 ? "test" : "tests") failed otherwise"),
      (unfound.notSeen.count, report.notSeenWords),
      (issues.knownOnBase.count, base),
      (issues.resolved.count - gone, "resolved"),
      (gone, gone == 1 ? "whose test is gone" : "whose tests are gone"),
      (issues.flaky.count, "flaky"), (report.silenced.here.count, "silenced"),
      (report.silenced.unseen.count, "silenced and \(report.notSeenWords)"),
    ]
    let parts = words.filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    guard !parts.isEmpty else { return "" }
    return parts.joined(separator: ", ")
      + (report.comparedWith.map { ", compared with \(later)\($0.integration)" } ?? "")
  }

  private var later: String { report.isBeforeCompared ? "the later " : "" }

  /// "#12 of main at 1a2b3c4d: 1 newly failing, 2 tests more; 4 fewer lines did not run".
  var base: String {
    guard let base = report.comparedWith?.base, let words = Sentence.base(report) else { return "" }
    return "\(base.integration) of \(SafeText.line(base.branch.rawValue)) at \(base.commit.short): \(words)"
  }

  /// "new", "came back" or "since #12" for each test; nothing in the very first integration, where all would
  /// be new.
  var ages: [TestID: String] {
    let new = report.comparedWith == nil ? [] : issues.new
    // What failed in another way before is told only where nothing else is.
    // What is flaky now may have a failure of before open, which is as old as that.
    let old =
      issues.flaky + issues.cameBack + (issues.unresolved + issues.silenced).filter(\.seen)
      + issues.unresolved + issues.silenced
    let all =
      new.map { ($0.test, $0.newness(elsewhere: elsewhere)) }
      + old.map { ($0.test, $0.age(elsewhere: elsewhere)) }
    let known = all.compactMap { test, age in test.map { ($0, age) } }
    return Dictionary(known) { first, _ in first }
  }

  /// Which commit broke a test, or whose may have, below what it says.
  func culprit(of test: TestID) -> [String] {
    let found = issues.culprits[test]?.sentence.capitalizedFirst
    let issue = (issues.new + issues.cameBack).first { $0.test == test && $0.seen }
    let suspected = issue.flatMap { Suspicion.sentence(of: $0, in: report) }
    guard let words = found ?? suspected ?? issue?.notRunWords ?? earlier[test] else { return [] }
    return paragraphs.message(words, at: nil, indent: 6, most: 3)
  }

  /// `place: message`, with what it is about when that is not said otherwise.
  func lines(of issue: Issue, most: Int) -> [String] {
    let flaky = issues.resolved.contains(issue) && issues.isFlakyNow(issue) ? ", which is flaky now" : ""
    let about = issue.testWords.map { SafeText.line($0) + flaky }
    let indent = about == nil ? 2 : 4
    let body = paragraphs.message(
      issue.messageWithLines, at: place.text(of: issue), indent: indent, most: most)
    return (about.map { ["  " + $0] } ?? []) + body
  }

  /// By which it can be silenced, where no test's name will do.
  private func named(_ issue: Issue) -> [String] {
    let id = issue.test == nil ? "issue \(issue.identity.short)" : ""
    let silence = issue.silence.map { SafeText.line($0.words) } ?? ""
    let last = issue.test == nil ? issue.lastWords ?? "" : ""
    let words = [id, last, silence].filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty
      ? [] : paragraphs.broken(words, first: "    ", indent: 4).map { palette.paint($0, .dim) }
  }

  /// Who may have done it, as of tests that is told below what they say.
  private func suspects(of issue: Issue) -> [String] {
    let isFresh = issue.test == nil && (issues.new + issues.cameBack).contains(issue)
    let words = isFresh ? Suspicion.sentence(of: issue, in: report) : nil
    return words.map { paragraphs.message($0, at: nil, indent: 4, most: 3) } ?? []
  }

  /// At most so many issues, and how many more there are.
  func list(_ title: String, _ list: [Issue], most: Int, mostLines: Int) -> [String] {
    guard !list.isEmpty else { return [] }
    let shown = list.prefix(most).flatMap { lines(of: $0, most: mostLines) + named($0) + suspects(of: $0) }
    let left = list.count - most
    let rest = left > 0 ? ["  \(palette.ellipsis) \(Figures.count(left, "more", "more"))"] : []
    return paragraphs.heading("\(title) (\(Figures.grouped(list.count)))") + shown + rest
  }
}
