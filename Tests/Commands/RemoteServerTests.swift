import Explaining
import Foundation
import Kit
import Synchronization
import Terminal
import Testing
import Transfer

@testable import Commands

@Suite("A Bothy elsewhere")
struct RemoteServerTests {
  private static func place(
    _ address: String, _ environment: [String: String] = ["BOTHY_TOKEN": "bothy_x"],
    _ change: (inout ServerOptions) -> Void = { _ in }
  ) throws -> RemotePlace {
    var options = ServerOptions(address: address)
    change(&options)
    return try RemotePlace(options, environment: environment)
  }

  private static func reply(
    _ status: Int, _ body: String, _ headers: [String: String] = ["bothy-api": "1"]
  ) -> Exchange.Fetched {
    .reply(Exchange.Reply(status: status, headers: headers, body: Array(body.utf8)))
  }

  /// What is said when these come, one after the other.
  private func said(_ answers: [Exchange.Fetched], does: Bool = false) throws -> (
    words: String, status: Int32, asked: [Exchange.Request]
  ) {
    let asked = Mutex<[Exchange.Request]>([])
    let place = try Self.place("https://ci.example.org")
    let server = RemoteServer(
      place: place,
      perform: { request in
        asked.withLock { asked in
          asked.append(request)
          return answers[min(asked.count, answers.count) - 1]
        }
      }, pause: { _ in })
    let question = RemoteServer.Question("/api/bots/p/pause", doing: "pausing p", fields: does ? [:] : nil)
    do {
      let answer = try server.ask(question)
      return (String(decoding: answer.body, as: UTF8.self), answer.exitStatus, asked.withLock { $0 })
    } catch {
      let told = Explanation(error)
      return (told.sentence, told.status, asked.withLock { $0 })
    }
  }

  @Test("whatever is no answer of a Bothy is told in a sentence, with a status")
  func refusals() throws {
    for (answer, words, status) in [
      (.failed(.unreachable, why: "x"), "pausing p at https://ci.example.org: nobody answers there", 5),
      (.failed(.unknownHost, why: "x"), "no machine of the name ci.example.org", 5),
      (.failed(.late, why: "x"), "does not answer in time", 5),
      (.failed(.distrusted, why: "self-signed"), "not trusted (self-signed): name who signed it", 5),
      (.failed(.insecure, why: "x"), "does not speak TLS", 5),
      (Self.reply(404, "<html>", ["content-type": "text/html"]), "is no Bothy (HTTP 404, text/html)", 2),
      (Self.reply(200, "[]", [:]), "is no Bothy (HTTP 200)", 2),
      (Self.reply(404, #"{"error": "There is nothing"}"#, [:]), "an older Bothy answers there", 5),
      (Self.reply(301, "", ["location": "https://other/"]), "it leads on to https://other/", 2),
      (Self.reply(502, "", [:]), "what is before it says that it is not there", 5),
      (Self.reply(401, #"{"error": "Not known."}"#), "Not known.", 2),
      (Self.reply(403, #"{"error": "No."}"#), "pausing p at https://ci.example.org: No.", 2),
      (Self.reply(429, #"{"error": "Too many."}"#), "Too many.", 5),
      (Self.reply(422, #"{"error": "pausing p: no bot", "status": 2}"#), "pausing p: no bot", 2),
      (
        Self.reply(422, #"{"error": "see `bothy log p` or `bothy serve`", "status": 2}"#),
        "see `bothy --server https://ci.example.org log p` or `bothy serve`", 2
      ),
      (Self.reply(409, #"{"error": "has not ended", "status": 4}"#), "has not ended", 4),
      (Self.reply(500, "oh"), "it answered 500, and did not say why", 5),
    ] as [(Exchange.Fetched, String, Int32)] {
      let told = try said([answer])
      #expect(told.words.contains(words) && told.status == status, "\(told.words) (\(told.status))")
    }
  }

  @Test("what was done and not answered is asked for again under the same key, and not for ever")
  func repeated() throws {
    let done = Self.reply(200, #"{"words": "Paused."}"#)
    let underway = Self.reply(409, #"{"error": "That is being done already."}"#)
    let told = try said(
      [.failed(.other, why: "reset"), .failed(.late, why: "x"), underway, done], does: true)
    #expect(told.words.contains("Paused.") && told.asked.count == 4)
    #expect(Set(told.asked.map(\.headers)).count == 1)
    #expect(told.asked[0].headers.contains { $0.hasPrefix("Idempotency-Key: ") })
    let never = try said([.failed(.late, why: "x")], does: true)
    #expect(never.asked.count == 4 && never.words.contains("may have been done all the same"), "\(never)")
    #expect(try said([underway], does: true).asked.count == 31)
    #expect(try said([.failed(.unreachable, why: "x")], does: true).asked.count == 1)
  }

  @Test("a token goes over no open way, and comes from no file that others read")
  func places() throws {
    let scratch = try ScratchFolder("token")
    defer { scratch.remove() }
    let tokens = scratch.url.appending(path: "bothy/tokens")
    try FileManager.default.createDirectory(at: tokens, withIntermediateDirectories: true)
    try Data("bothy_y\n".utf8).write(to: tokens.appending(path: "ci.example.org"))
    let environment = ["XDG_CONFIG_HOME": scratch.path]
    func wrong(_ address: String, _ change: (inout ServerOptions) -> Void = { _ in }) -> String {
      do {
        _ = try Self.place(address, environment, change)
        return ""
      } catch { return Explanation(error).sentence }
    }
    #expect(wrong("https://ci.example.org").contains("others may read it too"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: tokens.appending(path: "ci.example.org").path)
    #expect(try Self.place("ci.example.org/bothy/", environment).token == "bothy_y")
    #expect(try Self.place("ci.example.org/bothy/", environment).address == "https://ci.example.org/bothy")
    // What is for one server is for no other.
    #expect(try Self.place("https://other.example.org", environment).token == nil)
    #expect(wrong("http://ci.example.org").contains("plain http"))
    #expect(wrong("http://ci.example.org") { $0.allowsPlain = true } == "")
    for loopback in ["http://127.0.0.1:8421", "http://localhost", "http://[::1]:1"] {
      #expect(wrong(loopback) == "", "\(loopback)")
    }
    for odd in ["ftp://x", "https://", "https://a:b@c", "https://c/?x", "https://c/#x", "http://127.0.0.1.x"]
    {
      #expect(wrong(odd) != "", "\(odd)")
    }
    #expect(wrong("https://c") { $0.authority = scratch.path + "/none" }.contains("no such file"))
    #expect(wrong("https://c") { $0.tokenFile = scratch.path + "/none" } != "")
  }
}
