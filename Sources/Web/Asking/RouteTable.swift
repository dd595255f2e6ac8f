public import Model
import Words

/// Every address that is no page of the site, once: what it takes, who may, and what is told of it.
public struct RouteTable: Sendable {
  struct Entry: Sendable {
    var method: String
    /// `*` stands for one name.
    var pattern: [String]
    var role: Role
    var line: RouteLine
    /// nil: those names name nothing.
    var route: @Sendable ([String]) -> Route?

    init(
      _ method: String, _ address: String, _ role: Role, _ line: RouteLine,
      _ route: @escaping @Sendable ([String]) -> Route?
    ) {
      (self.method, self.role, self.line, self.route) = (method, role, line, route)
      pattern = address.split(separator: "/").map(String.init)
    }

    var stars: Int { pattern.count { $0 == "*" } }
  }

  static let entries = reading + telling + files + acting + editing + coming + [calling]

  /// Files of the site that programs ask for; its pages are for people, and are in no table.
  private static let files = [
    file("badge.svg", "badge", "A picture of how its base branch is, for other pages.", "image/svg+xml"),
    file(
      "latest/*", "latestFile",
      "A file for programs of its latest whole integration: report.json, junit.xml, coverage.lcov, …", "*/*"),
    file(
      "latest-green/*", "latestGreenFile",
      "A file for programs of its latest green integration, as <product>.tar.zst of its archive.", "*/*"),
    file(
      "*/*", "integrationFile", "A file for programs of an integration: report.json, log.txt, summary.md, …",
      "*/*"),
  ]

  private static func file(_ name: String, _ id: String, _ summary: String, _ type: String) -> Entry {
    var line = RouteLine(id, summary, .type(type))
    line.isFile = true
    return Entry("GET", "/bots/*/\(name)", .reader, line) { names in
      bot(names[1]).map { _ in .page(SitePath(names: names)) }
    }
  }

  private static let coming =
    OwnFile.allCases.map { file in
      Entry(
        "GET", "/\(file.rawValue)", .nobody, RouteLine(file.name, file.summary, .type(file.type))
      ) {
        _ in .own(file)
      }
    } + [
      Entry("GET", "/sign-in", .nobody, RouteLine("signInPage", "The page to sign in.", .type("text/html"))) {
        _ in
        .signIn
      },
      Entry(
        "POST", "/sign-in", .nobody,
        RouteLine("signIn", "Signs in: a form with name, password and then.", .elsewhere, isForm: true)
      ) { _ in .enter },
      Entry(
        "POST", "/sign-out", .nobody, RouteLine("signOut", "Ends a session.", .elsewhere, isForm: true)
      ) { _ in .leave },
      Entry(
        "GET", "/audit", .administrator, RouteLine("audit", "Who did what, as a page.", .type("text/html"))
      ) { _ in .audit },
    ]

  private static let editing = [
    Entry(
      "GET", "/new", .administrator, RouteLine("newBotPage", "The page to make a bot.", .type("text/html"))
    ) {
      _ in .edit(nil)
    },
    Entry(
      "POST", "/new", .administrator,
      RouteLine(
        "newBot", "Checks a new bot's file, or saves it: that page's form.", .elsewhere, .type("text/html"),
        isForm: true)
    ) { _ in .edited(nil) },
    Entry(
      "GET", "/bots/*/edit", .administrator,
      RouteLine("editPage", "The page to edit a bot.", .type("text/html"))
    ) { bot($0[1]).map { .edit($0) } },
    Entry(
      "POST", "/bots/*/edit", .administrator,
      RouteLine(
        "edit", "Checks a bot's file, or saves it: that page's form.", .elsewhere, .type("text/html"),
        isForm: true)
    ) { bot($0[1]).map { .edited($0) } },
    Entry(
      "GET", "/api/bots/*/file", .administrator,
      RouteLine(
        "file", "A bot's file, and what `bothy check` says of it.", .json("BotFile"),
        .type(FileAnswers.yaml), queries: ["as"])
    ) { bot($0[2]).map(Route.file) },
    Entry(
      "PUT", "/api/bots/*/file", .administrator,
      RouteLine(
        "putFile", "Saves a bot's file, a new one too, or with `check` only looks at it.", .json("BotFile"),
        takesFile: true)
    ) { bot($0[2]).map(Route.filed) },
  ]

  private static let calling: Entry = {
    var line = RouteLine(
      "hook",
      "Has a bot's repository looked at now: for GitHub and Gitea (signed with the secret that `hook` names) "
        + "and GitLab (that secret as its token).", .type("text/plain"))
    line.status = 202
    line.refusals = [
      ("401", "Neither a signature nor a token came along."), ("403", "It is not the right one."),
      ("429", "Too many wrong ones came from that address; Retry-After says for how long it waits."),
      ("503", "Nobody watches."),
    ]
    return Entry("POST", "/hooks/*", .nobody, line) { bot($0[1]).map(Route.hook) }
  }()

  private static let acting = ServedAction.allCases.flatMap { action -> [Entry] in
    let name = action.rawValue
    func entry(_ address: String, _ subject: String, _ route: @escaping @Sendable ([String]) -> Route?)
      -> Entry
    {
      Entry("POST", address, action.least, RouteLine(action, of: subject), route)
    }
    var entries = [
      entry("/api/bots/*/\(name)", "OfBot") { names in
        bot(names[2]).map { .act(action, $0, nil) }
      }
    ]
    if action.takesNumber {
      entries.append(
        entry("/api/bots/*/*/\(name)", "OfIntegration") { names in
          numbered(names).map { .act(action, $0, $1) }
        })
    }
    if action.isForAll { entries.append(entry("/api/\(name)", "OfAll") { _ in .act(action, nil, nil) }) }
    return entries
  }

  private static let reading = [
    Entry(
      "GET", "/api/openapi.json", .reader,
      RouteLine("description", "This description of all addresses.", .type("application/json"))
    ) { _ in .description },
    Entry(
      "GET", "/api/bots", .reader,
      RouteLine(
        "bots", "All bots, as `bothy bots` tells them.", .json("Bots"), .type("text/plain"),
        queries: RouteLine.laidOut)
    ) { _ in .bots },
    Entry(
      "GET", "/api/bots/*", .reader,
      RouteLine("bot", "A bot: its integrations as numbers, and what it does now.", .json("History"))
    ) { bot($0[2]).map(Route.bot) },
    Entry(
      "GET", "/api/bots/*/*", .reader,
      RouteLine(
        "report", "An integration's report.json, or as `bothy show` tells it.", .json("Report"),
        .type("text/plain"), .type("text/markdown"), queries: RouteLine.laidOut + ["full"])
    ) { numbered($0).map { .report($0, $1) } },
    Entry(
      "GET", "/api/events", .reader,
      RouteLine("events", "What happens, of all bots: server-sent events.", .type("text/event-stream"))
    ) { _ in .events(nil) },
    Entry(
      "GET", "/api/events/*", .reader,
      RouteLine("eventsOfBot", "What happens, of one bot in full.", .type("text/event-stream"))
    ) { bot($0[2]).map { .events($0) } },
    Entry(
      "GET", "/wall", .reader,
      RouteLine(
        "wall", "All bots for a screen that is looked at from afar.", .type("text/html"), queries: ["page"])
    ) {
      _ in .wall
    },
    Entry(
      "GET", "/cctray.xml", .reader, RouteLine("tray", "For CCMenu and the like.", .type("application/xml"))
    ) {
      _ in .tray
    },
    Entry("GET", "/metrics", .reader, RouteLine("metrics", "For Prometheus.", .type("text/plain"))) { _ in
      .metrics
    },
    Entry(
      "GET", "/bots/*/feed.atom", .reader,
      RouteLine("feed", "A bot's integrations as a feed.", .type("application/atom+xml"))
    ) { bot($0[1]).map(Route.feed) },
  ]

  /// As commands tell it.
  private static let telling = [
    Entry(
      "GET", "/api/bots/*/history", .reader,
      RouteLine(
        "history", "Its integrations as numbers, as `bothy history` tells them.", .json("History"),
        .type("text/plain"), .type("text/csv"), queries: RouteLine.laidOut)
    ) { bot($0[2]).map { .told(.history, $0) } },
    Entry(
      "GET", "/api/bots/*/tests", .reader,
      RouteLine(
        "tests", "Its tests, or with `test` the history of one, as `bothy tests` tells them.", .json("Tests"),
        .type("text/plain"), queries: RouteLine.laidOut + ["test"])
    ) { bot($0[2]).map { .told(.tests, $0) } },
    Entry(
      "GET", "/api/bots/*/issues", .reader,
      RouteLine(
        "issues", "What is open, branch by branch, as `bothy issues` tells it.", .json("Issues"),
        .type("text/plain"), queries: RouteLine.laidOut)
    ) { bot($0[2]).map { .told(.issues, $0) } },
    Entry(
      "GET", "/api/bots/*/silences", .reader,
      RouteLine(
        "silences", "What is silenced, as `bothy silence` lists it.", .type("text/plain"),
        queries: RouteLine.laidOut)
    ) { bot($0[2]).map { .told(.silences, $0) } },
    Entry(
      "GET", "/api/bots/*/latest", .reader,
      RouteLine(
        "latest", "The latest integration of its base branch, as `bothy show` prints it.",
        .json("Report"),
        .type("text/plain"), .type("text/markdown"), queries: RouteLine.laidOut + ["full"])
    ) { bot($0[2]).map { .told(.show, $0) } },
    Entry(
      "GET", "/api/bots/*/latest/log", .reader,
      RouteLine("latestLog", "The log of its latest integration, or a Range of it.", .type("text/plain"))
    ) { bot($0[2]).map { .log($0, nil) } },
    Entry(
      "GET", "/api/bots/*/*/log", .reader,
      RouteLine("log", "An integration's log, or a Range of it; it may still grow.", .type("text/plain"))
    ) { numbered($0).map { .log($0, $1) } },
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
        guard !there.isEmpty else { throw nothing(at: path) }
        throw refusedMethod(there.map(\.method))
      }
      guard meant == "GET" else { throw refusedMethod(["GET"]) }
      let page = Route.page(path)
      guard page.bot?.isFit ?? true else { throw .noPage }
      return (page, .reader)
    }
    guard let route = entry.route(path.names) else { throw nothing(at: path) }
    return (route, entry.role)
  }

  private static func matches(_ pattern: [String], _ path: SitePath) -> Bool {
    !path.isFolder && pattern.count == path.names.count
      && zip(pattern, path.names).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// With the address that was probably meant.
  private static func nothing(at path: SitePath) -> Refusal {
    let asked = SitePath(names: path.names).address
    // Who looks for something to read does not mean a hook.
    let known = entries.filter { $0.line.name != "hook" && !$0.line.isFile }.map { entry in
      let names = entry.pattern.enumerated().map { place, name in
        name == "*" ? path.names.indices.contains(place) ? path.names[place] : "BOT" : name
      }
      return SitePath(names: names).address
    }
    // No address is near a number that no integration can have.
    let isNowhere = path.names.contains { $0.count > 9 && $0.allSatisfy(\.isNumber) }
    let near =
      isNowhere ? nil : Nearest.word(to: asked, among: known.filter { $0 != asked || path.isFolder })
    return Refusal(
      404,
      "There is nothing at that address"
        + (near.map { ": did you mean \($0)?" }
          ?? "; /api/openapi.json tells all there are."))
  }

  private static func refusedMethod(_ methods: [String]) -> Refusal {
    let allow = methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.joined(separator: ", ")
    return Refusal(405, "Method not allowed here; use \(allow).", allow: allow)
  }

  /// Of what could be none, nobody's rights are asked, and no command reads it as something else.
  private static func bot(_ name: String) -> BotID? {
    let bot = BotID(name)
    return bot.isFit ? bot : nil
  }

  /// `/api/bots/BOT/NUMBER`
  private static func numbered(_ names: [String]) -> (BotID, IntegrationNumber)? {
    guard let bot = bot(names[2]), let number = number(names[3]) else { return nil }
    return (bot, number)
  }

  private static func number(_ text: String) -> IntegrationNumber? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number > 0
    else { return nil }
    return IntegrationNumber(number)
  }
}
