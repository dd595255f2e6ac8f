import Model

extension CommandLineParser {
  static func bot(_ words: ParsedWords) throws -> BotID {
    let address = try address(words)
    guard address.number == nil else {
      throw UsageError(
        doing: doing(words), wrong: "`\(address)` is one integration, and a bot is wanted",
        advice: "write `\(address.bot)`")
    }
    return address.bot
  }

  /// nil for all of them, which has to be said.
  static func maybeBot(_ words: ParsedWords) throws -> BotID? {
    guard words.has(.all) else { return try bot(words) }
    guard words.argument == nil else {
      throw UsageError(
        doing: doing(words), wrong: "both a bot and `--all` were named", advice: "leave one of them out")
    }
    return nil
  }

  private static func doing(_ words: ParsedWords) -> String {
    "bothy \(words.command?.name.rawValue ?? "")"
  }
}
