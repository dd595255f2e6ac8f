import Foundation
import Kit
import Testing

/// People with a browser: they sign in, press buttons that need no script, and go.
@Suite("Signing in")
struct SignInTests {
  private struct World: Sendable {
    let served: Served
    static let password = "correct horse"

    init() async throws {
      served = try Served()
      for (name, role) in [("anna", "operator"), ("rita", "reader"), ("ada", "administrator")] {
        let script = "printf '%s\\n' \"$0\" | \"$1\" user add \(name) --role \(role) --state \"$2\""
        let end = try await Command(
          "/bin/sh", ["-c", script, Self.password, try Program.bothy, served.state], in: served.scratch.url
        ).run()
        try #require(end.status == 0, "\(end.errorText)")
      }
      try FileManager.default.createDirectory(
        atPath: served.scratch.path + "/bots", withIntermediateDirectories: true)
      try Data("repository: /srv/none.git\n".utf8).write(
        to: served.scratch.url.appending(path: "bots/p.yaml"))
    }

    func post(_ address: String, _ body: String, _ headers: String...) -> Wire.Answer {
      let lines =
        [
          "Host: localhost", "Connection: close", "Content-Length: \(body.utf8.count)",
          "Content-Type: application/x-www-form-urlencoded",
        ] + headers
      return served.ask(
        "POST \(address) HTTP/1.1\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n" + body, seconds: 20)
    }

    func signIn(_ name: String, _ headers: String = "X: y") throws -> String {
      let answer = post("/sign-in", "name=\(name)&password=correct+horse&then=%2Fbots%2Fp%2F", headers)
      #expect(answer.status == 303 && answer.header("Location") == "/bots/p/", "\(answer.text)")
      let cookie = try #require(answer.header("Set-Cookie"))
      #expect(cookie.contains("; HttpOnly; SameSite=Lax;") && cookie.contains("Path=/;"))
      return String(cookie.prefix { $0 != ";" })
    }

    /// What a form of a page brings along.
    func field(_ name: String, in page: Wire.Answer, before part: String = "") -> String {
      let from = page.body.firstRange(of: part)?.upperBound ?? page.body.startIndex
      let rest = page.body[from...]
      guard let start = rest.firstRange(of: "name=\"\(name)\" value=\"") else { return "" }
      return String(rest[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  @Test("who has signed in has buttons, as far as they may, that do what they say; a file has none")
  func buttons() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try await world.served.run { _ in
      let nobody = world.served.get("/bots/p/")
      #expect(nobody.body.contains("/sign-in?then=%2Fbots%2Fp%2F"))
      #expect(!nobody.body.contains("<form") && nobody.body.contains("The bot p"), "\(nobody.body)")
      let reader = world.served.get("/bots/p/", "Cookie: \(try world.signIn("rita"))")
      #expect(reader.body.contains("Sign out") && !reader.body.contains("Integrate"), "\(reader.body)")
      let cookie = "Cookie: \(try world.signIn("anna"))"
      let page = world.served.get("/bots/p/", cookie)
      #expect(
        page.header("Cache-Control") == "private, no-store" && page.header("Vary")?.contains("Cookie") == true
      )
      #expect(page.header("Content-Security-Policy")?.contains("form-action 'self'") == true)
      for (label, isThere) in [("Integrate", true), ("Pause", true), ("Resume", false), ("Cancel", false)] {
        #expect(page.body.contains(">\(label)") == isThere, "\(label)")
      }
      #expect(!page.body.contains("Silence") && !page.body.contains("Who did what"))
      let form = world.field("form", in: page)
      let once = world.field("once", in: page, before: "/p/pause")
      let body = "form=\(form)&once=\(once)&then=%2Fbots%2Fp%2F"
      for (wrong, headers) in [
        ("once=\(once)", cookie), ("form=x&once=\(once)", cookie), (body, "X: y"),
        (body, cookie + "\r\nOrigin: http://evil.example"), (body, cookie + "\r\nOrigin: null"),
        (body, cookie + "\r\nSec-Fetch-Site: cross-site"),
        ("form=\(world.field("form", in: reader))&once=\(once)", cookie),
      ] {
        let answer = world.post("/api/bots/p/pause", wrong, headers)
        #expect([401, 403].contains(answer.status), "\(headers): \(answer.text)")
      }
      #expect(!world.served.get("/api/bots").body.contains("by hand"))
      let done = world.post("/api/bots/p/pause", body, cookie, "Origin: http://localhost")
      #expect(done.status == 303, "\(done.text)")
      let place = try #require(done.header("Location"))
      let paused = world.served.get(place, cookie).body
      #expect(paused.contains("`p` will be paused"))
      #expect(paused.contains(">Resume</button>") && !paused.contains(">Pause</button>"), "\(paused)")
      #expect(!world.served.get(place).body.contains("will be paused"))
      #expect(world.post("/api/bots/p/pause", body, cookie).status == 303)
      let refused = world.post(
        "/api/bots/p/cancel", "form=\(form)&then=%2Fbots%2Fp%2F", cookie, "Accept: text/html")
      #expect(refused.status == 422 && refused.body.contains("no such integration"), "\(refused.text)")
    }
    let audit = try await world.served.bothy("audit").outputText
    #expect(
      audit.split(separator: "\n").count { $0.contains("anna (password) from 127.0.0.1: pause p") } == 1)
    let file = try String(contentsOfFile: world.served.site + "/bots/p/index.html", encoding: .utf8)
    #expect(!file.contains("form"))
  }

  @Test("who may not read one bot hears of it nowhere, and is led to the others")
  func hidden() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try world.served.write("anonymous: nothing\n", to: "serve.yaml")
    try Data("repository: /srv/other.git\n".utf8).write(
      to: world.served.scratch.url.appending(path: "bots/hush.yaml"))
    for (name, role, bot) in [("rita", "nobody", "hush"), ("ada", "nobody", "hush"), ("anna", "reader", "p")]
    {
      let end = try await world.served.bothy("user", "role", name, "--role", role, "--bot", bot)
      try #require(end.status == 0, "\(end.errorText)")
    }
    try await world.served.run { _ in
      for name in ["rita", "ada"] {
        let cookie = "Cookie: \(try world.signIn(name))"
        let first = world.served.get("/", cookie, "Accept: text/html")
        #expect(first.status == 403 && first.body.contains("href=\"/bots/p/\""), "\(first.text)")
        #expect(!first.body.contains("hush"))
        for address in ["/api/bots", "/wall", "/cctray.xml", "/metrics", "/api/events", "/audit", "/new"] {
          let answer = world.served.get(address, cookie)
          #expect(answer.status == 403 && !answer.body.contains("hush"), "\(address): \(answer.text)")
        }
        #expect(world.served.get("/bots/p/", cookie).status == 200)
        #expect(world.served.get("/bots/hush/", cookie).status == 403)
      }
      // Less than others, and all of them.
      let cookie = "Cookie: \(try world.signIn("anna"))"
      #expect(world.served.get("/", cookie).status == 200)
      #expect(world.served.get("/api/bots", cookie).body.contains("hush"))
    }
  }

  @Test("a session is new at each sign-in, and ends with sign-out, another password, and who it is of")
  func sessions() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try world.served.write("anonymous: nothing\n", to: "serve.yaml")
    try await world.served.run { _ in
      func status(_ cookie: String) -> Int? { world.served.get("/bots/p/", "Cookie: \(cookie)").status }
      let asked = world.served.get("/bots/p/?x", "Accept: text/html")
      #expect(asked.status == 401 && asked.body.contains("type=\"password\""), "\(asked.text)")
      #expect(world.field("then", in: asked) == "/bots/p/")
      let fixed = "bothy=" + String(repeating: "A", count: 43)
      let first = try world.signIn("anna", "Cookie: \(fixed)")
      #expect(first != fixed && status(fixed) == 401 && status(first) == 200)
      let second = try world.signIn("anna", "Cookie: \(first)")
      #expect(second != first && status(first) == 401 && status(second) == 200)
      #expect(status("\(second); \(second)") == 401 && status("x=\(second.dropFirst(6))") == 401)
      let form = world.field("form", in: world.served.get("/bots/p/", "Cookie: \(second)"))
      #expect(world.post("/sign-out", "form=x", "Cookie: \(second)").status == 403 && status(second) == 200)
      #expect(world.post("/sign-out", "form=\(form)", "Cookie: \(second)").status == 303)
      #expect(status(second) == 401)
      let third = try world.signIn("anna")
      let script = "echo another horse | \"$0\" user password anna --state \"$1\""
      let changed = try await Command(
        "/bin/sh", ["-c", script, try Program.bothy, world.served.state], in: world.served.scratch.url
      ).run()
      #expect(changed.status == 0 && status(third) == 401, "\(changed.errorText)")
      let fourth = try world.signIn("rita")
      #expect(try await world.served.bothy("user", "remove", "rita").status == 0)
      #expect(status(fourth) == 401)
      let admin = "Cookie: \(try world.signIn("ada"))"
      let record = world.served.get("/audit", admin)
      #expect(record.body.contains("user remove") && record.body.contains("sign-in"), "\(record.text)")
    }
  }

  @Test("wrong passwords are refused in the same words for everybody, and take longer and longer")
  func guessing() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try await world.served.run { _ in
      func answer(_ name: String) -> Wire.Answer {
        world.post("/sign-in", "name=\(name)&password=wrong+horse")
      }
      let (known, unknown) = (answer("anna"), answer("hannah"))
      #expect(known.status == 401 && known.body == unknown.body)
      #expect(world.post("/sign-in", "name=anna&password=x", "Origin: http://evil.example").status == 403)
      #expect(answer("anna").status == 401)
      let late = answer("anna")
      #expect(late.status == 429 && late.header("Retry-After") != nil, "\(late.text)")
      #expect(world.post("/sign-in", "name=anna&password=correct+horse").status == 429)
    }
    let audit = try await world.served.bothy("audit", "--json").outputText
    #expect(audit.contains("wrong name or password") && !audit.contains("hannah"), "\(audit)")
  }

  @Test("a server in front is believed who somebody is, and nobody else")
  func proxied() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try world.served.write(
      "anonymous: nothing\nproxy: {addresses: [127.0.0.1], header: X-User}\n", to: "serve.yaml")
    try await world.served.run { _ in
      let page = world.served.get("/bots/p/", "X-User: anna")
      #expect(page.status == 200 && page.body.contains(">Integrate</button>"), "\(page.text)")
      #expect(world.served.get("/", "X-User: mallory").status == 401 && world.served.get("/").status == 401)
      #expect(world.served.get("/", "X-User: anna", "X-User: ada").status == 400)
      #expect(world.post("/api/bots/p/pause", "", "X-User: anna").status == 403)
      let body = "form=\(world.field("form", in: page))"
      #expect(world.post("/api/bots/p/pause", body, "X-User: rita").status == 403)
      #expect(world.post("/api/bots/p/pause", body, "X-User: anna").status == 303)
    }
    try world.served.write(
      "anonymous: reader\nproxy: {addresses: [192.0.2.1]}\n", to: "serve.yaml")
    try await world.served.run { _ in
      #expect(
        world.served.get("/", "X-Remote-User: ada").status == 403 && world.served.get("/").status == 200)
    }
  }
}
