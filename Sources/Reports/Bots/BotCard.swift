public import Foundation
public import Model
import Templates
import Words

/// What the pages of all bots need of one bot, so that they can be made again without looking at the others.
public struct BotCard: Equatable, Sendable {
  public var id: BotID
  /// What `bothy run` integrated is no bot that anybody watches.
  public var isCheckout = false
  /// Of its newest whole integration.
  public var exitStatus: Int32?
  public var base: String?
  /// Its other branches without those that are merged, and how many of them are not green.
  public var others = 0
  public var redOthers = 0
  /// How many are merged.
  public var merged = 0
  public var running = 0
  public var waiting = 0
  public var isPaused = false
  public var hasMistakes = false
  public var isUnreadable = false
  /// The time that it tells of.
  public var moment: Date?
  /// What it integrated last, as `mark(of:)` has it.
  public var commits: [UInt64] = []

  public init(id: BotID) { self.id = id }

  public init(_ input: BotInput) {
    id = input.bot.id
    isCheckout = input.bot.path != nil
    (exitStatus, base) = (input.newestEnded?.exitStatus, input.bot.base?.rawValue)
    let standing = input.beside.filter { !($0.branch.map(input.merged.contains) ?? false) }
    (others, merged) = (standing.count, input.beside.count - standing.count)
    redOthers = standing.count { !$0.isGreen }
    (running, waiting) = (input.activity.running.count, input.activity.waiting.count)
    isPaused = input.activity.pause != nil
    hasMistakes = !input.activity.problems.isEmpty
    isUnreadable = input.activity.trouble != nil
    moment = input.moment
    commits = Set(input.past.compactMap { $0.commit.map(Self.mark) }).sorted()
  }

  /// Sixteen digits of a commit's id tell it from any other, and cost less than forty beside a thousand bots.
  static func mark(of commit: CommitID) -> UInt64 {
    UInt64(commit.rawValue.prefix(16), radix: 16)
      ?? commit.rawValue.utf8.reduce(0) { ($0 &* 31) &+ UInt64($1) }
  }

  /// Nobody has to look at it.
  var isQuiet: Bool {
    exitStatus == 0 && running + waiting == 0 && !isPaused && !hasMistakes && !isUnreadable
  }
}

extension BotInput {
  /// What is told of a bot among all bots.
  func cardValues() -> [String: TemplateValue] {
    let folder = "bots/\(Markup.link(bot.id.rawValue))/"
    let newest = newestEnded.map { PastRow($0, of: self, prefix: folder) }
    return [
      "href": .text(folder + "index.html"), "name": .line(bot.name, most: 200),
      "id": bot.id.rawValue == bot.name ? .null : .line(bot.id.rawValue, most: 200),
      "newest": newest?.value ?? .null, "nothing": .line(nothing, most: 200),
      "branches": branches(prefix: folder, most: 4), "activity": activityValue(folder),
      "strip": strip(prefix: folder), "lines": linesValue(folder),
    ]
  }

  private func linesValue(_ folder: String) -> TemplateValue {
    let shown = face.prefix(BotInput.stripLength).filter { $0.result != nil }.reversed()
    guard let last = shown.last(where: { $0.lines != nil }), let now = last.lines else { return .null }
    let counts = shown.map { $0.lines?.notExecuted }
    let known = shown.filter { $0.lines != nil }
    let places = known.count > 1 ? [known.first, known.last] : [known.first]
    let ends = places.compactMap { past in
      past?.notExecuted.map { "\($0) in \(past?.number ?? 0)" }
    }
    return .object([
      "count": .optional(last.notExecuted), "executable": .count(now.executable),
      "number": last.number == newestEnded?.number ? .null : .text("\(last.number)"),
      "href": .optional(PastRow(last, of: self, prefix: folder).folder.map { $0 + "coverage.html" }),
      "spark": Sparkline.value(counts, label: "Lines not executed: \(ends.joined(separator: ", "))"),
    ])
  }
}
