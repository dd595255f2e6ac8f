/// Every option, by its long name.
enum OptionName: String, CaseIterable {
  case commit, bot, package, filter, skip, configuration
  case noCoverage = "no-coverage"
  case clean, jobs, timeout, output, json, open, quiet, verbose, follow, lenient
  case grace, wait, all, systemd
  case bots, state, templates, help, version
}

/// Every command, by its name.
enum CommandName: String, CaseIterable {
  case run, watch, integrate, cancel, pause, resume, bots, show, log, pin, unpin
  case create, check, render, template, demo
  case doctor, completions, help, perform, version
}

/// What may stand as the value of an option or as an argument.
enum ValueKind: Equatable {
  case folder, file, revision, pattern, duration, integration, topic
  case number(ClosedRange<Int>)
  case choice([String])
}

struct ValueDescription: Equatable {
  let placeholder: String
  let kind: ValueKind
}

struct OptionDescription {
  let name: OptionName
  let short: Character?
  let value: ValueDescription?
  let summary: String

  init(_ name: OptionName, _ short: Character? = nil, _ value: ValueDescription? = nil, _ summary: String) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
  }

  var long: String { "--" + name.rawValue }
}

struct ArgumentDescription {
  let value: ValueDescription
  let isOptional: Bool

  var usage: String { isOptional ? "[\(value.placeholder)]" : value.placeholder }
}

struct Example {
  let line: String
  let what: String
}

struct CommandDescription {
  let name: CommandName
  var argument: ArgumentDescription?
  var secondArgument: ArgumentDescription?
  var options: [OptionName] = []
  let summary: String
  var paragraphs: [String] = []
  var examples: [Example] = []
  /// Left out of the overview and of completions: for programs, or another way to say the same.
  var isHidden = false

  var arguments: [ArgumentDescription] { [argument, secondArgument].compactMap { $0 } }

  var usage: String {
    ([name.rawValue] + arguments.map(\.usage)).joined(separator: " ")
  }
}
