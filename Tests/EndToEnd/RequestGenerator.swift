import Foundation
import Kit

/// What comes over one connection: right requests, or such that were damaged; the same for the same number.
struct GeneratedRequests: Sendable {
  /// Each is sent by itself, after a pause.
  var pieces: [[UInt8]] = []
  var pauseSeconds = 0.0
  /// What it is answered with, one for each request; nil where it was damaged.
  var expected: [Int]?

  private struct Right {
    var line: String
    var status: Int
    var headers: [String] = []
    var content = ""
  }

  /// None of them changes anything: who asks is nobody, or has the token of a reader.
  private static let reading = [
    Right(line: "GET /", status: 200), Right(line: "HEAD /", status: 200),
    Right(line: "GET /bots/p/", status: 200, headers: ["Accept-Encoding: gzip"]),
    Right(line: "GET /bots/p/1/log.txt", status: 206, headers: ["Range: bytes=10-19"]),
    Right(line: "GET /bots/p/1/log.txt", status: 416, headers: ["Range: bytes=20000-"]),
    Right(line: "GET /bots/p/1/attachments/a.html", status: 200),
    Right(line: "GET /bots/p/badge.svg?x=1", status: 200, headers: ["If-None-Match: \"a\", W/\"b\""]),
    Right(line: "GET /api/bots", status: 200, headers: ["Accept: application/json"]),
    Right(line: "GET /api/bots?as=text&width=80", status: 200),
    Right(line: "GET /api/openapi.json", status: 200), Right(line: "GET /metrics", status: 200),
    Right(line: "GET /cctray.xml", status: 200), Right(line: "GET /wall?page=2", status: 200),
    Right(line: "HEAD /api/events", status: 200, headers: ["Last-Event-ID: 7"]),
    Right(line: "GET /bots/nobody/feed.atom", status: 404), Right(line: "GET /link.txt", status: 404),
    Right(line: "GET /secrets/p.env", status: 404), Right(line: "GET /sign-in?then=%2Fbots%2F", status: 200),
  ]

  /// The line ends with them.
  private static let sending = [
    Right(line: "DELETE /api/bots/p", status: 405), Right(line: "GET /api/bots/p/pause", status: 405),
    Right(
      line: "POST /api/bots/p/integrate", status: 401,
      headers: ["Content-Type: application/json", "Idempotency-Key: k"], content: #"{"commit": "main"}"#),
    Right(
      line: "PUT /api/bots/p/file", status: 401,
      headers: ["Content-Type: application/yaml", "If-Match: \"x\""], content: "repository: ../r\n"),
    Right(
      line: "POST /hooks/p", status: 401, headers: ["Content-Type: application/json"], content: "{}"),
    Right(
      line: "POST /sign-in", status: 422, headers: ["Content-Type: application/x-www-form-urlencoded"],
      content: "name=anna"),
  ]

  init(seed: UInt64, number: Int, token: String) {
    var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number))
    var whole: [UInt8] = []
    var statuses: [Int] = []
    let count = Int.random(in: 1...4, using: &random)
    for place in 1...count {
      let isLast = place == count
      let right =
        isLast && Bool.random(using: &random)
        ? Self.sending[Int.random(in: 0..<Self.sending.count, using: &random)]
        : Self.reading[Int.random(in: 0..<Self.reading.count, using: &random)]
      let isKnown = Int.random(in: 0..<4, using: &random) == 0
      whole += Self.bytes(right, token: isKnown ? token : nil, isLast: isLast)
      // A reader may not; who is not known has to say who it is first.
      let isForRoles = right.line.hasPrefix("POST /api/") || right.line.hasPrefix("PUT ")
      statuses.append(isKnown && isForRoles ? 403 : right.status)
    }
    if Int.random(in: 0..<4, using: &random) > 0 {
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.damage(&whole, using: &random) }
    } else {
      expected = statuses
    }
    cut(whole, using: &random)
  }

  /// Who gets no answer to what was damaged does not wait long.
  var talk: Crowd.Talk {
    Crowd.Talk(pieces: pieces, pauseSeconds: pauseSeconds, quietSeconds: expected == nil ? 0.08 : 30)
  }

  /// What is wrong with what they were answered.
  func troubles(_ answer: Wire.Answer, secrets: [String]) -> [String] {
    let (found, data) = (answer.statuses, Data(answer.bytes))
    var troubles: [String] = found.contains(500) ? ["500"] : []
    if let expected, expected != found { troubles.append("expected \(expected)") }
    if secrets.contains(where: { data.firstRange(of: Data($0.utf8)) != nil }) { troubles.append("a secret") }
    return troubles
  }

  private static func bytes(_ right: Right, token: String?, isLast: Bool) -> [UInt8] {
    var lines = [right.line + " HTTP/1.1", "Host: localhost"] + right.headers
    if isLast { lines.append("Connection: close") }
    if let token { lines.append("Authorization: Bearer \(token)") }
    if !right.content.isEmpty { lines.append("Content-Length: \(right.content.utf8.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + right.content).utf8)
  }

  private mutating func cut(_ whole: [UInt8], using random: inout SeededRandom) {
    let count = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 2...8, using: &random) : 1
    let places = (1..<count).map { _ in Int.random(in: 0...whole.count, using: &random) }.sorted()
    for (start, end) in zip([0] + places, places + [whole.count]) { pieces.append(Array(whole[start..<end])) }
    pauseSeconds = Double.random(in: 0...0.03, using: &random)
  }

  // MARK: Damage

  private static let signs = Array("\0\t\r\n :/%?#&=;,\"\\.-*+0x\u{7F}".utf8) + [0x80, 0xC0, 0xED, 0xFF]
  private static let lies = [
    "Content-Length: 5", "Content-Length: -1", "Content-Length: 0", "Content-Length: 99999999999999999999",
    "Content-Length: 4294967301", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding:\u{B}chunked", "Host: evil.example", "Host: localhost", "Connection: keep-alive",
    "Connection: upgrade", "Expect: 100-continue", "Range: bytes=0-,5-6", "Range: bytes=-99999999999",
    "X-Forwarded-For: 127.0.0.1", "X-Remote-User: ada", "Cookie: bothy=x; bothy=y", "Accept-Encoding: gzip",
    "If-Match: *", "If-None-Match: *", "Origin: http://evil.example", "Last-Event-ID: -1",
    "Authorization: Basic eDp5", "Content-Encoding: gzip", " folded", "\tfolded", ": nameless", "X",
  ]

  private static func damage(_ bytes: inout [UInt8], using random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[place] = signs[Int.random(in: 0..<signs.count, using: &random)]
    case 2: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &random)], at: place)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: end)
    case 5: bytes = Array(bytes[..<place])
    case 6:
      bytes.insert(contentsOf: (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    case 7:
      let many = Int.random(in: 1...40_000, using: &random)
      bytes.insert(contentsOf: [UInt8](repeating: bytes[place], count: many), at: place)
    case 8: insertLine(bytesOfLine(&bytes, at: place), into: &bytes, using: &random)
    case 9: bytes.insert(contentsOf: bytes, at: place)
    default:
      let lie = lies[Int.random(in: 0..<lies.count, using: &random)] + "\r\n"
      insertLine(Array(lie.utf8), into: &bytes, using: &random)
    }
  }

  /// The one around a place, taken out of it half of the time.
  private static func bytesOfLine(_ bytes: inout [UInt8], at place: Int) -> [UInt8] {
    let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let line = Array(bytes[start..<end])
    if place % 2 == 0 { bytes.removeSubrange(start..<end) }
    return line
  }

  /// Where a line begins.
  private static func insertLine(
    _ line: [UInt8], into bytes: inout [UInt8], using random: inout SeededRandom
  ) {
    let starts = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    guard !starts.isEmpty else { return bytes += line }
    bytes.insert(contentsOf: line, at: starts[Int.random(in: 0..<starts.count, using: &random)])
  }
}
