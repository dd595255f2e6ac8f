import Foundation
import HTTP
import Kit
import Model
import People
import State
import Synchronization
import Testing

@testable import Web

@Suite("What is asked for")
struct AskingTests {
  @Test(
    "an address names pages and folders",
    arguments: [
      ("/", [], true), ("/index.html", ["index.html"], false), ("/bots/p/", ["bots", "p"], true),
      ("/a%20b/%C3%A9.html", ["a b", "é.html"], false), ("/100%25", ["100%"], false),
      ("/..a/.b./c..", ["..a", ".b.", "c.."], false),
    ] as [(String, [String], Bool)])
  func names(_ address: String, _ names: [String], _ isFolder: Bool) throws {
    #expect(try SitePath(Array(address.utf8)) == SitePath(names: names, isFolder: isFolder))
  }

  @Test(
    "an address that could be read in two ways is refused",
    arguments: [
      "", "a", "*", "http://localhost/", "//", "/a//b", "/../a", "/a/../b", "/a/..", "/a/.", "/./a",
      "/%2e%2e/a",
      "/%2E./a", "/.%2e/a", "/a%2fb", "/a%2Fb", "/a%5cb", "/a\\b", "/%00", "/a%00.html", "/a%0d%0aX: y",
      "/%7f",
      "/%", "/%2", "/%zz", "/a%2", "/%252e%252e/a", "/%252fa", "/%25%32%66a", "/%255c", "/%2500", "/%C0%AE",
      "/%C0%AF", "/%E0%80%AE", "/%ff", "/%C3", "/%ED%A0%80", "/a/%2e%2e/%2e%2e/secrets/p.env",
    ])
  func refused(_ address: String) {
    #expect(throws: Refusal.self) { try SitePath(Array(address.utf8)) }
  }

  @Test("an address that is too long is told so")
  func long() {
    #expect(throws: Refusal(414, "That address is too long.")) {
      try SitePath(Array("/\(String(repeating: "a", count: 5000))".utf8))
    }
  }

  @Test("each address has its route, and each of them takes only its methods")
  func routes() throws {
    func route(_ method: String, _ address: String) throws -> Route {
      try RouteTable.route(method, try SitePath(Array(address.utf8))).0
    }
    #expect(try route("GET", "/api/bots") == .bots)
    #expect(try route("HEAD", "/api/bots/p") == .bot("p"))
    #expect(try route("GET", "/api/bots/p/12") == .report("p", IntegrationNumber(12)))
    #expect(try route("GET", "/api/events/p") == .events("p"))
    #expect(try route("GET", "/bots/p/feed.atom") == .feed("p"))
    #expect(try route("GET", "/favicon.ico") == .own(.icon))
    #expect(try route("GET", "/bots/p/12/") == .page(SitePath(names: ["bots", "p", "12"], isFolder: true)))
    for (method, address, status) in [
      ("POST", "/api/bots", 405), ("DELETE", "/", 405), ("PUT", "/bots/p/", 405), ("GET", "/api/none", 404),
      ("GET", "/api/bots/p/0", 404), ("GET", "/api/bots/p/x", 404), ("GET", "/api/bots/p/99999999999", 404),
      ("POST", "/api/none", 404), ("OPTIONS", "/", 405), ("TRACE", "/", 405),
    ] {
      do {
        _ = try route(method, address)
        Issue.record("\(method) \(address) has a route")
      } catch let error as Refusal {
        #expect(error.status == status, "\(method) \(address)")
        #expect((error.allow != nil) == (status == 405))
      }
    }
  }
}

@Suite("Of which bot")
struct BotOfRouteTests {
  @Test(
    "a name that no bot can have leads nowhere, whatever is asked for",
    arguments: ["p#2", "p q", "-p", ".p", "-\u{301}p", "p;q", "p\u{A0}", String(repeating: "p", count: 101)])
  func unfit(_ name: String) throws {
    let entries = RouteTable.entries.filter { $0.pattern.contains("*") }
    #expect(entries.count > 25)
    for entry in entries {
      var names = entry.pattern.map { $0 == "*" ? "7" : $0 }
      let path = SitePath(names: names)
      #expect(throws: Never.self, "\(path.address)") { try RouteTable.route(entry.method, path) }
      names[try #require(entry.pattern.firstIndex(of: "*"))] = name
      do {
        _ = try RouteTable.route(entry.method, SitePath(names: names))
        Issue.record("\(entry.method) \(names) has a route")
      } catch { #expect(error.status == 404) }
    }
    #expect(throws: Refusal.noPage) {
      try RouteTable.route("GET", SitePath(names: ["bots", name, "x.html"]))
    }
  }
}

@Suite("Who is let in")
struct AdmissionTests {
  private func admit(_ host: String..., settings: ServeSettings = ServeSettings(), site: String? = nil) throws
  {
    let request = HTTPRequest(method: "GET", path: [0x2F], headers: host.map { ("host", $0) })
    _ = try Admission(settings, site: site).admit(request)
  }

  @Test("on this machine alone, only its own names are answered")
  func hosts() throws {
    for host in ["localhost", "LOCALHOST:8421", "127.0.0.1:1", "[::1]:8421", "[::1]"] { try admit(host) }
    for host in [
      "evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "[::2]", "", "a b", "x:y",
      "127.0.0.1:999999", "user@localhost", "[::1", "localhost:80:80", "ci.example.org",
    ] {
      #expect(throws: Refusal.self, "\(host)") { try admit(host) }
    }
    #expect(throws: Refusal.self) { try admit() }
    #expect(throws: Refusal.self) { try admit("localhost", "localhost") }
    try admit("ci.example.org", site: "https://ci.example.org/x")
  }

  @Test(
    "who comes through a server in front does not wait for the wrong passwords and tokens of others there")
  func proxied() throws {
    let scratch = try ScratchFolder("people")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    func statuses(_ proxy: ServeSettings.Proxy?) -> [Int] {
      var settings = ServeSettings()
      settings.proxy = proxy
      let door = Doorkeeper(
        settings, people: KnownPeople(state) { _ in }, sessions: Sessions(state), log: AuditLog(state))
      let request = HTTPRequest(method: "GET", path: [0x2F], headers: [("authorization", "Bearer x")])
      return (0..<5).flatMap { number -> [Int] in
        let attempts: [() throws -> Any] = [
          { try door.person("n\(number)", "x", request) }, { try door.asker(of: request) },
        ]
        return attempts.map { attempt in
          do {
            _ = try attempt()
            return 200
          } catch { return (error as? Refusal)?.status ?? 500 }
        }
      }
    }
    #expect(statuses(nil).count { $0 == 429 } > 1)
    var proxy = ServeSettings.Proxy()
    proxy.addresses = ["127.0.0.1"]
    #expect(Set(statuses(proxy)) == [401])
  }

  @Test("who tries what takes more rights is written down, however often in no more lines than are read")
  func rights() throws {
    let scratch = try ScratchFolder("people")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    let door = Doorkeeper(
      ServeSettings(), people: KnownPeople(state) { _ in }, sessions: Sessions(state), log: AuditLog(state))
    var asker = Asker(least: .reader)
    (asker.name, asker.way) = ("ci", .token)
    let request = HTTPRequest(method: "POST", path: [0x2F], headers: [])
    for _ in 0..<1000 { door.wasRefused(asker, "silence", of: "parser", request) }
    let entries = AuditLog(state).entries()
    let first = try #require(entries.first)
    #expect(first.who == "ci" && first.way == .token && first.act == "silence" && first.bot == "parser")
    #expect(first.status == 2 && first.words == "refused: that takes more rights")
    #expect((2...40).contains(entries.count))
    #expect(entries.last?.words?.contains("times within ten minutes") == true)
  }

  @Test("while it cannot be read who is known, nobody is let in and nothing that they have ends")
  func unreadable() throws {
    let scratch = try ScratchFolder("people")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    let (secret, since) = (Secret.make("bothy_"), Date(timeIntervalSince1970: 1))
    let anna = Person(name: "anna", password: "$y$1", rights: Rights(.reader), since: since)
    try PeopleFile(state).change { book in
      book.people = [anna]
      book.tokens = [
        AccessToken(name: "ci", mark: Secret.mark(secret), rights: Rights(.reader), since: since, until: nil)
      ]
    }
    let sessions = Sessions(state)
    let session = try sessions.begin(anna, now: Date())
    let now = Mutex(0.0)
    var settings = ServeSettings()
    settings.anonymous = .nothing
    let door = Doorkeeper(
      settings, people: KnownPeople(state, uptime: { now.withLock { $0 } }, failed: { _ in }),
      sessions: sessions, log: AuditLog(state))
    func ask(_ header: (name: String, value: String)...) -> String {
      do {
        return try door.asker(of: HTTPRequest(method: "GET", path: [0x2F], headers: header)).name ?? "-"
      } catch { return "\(error.status)" }
    }
    let (cookie, token) = (
      (name: "cookie", value: "bothy=\(session)"), (name: "authorization", value: "Bearer \(secret)")
    )
    #expect(ask(cookie) == "anna" && ask(token) == "ci" && ask() == "-")
    let whole = try Data(contentsOf: URL(fileURLWithPath: state.people))
    try Data("{".utf8).write(to: URL(fileURLWithPath: state.people))
    for _ in 0..<5 { #expect(ask(cookie) == "503" && ask(token) == "503" && ask() == "-") }
    guard
      case .refused(503, _, _) = door.enter(
        name: "anna", password: "x", HTTPRequest(method: "POST", path: [0x2F]), former: session)
    else {
      Issue.record("a password was looked at")
      return
    }
    #expect(AuditLog(state).entries().isEmpty, "nothing was wrong")
    try whole.write(to: URL(fileURLWithPath: state.people))
    now.withLock { $0 = 10 }
    #expect(ask(cookie) == "anna" && ask(token) == "ci")
    #expect(Sessions(state).person(session, in: try PeopleFile(state).read(), now: Date())?.name == "anna")
  }

  @Test("what is done with all bots is refused to who may not do it with each")
  func all() throws {
    var asker = Asker(least: .nobody)
    (asker.name, asker.rights) = ("anna", Rights(.operator, bots: ["p": .reader]))
    func refusal(_ needed: Role, _ bot: BotID?) -> Refusal? {
      asker.refusal(needed: needed, of: bot, doing: "pausing", isAnybodyKnown: true)
    }
    #expect(refusal(.operator, "q") == nil && refusal(.reader, nil) == nil)
    let refused = try #require(refusal(.operator, nil))
    #expect(refused.status == 403)
    #expect(refused.sentence == "anna is a reader of some bots, and pausing takes an operator of all.")
  }

  @Test("elsewhere nobody reads who is not meant to")
  func anonymous() throws {
    var settings = ServeSettings()
    settings.address = try #require(ServeSettings.Address("0.0.0.0:80"))
    let request = HTTPRequest(method: "GET", path: [0x2F], headers: [("host", "ci.example.org")])
    let scratch = try ScratchFolder("people")
    defer { scratch.remove() }
    let people = KnownPeople(StateFolder(path: scratch.path)) { _ in }
    let state = StateFolder(path: scratch.path)
    func asker() throws -> Asker {
      try Doorkeeper(settings, people: people, sessions: Sessions(state), log: AuditLog(state))
        .asker(of: request)
    }
    #expect(try asker().best == .nobody)
    let refusal = try asker().refusal(needed: .reader, of: nil, doing: "reading", isAnybodyKnown: false)
    #expect(refusal?.status == 401)
    settings.anonymous = .reader
    #expect(try asker().best == .reader)
    settings = ServeSettings()
    #expect(try asker().best == .reader)
    settings.anonymous = .nothing
    #expect(try asker().best == .nobody)
  }

  @Test("a request that brings something, or hides another, is refused")
  func shapes() {
    for headers in [
      [("content-length", "5")], [("content-length", "0"), ("content-length", "0")],
      [("transfer-encoding", "chunked")], [("transfer-encoding", "chunked"), ("content-length", "0")],
      [("x y", "1")], [("x", "a\u{1}b")], [("", "1")], [("upgrade", "h2c"), ("connection", "Upgrade")],
    ] {
      let request = HTTPRequest(method: "GET", path: [0x2F], headers: [("host", "localhost")] + headers)
      #expect(throws: Refusal.self, "\(headers)") { try Admission(ServeSettings(), site: nil).admit(request) }
    }
  }
}
