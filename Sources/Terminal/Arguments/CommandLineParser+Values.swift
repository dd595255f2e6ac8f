import Explaining
import Model

// What single words say, whichever command they stand in.
extension CommandLineParser {
  static func patterns(_ words: ParsedWords, _ option: OptionName) throws -> [String] {
    let patterns = words.values[option] ?? []
    for pattern in patterns {
      do { _ = try Regex(pattern) } catch {
        throw words.wrong(
          "`\(pattern)` is no regular expression for `--\(option.rawValue)`",
          "put a backslash before each of ( ) [ ] { } * + ? . that is meant as it stands")
      }
    }
    return patterns
  }

  static func configuration(_ words: ParsedWords) throws -> Configuration? {
    guard let text = words.last(.configuration) else { return nil }
    if let configuration = Configuration(rawValue: text) { return configuration }
    let near = MeantWord.near(text, among: Configuration.allCases.map(\.rawValue))
    throw words.wrong(
      "there is no configuration `\(text)`",
      near.map { "did you mean `\($0)`?" } ?? "it is `debug` or `release`")
  }

  static func jobs(_ words: ParsedWords) throws -> Int? {
    guard let text = words.last(.jobs) else { return nil }
    guard case .number(let range) = CommandTable.option(.jobs).value?.kind, let number = Int(text),
      range.contains(number), text.first != "+"
    else { throw words.wrong("`\(text)` is no number of jobs", "say 1 to 1024, as in `--jobs 4`") }
    return number
  }

  static func number(_ words: ParsedWords, _ option: OptionName) throws -> Int? {
    guard let text = words.last(option) else { return nil }
    guard case .number(let range) = CommandTable.option(option).value?.kind, let number = Int(text),
      range.contains(number), text.first != "+"
    else {
      throw words.wrong("`\(text)` is no number of commits", "say how many, as in `--\(option.rawValue) 20`")
    }
    return number
  }

  static func processes(_ words: ParsedWords) throws -> ProcessCount? {
    guard let text = words.last(.processes) else { return nil }
    if text == "auto" { return .auto }
    guard let number = Int(text), text.first != "+", 1...TestSharing.mostProcesses ~= number else {
      throw words.wrong(
        "`\(text)` is no number of processes",
        "say `auto` or 1 to \(TestSharing.mostProcesses), as in `--processes 2`")
    }
    return .number(number)
  }

  /// A week is longer than anything that ends.
  static func timeout(_ words: ParsedWords) throws -> Double? {
    guard let text = words.last(.timeout) else { return nil }
    guard let seconds = DurationText.read(text), seconds > 0, seconds <= 7 * 24 * 3600 else {
      throw words.wrong(
        "`\(text)` is no time limit", "say how long, as in `--timeout 90s`, `10m` or `1h30m`, at most 168h")
    }
    return seconds
  }

  static func address(_ words: ParsedWords) throws -> IntegrationAddress {
    guard let text = words.argument else {
      throw words.wrong("it was not said which bot", "write BOT or BOT#N; `bothy bots` lists them")
    }
    return try address(words, text)
  }

  static func address(_ words: ParsedWords, _ text: String) throws -> IntegrationAddress {
    try IntegrationAddress(text) { words.wrong($0, "write BOT or BOT#N; `bothy bots` lists the bots") }
  }

  static func bot(_ words: ParsedWords) throws -> BotID {
    guard words.argument != nil else {
      throw words.wrong("it was not said which bot", "write BOT; `bothy bots` lists them")
    }
    let address = try address(words)
    guard address.number == nil else {
      throw words.wrong("`\(address)` is one integration, and a bot is wanted", "write `\(address.bot)`")
    }
    return address.bot
  }

  /// nil for all of them, which has to be said.
  static func maybeBot(_ words: ParsedWords) throws -> BotID? {
    guard words.has(.all) else {
      guard words.argument != nil else {
        throw words.wrong("it was not said which bot", "write BOT, or `--all`; `bothy bots` lists them")
      }
      return try bot(words)
    }
    guard words.argument == nil else {
      throw words.wrong("both a bot and `--all` were named", "leave one of them out")
    }
    return nil
  }

  static func topic(_ words: ParsedWords) throws -> String? {
    guard let text = words.argument, CommandName(rawValue: text) == nil else { return words.argument }
    let near = MeantWord.near(text, among: CommandTable.shown.map(\.name.rawValue))
    throw words.wrong(
      "there is no command `\(text)`",
      near.map { "did you mean `bothy help \($0)`?" } ?? "`bothy help` lists the commands")
  }

  static func shell(_ words: ParsedWords) throws -> Shell {
    if let shell = words.argument.flatMap(Shell.init) { return shell }
    throw words.wrong(
      words.argument.map { "the shell `\($0)` is not known" } ?? "it was not said for which shell",
      "say bash, zsh or fish")
  }

  static func servedAddress(_ words: ParsedWords) throws -> ServeSettings.Address? {
    guard let text = words.last(.address) else { return nil }
    guard let address = ServeSettings.Address(text) else {
      throw words.wrong("`\(text)` is no address with a port", "write `--address 127.0.0.1:8421`")
    }
    return address
  }
}

extension IntegrationAddress {
  /// A bot's id is the stem of a file: never a path.
  fileprivate init(_ text: String, wrong: (String) -> Explanation) throws {
    let mark = text.lastIndex(of: "#")
    let id = String(text[..<(mark ?? text.endIndex)])
    guard !id.isEmpty, id != ".", id != "..", !id.utf8.contains(where: { $0 == 0x2F || $0 < 0x20 }) else {
      throw wrong("`\(text)` names no bot")
    }
    guard let mark else {
      self.init(bot: BotID(id))
      return
    }
    let digits = text[text.index(after: mark)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), number > 0 else {
      throw wrong("`#\(digits)` is no integration's number")
    }
    self.init(bot: BotID(id), number: IntegrationNumber(number))
  }
}
