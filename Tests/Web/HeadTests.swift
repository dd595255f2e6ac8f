import Explaining
import Foundation
import HTTP
import Kit
import Model
import People
import State
import Synchronization
import Testing

@testable import Web

@Suite("What is read of a request, by its head")
struct HeadTests {
  /// A page for a state directory with nobody but those who have these tokens.
  static func page(
    _ state: StateFolder, tokens: [(name: String, secret: String, rights: Rights)],
    settings: ServeSettings = ServeSettings(), refusal: Explanation? = nil
  ) throws -> LivePage {
    try PeopleFile(state).change { book in
      book.tokens = tokens.map {
        AccessToken(name: $0.name, mark: Secret.mark($0.secret), rights: $0.rights, since: Date(), until: nil)
      }
    }
    let log = AuditLog(state)
    @Sendable func refuse() throws { if let refusal { throw refusal } }
    return LivePage(
      admission: Admission(settings, site: nil),
      door: Doorkeeper(
        settings, people: KnownPeople(state) { _ in }, sessions: Sessions(state), log: log),
      site: SiteAnswers(ServedFolder(state.site)),
      told: ToldAnswers(
        ToldSources(
          bots: { [] },
          bot: { _ in
            try refuse()
            return []
          }, faces: { [] }, past: { _ in nil }, isWatched: { true },
          standing: { _, _ in Standing() }, wall: { Wall([], isWatched: true) }),
        events: EventHub(era: "e"), site: nil, isSecure: false, failed: { _ in }),
      commands: CommandAnswers(
        words: { _ in
          try refuse()
          return ToldWords(bytes: [], status: 0)
        },
        log: { _, _ in
          try refuse()
          return ToldLog(number: 1, folder: "", isGrowing: false)
        }),
      acts: ActionDesk(log: log, check: { _ in try refuse() }, carryOut: { _ in "Done." }),
      files: FileDesk(
        EditSources(
          read: { _ in nil }, remarks: { _, _ in [] }, save: { _, _, _ in .changed(nil) }, blank: ""),
        log: log),
      hooks: HookDesk(isThere: { $0 == "p" }, secret: { _ in nil }, look: { _ in true }),
      git: GitDesk(folder: state.path, isHosted: { _ in false }, perform: { _ in HTTPAnswer(200) }))
  }

  private static func request(
    _ line: String, _ token: String?, host: String = "localhost", _ more: (name: String, value: String)...
  ) -> HTTPRequest {
    let words = line.split(separator: " ").map(String.init)
    var headers = [(name: "host", value: host), (name: "content-length", value: "10")] + more
    if let token { headers.append(("authorization", "Bearer \(token)")) }
    return HTTPRequest(method: words[0], path: Array(words[1].utf8), headers: headers)
  }

  /// So many bytes of it are read; nil: it is answered at once, and what comes passes.
  private func read(_ manner: HTTPManner) -> Int? {
    guard case .whole(let most, _) = manner else { return nil }
    return most
  }

  @Test("only of who may do it, at a host of this name, is read what comes along")
  func judged() throws {
    let scratch = try ScratchFolder("head")
    defer { scratch.remove() }
    let page = try Self.page(
      StateFolder(path: scratch.path),
      tokens: [
        ("o", "operator", Rights(.operator)), ("a", "admin", Rights(.administrator, bots: ["q": .reader])),
      ])
    func most(_ line: String, _ token: String?, host: String = "localhost") -> Int? {
      read(page.manner(of: Self.request(line, token, host: host)))
    }
    for token in [nil, "wrong", "operator"] { #expect(most("PUT /api/bots/p/file", token) == nil) }
    #expect(most("PUT /api/bots/p/file", "admin") == 768 << 10)
    #expect(most("PUT /api/bots/p/file", "admin", host: "evil.example") == nil)
    #expect(most("POST /bots/q/edit", "admin") == nil && most("POST /bots/p/edit", "admin") == 768 << 10)
    #expect(most("POST /new", "admin") == nil && most("POST /api/pause", "admin") == nil)
    #expect(most("POST /api/bots/p/cancel", nil) == nil)
    #expect(most("POST /api/bots/p/cancel", "operator") == 64 << 10)
    #expect(most("POST /sign-in", nil) == 64 << 10)
    #expect(AuditLog(StateFolder(path: scratch.path)).entries().isEmpty, "a look writes nothing down")
  }

  @Test("of a call of a hook nothing is read where nobody signed it, or there is none, and both wait alike")
  func hooks() throws {
    let scratch = try ScratchFolder("head")
    defer { scratch.remove() }
    let page = try Self.page(StateFolder(path: scratch.path), tokens: [])
    let signed = (name: "x-hub-signature-256", value: "sha256=00")
    #expect(read(page.manner(of: Self.request("POST /hooks/p", nil, signed))) == 2 << 20)
    guard case .unread(nil) = page.manner(of: Self.request("POST /hooks/p", nil)) else {
      Issue.record("it is read though nobody signed it")
      return
    }
    guard case .unread(.some) = page.manner(of: Self.request("POST /hooks/q", nil, signed)) else {
      Issue.record("it is read though there is no hook")
      return
    }
  }

  @Test("what was not read is never taken for nothing")
  func unread() throws {
    let scratch = try ScratchFolder("head")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    let page = try Self.page(state, tokens: [("o", "operator", Rights(.operator))])
    let type = (name: "content-type", value: "application/json")
    var request = Self.request("POST /api/bots/p/cancel", "operator", type)
    #expect(page.answer(request).status == 503)
    request.headers.removeAll { $0.name == "content-length" }
    #expect(page.answer(request).status == 200)
  }

  @Test("who may not know of all bots is told the name of no other")
  func names() throws {
    let scratch = try ScratchFolder("head")
    defer { scratch.remove() }
    var settings = ServeSettings()
    settings.anonymous = .nothing
    let page = try Self.page(
      StateFolder(path: scratch.path),
      tokens: [
        ("all", "all", Rights(.operator)), ("some", "some", Rights(.operator, bots: ["hush": .nobody])),
        ("one", "one", Rights(bots: ["hus": .operator])),
      ],
      settings: settings,
      refusal: Explanation(
        doing: "looking", wrong: "nothing is known of a bot `hus`", advice: "did you mean `hush`?", status: 2,
        namesOthers: true))
    for line in [
      "GET /api/bots/hus", "GET /api/bots/hus/history", "GET /api/bots/hus/latest", "GET /api/bots/hus/7",
      "GET /api/bots/hus/tests", "GET /api/bots/hus/silences", "GET /api/bots/hus/latest/log",
      "GET /api/events/hus", "POST /api/bots/hus/pause", "POST /api/bots/hus/7/pin",
    ] {
      for (token, isNamed) in [("all", true), ("some", false), ("one", false)] {
        var request = Self.request(line, token)
        request.headers.removeAll { $0.name == "content-length" }
        guard case .bytes(let bytes) = page.answer(request).body else {
          Issue.record("\(line) is answered otherwise")
          continue
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("nothing is known of a bot `hus`"), "\(line) \(token): \(text)")
        #expect(text.contains("hush") == isNamed, "\(line) \(token): \(text)")
      }
    }
  }
}
