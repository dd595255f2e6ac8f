import Explaining
import Files
import Foundation
import Model
import Ordering
import State
import Store
import Terminal
import Words

/// `bothy silence` and `unsilence`: what somebody wants to hear no more of.
struct SilenceCommand {
  let state: StateFolder
  let bots: BotLookup
  let capabilities: TerminalCapabilities
  var output = Output.standard
  /// Who wants it.
  var by = NSUserName()
  var now = Date()

  private static let mostNamed = 10

  func silence(_ bot: BotID, _ text: String, _ options: SilenceOptions) throws -> Int32 {
    let doing = "silencing an issue of \(bot)"
    let known = try found(bot, text, doing: doing)
    let issue = known.issue
    guard !issue.kind.isBuildError else {
      throw Explanation(
        doing: doing,
        wrong: "\(issue.identity.short) is a build error, which cannot be silenced",
        advice: "fix it", status: 2)
    }
    let until = options.until ?? .lasting(isFlaky: issue.kind == .flaky)
    if until == .resolved, issue.kind == .flaky {
      throw Explanation(
        doing: doing, wrong: "a flaky test cannot be silenced until it is resolved",
        advice: "say `--until forever`, or a day", status: 2)
    }
    let zone = try? bots.settings(of: bot).schedule.timeZone
    if until.isOver(on: OrderMaking.day(now, zone)) {
      throw Explanation(doing: doing, wrong: "\(until.text) is over", advice: "name a later day", status: 2)
    }
    let silence = Silence(
      .issue(issue.identity.rawValue), until: until, reason: Shown.line(options.reason ?? "", most: 400),
      origin: .command, by: by, at: now, branch: known.branch)
    let store = try SQLiteStore(folder: state.path)
    let before = try store.silences(of: bot).last { $0.subject == silence.subject }
    try store.silence(silence, of: bot)
    let instead = before.map { " It takes the place of: \(Shown.line($0.words, most: 400))." } ?? ""
    output.write(
      """
      \(name(of: issue)) is silenced \(until.words), on every branch: from the next integration on it \
      is shown and counted, and has no say in the result.\(instead)
      `\(line(["unsilence", bot.rawValue, issue.identity.short]))` takes it back.\n
      """)
    return 0
  }

  func unsilence(_ bot: BotID, _ text: String) throws -> Int32 {
    let doing = "hearing of an issue of \(bot) again"
    let store = try SQLiteStore(folder: state.path)
    let silences = try store.silences(of: bot)
    let known = try store.openIssues(of: bot) + elsewhere(silences, bot, store)
    let named = Set(KnownIssue.meant(by: text, among: known).map { $0.issue.identity.rawValue })
    let meant = silences.filter { silence in
      guard case .issue(let identity) = silence.subject else { return false }
      return named.contains(identity) || text.count >= 4 && identity.hasPrefix(text)
    }
    guard let only = meant.first, meant.count == 1 else {
      throw meant.isEmpty
        ? notSilenced(bot, text, named, doing: doing)
        : several(text, known.filter { one in meant.contains { $0.reaches(one.issue) } }, doing: doing)
    }
    _ = try store.unsilence(only.subject, of: bot)
    func called(_ silence: Silence) -> String? {
      known.first { silence.reaches($0.issue) }.map { name(of: $0.issue) }
    }
    let others = silences.filter { $0.isSame(as: only) }.compactMap(called).joined(separator: ", ")
    let same = others.isEmpty ? "" : ", and with it the same by another name of its test, \(others),"
    output.write("\(called(only) ?? text)\(same) is heard of again, from the next integration on.\n")
    return 0
  }

  /// What is silenced, by people and by the bot file.
  func list(_ bot: BotID) throws -> Int32 {
    let store = try SQLiteStore(folder: state.path, readOnly: true)
    _ = try FoundIntegration.find(
      IntegrationAddress(bot: bot), in: store, state: state, doing: "listing what is silenced of \(bot)")
    let silences = try KnownSilences(bot, in: store, try? bots.settings(of: bot), now: now)
    let known = try store.openIssues(of: bot) + elsewhere(silences.byHand, bot, store)
    var lines: [String] = []
    for silence in silences.all where silence.subject != .allNow {
      let reached = known.first { silence.reaches($0.issue) }?.issue
      lines.append(reached.map(name) ?? Shown.line(what(silence.subject), most: 400))
      let isAgain = silences.all.prefix { $0 != silence }.contains { $0.isSame(as: silence) }
      lines.append(
        "  " + Shown.line(silence.words, most: 400) + (silences.isOver(silence) ? "; it is over" : "")
          + (isAgain ? "; the same as above, by another name of its test, and taken back with it" : ""))
    }
    if silences.all.contains(where: { $0.subject == .allNow }), try !store.hasSilencedAll(of: bot, asks: true)
    {
      lines.append("all that the next integration finds, as `silence: all-now` in the bot file asks")
    }
    output.write(lines.isEmpty ? "Nothing of \(bot) is silenced.\n" : lines.joined(separator: "\n") + "\n")
    return 0
  }

  /// What is silenced and not open now, or under another name: its test was renamed since.
  private func elsewhere(_ silences: [Silence], _ bot: BotID, _ store: SQLiteStore) throws -> [KnownIssue] {
    try silences.compactMap { silence in
      guard case .issue(let identity) = silence.subject,
        let story = try store.story(bot: bot, issue: IssueIdentity(identity))
      else { return nil }
      return KnownIssue(issue: story.issue, branch: silence.branch, integration: story.issue.since)
    }
  }

  private func found(_ bot: BotID, _ text: String, doing: String) throws -> KnownIssue {
    let store = try SQLiteStore(folder: state.path, readOnly: true)
    _ = try FoundIntegration.find(IntegrationAddress(bot: bot), in: store, state: state, doing: doing)
    let open = KnownIssue.meant(by: text, among: try store.openIssues(of: bot))
    let meant = open.isEmpty ? KnownIssue.meant(by: text, among: try store.everFlaky(of: bot)) : open
    if let only = meant.first, meant.count == 1 {
      // What is silenced by mistake is heard of no more.
      guard !only.isInPart(text) else {
        let name = only.issue.test?.rawValue ?? only.issue.identity.short
        throw Explanation(
          doing: doing, wrong: "`\(text)` is only a part of its name",
          advice: "did you mean `\(line(["silence", bot.rawValue, name]))`?", status: 2)
      }
      return only
    }
    guard meant.isEmpty else { throw several(text, meant, doing: doing) }
    let near = try near(text, bot, store)
    throw Explanation(
      doing: doing,
      wrong: "nothing that is open after the newest integrations of \(bot), or was flaky, is called "
        + "`\(text)`",
      advice: near + "`\(line(["issues", bot.rawValue]))` names what is open on each branch: write a test's "
        + "name, or an id", status: 2)
  }

  /// What may have been meant: first of all what can be silenced.
  private func near(_ text: String, _ bot: BotID, _ store: SQLiteStore) throws -> String {
    guard !text.allSatisfy(\.isHexDigit) else { return "" }
    let test = TestID(text)
    if let open = test.nearest(among: Set(try store.openIssues(of: bot).compactMap(\.issue.test))) {
      return "did you mean `\(open)`? "
    }
    let tests = try store.standingTests(bot: bot)
    let isThere = tests.contains { $0 == test || $0.isCalled(text) }
    if isThere { return "that test did not go wrong there. " }
    let earlier = try store.tests(bot: bot, named: text, limit: 100)
    if earlier.contains(where: { $0 == test || $0.isCalled(text) }) {
      return "the newest whole integrations ran no test of that name, only limited or earlier ones did. "
    }
    guard !tests.isEmpty else { return "" }
    let near = test.nearest(among: tests).map { "; near is `\($0)`, which did not go wrong there" }
    return "no test is called so\(near ?? ""). "
  }

  private func several(_ text: String, _ meant: [KnownIssue], doing: String) -> Explanation {
    let names = meant.prefix(Self.mostNamed).map { name(of: $0.issue) }.joined(separator: "; ")
    return Explanation(
      doing: doing, wrong: "`\(text)` may mean several issues",
      advice: "say which by its id: \(names)\(meant.count > Self.mostNamed ? " …" : "")", status: 2)
  }

  private func notSilenced(
    _ bot: BotID, _ text: String, _ named: Set<String>, doing: String
  ) -> Explanation {
    let written = (try? bots.settings(of: bot).silence) ?? []
    let inFile = written.contains { silence in
      switch silence.subject {
      case .allNow: false
      case .test(let test, _): test.rawValue == text || test.isCalled(text)
      case .issue(let identity): named.contains { $0.hasPrefix(identity) } || identity.hasPrefix(text)
      }
    }
    if inFile {
      return Explanation(
        doing: doing, wrong: "`\(text)` is silenced by the bot file", advice: "take it out of its `silence:`",
        status: 2)
    }
    return Explanation(
      doing: doing, wrong: "`\(text)` is not silenced",
      advice: "`\(line(["silence", bot.rawValue]))` lists what is", status: 2)
  }

  private func what(_ subject: Silence.Subject) -> String {
    switch subject {
    case .issue(let identity): "issue \(identity)"
    case .test(let test, let outcome): "\(test) \(outcome.word)"
    case .allNow: "all that was there at first"
    }
  }

  /// "ParserTests.HelpTests/testVersion failed (3fa9c2d1)".
  private func name(of issue: Issue) -> String {
    let what =
      issue.test.map { Shown.line($0.rawValue, most: 400) + " " + (issue.outcome?.word ?? "failed") }
      ?? Shown.line(issue.message, most: 400)
    return "\(what) (\(issue.identity.short))"
  }

  private func line(_ words: [String]) -> String { state.typed.line(words) }
}
