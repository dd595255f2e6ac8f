/// What somebody may do with a bot. Each may do what those before may.
public enum Role: String, CaseIterable, Codable, Comparable, Sendable {
  case nobody, reader, `operator`, administrator

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

  /// "an operator", "nobody".
  public var words: String {
    switch self {
    case .nobody: "nobody"
    case .reader: "a reader"
    case .operator: "an operator"
    case .administrator: "an administrator"
    }
  }
}

/// Of all bots, and of single ones where that is wanted.
public struct Rights: Codable, Equatable, Sendable {
  public var all: Role
  /// By their ids; such a word counts instead of the one for all, also where it is less.
  public var bots: [String: Role]

  public init(_ all: Role = .nobody, bots: [String: Role] = [:]) { (self.all, self.bots) = (all, bots) }

  /// Without a bot: of what is about all of them, where the least counts. What is done with all is done with
  /// each, and what tells of all tells of one that somebody may not read, too.
  public func role(for bot: BotID?) -> Role {
    guard let bot else { return bots.values.reduce(all, min) }
    return bots[bot.rawValue] ?? all
  }

  /// The most that somebody is to any of them.
  public var best: Role { bots.values.reduce(all, max) }

  public mutating func set(_ role: Role, for bot: BotID?) {
    guard let bot else {
      all = role
      return
    }
    bots[bot.rawValue] = role == all ? nil : role
  }

  /// "operator", "reader; operator of parser", "operator of parser" of who is nobody else.
  public var words: String {
    let single = bots.sorted { $0.key < $1.key }.map { "\($0.value.rawValue) of \($0.key)" }
    return ((single.isEmpty || all != .nobody ? [all.rawValue] : []) + single).joined(separator: "; ")
  }
}
