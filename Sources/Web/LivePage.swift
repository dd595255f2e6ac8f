import Foundation
public import HTTP
import Model

/// Every request from its arrival to its answer.
public struct LivePage: Sendable {
  private let admission: Admission
  private let door: Doorkeeper
  private let site: SiteAnswers
  private let told: ToldAnswers

  package init(admission: Admission, door: Doorkeeper, site: SiteAnswers, told: ToldAnswers) {
    (self.admission, self.door, self.site, self.told) = (admission, door, site, told)
  }

  public func answer(_ request: HTTPRequest) -> HTTPAnswer {
    do throws(Refusal) {
      try admission.admit(request)
      let asker = try door.asker(of: request)
      // Before anything else is said: who may not come in does not learn what is there.
      if asker.best < .reader { try check(asker, needed: .reader, of: nil) }
      let path = try SitePath(request.path)
      let (route, needed) = try RouteTable.route(request.method, path)
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

  private func check(_ asker: Asker, needed: Role, of bot: BotID?) throws(Refusal) {
    let isAnybodyKnown = door.isAnybodyKnown
    if let refusal = asker.refusal(
      needed: needed, of: bot, doing: "reading that", isAnybodyKnown: isAnybodyKnown)
    {
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
