import Foundation
public import Model
public import Templates
import Words

/// What the templates of a mail about a day or a week of a bot are given.
public struct DigestView: Sendable {
  public var name: String
  /// "21 November 2026", "the week to …".
  public var period: String
  public var why: String
  /// Those that ended in it, newest first.
  public var integrations: [PastIntegration]
  /// Also before it, newest first: for the trends, of one branch alone.
  public var history: [PastIntegration]
  public var branch: BranchName?
  /// Branches that are there no more.
  public var gone: Set<BranchName> = []
  /// More may have ended in it that are not kept any more.
  public var isCut = false
  /// Where its page is; nil where that is not known.
  public var address: String?

  private static let mostBranches = 12
  private static let mostBars = 30
  private static let widestName = 20

  public init(
    name: String, period: String, why: String, integrations: [PastIntegration], history: [PastIntegration]
  ) {
    (self.name, self.period, self.why) = (name, period, why)
    (self.integrations, self.history) = (integrations, history)
  }

  private var red: Int { integrations.count { Tone.of($0) == .red } - flaky }
  /// Where that is not tolerated: neither red nor green.
  private var flaky: Int { integrations.count { $0.result == .flaky && !$0.isGreen } }
  private var green: Int { integrations.count { Tone.of($0) == .green } }

  public var subject: String {
    let face = branches.first.map { "\($0.result?.glyph.rawValue ?? "●") " } ?? ""
    return "\(face)\(name), \(period): \(counts)"
  }

  private var counts: String {
    let neither = integrations.count - red - flaky - green
    let parts: [String?] = [
      Figures.count(integrations.count, "integration"), green > 0 ? "\(green) green" : nil,
      red > 0 ? "\(red) red" : nil, flaky > 0 ? "\(flaky) flaky" : nil,
      neither > 0 ? "\(neither) without a verdict" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The newest one of each branch that is there.
  private var branches: [PastIntegration] {
    var seen = Set(gone.map(Optional.some))
    return integrations.filter { seen.insert($0.branch).inserted }
  }

  public func values() -> [String: TemplateValue] {
    // What one saw that was canceled or cut off is new to the next again.
    let found = integrations.reduce(0) { sum, one in
      sum + (one.result.map { $0.exitStatus < 5 } ?? false ? one.newIssues ?? 0 : 0)
    }
    let cut = isCut ? " What `keep` in the bot file has removed since is not among these." : ""
    let sentence = counts + ". " + Figures.count(found, "new issue") + "." + cut
    return [
      "subject": .line(subject, most: 300), "name": .line(name), "period": .text(period),
      "titleLines": MailView.lines("\(name), \(period)"),
      "sentence": .text(sentence), "sentenceLines": MailView.lines(sentence), "why": .line(why),
      "whyLines": MailView.lines("You receive this because \(why)."), "address": .optional(address),
      "stands": .bool(!branches.isEmpty), "branches": .list(branches.prefix(Self.mostBranches).map(row)),
      "left": .more(branches.count - Self.mostBranches, "more branch", "more branches"),
      "trends": .list(trends),
      "trendsOf": branch.map { .line($0.rawValue, most: 120) } ?? .null,
      "trendsTitle": trends.isEmpty ? .null : .line("TRENDS" + (branch.map { " of \($0)" } ?? ""), most: 70),
    ]
  }

  private func row(_ past: PastIntegration) -> TemplateValue {
    let branch = past.branch?.rawValue ?? "a commit"
    let sentence = past.sentence ?? past.reason ?? ""
    let badge = past.result.map { "\($0.glyph.rawValue) \($0.word)" } ?? "runs"
    return .object([
      "branch": .line(branch, most: 200), "badge": .text(badge), "tone": .text(Tone.of(past).rawValue),
      "number": .text("\(past.number)"), "sentence": .line(sentence, most: 400),
      "lines": MailView.lines("\(badge) \(branch) \(past.number): \(sentence)"),
    ])
  }

  // MARK: - Trends

  private var trends: [TemplateValue] { [tests, lines, seconds].compactMap(\.self) }

  /// Oldest first, those that came to the end of their tests: what else there is of one is no figure.
  private var whole: [PastIntegration] {
    history.reversed().filter { $0.result.map { $0.exitStatus <= 1 } ?? false }
  }

  private var tests: TemplateValue? {
    trend("Tests", whole.compactMap { $0.tests.map { Double($0.total) } }) {
      Figures.grouped(Int($0))
    }
  }

  private var lines: TemplateValue? {
    let measured = whole.filter { $0.lines != nil }
    let bounds = measured.map { $0.linesBound.ofMissed.map { $0 + " " } ?? "" }
    return trend(
      "Lines not executed", measured.compactMap { $0.lines.map { Double($0.notExecuted) } }, bounds: bounds
    ) { Figures.grouped(Int($0)) }
  }

  private var seconds: TemplateValue? {
    trend("Duration", whole.compactMap(\.seconds)) { Figures.duration($0) }
  }

  /// Oldest first. Of one value there is no trend.
  /// `bounds`: what stands before the words of each.
  private func trend(
    _ name: String, _ all: [Double], bounds: [String]? = nil, _ words: (Double) -> String
  ) -> TemplateValue? {
    let values = Array(all.suffix(Self.mostBars))
    guard values.count > 1, let first = values.first, let last = values.last else { return nil }
    let before = Array((bounds ?? all.map { _ in "" }).suffix(values.count))
    let told = zip(before, values).map { $0 + words($1) }
    func text(of value: Double) -> String { values.lastIndex(of: value).map { told[$0] } ?? words(value) }
    let most = max(values.max() ?? 0, .leastNonzeroMagnitude)
    let signs = Array("▁▂▃▄▅▆▇█")
    let picture = String(values.map { signs[min(7, Int($0 / most * 7.999))] })
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    let isBetween = min(first, last) <= least && greatest <= max(first, last)
    let change =
      "from \(told[0]) to \(told[values.count - 1])"
      + (isBetween ? "" : ", between \(text(of: least)) and \(text(of: greatest))")
    let shown = Columns.padded(name, to: Self.widestName) + picture
    let isWide = Columns.width(shown) + 2 + Columns.width(change) > MailView.columns
    return .object([
      "name": .text(name), "picture": .text(picture), "change": .text(change),
      "lines": .list((isWide ? [shown, "    " + change] : [shown + "  " + change]).map { .text($0) }),
      "bars": .list(
        zip(values, told).map { value, text in
          .object(["height": .int(max(1, Int((value / most * 40).rounded()))), "value": .text(text)])
        }),
    ])
  }
}

extension Tone {
  static func of(_ past: PastIntegration) -> Tone {
    past.isTolerated ? .green : past.result.map { of($0) } ?? .quietly
  }
}
