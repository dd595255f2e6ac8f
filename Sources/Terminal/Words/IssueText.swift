import Model
import Words

/// How the issues of one integration stand to those before it.
struct IssueText {
  let report: Report
  let paragraphs: Paragraphs
  let place: Place

  private var issues: IssueLists { report.issues }
  private var palette: Palette { paragraphs.palette }

  /// "1 new, 1 still there, 2 resolved since #41".
  var counts: String {
    let words = [
      (issues.new.count, "new"), (issues.unresolved.count, "still there"),
      (issues.resolved.count, "resolved"), (issues.silenced.count, "silenced"),
    ]
    let parts = words.filter { $0.0 > 0 }.map { "\(Figures.grouped($0.0)) \($0.1)" }
    guard !parts.isEmpty else { return "" }
    return parts.joined(separator: ", ")
      + (report.comparedWith.map { ", compared with \($0.integration)" } ?? "")
  }

  /// "new" or "since #12" for a test; nothing in the very first integration, where all would be new.
  func age(of test: TestID) -> String {
    if let old = issues.unresolved.first(where: { $0.test == test }) { return "since \(old.since)" }
    let isNew = report.comparedWith != nil && issues.new.contains { $0.test == test }
    return isNew ? "new" : ""
  }

  /// `place: message`, with what it is about when that is not said otherwise.
  func lines(of issue: Issue, most: Int) -> [String] {
    let unseen = issue.seen ? "" : " (could not be seen this time)"
    let about = issue.test.map { SafeText.line($0.rawValue) + unseen }
    let message = about == nil ? issue.message + unseen : issue.message
    let indent = about == nil ? 2 : 4
    let body = paragraphs.message(message, at: place.text(of: issue), indent: indent, most: most)
    return (about.map { ["  " + $0] } ?? []) + body
  }

  /// At most so many issues, and how many more there are.
  func list(_ title: String, _ list: [Issue], most: Int, mostLines: Int) -> [String] {
    guard !list.isEmpty else { return [] }
    let shown = list.prefix(most).flatMap { lines(of: $0, most: mostLines) }
    let left = list.count - most
    let rest = left > 0 ? ["  \(palette.ellipsis) \(Figures.count(left, "more", "more"))"] : []
    return paragraphs.heading("\(title) (\(Figures.grouped(list.count)))") + shown + rest
  }
}
