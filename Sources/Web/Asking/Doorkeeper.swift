import Foundation
package import HTTP
package import Model
package import People

/// By what a request brings along it is known who asks; and how somebody who has a browser comes in and goes.
package struct Doorkeeper: Sendable {
  let people: KnownPeople
  let anonymous: Role
  private let sessions: Sessions
  private let signIn: SignIn
  private let wrongTokens: WrongTokens
  private let wrongPasswords: Floods
  private let refusals: Floods
  private let log: AuditLog
  private let proxy: ServeSettings.Proxy?
  private let isSecure: Bool
  /// What forms bring along for who has no session here, because another server knows who they are.
  let ownSecret = Secret.make()
  let recalled = RecalledPasswords()

  package init(_ settings: ServeSettings, people: KnownPeople, sessions: Sessions, log: AuditLog) {
    (self.people, self.sessions, self.log) = (people, sessions, log)
    anonymous = settings.lets == .reader ? .reader : .nobody
    (proxy, isSecure) = (settings.proxy, settings.tls != nil)
    (signIn, wrongTokens) = (SignIn(), WrongTokens(log))
    wrongPasswords = Floods(log, words: "wrong name or password", mostSingle: Self.mostSingle)
    refusals = Floods(log, words: "refused: that takes more rights", mostSingle: Self.mostSingle)
  }

  /// Somebody tried what they may not do. Of nobody's attempts, which anybody can make, nothing is kept.
  func wasRefused(_ asker: Asker, _ act: String, of bot: BotID?, _ request: HTTPRequest) {
    guard asker.name != nil else { return }
    var entry = AuditEntry(who: asker.name, way: asker.way, from: request.peer, act: act)
    entry.bot = bot?.rawValue
    refusals.tell(entry, now: ProcessInfo.processInfo.systemUptime)
  }

  /// So many refusals of an address have a line of the record each, with the name that was tried.
  private static let mostSingle = 20

  /// Who is known. While that cannot be read, whoever says who they are is refused and nothing is concluded:
  /// they are not gone, their passwords are not wrong, and their sessions go on later.
  func book() throws(Refusal) -> PeopleBook {
    guard let book = people.book else {
      throw Refusal(
        503,
        "Nobody can be told from anybody else now, because who is known cannot be read; the server's own "
          + "words say why.")
    }
    return book
  }

  package var isAnybodyKnown: Bool {
    guard let book = people.book else { return true }
    return !book.people.isEmpty || !book.tokens.isEmpty
  }

  /// Who did what of late, the oldest first.
  var record: [AuditEntry] { log.entries(isRecent: true) }

  /// Whether it makes sense to ask for a password.
  var maySignIn: Bool { people.book?.people.contains { $0.password != nil } ?? false }

  /// It came through a server in front, which may send what others ask the same way.
  func isLed(_ request: HTTPRequest) -> Bool {
    isOfProxy(request)
      || ["via", "forwarded", "x-forwarded-for", "x-real-ip"].contains { request.header($0) != nil }
  }

  /// - Parameter isLook: nothing is written down, slowed down or prolonged by it.
  package func asker(of request: HTTPRequest, isLook: Bool = false) throws(Refusal) -> Asker {
    var asker = Asker(least: anonymous)
    if let person = try proxied(request) {
      (asker.name, asker.way, asker.rights) = (person.name, .proxy, person.rights)
      asker.form = Secret.mark("form of \(person.name) by \(ownSecret)")
    } else if let token = try token(request, isLook: isLook) {
      (asker.name, asker.way, asker.rights) = (token.name, .token, token.rights)
    } else if let secret = session(request),
      let person = sessions.person(secret, in: try book(), now: Date(), isLook: isLook)
    {
      (asker.name, asker.way, asker.rights) = (person.name, .password, person.rights)
      (asker.session, asker.form) = (secret, Sessions.formToken(secret))
    }
    return asker
  }

  /// Of whom it is counted what there is little of: who they say they are, else from where they ask. Nil: a
  /// server in front asks for many, who cannot be told apart.
  func sharer(_ asker: Asker, _ request: HTTPRequest) -> String? {
    if let name = asker.name { return "\(asker.way.rawValue) \(name)" }
    return ownAddress(of: request)
  }

  /// From where they ask, as far as they are alone there.
  private func ownAddress(of request: HTTPRequest) -> String? { isOfProxy(request) ? nil : request.peer }

  /// The server in front that is believed who somebody is.
  func isOfProxy(_ request: HTTPRequest) -> Bool { proxy?.addresses.contains(request.peer) == true }

  /// Whether who asked so may still read of a bot, or of all.
  func mayStillRead(_ request: HTTPRequest, of bot: BotID?) -> Bool {
    guard let asker = try? asker(of: request, isLook: true) else { return false }
    return asker.role(for: bot) >= .reader
  }

  // MARK: What says who it is

  func proxied(_ request: HTTPRequest) throws(Refusal) -> Person? {
    guard let proxy else { return nil }
    let said = request.headers(proxy.header.lowercased())
    guard let name = said.first else { return nil }
    guard proxy.addresses.contains(request.peer) else {
      throw Refusal(403, "\(request.peer) is not a trusted proxy (see `proxy` in serve.yaml).")
    }
    guard said.count == 1, !name.isEmpty else {
      throw Refusal(400, "More than one user header was sent, or an empty one.")
    }
    return try book().person(name)
  }

  private static let mostToken = 200

  /// What says who it is and is not understood is refused: it was not meant to count for nobody's.
  func token(_ request: HTTPRequest, isLook: Bool = false) throws(Refusal) -> AccessToken? {
    let sent = request.headers("authorization")
    guard let first = sent.first else { return nil }
    let parts = first.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard sent.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
      (1...Self.mostToken).contains(parts[1].utf8.count)
    else {
      throw Refusal(401, "A token is sent as `Authorization: Bearer TOKEN`.", asksWho: true)
    }
    guard let known = try book().token(String(parts[1]), on: Self.today) else {
      throw isLook ? Self.unknownToken : refusal(ofTokenOf: request)
    }
    return known
  }

  private func refusal(ofTokenOf request: HTTPRequest) -> Refusal {
    guard let seconds = wasWrong(request) else {
      return Self.unknownToken
    }
    return tooMany(seconds)
  }

  private static var unknownToken: Refusal {
    Refusal(401, "That token is not known, or its time is over.", asksWho: true)
  }

  private func wasWrong(_ request: HTTPRequest) -> Double? {
    wrongTokens.wasWrong(
      from: request.peer, isOfMany: isOfProxy(request), now: ProcessInfo.processInfo.systemUptime)
  }

  private func tooMany(_ seconds: Double) -> Refusal {
    let whole = Int(seconds.rounded(.up))
    var refusal = Refusal(429, "Too many tokens that are not known: try again in \(whole) s.")
    refusal.seconds = whole
    return refusal
  }

  /// Somebody calls a hook and is not who may: slowed down and written down like a wrong token.
  func refusal(ofHookOf request: HTTPRequest) -> Refusal {
    wasWrong(request).map(tooMany)
      ?? Refusal(403, "That is not signed with the secret of this hook.")
  }

  static var today: String { String(Date().formatted(.iso8601).prefix(10)) }

  /// A browser believes that such a name was set by this very server, over TLS.
  private var cookie: String { isSecure ? "__Host-bothy" : "bothy" }

  private func session(_ request: HTTPRequest) -> String? {
    let all = request.headers("cookie").flatMap { $0.split(separator: ";") }.map {
      $0.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
    }
    let mine = all.filter { $0.count == 2 && $0[0] == cookie }
    return mine.count == 1 ? String(mine[0][1]) : nil
  }

  // MARK: Coming and going

  /// A page of another site must not have a browser send what this one's forms send.
  func checkOrigin(_ request: HTTPRequest) throws(Refusal) {
    let refusal = Refusal(403, "That was sent by a page of another site: nothing was done.")
    if let site = request.header("sec-fetch-site") {
      guard site == "same-origin" || site == "none" else { throw refusal }
    }
    guard let origin = request.header("origin") else { return }
    let host = request.header("host")?.lowercased() ?? ""
    // A server in front may speak TLS where none is spoken here.
    let schemes = isSecure ? ["https://"] : proxy == nil ? ["http://"] : ["https://", "http://"]
    guard schemes.map({ $0 + host }).contains(origin.lowercased()) else { throw refusal }
  }

  /// A form is one of ours, made for who sends it.
  func checkForm(_ asker: Asker, _ sent: String?, _ request: HTTPRequest) throws(Refusal) {
    try checkOrigin(request)
    guard let form = asker.form, let sent, Secret.isSame(form, sent) else {
      throw Refusal(
        403,
        "That was not sent by a page that was made for you, or it is too old: load it again; nothing "
          + "was done.")
    }
  }

  /// Whose name and password those are. What is wrong is written down, and waited for longer and longer.
  func person(_ name: String, _ password: String, _ request: HTTPRequest) throws(Refusal) -> Person {
    let book = try book()
    let uptime = ProcessInfo.processInfo.systemUptime
    let from = ownAddress(of: request)
    switch signIn.check(name: name, password: password, address: from, in: book, now: uptime) {
    case .person(let person): return person
    case .later(let seconds):
      let whole = Int(seconds.rounded(.up))
      var refusal = Refusal(429, "Too many wrong passwords: try again in \(whole) s.")
      refusal.seconds = whole
      throw refusal
    case .wrong:
      var entry = AuditEntry(who: nil, way: .nobody, from: request.peer, act: "git sign-in")
      if book.person(name) != nil { entry.details = ["name": name] }
      wrongPasswords.tell(entry, now: uptime)
      throw Refusal(401, "That name and that password do not belong together.", asksWho: true)
    }
  }

  enum Entry {
    /// What its browser is to keep.
    case cookie(String)
    case refused(Int, String, seconds: Int?)
  }

  func enter(name: String, password: String, _ request: HTTPRequest, former: String?) -> Entry {
    let now = Date()
    let book: PeopleBook
    do { book = try self.book() } catch { return .refused(error.status, error.sentence, seconds: nil) }
    var entry = AuditEntry(who: nil, way: .nobody, from: request.peer, act: "sign-in", at: now)
    // A name that nobody has may be a password that somebody typed into the wrong field.
    if book.person(name) != nil { entry.details = ["name": name] }
    let uptime = ProcessInfo.processInfo.systemUptime
    let from = ownAddress(of: request)
    switch signIn.check(name: name, password: password, address: from, in: book, now: uptime) {
    case .later(let seconds):
      let whole = Int(seconds.rounded(.up))
      return .refused(429, "Too many wrong passwords: try again in \(whole) s.", seconds: whole)
    case .wrong:
      wrongPasswords.tell(entry, now: uptime)
      return .refused(401, "That name and that password do not belong together.", seconds: nil)
    case .person(let person):
      if let former { sessions.end(former, now: now) }
      guard let secret = try? sessions.begin(person, now: now) else {
        return .refused(503, "Nobody can sign in now: the state directory cannot be written.", seconds: nil)
      }
      (entry.who, entry.way, entry.details) = (person.name, .password, nil)
      try? log.note(entry, status: 0, words: "signed in")
      return .cookie(cookieText(secret, seconds: Int(Sessions.mostSeconds)))
    }
  }

  /// What its browser is to forget.
  func leave(_ asker: Asker, _ request: HTTPRequest) -> String {
    if let session = asker.session {
      sessions.end(session, now: Date())
      let entry = AuditEntry(who: asker.name, way: asker.way, from: request.peer, act: "sign-out")
      try? log.note(entry, status: 0, words: "signed out")
    }
    return cookieText("", seconds: 0)
  }

  /// A link in a mail leads in (Lax): it is only read then, and whatever does something needs a form of ours.
  private func cookieText(_ secret: String, seconds: Int) -> String {
    "\(cookie)=\(secret); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)" + (isSecure ? "; Secure" : "")
  }
}
