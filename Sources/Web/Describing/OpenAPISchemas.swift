import Model

/// What is answered, as far as programs may rely on it. More fields may come at any time.
enum OpenAPISchemas {
  static func reference(_ name: String) -> Described { ["$ref": .text("#/components/schemas/" + name)] }

  static let all: Described = [
    "Error": object(
      ["error": text("What went wrong, in words for a person.")],
      [
        "status": whole("What the command would have ended with."), "repeated": flag,
        "problems": remarks, "text": text("What stands in the file now."), "mark": text("Its ETag."),
      ]),
    "Remark": object(["line": whole("From 1."), "column": whole("From 1."), "message": text("What.")], [:]),
    "BotFile": object(
      ["bot": text("Its id.")],
      [
        "file": text("Its name."), "text": text("What stands in it."), "mark": text("Its ETag."),
        "words": text("What was done."), "problems": remarks, "warnings": remarks,
      ]),
    "Done": object(
      ["action": .fields(["type": "string", "enum": .list(actions)]), "words": text("What came of it.")],
      [
        "bot": text("Of which bot."), "integration": whole("Which one of it."),
        "repeated": flag,
      ]),
    "Bots": ["type": "array", "items": reference("Bot")],
    "Bot": object(bot, [:]),
    "History": object(
      [
        "bot": text("Its id."), "base": maybe("string"),
        "integrations": ["type": "array", "items": ["type": "object"]],
      ],
      ["now": reference("Bot")]),
    "Tests": ["type": "object"],
    "Issues": object(["bot": text("Its id."), "base": maybe("string"), "issues": list("object")], [:]),
    "Report": object(
      [
        "schema": whole("Grows when a field changes its meaning."), "bot": text("The bot's id."),
        "integration": whole("Its number."), "result": ["type": "string", "enum": .list(results)],
        "reason": text("What happened, in a sentence."),
      ],
      [
        "commit": maybe("object"), "commits": list("object"), "toolchain": text("Swift's version."),
        "configuration": text("debug or release."), "queued": moment, "started": moment, "ended": moment,
        "seconds": ["type": "number"], "phases": list("object"), "tests": ["type": "object"],
        "coverage": maybe("object"), "issues": ["type": "object"], "comparedWith": maybe("object"),
        "artifacts": list("object"),
      ]),
  ]

  private static let remarks: Described = ["type": "array", "items": reference("Remark")]
  private static let actions = ServedAction.allCases.map { Described.text($0.rawValue) }
  private static let results = IntegrationResult.allCases.map { Described.text($0.rawValue) }

  private static let bot: [String: Described] = [
    "bot": text("Its id."), "name": maybe("string"), "path": maybe("string"), "file": maybe("string"),
    "repository": maybe("string"), "problems": list("string"), "integration": maybe("integer"),
    "result": maybe("string"), "reason": maybe("string"), "running": flag, "branch": maybe("string"),
    "commit": maybe("string"), "subject": maybe("string"), "started": maybe("string"),
    "ended": maybe("string"), "seconds": maybe("number"), "next": maybe("string"), "due": maybe("string"),
    "paused": flag, "waiting": maybe("string"), "watcher": maybe("integer"), "phase": maybe("string"),
    "done": maybe("integer"), "total": maybe("integer"), "expectedEnd": maybe("string"),
    "queue": list("object"), "troubles": list("string"), "diskBytes": maybe("integer"),
    "base": maybe("string"), "branches": list("object"), "inquiry": maybe("object"),
  ]

  private static let flag: Described = ["type": "boolean"]
  private static let moment: Described = ["type": "string", "format": "date-time"]
  private static func text(_ words: String) -> Described { ["type": "string", "description": .text(words)] }
  private static func whole(_ words: String) -> Described {
    ["type": "integer", "description": .text(words)]
  }
  private static func maybe(_ type: String) -> Described { ["type": .text(type), "nullable": true] }
  private static func list(_ type: String) -> Described {
    ["type": "array", "items": ["type": .text(type)]]
  }

  private static func object(_ needed: [String: Described], _ others: [String: Described]) -> Described {
    [
      "type": "object", "required": .list(needed.keys.sorted().map { .text($0) }),
      "properties": .fields(needed.merging(others) { first, _ in first }),
    ]
  }
}
