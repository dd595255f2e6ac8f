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
}

/// Every command, by its name.
enum CommandName: String, CaseIterable {
  case run, replay, watch, serve, integrate, rerun, cancel, pause, resume, bots, show, tests, issues, history
  case log
  case open
  case mail, pin, unpin, silence, unsilence, compare
  case remove, backup, restore
  case user, token, audit, host
  case create, check, render, template, demo
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

  /// With every word that may stand there, when only some may.
  var usageInFull: String {
    guard case .choice(let words) = kind else { return usage }
    return Self(words.joined(separator: "|"), kind, isOptional: isOptional).usage
  }
}

/// The part of `bothy help` that lists a command.
enum CommandPart: String, CaseIterable {
  case everyDay = "Every day"
  case watching = "Watching"
  case history = "History"
  case serving = "Serving"
  case setup = "Setup"
}

struct CommandDescription {
  let name: CommandName
  /// Nil for a command that help, manual and completions leave out.
  let part: CommandPart?
  /// The command that this one undoes. The overview lists the two together.
  var undoes: CommandName?
  /// At most three.
  var arguments: [ArgumentDescription] = []
  var options: [OptionName] = []
  /// An imperative without a full stop, for one line of the overview.
  let summary: String
  /// Together with the summary at most 300 characters.
  var paragraph = ""
  /// At most three.
  var examples: [(line: String, what: String)] = []

  /// `user ACT [NAME]`
  var usage: String { ([name.rawValue] + arguments.map(\.usage)).joined(separator: " ") }

  /// `user add|remove|list [NAME]`
  var usageInFull: String { ([name.rawValue] + arguments.map(\.usageInFull)).joined(separator: " ") }
}
