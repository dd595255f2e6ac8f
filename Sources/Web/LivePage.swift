import Foundation
public import HTTP
import Model

/// Every request from its arrival to its answer.
public struct LivePage: Sendable {
  private let admission: Admission
  private let door: Doorkeeper
  private let site: SiteAnswers
  private let told: ToldAnswers
  private let commands: CommandAnswers
  private let acts: ActionDesk
  private let files: FileDesk
  private let hooks: HookDesk
  private let git: GitDesk
  private let notices = Notices()

  package init(
    admission: Admission, door: Doorkeeper, site: SiteAnswers, told: ToldAnswers, commands: CommandAnswers,
    acts: ActionDesk, files: FileDesk, hooks: HookDesk, git: GitDesk
  ) {
    (self.admission, self.door, self.site, self.told, self.acts) = (admission, door, site, told, acts)
    (self.commands, self.files, self.hooks, self.git) = (commands, files, hooks, git)
  }

  /// What is to be done is read whole, and may take its time.
  public func manner(of request: HTTPRequest) -> HTTPManner {
    if let ask = GitAsk(request) {
      guard (try? admission.admit(request)) != nil else { return .atOnce }
      return git.manner(of: ask, request, door)
    }
    guard (try? admission.admit(request)) != nil, let path = try? SitePath(request.path),
      let (route, needed) = try? RouteTable.route(request.method, path), route.isMadeBeside(request.query)
    else { return .atOnce }
    // What who may not do it brings along takes no memory, and nobody's time.
    guard let asker = try? door.asker(of: request, isLook: true),
      route.isForAnybody || asker.role(for: route.bot) >= needed
    else { return .unread(nil) }
    let place = HTTPPlace(route.place, sharer: door.sharer(asker, request))
    if case .hook(let bot) = route {
      guard HookDesk.isSaid(request) else { return .unread(nil) }
      guard hooks.isThere(bot) else { return .unread(place) }
    }
    return .whole(mostBytes: route.mostContent, place)
  }

  public func answer(_ request: HTTPRequest) -> HTTPAnswer {
    var answer = judged(request)
    // By it a program knows whom it speaks with.
    if request.path.starts(with: "/api/".utf8) {
      answer.headers.append(("Bothy-API", "\(OpenAPI.version)"))
    }
    // A line that begins with a colon is the end of a head to the library: what follows must not be taken for
    // a request that is answered to somebody else.
    if answer.header("Connection") == nil, door.isLed(request) {
      answer.headers.append(("Connection", "close"))
    }
    return answer
  }

  private func judged(_ request: HTTPRequest) -> HTTPAnswer {
    do throws(Refusal) {
      try admission.admit(request)
      if let ask = GitAsk(request) { return git.answer(ask, request, door) }
      let asker = try door.asker(of: request)
      do throws(Refusal) { return try answer(request, asker) } catch {
        guard let page = page(of: error, to: request, asker) else { throw error }
        return page
      }
    } catch {
      return Self.answer(error, to: request)
    }
  }

  private func answer(_ request: HTTPRequest, _ asker: Asker) throws(Refusal) -> HTTPAnswer {
    let path = try SitePath(request.path)
    // Before anything else is said: who may not come in does not learn what is there.
    if asker.best < .reader, !Self.isForAnybody(request.method, path) {
      try check(asker, needed: .reader, of: nil, trying: nil, request)
    }
    let (route, needed) = try RouteTable.route(request.method, path)
    if case .act(let action, let bot, let number) = route {
      try check(asker, needed: needed, of: bot, doing: action.doing, trying: action.rawValue, request)
      try checkRead(request)
      return try act(action, bot, number, asker, request)
    }
    if !route.isForAnybody {
      let act = needed > .reader ? route.act : nil
      try check(asker, needed: needed, of: route.bot, doing: route.doing, trying: act, request)
    }
    if case .hook = route {} else { try checkRead(request) }
    switch route {
    case .page(let path): return try page(path, request, asker)
    case .report(let bot, let number): return try report(bot, number, request, asker)
    case .bots where Telling.isAsked(request.query): return try tell(Telling(.bots), request, asker)
    case .told(let what, let bot): return try tell(Telling(what, bot), request, asker)
    case .log(let bot, let number):
      return try commands.answer(logOf: bot, number, request, site, seesAll: asker.seesAll)
    case .description:
      let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-cache")]
      return HTTPAnswer(200, ContentPolicy.headers() + headers, .bytes(OpenAPI.bytes))
    case .events(let bot):
      return try told.listen(
        to: bot, request, sharer: door.sharer(asker, request), seesAll: asker.seesAll)
    case .wall: return try told.wall(request, style: site.style)
    case .own, .signIn, .enter, .leave, .audit:
      return try Visit(door: door, style: site.style, request: request, asker: asker).answer(route)
    case .edit(let bot): return try editing(request, asker).show(bot)
    case .edited(let bot): return try edited(bot, asker, request)
    case .file(let bot): return try FileAnswers(desk: files, request: request, asker: asker).read(bot)
    case .filed(let bot): return try filed(bot, asker, request)
    case .hook(let bot): return try hooks.answer(bot, request, door)
    case .bots, .bot, .tray, .metrics, .feed, .act:
      return try told.answer(route, request, seesAll: asker.seesAll)
    }
  }

  /// What somebody brings along who was not let in by their head is not read, and never taken for nothing.
  private func checkRead(_ request: HTTPRequest) throws(Refusal) {
    guard !request.bringsContent || !request.content.isEmpty else {
      throw Refusal(503, "What was sent was not read, because who may send it changed: send it again.")
    }
  }

  private func report(
    _ bot: BotID, _ number: IntegrationNumber, _ request: HTTPRequest, _ asker: Asker
  ) throws(Refusal) -> HTTPAnswer {
    let telling = Telling(.show, bot, number)
    guard !Telling.isAsked(request.query) else { return try tell(telling, request, asker) }
    let report = SitePath(names: ["bots", bot.rawValue, "\(number.value)", "report.json"])
    do throws(Refusal) { return try site.answer(report, request) } catch {
      // It may have no page, still run, or never have been: that is said.
      guard error.status == 404 else { throw error }
      return try tell(telling, request, asker)
    }
  }

  private func tell(
    _ telling: Telling, _ request: HTTPRequest, _ asker: Asker
  ) throws(Refusal) -> HTTPAnswer {
    var telling = telling
    try telling.take(query: request.query)
    telling.base = told.base(of: request) + "/"
    return try commands.answer(telling, seesAll: asker.seesAll)
  }

  private static func isForAnybody(_ method: String, _ path: SitePath) -> Bool {
    (try? RouteTable.route(method, path))?.0.isForAnybody ?? false
  }

  /// With what somebody may do there, where anybody is known at all.
  private func page(_ path: SitePath, _ request: HTTPRequest, _ asker: Asker) throws(Refusal) -> HTTPAnswer {
    guard asker.form != nil || asker.name == nil && door.maySignIn else {
      return try file(path, request)
    }
    let said = notices.words(of: request, for: asker)
    let page = site.filled(path, request) { subject in
      ActionBar(
        asker: asker, subject: subject, standing: told.standing(of: subject), address: path.address,
        said: said
      ).markup
    }
    if let page { return page }
    return try file(path, request)
  }

  /// One that runs has no pages yet: what it does now is told by its bot's.
  private func file(_ path: SitePath, _ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
    do throws(Refusal) { return try site.answer(path, request) } catch {
      let names = path.names.last == "index.html" ? path.names : path.names + ["index.html"]
      guard error.status == 404, let subject = ServedPage.Subject(names), let bot = subject.bot,
        let number = subject.number, let one = told.standing(of: subject).integration
      else { throw error }
      guard one.isRunning else { throw one.isFresh ? Refusal.beingMade(number) : error }
      let place = SitePath(names: ["bots", bot.rawValue, "running.html"]).address
      return HTTPAnswer(
        302, ContentPolicy.headers() + [("Location", place), ("Cache-Control", "private, no-store")])
    }
  }

  // MARK: Editing

  private func editing(_ request: HTTPRequest, _ asker: Asker) -> EditVisit {
    EditVisit(desk: files, request: request, asker: asker, style: site.style, notices: notices)
  }

  private func edited(_ bot: BotID?, _ asker: Asker, _ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
    var sent = try SentFields(request, most: 60, mostWord: Admission.mostFile)
    try checkForm(asker, sent.take("form"), request)
    return try editing(request, asker).take(bot, sent)
  }

  private func filed(_ bot: BotID, _ asker: Asker, _ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
    try checkForm(asker, nil, request)
    // Who may edit one bot may not make another.
    return try FileAnswers(desk: files, request: request, asker: asker).write(bot) { () throws(Refusal) in
      try check(asker, needed: .administrator, of: nil, doing: "making a bot", trying: "edit", request)
    }
  }

  /// What a browser sends by itself is not enough.
  private func checkForm(_ asker: Asker, _ sent: String?, _ request: HTTPRequest) throws(Refusal) {
    guard asker.way != .token else { return }
    try door.checkForm(asker, sent ?? request.header("x-bothy-form"), request)
  }

  // MARK: Acting

  private func act(
    _ action: ServedAction, _ bot: BotID?, _ number: IntegrationNumber?, _ asker: Asker,
    _ request: HTTPRequest
  ) throws(Refusal) -> HTTPAnswer {
    var sent = try SentFields(request)
    try checkForm(asker, sent.take("form"), request)
    let key = request.header("idempotency-key") ?? sent.take("once")
    let back = sent.take("then").flatMap(Visit.place) ?? "/"
    let order = ActionOrder(
      action, bot, number, fields: try sent.only(of: action), who: asker.name, way: asker.way,
      from: request.peer, seesAll: asker.seesAll)
    let end = try acts.perform(order, key: key)
    guard sent.isForm, asker.way != .token else { return ActionAnswer.json(end, of: order) }
    guard end.status == 0 else {
      return OwnPages.told(
        ActionAnswer.code(end.status), style: site.style, title: "That was not done", end.words, back: back)
    }
    let id = notices.add(end.words, for: asker)
    return HTTPAnswer(
      303,
      ContentPolicy.headers() + [("Location", "\(back)?said=\(id)"), ("Cache-Control", "private, no-store")])
  }

  /// `trying`: what is written down of who may not do it.
  private func check(
    _ asker: Asker, needed: Role, of bot: BotID?, doing: String = "reading that", trying act: String?,
    _ request: HTTPRequest
  ) throws(Refusal) {
    let isAnybodyKnown = door.isAnybodyKnown
    if let refusal = asker.refusal(needed: needed, of: bot, doing: doing, isAnybodyKnown: isAnybodyKnown) {
      if let act { door.wasRefused(asker, act, of: bot, request) }
      throw refusal
    }
  }

  // MARK: Refusing

  /// For who has a browser and could sign in, or sent a form.
  private func page(of refused: Refusal, to request: HTTPRequest, _ asker: Asker) -> HTTPAnswer? {
    guard request.header("accept")?.contains("text/html") == true else { return nil }
    if refused.status == 401, asker.name == nil, request.method == "GET", door.maySignIn {
      let then = (try? SitePath(request.path))?.address ?? "/"
      return OwnPages.signIn(401, style: site.style, then: then)
    }
    if refused.status == 403, request.method == "GET", asker.best >= .reader, Self.isFirst(request.path) {
      let readable = told.faces.filter { asker.role(for: $0.id) >= .reader }
      return OwnPages.some(readable, style: site.style)
    }
    guard request.method == "POST", [400, 401, 403, 409, 413, 422, 503].contains(refused.status) else {
      return nil
    }
    return OwnPages.told(
      refused.status, style: site.style, title: "That was not done", refused.sentence, back: "/")
  }

  /// The page of all bots.
  private static func isFirst(_ path: [UInt8]) -> Bool {
    let names = (try? SitePath(path))?.names
    return names == [] || names == ["index.html"]
  }

  static func answer(_ refused: Refusal, to request: HTTPRequest) -> HTTPAnswer {
    let isProgram = request.path.starts(with: "/api/".utf8)
    let status = refused.exitStatus.map { ", \"status\": \($0)" } ?? ""
    let body =
      isProgram
      ? "{\"error\": \"\(JSONWords.escaped(refused.sentence))\"\(status)}\n" : refused.sentence + "\n"
    var headers = ContentPolicy.headers()
    headers += [
      ("Content-Type", isProgram ? "application/json" : "text/plain; charset=utf-8"),
      ("Cache-Control", "no-store"),
    ]
    if refused.asksWho { headers.append(("WWW-Authenticate", "Bearer realm=\"bothy\"")) }
    if let seconds = refused.seconds { headers.append(("Retry-After", "\(seconds)")) }
    if let allow = refused.allow { headers.append(("Allow", allow)) }
    // No other request is to be found in what came along.
    if ![401, 404].contains(refused.status) { headers.append(("Connection", "close")) }
    return HTTPAnswer(refused.status, headers, .bytes(Array(body.utf8)))
  }
}
