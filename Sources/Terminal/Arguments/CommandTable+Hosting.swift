import Model

extension CommandTable {
  /// Repositories that are kept here.
  static let hosting = CommandDescription(
    name: .host,
    arguments: [
      ArgumentDescription("ACT", .choice(HostAct.words), isOptional: true),
      ArgumentDescription("NAME", .words, isOptional: true),
      ArgumentDescription("BRANCH", .words, isOptional: true),
    ],
    options: [.bot, .json], summary: "repositories that are kept here, to be cloned and pushed to",
    paragraph:
      "`create NAME` makes an empty bare repository in the state directory, with --bot also the bot NAME "
      + "for it. `bothy serve` serves it as /git/NAME.git, to git alone: the roles of the bot NAME count "
      + "(`bothy user`; `bothy token`, whose token git is given as the password). A reader clones, an "
      + "operator also pushes, and so has what they push run on this machine. Nobody forces or deletes a "
      + "branch that is protected, as `main` is at first: "
      + "`protect` and `unprotect` say which are (a glob such as `release/*` too). A push is looked at at "
      + "once, and tells where it is integrated. `retire` ends pushes and keeps all that is there, `restore` "
      + "undoes that. Without anything more it lists what is hosted. Over ssh: `key USER FILE` prints the "
      + "line of authorized_keys that lets the one with that public key in, to do just this.",
    examples: [
      ("bothy host create parser --bot", "a repository, and a bot for it"),
      ("bothy host", "branches, sizes, last pushes, who may"),
      ("bothy host protect parser 'release/*'", "these are not forced either"),
      ("bothy host key anna anna.pub", "a line for ~/.ssh/authorized_keys"),
    ])
}
