import Foundation
import Model

/// All addresses for who writes programs, as OpenAPI has it; made of the table that requests are answered by.
enum OpenAPI {
  static let bytes: [UInt8] = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(document) else {
      preconditionFailure("the description is always representable")
    }
    return Array(bytes) + [0x0A]
  }()

  /// Grows when what is there means something else; new addresses and fields may come at any time.
  static let version = 1

  private static var document: Described {
    [
      "openapi": "3.0.3",
      "info": [
        "title": "Bothy", "version": .text("\(version)"),
        "description": .text(
          "What `bothy serve` tells and does for programs. Each action is the command of the same name, with "
            + "its words and its refusals. Who says that they take text/html, as browsers do, may be refused "
            + "with a page. Other addresses are pages for people, and what stands in them; /git/NAME.git is "
            + "for git."),
      ],
      "servers": [["url": "/"]], "paths": paths,
      "components": ["schemas": OpenAPISchemas.all, "securitySchemes": securitySchemes],
      "security": [["token": .list([])], ["session": .list([])], .fields([:])],
    ]
  }

  private static let securitySchemes: Described = [
    "token": [
      "type": "http", "scheme": "bearer",
      "description": "What `bothy token create` printed, as `Authorization: Bearer TOKEN`.",
    ],
    "session": [
      "type": "apiKey", "in": "cookie", "name": "bothy",
      "description": .text(
        "What a browser has after /sign-in; over TLS it is called __Host-bothy. Whatever does something "
          + "brings along what the page's forms have in `form`."),
    ],
  ]

  private static var paths: Described {
    let entries = Dictionary(grouping: RouteTable.entries) { address($0) }
    return .fields(
      entries.mapValues { entries in
        .fields(
          Dictionary(entries.map { ($0.method.lowercased(), operation($0)) }) { first, _ in first })
      })
  }

  /// `/api/bots/{bot}/{number}/log`
  static func address(_ entry: RouteTable.Entry) -> String {
    var places = places(of: entry)[...]
    return "/"
      + entry.pattern.map { $0 == "*" ? "{\(places.popFirst()?.name ?? "name")}" : $0 }.joined(separator: "/")
  }

  /// What the stars stand for, with the schema of it.
  private static func places(of entry: RouteTable.Entry) -> [(name: String, schema: Described)] {
    let bot: (String, Described) = ("bot", ["type": "string"])
    let number: (String, Described) = ("number", ["type": "integer", "minimum": 1])
    let file: (String, Described) = ("file", ["type": "string"])
    guard entry.line.isFile, entry.pattern.last == "*" else {
      return Array([bot, number].prefix(entry.stars))
    }
    return entry.stars == 2 ? [bot, file] : [bot, number, file]
  }

  private static func operation(_ entry: RouteTable.Entry) -> Described {
    let line = entry.line
    var answers: [String: Described] = [:]
    var content: [String: Described] = [:]
    for one in line.contents {
      switch one {
      case .json(let schema): content["application/json"] = ["schema": OpenAPISchemas.reference(schema)]
      case .type(let type): content[type] = ["schema": ["type": "string"]]
      case .elsewhere: answers["303"] = ["description": "It leads on."]
      }
    }
    if !content.isEmpty { answers["\(line.status)"] = ["description": "That.", "content": .fields(content)] }
    for (status, words) in refusals(of: entry) {
      answers[status] = ["description": .text(words), "content": refusal(of: entry)]
    }
    var operation: [String: Described] = [
      "operationId": .text(line.name), "summary": .text(line.summary),
      "description": .text("It takes \(entry.role.words)."), "parameters": .list(parameters(of: entry)),
      "responses": .fields(answers),
    ]
    if let body = body(of: line) { operation["requestBody"] = body }
    if entry.role == .nobody { operation["security"] = .list([.fields([:])]) }
    return .fields(operation)
  }

  /// For programs under `/api`, elsewhere for people: browsers that say that they take pages get one.
  private static func refusal(of entry: RouteTable.Entry) -> Described {
    if entry.pattern.first == "api" {
      return ["application/json": ["schema": OpenAPISchemas.reference("Error")]]
    }
    let words: Described = ["schema": ["type": "string"]]
    return ["text/plain": words, "text/html": words]
  }

  private static func refusals(of entry: RouteTable.Entry) -> [(String, String)] {
    guard entry.role > .nobody else { return entry.line.refusals }
    var refusals = [
      ("401", "It is not known who asks."), ("403", "Who asks may not do that."),
      (
        "429",
        "Too many wrong tokens came from that address, or one who asks has all that they may; Retry-After "
          + "says for how long it waits."
      ),
    ]
    if entry.line.takesFile {
      refusals += [
        ("400", "What was sent is not understood."),
        ("412", "It is another meanwhile: `text` and `mark` tell what stands there now."),
        ("422", "It has mistakes: `problems` tells each, as `bothy check` does."),
        ("428", "It was not said what it takes the place of."),
      ]
    }
    if entry.stars > 0 { refusals.append(("404", "There is no such thing.")) }
    if entry.line.action != nil {
      refusals += [
        ("400", "What was sent is not understood."),
        ("409", "It is being done, or it is not known whether it was."),
        ("422", "The command of that name would end with 2: that is its sentence."),
      ]
    }
    return refusals + [("503", "It could not be carried out.")]
  }

  private static func parameters(of entry: RouteTable.Entry) -> [Described] {
    let places = places(of: entry).map { place -> Described in
      ["name": .text(place.name), "in": "path", "required": true, "schema": place.schema]
    }
    let queries = entry.line.queries.map { name -> Described in
      ["name": .text(name), "in": "query", "schema": query(name, entry.line)]
    }
    if entry.line.takesFile { return places + conditions }
    guard entry.line.action != nil else { return places + queries }
    return places + [
      [
        "name": "Idempotency-Key", "in": "header",
        "description": "Sent again with the same, it is done once.",
        "schema": ["type": "string", "minLength": 1, "maxLength": 200],
      ]
    ]
  }

  private static let conditions: [Described] = [
    [
      "name": "If-Match", "in": "header", "description": "The ETag of what was read.",
      "schema": ["type": "string"],
    ],
    [
      "name": "If-None-Match", "in": "header", "description": "`*`, where there is to be none yet.",
      "schema": ["type": "string"],
    ],
  ]

  private static func query(_ name: String, _ line: RouteLine) -> Described {
    switch name {
    case "as":
      let forms = line.contents.compactMap { content -> Described? in
        switch content {
        case .json: "json"
        case .type("text/plain"), .type(FileAnswers.yaml): "text"
        case .type("text/csv"): "csv"
        case .type("text/markdown"): "markdown"
        case .type, .elsewhere: nil
        }
      }
      return ["type": "string", "enum": .list(forms)]
    case "width": return ["type": "integer", "minimum": 40, "maximum": 400]
    default: return ["type": "string"]
    }
  }

  private static func body(of line: RouteLine) -> Described? {
    if line.isForm {
      let fields: Described = ["type": "object", "additionalProperties": ["type": "string"]]
      return ["content": ["application/x-www-form-urlencoded": ["schema": fields]]]
    }
    if line.takesFile {
      let fields: Described = [
        "type": "object", "required": ["text"], "additionalProperties": false,
        "properties": ["text": ["type": "string"], "check": ["type": "boolean"]],
      ]
      let whole: Described = ["schema": ["type": "string"]]
      return [
        "required": true,
        "content": .fields(["application/json": ["schema": fields], FileAnswers.yaml: whole]),
      ]
    }
    guard let action = line.action, !action.fields.isEmpty else { return nil }
    let fields = Dictionary(
      action.fields.map { ($0, ["type": $0 == "failed" ? "boolean" : "string"] as Described) }
    ) { first, _ in first }
    var schema: [String: Described] = [
      "type": "object", "properties": .fields(fields), "additionalProperties": false,
    ]
    if !action.needed.isEmpty { schema["required"] = .list(action.needed.map { .text($0) }) }
    return [
      "required": .flag(!action.needed.isEmpty),
      "content": ["application/json": ["schema": .fields(schema)]],
    ]
  }
}
