public import Foundation
public import Model
import Words

/// One bot in the table of all bots.
public struct BotLine: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    case ended(IntegrationResult)
    case running
    /// Its file is there, and nothing was integrated yet.
    case never
    /// Its file has mistakes, and nothing was integrated yet.
    case broken
  }

  public var id: BotID
  public var number: IntegrationNumber?
  public var state: State
  public var sentence: String
  public var branch: BranchName?
  /// Of a line below its bot: the other branch that it tells of.
  public var besideBase: BranchName?
  public var commit: CommitID?
  /// When it ended, or began if it still runs.
  public var when: Date?
  /// When it is next due, in words.
  public var next = ""
  /// What it uses on disk.
  public var bytes: Int?

  public init(_ id: BotID, _ state: State, sentence: String) {
    (self.id, self.state, self.sentence) = (id, state, sentence)
  }

  /// How many more there are below the bot.
  public init(more: String, of id: BotID) {
    self.init(id, .never, sentence: more)
    isMore = true
  }

  fileprivate var isMore = false
}

/// `bothy bots`: every bot on one line that fits the terminal; for a pipe whole, with the sentence last, so
/// that the longest one pushes nothing to the right.
public enum BotsText {
  /// `problems` are the mistakes of bot files, `waiting` the places in the queue, `troubles` what keeps bots
  /// from their work: a line for each. `last` is about all of them.
  public static func text(
    _ bots: [BotLine], problems: [String], waiting: [String] = [], troubles: [String] = [],
    last: String? = nil, now: Date, capabilities: TerminalCapabilities
  ) -> String {
    let table = BotsTable(bots: bots, now: now, paragraphs: Paragraphs(capabilities))
    let lines =
      table.lines + table.section("Waiting", waiting) + table.section("In trouble", troubles)
      + table.problems(problems) + table.last(last, isAlone: bots.isEmpty)
    return lines.map { $0 + "\n" }.joined()
  }

  /// What an integration does now, how far it is, and when it should end: "test: 87 of 549 tests".
  public static func doing(_ one: BotNow.Running, now: Date) -> String {
    if one.isCanceling { return "is being canceled" }
    let words = one.progress.words(": ") ?? "begins"
    // How long they take is not known from before.
    if one.progress.isAfterwards == true { return words }
    guard let end = one.expectedEnd else { return words }
    let left = end.timeIntervalSince(now)
    if left >= 1 { return words + ", about \(Figures.movingDuration(left)) to go" }
    // A little longer is usual too.
    return words + (-left > end.timeIntervalSince(one.since) / 2 ? ", longer than usual" : "")
  }

  /// "3 min ago", "5 h ago", "2 days ago", later the day itself.
  static func age(of date: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    if seconds < 60 { return "just now" }
    if seconds < 3600 { return "\(Int(seconds / 60)) min ago" }
    if seconds < 48 * 3600 { return "\(Int(seconds / 3600)) h ago" }
    if seconds < 30 * 86_400 { return "\(Int(seconds / 86_400)) days ago" }
    return String(Moment.local(date).prefix(10))
  }
}

private struct BotsTable {
  let bots: [BotLine]
  let now: Date
  let paragraphs: Paragraphs

  private enum Column: Int, CaseIterable {
    case bot, number, result, sentence, branch, commit, when, disk, next

    var title: String {
      switch self {
      case .bot: "Bot"
      case .number: "No"
      case .result: "Result"
      case .sentence: "What"
      case .branch: "Branch"
      case .commit: "Commit"
      case .when: "When"
      case .disk: "Disk"
      case .next: "Next"
      }
    }

    /// What is left out first where there is no room.
    static let dispensable: [Column] = [.disk, .commit, .next, .branch, .when, .number]
    func most(in width: Int) -> Int {
      switch self {
      case .bot: 28
      case .branch, .next: width < 140 ? 18 : 36
      case .number, .result, .sentence, .commit, .when, .disk: Int.max
      }
    }
  }

  private var columns: [Column] {
    paragraphs.width == nil ? Column.allCases.filter { $0 != .sentence } + [.sentence] : Column.allCases
  }

  private static let gap = 2
  private static let leastSentence = 24

  private var palette: Palette { paragraphs.palette }

  var lines: [String] {
    guard !bots.isEmpty else { return [] }
    let rows = bots.map(row)
    var widths: [Column: Int] = [:]
    for column in Column.allCases {
      let widest = rows.reduce(0) { max($0, Columns.width($1.cells[column.rawValue])) }
      guard widest > 0 else { continue }
      widths[column] = max(Columns.width(column.title), min(widest, most(column)))
    }
    fit(&widths)
    let shown = columns.compactMap { column in widths[column].map { (column, $0) } }
    return [line(Column.allCases.map(\.title), shown) { text, _ in palette.paint(text, .dim) }]
      + rows.map { row in line(row.cells, shown) { $1 == .result ? palette.paint($0, row.ink) : $0 } }
  }

  /// Files without a bot's line of their own are told as well.
  func problems(_ problems: [String]) -> [String] {
    guard !problems.isEmpty else { return [] }
    let heading = palette.paint(paragraphs.cut("Mistakes in bot files"), .bold)
    return (bots.isEmpty ? [] : [""]) + [heading]
      + problems.flatMap { paragraphs.broken(SafeText.line($0), first: "  ", indent: 4) }
  }

  private static let mostLines = 20

  /// A line for each, and how many more there are.
  func section(_ title: String, _ rows: [String]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let shown = paragraphs.width == nil ? rows[...] : rows.prefix(Self.mostLines)
    let left = rows.count - shown.count
    return ["", palette.paint(title, .bold)]
      + shown.flatMap { paragraphs.broken(SafeText.line($0), first: "  ", indent: 4) }
      + (left > 0 ? ["  \(palette.ellipsis) \(Figures.grouped(left)) more"] : [])
  }

  func last(_ sentence: String?, isAlone: Bool) -> [String] {
    guard let sentence else { return [] }
    return (isAlone ? [] : [""]) + paragraphs.broken(SafeText.line(sentence), indent: 0)
  }

  private func most(_ column: Column) -> Int { paragraphs.width.map { column.most(in: $0) } ?? Int.max }

  /// The sentence takes what the others leave.
  private func fit(_ widths: inout [Column: Int]) {
    guard let width = paragraphs.width, let wanted = widths[.sentence] else { return }
    func left() -> Int { widths.filter { $0.key != .sentence }.reduce(width) { $0 - $1.value - Self.gap } }
    for column in Column.dispensable where left() < min(wanted, Self.leastSentence) { widths[column] = nil }
    let least = min(wanted, Self.leastSentence)
    if left() < least, let name = widths[.bot] { widths[.bot] = max(min(name, 10), name + left() - least) }
    widths[.sentence] = left() >= 4 ? min(wanted, left()) : nil
    // In the very narrowest the word goes, the glyph stays.
    let over = (widths[.bot] ?? 0) + Self.gap + (widths[.result] ?? 0) - width
    if over > 0, let result = widths[.result] { widths[.result] = max(3, result - over) }
  }

  private func line(
    _ cells: [String], _ shown: [(Column, Int)], paint: (String, Column) -> String
  ) -> String {
    var line = ""
    // Nothing behind the last word of a line.
    let last = shown.lastIndex { !cells[$0.0.rawValue].isEmpty } ?? 0
    for place in shown.indices where place <= last {
      let (column, width) = shown[place]
      let text = cells[column.rawValue]
      let cut =
        column == .bot || column == .branch
        ? Columns.truncatedAtStart(text, to: width, ellipsis: palette.ellipsis)
        : Columns.truncated(text, to: width, ellipsis: palette.ellipsis)
      line += paint(cut, column)
      if place < last { line += String(repeating: " ", count: width - Columns.width(cut) + Self.gap) }
    }
    return line
  }

  private func name(_ bot: BotLine) -> String {
    if bot.isMore { return "" }
    return bot.besideBase.map { "  on " + SafeText.line($0.rawValue) } ?? SafeText.line(bot.id.rawValue)
  }

  private struct Row {
    /// In the order of the columns.
    let cells: [String]
    let ink: Palette.Ink
  }

  private func row(_ bot: BotLine) -> Row {
    let status = status(of: bot.state)
    let cells: [String] = [
      name(bot), bot.number.map { "\($0)" } ?? "", bot.isMore ? "" : status.glyph + " " + status.word,
      SafeText.line(bot.sentence), bot.branch.map { SafeText.line($0.rawValue) } ?? "",
      bot.commit?.short ?? "", bot.when.map { BotsText.age(of: $0, at: now) } ?? "",
      bot.bytes.map { Figures.bytes($0) } ?? "", SafeText.line(bot.next),
    ]
    return Row(cells: cells, ink: status.ink)
  }

  private func status(of state: BotLine.State) -> Palette.Status {
    switch state {
    case .ended(let result): palette.status(of: result)
    case .running: palette.running
    case .never: palette.never
    case .broken: palette.broken
    }
  }
}
