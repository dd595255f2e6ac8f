/// The commands that talk to the watcher.
extension CommandTable {
  static let bot = ValueDescription(placeholder: "BOT", kind: .integration)

  static let integrate = CommandDescription(
    name: .integrate, argument: ArgumentDescription(value: bot, isOptional: false),
    options: [.commit, .wait],
    summary: "integrate a bot now",
    paragraphs: [
      "Puts it first in the queue of the watcher: the newest commit of each watched branch, or what --commit "
        + "names. With --wait it shows what happens and ends with the status of the integration. When no "
        + "watcher runs, it integrates here and now."
    ],
    examples: [
      Example(line: "bothy integrate parser --wait", what: "the newest commit, and wait for the result"),
      Example(line: "bothy integrate parser --commit v1.2", what: "what a tag names"),
    ])

  static let cancel = CommandDescription(
    name: .cancel,
    argument: ArgumentDescription(
      value: ValueDescription(placeholder: "BOT[#N]", kind: .integration), isOptional: false),
    summary: "end integrations of a bot",
    paragraphs: [
      "BOT#N is that integration, BOT alone whatever runs and waits. What was canceled by hand is not begun "
        + "again by itself."
    ],
    examples: [Example(line: "bothy cancel parser#42", what: "that one")])

  static let pause = CommandDescription(
    name: .pause, argument: ArgumentDescription(value: bot, isOptional: true), options: [.all],
    summary: "begin no more integrations of a bot",
    paragraphs: ["What runs goes on. Commits are still seen, and wait until `bothy resume`."],
    examples: [
      Example(line: "bothy pause parser", what: "that bot"),
      Example(line: "bothy pause --all", what: "all of them"),
    ])

  static let resume = CommandDescription(
    name: .resume, argument: ArgumentDescription(value: bot, isOptional: true), options: [.all],
    summary: "go on with a bot that was paused",
    examples: [Example(line: "bothy resume parser", what: "that bot")])

  static let pin = CommandDescription(
    name: .pin, argument: ArgumentDescription(value: integration, isOptional: false),
    summary: "keep an integration for good",
    paragraphs: [
      "What is pinned is never removed, however many integrations come after it and whatever `keep` in the "
        + "bot file says. BOT alone is its latest."
    ],
    examples: [Example(line: "bothy pin parser#42", what: "the one that was released")])

  static let unpin = CommandDescription(
    name: .unpin, argument: ArgumentDescription(value: integration, isOptional: false),
    summary: "keep an integration no longer than others",
    examples: [Example(line: "bothy unpin parser#42", what: "`keep` in the bot file counts for it again")])
}
