import Foundation
import Kit
import Testing

/// Who may ask for what, of which bot: every address that `bothy serve` has, by hand.
@Suite("Roles, addresses and bots", .nightly)
struct RoleTableTests {
  /// Nobody; reader, operator and administrator of all; reader, operator and administrator of p alone, asking
  /// for p and for q.
  private static let columns = [
    "nobody", "reader", "operator", "admin", "reader-of-p p", "reader-of-p q", "operator-of-p p",
    "operator-of-p q", "admin-of-p p", "admin-of-p q",
  ]

  /// What is allowed is asked for with something that cannot be done (400, 422, 428), or of what is not there
  /// (404): so nothing is done here.
  private static let table = """
                                              -    r    o    a    rp  rq   op  oq   ap  aq
    GET  /api/openapi.json                    401  200  200  200  403 403  403 403  403 403
    GET  /api/bots                            401  200  200  200  403 403  403 403  403 403
    GET  /api/bots/{bot}                      401  200  200  200  200 403  200 403  200 403
    GET  /api/bots/{bot}/{number}             401  404  404  404  404 403  404 403  404 403
    GET  /api/bots/{bot}/{number}/log         401  404  404  404  404 403  404 403  404 403
    GET  /api/bots/{bot}/history              401  200  200  200  200 403  200 403  200 403
    GET  /api/bots/{bot}/tests                401  404  404  404  404 403  404 403  404 403
    GET  /api/bots/{bot}/issues               401  404  404  404  404 403  404 403  404 403
    GET  /api/bots/{bot}/silences             401  404  404  404  404 403  404 403  404 403
    GET  /api/bots/{bot}/latest               401  404  404  404  404 403  404 403  404 403
    GET  /api/bots/{bot}/latest/log           401  404  404  404  404 403  404 403  404 403
    HEAD /api/events                          401  200  200  200  403 403  403 403  403 403
    HEAD /api/events/{bot}                    401  200  200  200  200 403  200 403  200 403
    GET  /cctray.xml                          401  200  200  200  403 403  403 403  403 403
    GET  /metrics                             401  200  200  200  403 403  403 403  403 403
    GET  /wall                                401  200  200  200  403 403  403 403  403 403
    GET  /bots/{bot}/feed.atom                401  200  200  200  200 403  200 403  200 403
    GET  /bots/{bot}/badge.svg                401  200  200  200  200 403  200 403  200 403
    GET  /bots/{bot}/latest/{file}            401  404  404  404  404 403  404 403  404 403
    GET  /bots/{bot}/latest-green/{file}      401  404  404  404  404 403  404 403  404 403
    GET  /bots/{bot}/{number}/{file}          401  200  200  200  200 403  200 403  200 403
    POST /api/bots/{bot}/integrate            401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/cancel               401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/pause                401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/resume               401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/rerun                401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/pin                  401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/unpin                401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/silence              401  403  403  400  403 403  403 403  400 403
    POST /api/bots/{bot}/unsilence            401  403  403  400  403 403  403 403  400 403
    POST /api/bots/{bot}/{number}/cancel      401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/{number}/rerun       401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/{number}/pin         401  403  400  400  403 403  400 403  400 403
    POST /api/bots/{bot}/{number}/unpin       401  403  400  400  403 403  400 403  400 403
    POST /api/pause                           401  403  400  400  403 403  403 403  403 403
    POST /api/resume                          401  403  400  400  403 403  403 403  403 403
    GET  /api/bots/{bot}/file                 401  403  403  200  403 403  403 403  200 403
    PUT  /api/bots/{bot}/file                 401  403  403  428  403 403  403 403  428 403
    GET  /bots/{bot}/edit                     401  403  403  200  403 403  403 403  200 403
    POST /bots/{bot}/edit                     401  403  403  400  403 403  403 403  400 403
    GET  /new                                 401  403  403  200  403 403  403 403  403 403
    POST /new                                 401  403  403  200  403 403  403 403  403 403
    GET  /audit                               401  403  403  200  403 403  403 403  403 403
    GET  /served.css                          200  200  200  200  200 200  200 200  200 200
    GET  /wall.css                            200  200  200  200  200 200  200 200  200 200
    GET  /wall.js                             200  200  200  200  200 200  200 200  200 200
    GET  /favicon.ico                         200  200  200  200  200 200  200 200  200 200
    GET  /sign-in                             200  200  200  200  200 200  200 200  200 200
    POST /sign-in                             422  422  422  422  422 422  422 422  422 422
    POST /hooks/{bot}                         401  401  401  401  401 401  401 401  401 401
    POST /sign-out                            403  403  403  403  403 403  403 403  403 403
    """

  /// Addresses that are files of the site, which no table lists.
  private static let pages = """
    GET  /                                    401  200  200  200  403 403  403 403  403 403
    GET  /bots/{bot}/                         401  200  200  200  200 403  200 403  200 403
    """

  /// A name that no bot can have is nothing: it might be read as an integration of another bot.
  private static let unfit = """
    POST /api/bots/{bot}%232/pin              401  404  404  404  404 404  404 404  404 404
    POST /api/bots/{bot}%232/unpin            401  404  404  404  404 404  404 404  404 404
    POST /api/bots/{bot}%232/rerun            401  404  404  404  404 404  404 404  404 404
    POST /api/bots/{bot}%232/cancel           401  404  404  404  404 404  404 404  404 404
    POST /api/bots/{bot}%232/silence          401  404  404  404  404 404  404 404  404 404
    PUT  /api/bots/{bot}%232/file             401  404  404  404  404 404  404 404  404 404
    HEAD /api/events/{bot}%232                401  404  404  404  404 404  404 404  404 404
    GET  /bots/{bot}%232/                     401  404  404  404  404 404  404 404  404 404
    """

  private struct Row {
    var method: Substring
    var address: Substring
    var expected: [Int]

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == columns.count + 2, let method = words.first, method != "-" else { return nil }
      (self.method, address, expected) = (method, words[1], words.dropFirst(2).compactMap { Int($0) })
    }
  }

  private static var rows: [Row] {
    [table, pages, unfit].joined(separator: "\n").split(separator: "\n").compactMap(Row.init)
  }

  private func world() async throws -> (served: Served, tokens: [String: String]) {
    let served = try Served()
    try served.write("anonymous: nothing\n", to: "serve.yaml")
    for (path, text) in [("index.html", "q"), ("badge.svg", "<svg/>"), ("1/log.txt", "log")] {
      try served.write(text, to: "site/bots/q/\(path)")
    }
    let bothy = try Program.bothy
    let script = """
      mkdir bots && git init -qb main r && cd bots
      for bot in p q; do printf 'repository: ../r\\nschedule: {on: manual}\\n' >$bot.yaml; done
      for bot in p q; do
        "$0" pause $bot --state "$1" --bots . && "$0" resume $bot --state "$1" --bots .
      done
      for role in reader operator administrator; do
        for bot in '' p; do
          echo "$role$bot $("$0" token create $role$bot --role $role ${bot:+--bot $bot} --state "$1" 2>&-)"
        done
      done
      """
    let end = try await Command("/bin/sh", ["-ec", script, bothy, served.state], in: served.scratch.url).run()
    let told = end.outputText.split(separator: "\n").suffix(6)
    let lines = told.map { $0.split(separator: " ").map(String.init) }
    try #require(lines.count == 6 && lines.allSatisfy { $0.count == 2 }, "\(end.outputText)\(end.errorText)")
    return (served, Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) }))
  }

  private static let askers: [(token: String?, bot: String)] = [
    (nil, "p"), ("reader", "p"), ("operator", "q"), ("administrator", "q"), ("readerp", "p"),
    ("readerp", "q"),
    ("operatorp", "p"), ("operatorp", "q"), ("administratorp", "p"), ("administratorp", "q"),
  ]

  private static func request(_ row: Row, _ token: String?, _ bot: String) -> String {
    let address = row.address.replacing("{bot}", with: bot).replacing("{number}", with: "1")
      .replacing("{file}", with: "log.txt")
    var lines = ["\(row.method) \(address) HTTP/1.1", "Host: localhost", "Connection: close"]
    var body = ""
    if row.method == "PUT" || row.method == "POST" {
      let isForm = !address.hasPrefix("/api/")
      body = row.method == "PUT" ? "nothing: x\n" : isForm ? "do=check&id=z" : #"{"nothing": "x"}"#
      let type =
        row.method == "PUT"
        ? "application/yaml" : isForm ? "application/x-www-form-urlencoded" : "application/json"
      lines += ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
    }
    if let token { lines.append("Authorization: Bearer \(token)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  @Test("each role gets of each address and each bot what the table says, and nothing is changed by asking")
  func table() async throws {
    let (served, tokens) = try await world()
    defer { served.scratch.remove() }
    let rows = Self.rows
    try await served.run { _ in
      let description = try #require(
        try JSONSerialization.jsonObject(
          with: Data(
            served.get("/api/openapi.json", "Authorization: Bearer \(tokens["reader"] ?? "")").body.utf8))
          as? [String: Any])
      let paths = try #require(description["paths"] as? [String: [String: Any]])
      let routes = paths.flatMap { address, operations in
        operations.keys.map { "\($0.uppercased()) \(address)" }
      }
      let told = rows.map { "\($0.method == "HEAD" ? "GET" : $0.method) \($0.address)" }
      #expect(Set(routes).subtracting(told) == [], "the table has no row for these")
      #expect(Set(told).subtracting(routes).count == 10, "the table has rows for what is not there")
      let bots = URL(fileURLWithPath: served.scratch.path + "/bots")
      let before = (try FolderSnapshot(of: bots), try FolderSnapshot(of: URL(fileURLWithPath: served.site)))
      for row in rows {
        for (at, asker) in Self.askers.enumerated() {
          let answer = served.ask(Self.request(row, asker.token.flatMap { tokens[$0] }, asker.bot))
          #expect(
            answer.status == row.expected[at],
            "\(row.method) \(row.address), \(Self.columns[at]): \(answer.text.prefix(600))")
        }
      }
      #expect(before.0.changes(to: try FolderSnapshot(of: bots)) == [])
      #expect(before.1.changes(to: try FolderSnapshot(of: URL(fileURLWithPath: served.site))) == [])
    }
  }
}
