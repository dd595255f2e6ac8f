import Explaining
import Model

// What is done about who may do what.
extension CommandLineParser {
  static func people(_ words: ParsedWords) throws -> PeopleVerb {
    if words.command?.name == .user { return .user(try userAct(words)) }
    if words.command?.name == .token { return .token(try tokenAct(words)) }
    return .audit(json: words.has(.json), last: try newest(words))
  }

  private static func userAct(_ words: ParsedWords) throws -> UserAct {
    switch words.argument {
    case "add": return .add(try name(words), try role(words) ?? .reader, of: try onlyBot(words))
    case "remove": return .removal(try name(words, takesRole: false))
    case "password": return .password(try name(words, takesRole: false))
    case "role":
      guard let role = try role(words) else {
        throw words.wrong("it was not said which role", "write `--role reader|operator|administrator|nobody`")
      }
      return .role(try name(words), role, of: try onlyBot(words))
    case "list": return .list
    case let other: throw unknown(other, among: UserAct.words, words)
    }
  }

  private static func tokenAct(_ words: ParsedWords) throws -> TokenAct {
    switch words.argument {
    case "create":
      return .create(
        try name(words), try role(words) ?? .reader, of: try onlyBot(words), until: try lastDay(words))
    case "remove": return .removal(try name(words, takesRole: false))
    case "list": return .list
    case let other: throw unknown(other, among: TokenAct.words, words)
    }
  }

  private static func newest(_ words: ParsedWords) throws -> Int? {
    guard let text = words.last(.last) else { return nil }
    guard let number = Int(text), text.first != "+", (1...100_000).contains(number) else {
      throw words.wrong("`\(text)` is no number", "say how many, as in `--last 20`")
    }
    return number
  }

  private static func unknown(_ word: String?, among known: [String], _ words: ParsedWords) -> Explanation {
    let near = word.flatMap { MeantWord.near($0, among: known) }
    return words.wrong(
      word.map { "there is no `\($0)` here" } ?? "it was not said what to do",
      near.map { "did you mean `\($0)`?" } ?? "say one of \(known.joined(separator: ", "))")
  }

  private static func name(_ words: ParsedWords, takesRole: Bool = true) throws -> String {
    guard let name = words.arguments.dropFirst().first else {
      throw words.wrong("it was not said who", "name them, as in `bothy help` of this command")
    }
    guard Person.isName(name) else {
      throw words.wrong(
        "`\(name)` is no name", "take letters, digits and - . _ @ +, at most 64, and a letter or digit first")
    }
    guard takesRole || !words.has(.role) && !words.has(.bot) else {
      throw words.wrong("no role is given then", "leave out `--role` and `--bot`")
    }
    return name
  }

  private static func role(_ words: ParsedWords) throws -> Role? {
    guard let text = words.last(.role) else { return nil }
    if let role = Role(rawValue: text) { return role }
    let near = MeantWord.near(text, among: Role.allCases.map(\.rawValue))
    throw words.wrong(
      "there is no role `\(text)`",
      near.map { "did you mean `\($0)`?" } ?? "it is reader, operator, administrator or nobody")
  }

  private static func onlyBot(_ words: ParsedWords) throws -> BotID? {
    guard let text = words.last(.bot) else { return nil }
    let address = try address(words, text)
    guard address.number == nil else {
      throw words.wrong("`\(address)` is one integration, and a bot is wanted", "write `\(address.bot)`")
    }
    return address.bot
  }

  private static func lastDay(_ words: ParsedWords) throws -> String? {
    guard let text = words.last(.until) else { return nil }
    guard case .day(let day)? = Silence.Until(text) else {
      throw words.wrong("`\(text)` is no day", "write `--until` and a day such as 2031-12-31, the last one")
    }
    return day
  }
}
