import Explaining
import Foundation
import Transfer
import Words

/// What is asked of a Bothy elsewhere, and what it answers. Whatever is not its answer becomes a sentence.
struct RemoteServer {
  struct Question {
    /// `/api/bots/p`, with what follows a `?`.
    var path: String
    /// "pausing p"
    var doing: String
    /// What is to be done is sent with these; nil: it is only read.
    var fields: [String: String]?
    var headers: [String] = []

    init(_ path: String, doing: String, fields: [String: String]? = nil) {
      (self.path, self.doing, self.fields) = (path, doing, fields)
    }
  }

  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    /// What the command would have ended with there.
    var exitStatus: Int32 { headers["bothy-exit-status"].flatMap { Int32($0) } ?? 0 }
  }

  private struct Refused: Decodable {
    var error: String
    var status: Int32?
  }

  let place: RemotePlace
  var perform: (Exchange.Request) -> Exchange.Fetched = { Exchange(seconds: 90).perform($0) }
  var pause: (Double) -> Void = { Thread.sleep(forTimeInterval: $0) }

  /// How often an answer that did not come is asked for again.
  private static let mostTries = 4
  /// How long it is waited for what another asked for with the same words.
  private static let mostWaits = 30

  func ask(_ question: Question) throws -> Answer {
    var request = Exchange.Request(address: place.address + question.path, headers: question.headers)
    (request.authority, request.isDirect) = (place.authority, !place.isSecure)
    if let token = place.token { request.headers.append("Authorization: Bearer \(token)") }
    if let fields = question.fields {
      // The same for each try: what was done already is not done again.
      request.headers += ["Content-Type: application/json", "Idempotency-Key: \(UUID().uuidString)"]
      request.body = Array(try JSONEncoder().encode(fields))
    }
    var waits = 0
    var tries = 0
    while true {
      tries += 1
      switch perform(request) {
      case .failed(let trouble, let why):
        let isAgain = [.late, .other].contains(trouble) && tries < Self.mostTries
        guard isAgain || trouble == .unreachable && tries > 1 && tries < Self.mostTries else {
          throw explain(trouble, why, question, tries)
        }
        pause(Double(1 << tries) / 4)
      case .reply(let reply):
        if reply.status == 409, waits < Self.mostWaits, isUnderway(reply) {
          waits += 1
          pause(1)
          continue
        }
        return try judged(reply, question)
      }
    }
  }

  private func isUnderway(_ reply: Exchange.Reply) -> Bool {
    refused(reply)?.error.contains("is being done already") == true
  }

  private func refused(_ reply: Exchange.Reply) -> Refused? {
    try? JSONDecoder().decode(Refused.self, from: Data(reply.body))
  }

  // MARK: What it came to

  private func judged(_ reply: Exchange.Reply, _ question: Question) throws -> Answer {
    let isOurs = reply.headers["bothy-api"].flatMap { Int($0) } != nil
    guard isOurs else { throw foreign(reply, question) }
    guard !reply.isCut else {
      throw wrong(question, "it answers with more than can be taken", "look at it with a browser", 5)
    }
    if reply.status < 400 || reply.status == 416 {
      return Answer(status: reply.status, headers: reply.headers, body: reply.body)
    }
    guard let refused = refused(reply) else {
      throw wrong(question, "it answered \(reply.status), and did not say why", "see what it wrote last", 5)
    }
    // What a command said there is said as it was.
    if let status = refused.status {
      throw Explanation(
        doing: "", wrong: place.fromHere(Shown.lines(refused.error)), advice: "", status: status)
    }
    let entrance =
      reply.status == 401 && place.token == nil
      ? "put a token into BOTHY_TOKEN, or name a file with --token-file" : ""
    throw wrong(
      question, Shown.lines(refused.error), entrance, [409, 429, 503].contains(reply.status) ? 5 : 2)
  }

  private func foreign(_ reply: Exchange.Reply, _ question: Question) -> Explanation {
    let type = reply.headers["content-type"].map { ", \(Shown.line($0, most: 60))" } ?? ""
    if (300..<400).contains(reply.status), let there = reply.headers["location"] {
      return wrong(
        question, "it leads on to \(Shown.line(there, most: 200))",
        "name the server that answers by itself with --server", 2)
    }
    if [502, 503, 504].contains(reply.status) {
      return wrong(
        question, "what is before it says that it is not there (HTTP \(reply.status))",
        "see that `bothy serve` runs there", 5)
    }
    if refused(reply) != nil {
      return wrong(question, "an older Bothy answers there, which knows no `--server`", "renew it there", 5)
    }
    return wrong(
      question, "what answers there is no Bothy (HTTP \(reply.status)\(type))",
      "name the address at which `bothy serve` or the server before it listens", 2)
  }

  private func explain(
    _ trouble: Exchange.Trouble, _ why: String, _ question: Question, _ tries: Int
  ) -> Explanation {
    let isUnknown = question.fields != nil && tries > 1
    let look = place.fromHere("look with `bothy bots` before you repeat it")
    let after = isUnknown ? "it may have been done all the same: " + look : nil
    switch trouble {
    case .unknownHost:
      return wrong(question, "no machine of the name \(place.host) is known", "see how it is written", 5)
    case .unreachable:
      return wrong(question, "nobody answers there", after ?? "see that `bothy serve` runs there", 5)
    case .late: return wrong(question, "it does not answer in time", after ?? "try again later", 5)
    case .distrusted:
      return wrong(
        question, "its certificate is not trusted (\(why))",
        "name who signed it with --ca FILE, where that is known", 5)
    case .insecure:
      return wrong(
        question, "it does not speak TLS as it is expected (\(why))",
        place.port == nil ? "see what listens there" : "see what listens at that port: http:// is another", 5)
    case .other: return wrong(question, why, after ?? "try again later", 5)
    }
  }

  private func wrong(_ question: Question, _ what: String, _ advice: String, _ status: Int32) -> Explanation {
    Explanation(
      doing: "\(question.doing) at \(place.address)",
      // More follows.
      wrong: advice.isEmpty || !what.hasSuffix(".") ? what : String(what.dropLast()),
      advice: advice, status: status)
  }
}
