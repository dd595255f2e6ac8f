import Foundation
public import HTTP
import Model

/// Every request from its arrival to its answer.
public struct LivePage: Sendable {
  private let admission: Admission
  private let door: Doorkeeper
  private let site: SiteAnswers
  private let told: ToldAnswers
  private let acts: ActionDesk

  package init(
    admission: Admission, door: Doorkeeper, site: SiteAnswers, told: ToldAnswers, acts: ActionDesk
  ) {
    (self.admission, self.door, self.site, self.told, self.acts) = (admission, door, site, told, acts)
  }

  /// What is to be done is read whole, and may take its time.
  public func manner(of request: HTTPRequest) -> HTTPManner {
    guard request.method == "POST", Admission.isContentFine(request),
      let path = try? SitePath(request.path), (try? RouteTable.route("POST", path)) != nil
    else { return .atOnce }
    return .whole(mostBytes: Admission.mostContent)
  }

  public func answer(_ request: HTTPRequest) -> HTTPAnswer {
    do throws(Refusal) {
      try admission.admit(request)
      let asker = try door.asker(of: request)
      // Before anything else is said: who may not come in does not learn what is there.
      if asker.best < .reader { try check(asker, needed: .reader, of: nil) }
      let path = try SitePath(request.path)
      let (route, needed) = try RouteTable.route(request.method, path)
      if case .act(let action, let bot, let number) = route {
        try check(asker, needed: needed, of: bot, doing: action.doing)
        return try act(action, bot, number, asker, request)
      }
      if !route.isForAnybody { try check(asker, needed: needed, of: route.bot) }
      if case .page(let path) = route { return try site.answer(path, request) }
      if case .report(let bot, let number) = route {
        let report = SitePath(names: ["bots", bot.rawValue, "\(number.value)", "report.json"])
        return try site.answer(report, request)
      }
      return try told.answer(route, request)
    } catch {
      return Self.answer(error, to: request)
    }
  }

  private func act(
    _ action: ServedAction, _ bot: BotID?, _ number: IntegrationNumber?, _ asker: Asker,
    _ request: HTTPRequest
  ) throws(Refusal) -> HTTPAnswer {
    var sent = try SentFields(request)
    if asker.way != .token {
      throw Refusal(403, "What is to be done is asked for with a token.")
    }
    let key = request.header("idempotency-key") ?? sent.take("once")
    let order = ActionOrder(
      action, bot, number, fields: try sent.only(of: action), who: asker.name, way: asker.way,
      from: request.peer)
    return ActionAnswer.json(try acts.perform(order, key: key), of: order)
  }

  private func check(
    _ asker: Asker, needed: Role, of bot: BotID?, doing: String = "reading that"
  ) throws(Refusal) {
    let isAnybodyKnown = door.isAnybodyKnown
    if let refusal = asker.refusal(needed: needed, of: bot, doing: doing, isAnybodyKnown: isAnybodyKnown) {
      throw refusal
    }
  }

  static func answer(_ refused: Refusal, to request: HTTPRequest) -> HTTPAnswer {
    let isProgram = request.path.starts(with: "/api/".utf8)
    let body =
      isProgram ? "{\"error\": \"\(JSONWords.escaped(refused.sentence))\"}\n" : refused.sentence + "\n"
    var headers = ContentPolicy.headers()
    headers += [
      ("Content-Type", isProgram ? "application/json" : "text/plain; charset=utf-8"),
      ("Cache-Control", "no-store"),
    ]
    if refused.asksWho { headers.append(("WWW-Authenticate", "Bearer realm=\"bothy\"")) }
    if let allow = refused.allow { headers.append(("Allow", allow)) }
    // No other request is to be found in what came along.
    if ![401, 404].contains(refused.status) { headers.append(("Connection", "close")) }
    return HTTPAnswer(refused.status, headers, .bytes(Array(body.utf8)))
  }
}
