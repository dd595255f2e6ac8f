public import Model

/// What an address and a method ask for.
public enum Route: Equatable, Sendable {
  case page(SitePath)
  case bots
  case bot(BotID)
  case report(BotID, IntegrationNumber)
  /// What happens, of one bot in full.
  case events(BotID?)
  case tray
  case metrics
  case feed(BotID)
}

extension Route {
  /// The one bot that it is about.
  var bot: BotID? {
    switch self {
    case .page(let path): path.names.first == "bots" && path.names.count > 1 ? BotID(path.names[1]) : nil
    case .bot(let bot), .report(let bot, _), .feed(let bot): bot
    case .events(let bot): bot
    case .bots, .tray, .metrics: nil
    }
  }

  /// It says nothing of any bot: who reads anything needs it.
  var isForAnybody: Bool {
    if case .page(let path) = self { path.names.first == "assets" } else { false }
  }
}

/// Every address that is no file of the site, once: what it takes and who may.
public struct RouteTable: Sendable {
  struct Entry: Sendable {
    var method: String
    /// `*` stands for one name.
    var pattern: [String]
    var role: Role
    /// nil: those names name nothing.
    var route: @Sendable ([String]) -> Route?
  }

  static let entries = [
    Entry(method: "GET", pattern: ["api", "bots"], role: .reader) { _ in .bots },
    Entry(method: "GET", pattern: ["api", "bots", "*"], role: .reader) { .bot(BotID($0[2])) },
    Entry(method: "GET", pattern: ["api", "bots", "*", "*"], role: .reader) { names in
      number(names[3]).map { .report(BotID(names[2]), $0) }
    },
    Entry(method: "GET", pattern: ["api", "events"], role: .reader) { _ in .events(nil) },
    Entry(method: "GET", pattern: ["api", "events", "*"], role: .reader) { .events(BotID($0[2])) },
    Entry(method: "GET", pattern: ["cctray.xml"], role: .reader) { _ in .tray },
    Entry(method: "GET", pattern: ["metrics"], role: .reader) { _ in .metrics },
    Entry(method: "GET", pattern: ["bots", "*", "feed.atom"], role: .reader) { .feed(BotID($0[1])) },
  ]

  /// The route, and who may take it.
  public static func route(_ method: String, _ path: SitePath) throws(Refusal) -> (Route, Role) {
    let meant = method == "HEAD" ? "GET" : method
    let there = entries.filter { matches($0.pattern, path) }
    guard let entry = there.first(where: { $0.method == meant }) else {
      guard there.isEmpty, path.names.first != "api" else {
        guard !there.isEmpty else { throw Refusal(404, "There is nothing at that address.") }
        throw refusedMethod(there.map(\.method))
      }
      guard meant == "GET" else { throw refusedMethod(["GET"]) }
      return (.page(path), .reader)
    }
    guard let route = entry.route(path.names) else {
      throw Refusal(404, "There is nothing at that address.")
    }
    return (route, entry.role)
  }

  private static func matches(_ pattern: [String], _ path: SitePath) -> Bool {
    !path.isFolder && pattern.count == path.names.count
      && zip(pattern, path.names).allSatisfy { $0 == "*" || $0 == $1 }
  }

  private static func refusedMethod(_ methods: [String]) -> Refusal {
    let allow = methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.joined(separator: ", ")
    return Refusal(405, "That is not done with this address; it takes \(allow).", allow: allow)
  }

  private static func number(_ text: String) -> IntegrationNumber? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number > 0
    else { return nil }
    return IntegrationNumber(number)
  }
}
