/// Every option, by its long name.
enum OptionName: String, CaseIterable {
  case commit, bot, package, filter, skip, configuration
  case noCoverage = "no-coverage"
  case clean, jobs, processes, timeout, output, csv, json, markdown, open, quiet, verbose, follow, lenient
  case grace, wait, all, systemd, why, failed, require, watch, serve, address
  case dryRun = "dry-run"
  case whoTestsWhat = "who-tests-what"
  case yes, force, role
  case environment, until, reason, last, since, every
  case bots, state, templates, help, version
  case server, ca
  case tokenFile = "token-file"
  case plainHTTP = "plain-http"
}

/// Every command, by its name.
enum CommandName: String, CaseIterable {
  case run, replay, watch, serve, integrate, rerun, cancel, pause, resume, bots, show, tests, issues, history
  case log
  case open
  case mail, pin, unpin, silence, unsilence, compare
  case remove, backup, restore
  case user, token, audit, host
  case create, check, render, template, demo, hook
  case doctor, completions, help, perform, fetch, manual, version
}

/// What may stand as the value of an option or as an argument.
enum ValueKind: Equatable {
  case folder, file, revision, pattern, duration, integration, topic, words
  case number(ClosedRange<Int>)
  case choice([String])
}

struct OptionDescription {
  let name: OptionName
  let short: Character?
  let value: (placeholder: String, kind: ValueKind)?
  let summary: String

  init(
    _ name: OptionName, short: Character? = nil, takes value: (placeholder: String, kind: ValueKind)? = nil,
    _ summary: String
  ) {
    (self.name, self.short, self.value, self.summary) = (name, short, value, summary)
  }

  var long: String { "--" + name.rawValue }
}

struct ArgumentDescription {
  let placeholder: String
  let kind: ValueKind
  var isOptional: Bool

  init(_ placeholder: String, _ kind: ValueKind, isOptional: Bool = false) {
    (self.placeholder, self.kind, self.isOptional) = (placeholder, kind, isOptional)
  }

  var optional: Self { Self(placeholder, kind, isOptional: true) }
  var usage: String { isOptional ? "[\(placeholder)]" : placeholder }
}

struct CommandDescription {
  let name: CommandName
  /// Three at most.
  var arguments: [ArgumentDescription] = []
  var options: [OptionName] = []
  let summary: String
  var paragraph = ""
  var examples: [(line: String, what: String)] = []
  /// Left out of the overview and of completions: for programs, or another way to say the same.
  var isHidden = false

  var usage: String { ([name.rawValue] + arguments.map(\.usage)).joined(separator: " ") }
}
