/// The commands about files that people write: bot files and templates.
extension CommandTable {
  static let create = CommandDescription(
    name: .create,
    argument: ArgumentDescription(
      value: ValueDescription(placeholder: "PATH", kind: .folder), isOptional: true),
    options: [.package],
    summary: "write a bot file for a repository, every key explained",
    paragraphs: [
      "Looks at the repository at PATH (default: here), finds its branch, its package and its name, and "
        + "writes a bot file into the folder of --bots. A file that is there is never overwritten."
    ],
    examples: [
      Example(line: "bothy create ~/parser", what: "writes bots/parser.yaml"),
      Example(line: "bothy create . --package Core", what: "the package in the folder Core"),
    ])

  static let check = CommandDescription(
    name: .check,
    summary: "find every mistake in bot files and templates",
    paragraphs: [
      "Prints all problems at once as file:line:column: message, then a sentence. Templates are checked as "
        + "they are used: the folder of --templates laid over the shipped ones, every name against the "
        + "values that its page is given. Warnings are about files that nothing uses. Ends with 0 when there "
        + "is no problem, else with 2."
    ],
    examples: [
      Example(line: "bothy check", what: "bots/ and the shipped templates"),
      Example(line: "bothy check --templates mine", what: "your templates too"),
    ])

  static let render = CommandDescription(
    name: .render,
    argument: ArgumentDescription(value: integration, isOptional: true),
    summary: "make pages again from what is stored",
    paragraphs: [
      "After a template was changed. Takes the report, the log and the coverage that were kept, and the "
        + "sources as they were integrated. Without BOT all bots, with BOT all its integrations, with BOT#N "
        + "that one. Pages are replaced whole; what cannot be rendered is told and stops nothing. Ends with "
        + "0 when all pages were made, 2 when a template has a mistake, else 5."
    ],
    examples: [
      Example(line: "bothy render --templates mine", what: "everything, with templates of yours"),
      Example(line: "bothy render parser#42", what: "one integration"),
    ])

  static let demo = CommandDescription(
    name: .demo,
    argument: ArgumentDescription(
      value: ValueDescription(placeholder: "DIR", kind: .folder), isOptional: true),
    summary: "make a small package with a history and integrate it",
    paragraphs: [
      "Makes a Swift package with a few commits in DIR (default: bothy-demo), which must not be there yet, "
        + "and integrates it commit by commit: green, red, a crash, mended. Then tells where the pages are."
    ],
    examples: [Example(line: "bothy demo", what: "a minute later there is a history to look at")])
}
