/// All that waits of one branch of a bot: what begins first says what it waits for, the newest what it is.
public struct QueueLine: Equatable, Sendable {
  public let bot: BotID
  public private(set) var first: QueuePlace
  public private(set) var newest: QueuePlace
  public private(set) var count = 1

  private init(_ place: QueuePlace) {
    bot = place.pending.bot
    (first, newest) = (place, place)
  }

  /// In the order in which they begin; a bare revision has a line of its own.
  public static func all(_ places: [QueuePlace]) -> [QueueLine] {
    var lines: [QueueLine] = []
    for place in places.sorted(by: { $0.pending.isBefore($1.pending) }) {
      let (bot, branch) = (place.pending.bot, place.pending.branch)
      let known = lines.firstIndex { $0.bot == bot && $0.first.pending.branch == branch }
      if let known, branch != nil {
        lines[known].newest = place
        lines[known].count += 1
      } else {
        lines.append(QueueLine(place))
      }
    }
    return lines
  }

  /// "4 commits of main, 1f3a9c2e … 9c2e1f3a (Mend it, by Ada): waits for #4 of this bot".
  public var words: String {
    let what = newest.told.map { " (\($0.subject), by \($0.author))" } ?? ""
    guard count > 1 else { return "\(newest.pending.what)\(what): \(first.why)" }
    let branch = first.pending.branch.map { " of \($0)" } ?? ""
    let range = "\(first.pending.commit.short) … \(newest.pending.commit.short)"
    return "\(count) commits\(branch), \(range)\(what): \(first.why)"
  }

  /// With what is known of its newest commit.
  public func telling(_ told: QueuePlace.Told?) -> QueueLine {
    var line = self
    line.newest.told = told
    return line
  }
}
