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
}
