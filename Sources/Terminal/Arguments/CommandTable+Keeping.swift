extension CommandTable {
  /// What is kept as a whole: taken along, brought back, and let go.
  static let keeping = [
    CommandDescription(
      name: .remove, arguments: [bot], options: [.yes], summary: "forget a bot and all that was kept of it",
      paragraph:
        "Its integrations with their reports, logs and archives, its pages, issues and silences, its "
        + "clone and what was built in it, its secrets and its bot file; the repository stays as it is. "
        + "Asks first, and says what goes; with --yes, which it needs where nobody can answer, it does "
        + "not. What runs of it is ended before. A backup is kept for a day, and the last line says how "
        + "`bothy restore` brings it back. Cut off in the middle, the next command goes on with it.",
      examples: [
        ("bothy remove parser", "after a question"), ("bothy remove local-parser --yes", "for scripts"),
      ]),
    CommandDescription(
      name: .backup, arguments: [ArgumentDescription("FILE", .file)], options: [.force],
      summary: "write all that cannot be had again into one file",
      paragraph:
        "Bot files, what is remembered, and of each integration its report, log, exports, archives "
        + "and attachments; people, tokens and the audit; the repositories of `bothy host`; also secrets, "
        + "mail.yaml and serve.yaml, so that whoever reads the file knows them: only "
        + "you may (mode 0600). Not what can be made again: pages, clones, mirrors, what was built; and "
        + "not certificates, keys and password files that a file names, nor authorized_keys. It is a tar "
        + "as gzip packs it. A watcher may run meanwhile. A file that is there is replaced only with "
        + "--force, and only by a whole one. FILE `-` is standard output.",
      examples: [
        ("bothy backup all.tar.gz", "of this machine"),
        ("bothy backup - | ssh other 'cat > all.tar.gz'", "kept on another one"),
      ]),
    CommandDescription(
      name: .restore, arguments: [ArgumentDescription("FILE", .file)], options: [.force],
      summary: "bring back what a backup holds",
      paragraph:
        "Into the state directory and the folder of bot files (--state, --bots). Nothing is changed "
        + "before all of FILE was read and found whole. A state directory that holds something is "
        + "refused, unless --force has that put aside; so is one with which a watcher runs. What `bothy "
        + "remove` left is one bot: it is put beside the others, also while a watcher runs. FILE `-` is "
        + "standard input. `bothy render` makes the pages then.",
      examples: [
        ("bothy restore all.tar.gz", "on another machine, or after a loss"),
        (
          "bothy restore all.tar.gz --state /srv/bothy",
          "into a directory of your choice"
        ),
      ]),
  ]
}
