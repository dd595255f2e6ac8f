import Explaining
import Model
import Words

/// The words of a command line sorted by the table, before they mean anything.
struct ParsedWords {
  var command: CommandDescription?
  var arguments: [String] = []
  var values: [OptionName: [String]] = [:]
  /// Where somebody asked for help, nothing else counts.
  var asksForHelp = false

  private var rest: ArraySlice<String>

  init(_ arguments: [String]) throws {
    rest = arguments[...]
    var onlyArguments = false
    while let word = rest.popFirst() {
      if !onlyArguments, word == "--" {
        onlyArguments = true
      } else if !onlyArguments, word.hasPrefix("--") {
        try take(long: word)
      } else if !onlyArguments, word.hasPrefix("-"), word != "-" {
        try take(short: word)
      } else {
        try take(plain: word)
      }
      if asksForHelp {
        findTopic()
        return
      }
    }
  }

  func has(_ name: OptionName) -> Bool { values[name] != nil }
  /// Said twice, the last one counts, so that an alias can be overruled.
  func last(_ name: OptionName) -> String? { values[name]?.last }

  var argument: String? { arguments.first }

  private var doing: String { command.map { "bothy \($0.name.rawValue)" } ?? "reading the command line" }

  func wrong(_ what: String, _ advice: String) -> Explanation {
    Explanation(doing: doing, wrong: what, advice: advice, status: 2)
  }

  private var helpLine: String {
    command.map { "`bothy help \($0.name.rawValue)` lists what it takes" }
      ?? "`bothy help` lists the commands"
  }

  private mutating func take(plain word: String) throws {
    guard let command else {
      guard let name = CommandName(rawValue: word) else { throw unknownCommand(word) }
      self.command = CommandTable.command(name)
      return
    }
    guard !command.arguments.isEmpty else {
      throw wrong("it takes no argument, but `\(word)` was given", helpLine)
    }
    guard !word.isEmpty else { throw wrong("an argument is empty", helpLine) }
    // `help hook install`: what a command does with its words stands in its own help.
    if command.name == .help, arguments.count == 1 { return }
    guard arguments.count < command.arguments.count else {
      let takes =
        arguments.count == 1
        ? "one argument, but `\(arguments[0])` and `\(word)` were given"
        : "\(arguments.count == 2 ? "two" : "three") arguments, but `\(word)` was given too"
      throw wrong("it takes \(takes)", helpLine)
    }
    arguments.append(word)
  }

  private func unknownCommand(_ word: String) -> Explanation {
    if word == "." || word.contains("/") {
      return wrong(
        "`\(word)` is no command", "`\(ShellWord.line(["bothy", "run", word]))` integrates a package")
    }
    let names = CommandTable.shown.map(\.name.rawValue)
    let near = MeantWord.near(word, among: names)
    return wrong(
      word.isEmpty ? "the command is empty" : "there is no command `\(word)`",
      MeantWord.sentence(for: word) ?? near.map { "did you mean `bothy \($0)`?" } ?? helpLine)
  }

  private mutating func take(long word: String) throws {
    let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    guard let option = CommandTable.options(of: command).first(where: { $0.long == name }) else {
      throw unknownOption(name)
    }
    try take(option, as: name, attached: halves.count > 1 ? String(halves[1]) : nil)
  }

  private mutating func take(short word: String) throws {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = CommandTable.options(of: command).first(where: { $0.short == letter }) else {
        throw unknownOption(letters.isEmpty && word.count == 2 ? word : "-\(letter)", within: word)
      }
      if option.value != nil, !letters.isEmpty {
        let value = letters.first == "=" ? letters.dropFirst() : letters
        return try take(option, as: "-\(letter)", attached: String(value))
      }
      try take(option, as: "-\(letter)", attached: nil)
    }
  }

  private mutating func take(_ option: OptionDescription, as name: String, attached: String?) throws {
    guard let description = option.value else {
      guard attached == nil else { throw wrong("`\(name)` takes no value", "write `\(name)` alone") }
      if option.name == .help { asksForHelp = true }
      values[option.name, default: []].append("")
      return
    }
    let value = attached ?? (nextIsOption ? nil : rest.popFirst())
    guard let value, !value.isEmpty else {
      throw wrong("`\(name)` needs a value", "write `\(name) \(description.placeholder)`")
    }
    values[option.name, default: []].append(value)
  }

  /// `--filter --json` forgot the pattern; a pattern that looks like an option is written `--filter=--json`.
  private var nextIsOption: Bool {
    guard let next = rest.first else { return true }
    let name = next.prefix { $0 != "=" }
    return next == "--"
      || CommandTable.options(of: command).contains { $0.long == name || $0.short.map { "-\($0)" } == next }
  }

  private func unknownOption(_ name: String, within word: String? = nil) -> Explanation {
    let what =
      word.map { $0 == name || $0.count == 2 ? "`\(name)`" : "`\(name)` (in `\($0)`)" } ?? "`\(name)`"
    if name.hasPrefix("--"), name.count > 2 {
      if let elsewhere = belongingElsewhere(name) { return wrong("\(what) is not for here", elsewhere) }
      let known = CommandTable.options(of: command).map(\.long)
      if let configuration = Configuration.allCases.first(where: { "--" + $0.rawValue == name }),
        known.contains("--configuration")
      {
        return wrong(
          "there is no option \(what)", "did you mean `--configuration \(configuration.rawValue)`?")
      }
      if let near = MeantWord.near(name, among: known) {
        return wrong("there is no option \(what)", "did you mean `\(near)`?")
      }
    }
    return wrong("there is no option \(what)", helpLine)
  }

  private func belongingElsewhere(_ name: String) -> String? {
    let owners = CommandTable.shown.filter { owner in owner.options.contains { "--" + $0.rawValue == name } }
    guard !owners.isEmpty else { return nil }
    let list = owners.map { "`bothy \($0.name.rawValue) \(name)`" }.joined(separator: ", ")
    return command == nil ? "write it after the command: \(list)" : "it belongs to \(list)"
  }

  /// `bothy --help run`: the command may come after the question.
  private mutating func findTopic() {
    guard command == nil else { return }
    command = rest.lazy.compactMap(CommandName.init).first.map(CommandTable.command)
  }
}
