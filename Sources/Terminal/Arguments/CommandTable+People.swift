import Model

extension CommandTable {
  /// Who may do what over HTTP, and who did.
  static let people = [
    CommandDescription(
      name: .user,
      arguments: [
        ArgumentDescription(UserAct.words.joined(separator: "|"), .choice(UserAct.words)),
        ArgumentDescription("NAME", .words, isOptional: true),
      ],
      options: [.role, .bot], summary: "who may sign in where pages are served, and as what",
      paragraph:
        "A reader sees, an operator also integrates, cancels, pauses, reruns and pins, an administrator "
        + "also silences and sees who did what. --role (default: reader) is for all bots; with --bot it "
        + "is for that "
        + "one, and counts there instead of the one for all, also where it is less (`nobody`); who is added "
        + "with --bot may do nothing elsewhere but read what everybody may. A password is "
        + "asked for on the terminal and not shown, else it is the first line of standard input; it is "
        + "kept as "
        + "yescrypt makes it, and an empty one means none: such people come only through a server in front "
        + "(`proxy` in serve.yaml). Another password, and `remove`, end what they had signed in.",
      examples: [
        ("bothy user add anna --role operator", "asks for her password"),
        ("bothy user role anna --role reader --bot zoo", "less, of one bot"),
        ("bothy user list", "who there is"),
      ]),
    CommandDescription(
      name: .token,
      arguments: [
        ArgumentDescription(TokenAct.words.joined(separator: "|"), .choice(TokenAct.words)),
        ArgumentDescription("NAME", .words, isOptional: true),
      ],
      options: [.role, .bot, .until], summary: "what programs send along to be let in",
      paragraph:
        "`create` prints a token once, on standard output; only a mark of it is kept. A program sends "
        + "it with "
        + "each request as `Authorization: Bearer TOKEN`. --role and --bot say what it may, as with `bothy "
        + "user` (with --bot alone it may do nothing elsewhere but read what everybody may), --until through "
        + "which day.",
      examples: [
        ("bothy token create ci --role operator", "for a program that integrates"),
        ("bothy token create me --until 2031-12-31", "until that day, and to read alone"),
        ("bothy token remove ci", "lets it in no more"),
      ]),
    CommandDescription(
      name: .audit, options: [.json, .last], summary: "who did what over HTTP, when, from where",
      paragraph:
        "Also who was refused, who signed in, and who changed people and tokens by a command. What was begun "
        + "is written down before it is done, so that what a crash cut off is there, too. The newest "
        + "last; two "
        + "files of 8 MB are kept.",
      examples: [("bothy audit --last 20", "the last twenty"), ("bothy audit --json", "for programs")]),
  ]
}
