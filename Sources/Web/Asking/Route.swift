public import Model

/// What an address and a method ask for.
public enum Route: Equatable, Sendable {
  case page(SitePath)
  case bots
  case bot(BotID)
  case report(BotID, IntegrationNumber)
  /// As a command tells it: of its latest integration, or of all.
  case told(Telling.What, BotID)
  /// Nil: of its latest integration.
  case log(BotID, IntegrationNumber?)
  /// All of these addresses.
  case description
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
    case .bot(let bot), .report(let bot, _), .feed(let bot), .told(_, let bot), .log(let bot, _): bot
    case .events(let bot): bot
    case .act(_, let bot, _): bot
    case .bots, .description, .tray, .metrics, .sheet, .signIn, .enter, .leave, .audit: nil
    }
  }

  /// It may take a while to make, and is made beside.
  func isMadeBeside(_ query: [UInt8]?) -> Bool {
    switch self {
    case .told, .log, .act, .enter, .leave: true
    case .bots, .report: Telling.isAsked(query)
    case .page, .bot, .events, .tray, .metrics, .feed, .sheet, .signIn, .audit, .description: false
    }
  }

  /// It says nothing of any bot, and is needed to come in.
  var isForAnybody: Bool {
    switch self {
    case .page(let path): path.names.first == "assets"
    case .sheet, .signIn, .enter, .leave: true
    case .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .audit, .act:
      false
    }
  }
}
