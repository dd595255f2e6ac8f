import HTTP
public import Model
import Words

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
  case own(OwnFile), signIn, enter, leave, audit
  /// For a screen that is looked at from afar.
  case wall
  /// The page to edit a bot, and what its form sends; nil: of a new one.
  case edit(BotID?), edited(BotID?)
  /// A bot's file, and another in its place.
  case file(BotID), filed(BotID)
  /// Somebody says that there is something new in a bot's repository.
  case hook(BotID)
  /// Nil: all of them.
  case act(ServedAction, BotID?, IntegrationNumber?)
}

/// What is in no file, and needed by pages that are in none either.
public enum OwnFile: String, CaseIterable, Sendable {
  case sheet = "served.css"
  case wallSheet = "wall.css"
  case wallScript = "wall.js"
  /// Browsers ask for it by themselves, wherever they show an address of this machine.
  case icon = "favicon.ico"

  /// What a program calls it.
  var name: String {
    switch self {
    case .sheet: "style"
    case .wallSheet: "wallStyle"
    case .wallScript: "wallScript"
    case .icon: "icon"
    }
  }

  var summary: String {
    switch self {
    case .sheet: "The style of what is in no file."
    case .wallSheet: "The style of the wall."
    case .wallScript: "What keeps the wall moving."
    case .icon: "The picture in a browser's tab."
    }
  }

  var type: String {
    switch self {
    case .sheet, .wallSheet: "text/css"
    case .wallScript: "text/javascript"
    case .icon: "image/svg+xml"
    }
  }

  /// For pages that are in no file.
  static let iconLink =
    "<link rel=\"icon\" type=\"\(OwnFile.icon.type)\" href=\"/\(OwnFile.icon.rawValue)\">\n"

  var text: String {
    switch self {
    case .sheet: OwnPages.sheet
    case .wallSheet: WallAssets.sheet
    case .wallScript: WallAssets.script
    case .icon: TabPicture.file
    }
  }
}

extension Route {
  /// The one bot that it is about.
  var bot: BotID? {
    switch self {
    case .page(let path): path.names.first == "bots" && path.names.count > 1 ? BotID(path.names[1]) : nil
    case .bot(let bot), .report(let bot, _), .feed(let bot), .told(_, let bot), .log(let bot, _): bot
    case .events(let bot): bot
    case .edit(let bot), .edited(let bot): bot
    case .file(let bot), .filed(let bot), .hook(let bot): bot
    case .act(_, let bot, _): bot
    case .bots, .description, .tray, .metrics, .own, .signIn, .enter, .leave, .audit, .wall: nil
    }
  }

  /// It may take a while to make, and is made beside.
  func isMadeBeside(_ query: [UInt8]?) -> Bool {
    switch self {
    case .told, .log, .act, .enter, .leave, .edit, .edited, .file, .filed, .hook: true
    case .bots, .report: Telling.isAsked(query)
    case .page, .bot, .events, .tray, .metrics, .feed, .own, .signIn, .audit, .description, .wall: false
    }
  }

  /// Where it is made then.
  var place: HTTPPlace.Kind {
    switch self {
    case .enter, .leave: .entering
    case .hook: .calling
    case .act, .edited, .filed: .acting
    case .page, .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .own,
      .signIn, .audit, .wall, .edit, .file:
      .reading
    }
  }

  /// "reading that".
  var doing: String {
    switch self {
    case .edit(.none), .edited(.none): "making a bot"
    case .edit, .edited, .file, .filed: "editing its file"
    case .page, .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .own,
      .signIn, .enter, .leave, .audit, .act, .wall, .hook:
      "reading that"
    }
  }

  /// As the record of who did what calls it.
  var act: String {
    switch self {
    case .act(let action, _, _): action.rawValue
    case .audit: "audit"
    case .page, .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .own,
      .signIn, .enter, .leave, .edit, .edited, .file, .filed, .wall, .hook:
      "edit"
    }
  }

  /// How much may be sent along.
  var mostContent: Int {
    switch self {
    case .edited, .filed: Admission.mostFile
    case .hook: Admission.mostOfHook
    case .act, .enter, .leave: Admission.mostContent
    case .page, .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .own,
      .signIn, .audit, .edit, .file, .wall:
      0
    }
  }

  /// It says nothing of any bot, and is needed to come in.
  var isForAnybody: Bool {
    switch self {
    case .page(let path): path.names.first == "assets"
    // Whoever calls a hook says who they are in a way of their own.
    case .own, .signIn, .enter, .leave, .hook: true
    case .bots, .bot, .report, .told, .log, .description, .events, .tray, .metrics, .feed, .audit, .act,
      .edit, .edited, .file, .filed, .wall:
      false
    }
  }
}
