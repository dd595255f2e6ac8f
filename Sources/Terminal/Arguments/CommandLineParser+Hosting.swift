import Explaining
import Model

// What is done with repositories that are hosted here.
extension CommandLineParser {
  static func host(_ words: ParsedWords) throws -> HostAct {
    let act = words.argument ?? "list"
    try checkOptions(of: act, words)
    switch act {
    case "list":
      try checkCount(words, 1)
      return .list(json: words.has(.json))
    case "create": return .create(try hosted(words), makesBot: words.has(.bot))
    case "retire": return .retire(try hosted(words))
    case "restore": return .restore(try hosted(words))
    case "protect": return .protect(try hosted(words, isWhole: false), branch: try branch(words))
    case "unprotect": return .unprotect(try hosted(words, isWhole: false), branch: try branch(words))
    case "key": return .key(try user(words), file: try third(words, "the file of a public key"))
    case "shell":
      try checkCount(words, 2)
      return .shell(try user(words))
    case "hook":
      try checkCount(words, 2)
      guard let moment = words.arguments.dropFirst().first.flatMap(HostAct.Moment.init) else {
        throw words.wrong("git does not call it so", "only git calls this, in a repository that is hosted")
      }
      return .hook(moment)
    case let other:
      let near = MeantWord.near(other, among: HostAct.words)
      throw words.wrong(
        "there is no `\(other)` here",
        near.map { "did you mean `\($0)`?" } ?? "say one of \(HostAct.words.joined(separator: ", "))")
    }
  }

  private static func checkOptions(of act: String, _ words: ParsedWords) throws {
    if words.has(.bot), act != "create" {
      throw words.wrong("`--bot` belongs to `bothy host create`", "leave it out")
    }
    if words.has(.json), act != "list" { throw words.wrong("`--json` lists", "leave it out") }
  }

  private static func checkCount(_ words: ParsedWords, _ count: Int) throws {
    guard words.arguments.count > count else { return }
    throw words.wrong("`\(words.arguments[count])` is one word too many", "leave it out")
  }

  private static func hosted(_ words: ParsedWords, isWhole: Bool = true) throws -> HostedName {
    if isWhole { try checkCount(words, 2) }
    guard let text = words.arguments.dropFirst().first else {
      throw words.wrong("it was not said which repository", "name it, as in `bothy host create parser`")
    }
    guard let name = HostedName(text) else {
      throw words.wrong("`\(text)` is no name for a repository", HostedName.words)
    }
    return name
  }

  private static func third(_ words: ParsedWords, _ what: String) throws -> String {
    guard words.arguments.count > 2 else { throw words.wrong("\(what) is missing", "write it last") }
    return words.arguments[2]
  }

  private static func branch(_ words: ParsedWords) throws -> String {
    let text = try third(words, "the name of a branch")
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
    guard isPlain, text.utf8.count <= 200, !text.hasPrefix("!"), !text.hasPrefix("refs/") else {
      throw words.wrong("`\(text)` is no name of branches", "write `main`, or a glob such as `release/*`")
    }
    return text
  }

  private static func user(_ words: ParsedWords) throws -> String {
    guard let name = words.arguments.dropFirst().first, Person.isName(name) else {
      throw words.wrong("it was not said who", "name somebody whom `bothy user list` lists")
    }
    return name
  }
}
