import Foundation
import HTTP
import Kit
import Model
import Testing

@testable import Web

@Suite("What is described to who writes programs")
struct OpenAPITests {
  private var document: JSON { get throws { try JSON(Data(OpenAPI.bytes)) } }

  @Test("each route has its line, each line a name of its own, and nothing else is described")
  func complete() throws {
    var described: [String: String] = [:]
    for (address, operations) in try #require(document["paths"]?.members) {
      for (method, operation) in operations.members ?? [:] {
        let name = try #require(operation["operationId"]?.text, "\(method) \(address)")
        #expect(described.values.contains(name) == false, "\(name)")
        #expect(operation["summary"]?.text?.isEmpty == false && operation["responses"] != nil, "\(name)")
        described["\(method.uppercased()) \(address)"] = name
      }
    }
    let routes = RouteTable.entries.map { "\($0.method) \(OpenAPI.address($0))" }
    #expect(Set(routes) == Set(described.keys) && routes.count == described.count)
  }

  @Test("what stands in an address is told, and what is referred to is there")
  func whole() throws {
    let document = try document
    let schemas = Set(document["components"]?["schemas"]?.members?.keys.map { String($0) } ?? [])
    for (address, operations) in try #require(document["paths"]?.members) {
      let places = address.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        $0.dropFirst().dropLast()
      }
      for (method, operation) in operations.members ?? [:] {
        let told = (operation["parameters"]?.elements ?? []).filter { $0["in"]?.text == "path" }
        #expect(told.compactMap { $0["name"]?.text } == places.map(String.init), "\(method) \(address)")
      }
    }
    let text = String(decoding: OpenAPI.bytes, as: UTF8.self)
    let references = text.matches(of: #/"#\/components\/schemas\/([A-Za-z]+)"/#).map { String($0.output.1) }
    #expect(Set(references).isSubset(of: schemas) && references.count > 20, "\(Set(references))")
  }

  @Test("files of the site that programs ask for are described, and served as before")
  func files() throws {
    let document = try document
    for (address, asked) in [
      ("/bots/{bot}/badge.svg", "/bots/p/badge.svg"),
      ("/bots/{bot}/latest/{file}", "/bots/p/latest/report.json"),
      ("/bots/{bot}/latest-green/{file}", "/bots/p/latest-green/tool.tar.zst"),
      ("/bots/{bot}/{number}/{file}", "/bots/p/7/junit.xml"),
    ] {
      #expect(document["paths"]?[address]?["get"] != nil, "\(address)")
      let path = try SitePath(Array(asked.utf8))
      #expect(try RouteTable.route("GET", path) == (.page(path), .reader))
      #expect(throws: Refusal.self) { try RouteTable.route("POST", path) }
    }
    #expect(throws: Refusal.self) {
      try RouteTable.route("GET", SitePath(names: ["bots", "p#1", "badge.svg"]))
    }
  }

  @Test("a refusal is described as it is sent, to programs and to people")
  func refusals() throws {
    let document = try document
    var count = 0
    for entry in RouteTable.entries {
      let address = OpenAPI.address(entry)
      let request = HTTPRequest(method: entry.method, path: Array(address.utf8))
      let sent = LivePage.answer(Refusal(404, "No."), to: request)
      let header = try #require(sent.headers.first { $0.name == "Content-Type" }?.value)
      let type = String(header.prefix { $0 != ";" })
      let operation = document["paths"]?[address]?[entry.method.lowercased()]
      for (status, answer) in operation?["responses"]?.members ?? [:] where Int(status) ?? 0 >= 400 {
        #expect(answer["content"]?[type] != nil, "\(entry.method) \(address), \(status): \(type)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test("an address that is nearly one is told which was meant")
  func near() throws {
    for (address, words) in [
      ("/api/bot", "did you mean /api/bots?"),
      ("/api/bots/p/integrat", "did you mean /api/bots/p/integrate?"),
      ("/api/bots/p/1/logs", "did you mean /api/bots/p/1/log?"), ("/api/bots/", "did you mean /api/bots?"),
      ("/api/nothing-like-it", "/api/openapi.json tells all"), ("/api/bots/p/0", "nothing at that address"),
    ] {
      let refusal = #expect(throws: Refusal.self) {
        try RouteTable.route("GET", try SitePath(Array(address.utf8)))
      }
      #expect(refusal?.sentence.contains(words) == true, "\(address): \(refusal?.sentence ?? "")")
    }
  }

  @Test("what may follow the question mark is taken, and what cannot be is refused")
  func queries() throws {
    var telling = Telling(.history, "p")
    try telling.take(query: Array("as=csv&width=9999&colors&utm=x".utf8))
    #expect(telling.form == .csv && telling.width == 400 && telling.hasColors)
    for query in ["as=html", "as=markdown", "width=x", "as=%zz"] {
      #expect(throws: Refusal.self, "\(query)") { try telling.take(query: Array(query.utf8)) }
    }
  }
}
