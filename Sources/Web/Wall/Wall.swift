public import Foundation
public import Model

/// All bots, for who looks at them from across a room.
public struct Wall: Equatable, Sendable {
  /// The worst first: so they are ordered.
  public enum Mood: Int, Comparable, Sendable {
    case red, unsure, warned, green, unknown

    public static func < (one: Mood, other: Mood) -> Bool { one.rawValue < other.rawValue }
  }

  public struct Tile: Equatable, Sendable {
    public struct Running: Equatable, Sendable {
      public var words: String
      public var since: Date
      /// Judged by those before it.
      public var end: Date?
      public var branch: String?

      public init(words: String, since: Date, end: Date?, branch: String?) {
        (self.words, self.since, self.end, self.branch) = (words, since, end, branch)
      }
    }

    public var bot: BotID
    public var name: String
    public var mood = Mood.unknown
    public var glyph = Glyph.ring
    /// "2 of 549 failed"
    public var words = "not integrated yet"
    public var number: IntegrationNumber?
    public var branch: String?
    public var ended: Date?
    /// Since which one it is not green, and whose that was.
    public var since: IntegrationNumber?
    public var author: String?
    public var running: [Running] = []
    public var waiting = 0
    public var isPaused = false
    /// What keeps it from its work.
    public var trouble: String?

    public init(bot: BotID, name: String) { (self.bot, self.name) = (bot, name) }
  }

  public private(set) var tiles: [Tile]
  public var isWatched: Bool

  public init(_ tiles: [Tile], isWatched: Bool) {
    self.tiles = tiles.sorted { one, other in
      // Of what is bad the newest first, of what is good by name, so that little moves.
      guard one.mood == other.mood else { return one.mood < other.mood }
      if one.mood == .red, one.ended != other.ended {
        return (one.ended ?? .distantPast) > (other.ended ?? .distantPast)
      }
      return (one.name, one.bot.rawValue) < (other.name, other.bot.rawValue)
    }
    self.isWatched = isWatched
  }

  // MARK: Laying out

  static let mostOnPage = 40

  var pageCount: Int { max(1, (tiles.count + Self.mostOnPage - 1) / Self.mostOnPage) }

  /// From 1; each has as many as any other, but for the last.
  func page(_ number: Int) -> ArraySlice<Tile> {
    guard !tiles.isEmpty else { return [] }
    let each = (tiles.count + pageCount - 1) / pageCount
    let first = min((number - 1) * each, tiles.count)
    return tiles[first..<min(first + each, tiles.count)]
  }

  /// How so many fill a wide screen with the largest tiles.
  static func grid(_ count: Int) -> (columns: Int, rows: Int) {
    let grids = (1...8).map { columns in (columns: columns, rows: max(1, (count + columns - 1) / columns)) }
    func size(_ grid: (columns: Int, rows: Int)) -> Double {
      min(1920 / Double(grid.columns) / 1.25, 960 / Double(grid.rows))
    }
    return grids.reduce(grids[0]) { size($1) > size($0) ? $1 : $0 }
  }
}
