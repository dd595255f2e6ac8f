import Foundation
import HTTP
import Kit
import Model
import People
import State
import Synchronization
import Testing

@testable import Web

@Suite("Where git clients are served")
struct GitDeskTests {
  private static func request(
    _ method: String, _ address: String, _ headers: [(name: String, value: String)] = []
  ) -> HTTPRequest {
    let parts = address.split(separator: "?", maxSplits: 1).map { Array($0.utf8) }
    return HTTPRequest(
      method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: headers)
  }

  @Test(
    "the two steps of the smart protocol are understood, and nothing else",
    arguments: [
      ("GET", "/git/toy.git/info/refs?service=git-upload-pack", "upload advertise toy"),
      ("GET", "/git/toy/info/refs?service=git-receive-pack", "receive advertise toy"),
      ("POST", "/git/toy.git/git-upload-pack", "upload exchange toy"),
      ("POST", "/git/toy.git/git-receive-pack", "receive exchange toy"),
      ("GET", "/git/.toy.git/info/refs?service=git-upload-pack", "upload advertise -"),
      ("GET", "/git/toy.git/info/refs", nil),
      ("GET", "/git/toy.git/info/refs?service=git-upload-archive", nil),
      ("GET", "/git/toy.git/info/refs?service=git-upload-pack&x", nil),
      ("POST", "/git/toy.git/info/refs", nil),
      ("HEAD", "/git/toy.git/info/refs?service=git-upload-pack", nil), ("GET", "/git/toy.git/HEAD", nil),
      ("POST", "/git/toy.git/git-upload-pack?x", nil), ("GET", "/git/toy.git/git-upload-pack", nil),
      ("POST", "/git/toy.git/git-upload-pack/", nil), ("POST", "/git/a/b/git-upload-pack", nil),
      ("POST", "/git/git-upload-pack", nil), ("POST", "/git/../git-upload-pack", nil),
    ] as [(String, String, String?)])
  func asks(_ method: String, _ address: String, _ words: String?) {
    let ask = GitAsk(Self.request(method, address))
    #expect(
      ask.map { "\($0.service == .upload ? "upload" : "receive") \($0.step) \($0.name?.text ?? "-")" }
        == words, "\(address)")
  }

  @Test("how much comes along is said once and may be so much, or is not said")
  func content() throws {
    func isFine(_ address: String, _ headers: (String, String)...) throws -> Bool {
      let request = Self.request(
        address.contains("?") ? "GET" : "POST", "/git/toy.git/" + address,
        headers.map { (name: $0.0, value: $0.1) })
      return try #require(GitAsk(request)).isContentFine(request)
    }
    let (look, fetch, push) = ("info/refs?service=git-upload-pack", "git-upload-pack", "git-receive-pack")
    #expect(try isFine(look) && isFine(look, ("content-length", "0")))
    #expect(try !isFine(look, ("content-length", "1")) && !isFine(look, ("transfer-encoding", "chunked")))
    #expect(
      try isFine(fetch, ("content-length", "\(64 << 20)")) && isFine(push, ("content-length", "\(4 << 30)")))
    #expect(try !isFine(fetch, ("content-length", "\(64 << 20 + 1)")))
    #expect(try !isFine(push, ("content-length", "\(4 << 30 + 1)")))
    #expect(
      try isFine(push, ("transfer-encoding", "Chunked")) && !isFine(push, ("transfer-encoding", "gzip")))
    #expect(
      try !isFine(push) && !isFine(push, ("content-length", "-1")) && !isFine(push, ("content-length", "")))
    #expect(try !isFine(push, ("content-length", "1"), ("content-length", "1")))
    #expect(try !isFine(push, ("content-length", "1"), ("transfer-encoding", "chunked")))
    #expect(try !isFine(push, ("content-length", "99999999999999999999")))
  }

  @Test("one who asks has a quarter of the turns, a quarter is left to pushes, and one that goes makes room")
  func turns() {
    let turns = GitTurns(most: 8)
    func take(_ count: Int, of sharer: String?, isPush: Bool = false) -> [any AnyObject & Sendable] {
      (0..<count).compactMap { _ in turns.take(of: sharer, isPush: isPush) }
    }
    var first = take(3, of: "a")
    #expect(first.count == 2)
    let others = take(9, of: nil)
    #expect(others.count == 4 && take(1, of: "b").isEmpty)
    let pushes = take(1, of: "b", isPush: true) + take(1, of: "c", isPush: true)
    #expect(pushes.count == 2 && take(1, of: "d", isPush: true).isEmpty)
    first.removeLast()
    #expect(take(1, of: "d", isPush: true).count == 1)
    withExtendedLifetime((first, others, pushes)) {}
  }

  @Test("what is wanted comes within a minute, what is brought may take an hour")
  func seconds() throws {
    let scratch = try ScratchFolder("desk")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    let secret = Secret.make("bothy_")
    try PeopleFile(state).change { book in
      book.tokens = [
        AccessToken(
          name: "ci", mark: Secret.mark(secret), rights: Rights(.operator), since: Date(), until: nil)
      ]
    }
    let desk = GitDesk(folder: scratch.path, isHosted: { _ in true }) { _ in HTTPAnswer(200) }
    let door = Doorkeeper(
      ServeSettings(), people: KnownPeople(state) { _ in }, sessions: Sessions(state), log: AuditLog(state))
    func manner(_ address: String) throws -> HTTPManner {
      let request = Self.request("POST", address, [("authorization", "Bearer \(secret)")])
      return desk.manner(of: try #require(GitAsk(request)), request, door)
    }
    for (word, expected) in [("upload", 60.0), ("receive", 3600)] {
      guard case .kept(_, _, let seconds, _, _) = try manner("/git/toy.git/git-\(word)-pack") else {
        Issue.record("\(word) gets no turn")
        continue
      }
      #expect(seconds == expected)
    }
    var held: [HTTPManner] = []
    while case .kept(let folder, let most, let seconds, let turn, let place) = try manner(
      "/git/toy.git/git-upload-pack")
    {
      held.append(.kept(in: folder, mostBytes: most, seconds: seconds, turn: turn, place))
    }
    #expect(held.count == 16)
  }

  @Test("who may not read there does not learn what is there, and git's variables get plain words alone")
  func desk() throws {
    let scratch = try ScratchFolder("desk")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    let performed = Mutex<[GitOrder]>([])
    let desk = GitDesk(folder: scratch.path, isHosted: { $0.text == "toy" }) { order in
      performed.withLock { $0.append(order) }
      return HTTPAnswer(200)
    }
    func status(
      _ address: String, anonymous: ServeSettings.Anonymous, _ headers: [(name: String, value: String)] = []
    ) throws -> Int {
      var settings = ServeSettings()
      settings.anonymous = anonymous
      let door = Doorkeeper(
        settings, people: KnownPeople(state) { _ in }, sessions: Sessions(state), log: AuditLog(state))
      let request = Self.request(address.contains("?") ? "GET" : "POST", address, headers)
      return desk.answer(try #require(GitAsk(request)), request, door).status
    }
    let look = "/info/refs?service=git-upload-pack"
    #expect(try status("/git/toy.git" + look, anonymous: .nothing) == 401)
    #expect(try status("/git/none.git" + look, anonymous: .nothing) == 401)
    #expect(try status("/git/none.git" + look, anonymous: .reader) == 404)
    #expect(try status("/git/toy.git/info/refs?service=git-receive-pack", anonymous: .reader) == 401)
    #expect(performed.withLock { $0.isEmpty })
    let odd = [(name: "git-protocol", value: "version=2"), (name: "content-encoding", value: "a`b")]
    #expect(try status("/git/toy.git" + look, anonymous: .reader, odd) == 200)
    let order = try #require(performed.withLock { $0.first })
    #expect(order.wireVersion == "version=2" && order.contentEncoding == nil && order.kept == nil)
    // What comes along has to be what a git client sends.
    #expect(try status("/git/toy.git/git-upload-pack", anonymous: .reader) == 415)
    let git = [(name: "content-type", value: "application/x-git-upload-pack-request")]
    #expect(try status("/git/toy.git/git-upload-pack", anonymous: .reader, git) == 503)
  }
}
