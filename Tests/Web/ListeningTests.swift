import Foundation
import HTTP
import Kit
import Model
import People
import State
import Testing

@testable import Web

@Suite("Who listens")
struct ListeningTests {
  /// A server with a hub, whom it knows, and the doors that it has had.
  private struct World {
    let scratch: ScratchFolder
    let state: StateFolder
    let hub = EventHub(era: "e")
    let sessions: Sessions
    var settings = ServeSettings()
    let token = Secret.make("bothy_")

    init() throws {
      scratch = try ScratchFolder("listening")
      state = StateFolder(path: scratch.path)
      sessions = Sessions(state)
      let mark = Secret.mark(token)
      try PeopleFile(state).change { book in
        book.people = [
          Person(
            name: "anna", password: "$y$1", rights: Rights(.reader), since: Date(timeIntervalSince1970: 1))
        ]
        book.tokens = [
          AccessToken(name: "ci", mark: mark, rights: Rights(.reader), since: Date(), until: nil)
        ]
      }
      settings.anonymous = .nothing
      open()
    }

    func open() {
      hub.judge(
        by: Doorkeeper(
          settings, people: KnownPeople(state) { _ in }, sessions: sessions, log: AuditLog(state)))
    }

    /// False where it is refused.
    @discardableResult func listen(_ bot: BotID? = nil, _ headers: (name: String, value: String)...) -> Bool {
      let request = HTTPRequest(method: "GET", path: Array("/api/events".utf8), headers: headers)
      return hub.answer(request, of: bot, sharer: "one").status == 200
    }

    /// How many are told of something.
    func told(_ bot: BotID? = nil) -> Int {
      hub.tell([LiveEvent(.queue, bot, "{}")])
      return hub.count
    }

    func signedIn() throws -> (name: String, value: String) {
      let anna = try #require(try PeopleFile(state).read().person("anna"))
      return ("cookie", "bothy=" + (try sessions.begin(anna, now: Date())))
    }
  }

  @Test("who listens by a token is told nothing more once the token is gone")
  func token() throws {
    let world = try World()
    defer { world.scratch.remove() }
    world.listen(nil, ("authorization", "Bearer \(world.token)"))
    #expect(world.told() == 1)
    try PeopleFile(world.state).change { $0.tokens = [] }
    #expect(world.told() == 0)
    #expect(AuditLog(world.state).entries().isEmpty, "nobody sent a wrong one")
  }

  @Test("who signed in is told nothing more after sign-out, another password, or as nobody of that bot")
  func session() throws {
    let world = try World()
    defer { world.scratch.remove() }
    let first = try world.signedIn()
    world.listen("p", first)
    world.listen("q", first)
    world.listen("p", try world.signedIn())
    #expect(world.told() == 3)
    world.sessions.end(String(first.value.dropFirst(6)), now: Date())
    #expect(world.told() == 1)
    world.listen("q", try world.signedIn())
    #expect(world.told() == 2)
    try PeopleFile(world.state).change { $0.people[0].rights.set(.nobody, for: "p") }
    #expect(world.told() == 1)
    try PeopleFile(world.state).change { $0.people[0].password = "$y$another" }
    #expect(world.told() == 0)
  }

  @Test("who listens without a name is told nothing more where nobody without one may read any more")
  func anonymous() throws {
    var world = try World()
    defer { world.scratch.remove() }
    world.settings.anonymous = .reader
    world.open()
    world.listen()
    #expect(world.told() == 1)
    world.settings.anonymous = .nothing
    world.open()
    #expect(world.told() == 0)
  }

  @Test("one has a third of the places, and who cannot be told apart leave a third to others")
  func shares() throws {
    let hub = EventHub(era: "e")
    func listen(_ sharer: String?) -> Int {
      hub.answer(HTTPRequest(method: "GET", path: []), of: nil, sharer: sharer).status
    }
    for _ in 0..<EventHub.mostOfOne { #expect(listen("a") == 200) }
    #expect(listen("a") == 429 && listen("b") == 200)
    hub.end()
    for _ in 0..<(EventHub.most - EventHub.mostOfOne) { #expect(listen(nil) == 200) }
    #expect(listen(nil) == 429)
    for _ in 0..<EventHub.mostOfOne { #expect(listen("a") == 200) }
    #expect(listen("b") == 503)
  }

  @Test("to listen is not to use a session")
  func idle() throws {
    let world = try World()
    defer { world.scratch.remove() }
    let anna = try #require(try PeopleFile(world.state).read().person("anna"))
    let begun = Date() - 11.9 * 3600
    let secret = try world.sessions.begin(anna, now: begun)
    world.listen(nil, ("cookie", "bothy=\(secret)"))
    #expect(world.told() == 1)
    let book = try PeopleFile(world.state).read()
    #expect(world.sessions.person(secret, in: book, now: begun + 12 * 3600 + 1, isLook: true) == nil)
  }
}
