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
  case sheet, signIn, enter, leave, audit
  /// Nil: all of them.
  case act(ServedAction, BotID?, IntegrationNumber?)
}

extension Route {
  /// The one bot that it is about.
  var bot: BotID? {
    switch self {
    case .page(let path): path.names.first == "bots" && path.names.count > 1 ? BotID(path.names[1]) : nil
    case .bot(let bot), .report(let bot, _), .feed(let bot): bot
    case .events(let bot): bot
    case .act(_, let bot, _): bot
    case .bots, .tray, .metrics, .sheet, .signIn, .enter, .leave, .audit: nil
    }
  }

  /// It says nothing of any bot, and is needed to come in.
  var isForAnybody: Bool {
    switch self {
    case .page(let path): path.names.first == "assets"
    case .sheet, .signIn, .enter, .leave: true
    case .bots, .bot, .report, .events, .tray, .metrics, .feed, .audit, .act: false
    }
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

    var stars: Int { pattern.count { $0 == "*" } }
  }

  static let entries = reading + acting + coming

  private static let coming = [
    Entry(method: "GET", pattern: ["served.css"], role: .nobody) { _ in .sheet },
    Entry(method: "GET", pattern: ["sign-in"], role: .nobody) { _ in .signIn },
    Entry(method: "POST", pattern: ["sign-in"], role: .nobody) { _ in .enter },
    Entry(method: "POST", pattern: ["sign-out"], role: .nobody) { _ in .leave },
    Entry(method: "GET", pattern: ["audit"], role: .administrator) { _ in .audit },
  ]

  private static let acting = ServedAction.allCases.flatMap { action -> [Entry] in
    let name = action.rawValue
    func entry(_ pattern: [String], _ route: @escaping @Sendable ([String]) -> Route?) -> Entry {
      Entry(method: "POST", pattern: pattern, role: action.least, route: route)
    }
    var entries = [entry(["api", "bots", "*", name]) { .act(action, BotID($0[2]), nil) }]
    if action.takesNumber {
      entries.append(
        entry(["api", "bots", "*", "*", name]) { names in
          number(names[3]).map { .act(action, BotID(names[2]), $0) }
        })
    }
    if action.isForAll { entries.append(entry(["api", name]) { _ in .act(action, nil, nil) }) }
    return entries
  }

  private static let reading = [
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
    let matching = entries.filter { matches($0.pattern, path) }
    // What is named in full is meant before what any name could be.
    let fewest = matching.map(\.stars).min()
    let there = matching.filter { $0.stars == fewest }
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
