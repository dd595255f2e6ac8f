import Foundation
import Model
import Publishing
import StateKit
import Store
import Terminal
import Testing

@testable import Commands

@Suite("bothy mail") struct MailCommandTests {
  private let world: HistoryWorld
  private var bots: String { world.state.path + "/bot-files" }

  init() throws {
    world = try HistoryWorld()
    try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
  }

  private func write(_ file: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  private static func commit(_ letter: String, _ email: String, _ file: String) -> Commit {
    var commit = Commit(
      id: CommitID(String(repeating: letter, count: 40)), branch: "main", author: "Ada", email: email,
      date: HistoryWorld.began, subject: "Change \(letter)")
    commit.changed = ChangedFiles(count: 1, files: [.init(path: file, kind: .modified)])
    return commit
  }

  /// One whose order has such triggers; `isRed`: a test fails that did not.
  private func integrate(isRed: Bool, _ triggers: [Bot.Trigger], _ limited: Limitation? = nil) throws {
    let file: PackagePath = "Tests/ParserTests/HelpTests.swift"
    let number = try world.integrate("parser", publish: false) { report in
      report.limited = limited
      guard isRed else { return }
      report.fail([.failed])
      report.tests.cases[0].file = file
      report.issues.new = [
        Model.Issue(
          kind: .testFailure, message: "1 ≠ 2", target: "ParserTests", file: file, line: 3,
          test: report.tests.cases[0].id, since: report.integration)
      ]
      report.comparedWith = Comparison(integration: 41, coverage: nil)
      report.commits = [
        Self.commit("b", "ada@example.org", file.rawValue),
        Self.commit("d", "zoe@elsewhere.example", file.rawValue),
        Self.commit("c", "bob@example.org", "README.md"),
      ]
    }
    try world.leaveOrder("parser", number) {
      $0.branch = "main"
      $0.settings.triggers = triggers
    }
  }

  private func said(_ number: Int?, isDry: Bool = true) throws -> String {
    let captured = try Captured()
    let command = MailCommand(
      store: world.store, state: world.state, bots: BotLookup(folder: bots), templates: nil,
      output: captured.output)
    let address = IntegrationAddress(bot: "parser", number: number.map { IntegrationNumber($0) })
    #expect(try command.perform(address, isDry: isDry) == 0)
    return try captured.text()
  }

  private static let news = [
    Bot.Trigger(act: .email(to: ["team@example.org"], report: .newIssues, committers: true))
  ]

  @Test("--dry-run prints each mail with who would get it, its subject and why; nothing is sent or kept")
  func dry() throws {
    try write(
      world.state.mailServer,
      "host: localhost\nport: 1\ntls: none\nfrom: b@example.org\ndomains: [example.org]\n"
        + "site: \"https://ci.example.org\"\n")
    try integrate(isRed: true, Self.news)
    let text = try said(1)
    let mails = text.components(separatedBy: "To: ").dropFirst().map { $0.components(separatedBy: "\n") }
    try #require(mails.map { $0[0] } == ["team@example.org", "ada@example.org", "zoe@elsewhere.example"])
    for mail in mails {
      #expect(mail[1] == "Subject: ✗ parser #1 on main: 1 of 12 tests failed, a new one (testCase0_isRight)")
      #expect(mail.contains("NEW: 1"), "\(mail)")
      #expect(mail.contains("https://ci.example.org/bots/parser/1/index.html"))
    }
    func why(_ mail: [String]) -> String {
      mail.dropFirst(2).prefix { $0 != "" }.joined(separator: " ")
    }
    #expect(
      why(mails[0])
        == "Because your address stands in the bot file of parser, for what is new on a branch.")
    let changed =
      "Because you changed HelpTests.swift, in which ParserTests.HelpTests/testCase0_isRight fails now."
    #expect(why(mails[1]) == changed)
    #expect(
      why(mails[2]).hasPrefix(
        changed + " Not sent: nothing was sent: elsewhere.example is not among the `domains`"))
    #expect(text.hasSuffix("\n3 mails would be made of parser#1; this sends none.\n"), "\(text)")
    #expect(try world.store.nextDue() == nil)
    #expect(try said(1, isDry: false).hasPrefix("Nobody was told of parser#1 over the network"))
  }

  @Test("--dry-run asks the bot file as it is now, and says of which there would be no mail, and none at all")
  func now() throws {
    try integrate(isRed: true, Self.news)
    try write(
      bots + "/parser.yaml",
      "repository: /r\ntriggers:\n  - email: {to: [\"new@example.org\"], report: every}\n")
    let text = try said(nil)
    #expect(text.hasPrefix("To: new@example.org\n"), "\(text)")
    #expect(text.contains("Because your address stands in the bot file of parser, for each\nintegration.\n"))
    #expect(text.contains("\n1 mail would be made of parser#1; this sends none.\n"), "\(text)")
    let missing =
      "No mail can be sent yet: there is no \(world.state.mailServer), which says by which server.\n"
    #expect(text.hasSuffix(missing))
    try FileManager.default.removeItem(atPath: bots + "/parser.yaml")
    try integrate(isRed: false, Self.news)
    #expect(try said(2) == "Nobody would be told of parser#2 by mail or by a webhook.\n" + missing)
  }

  @Test("--dry-run prints what webhooks would post, each by its name, beside the mails")
  func posts() throws {
    var chat = Bot.Trigger.Posting()
    chat.template = "chat"
    let hooks = [
      Bot.Trigger(act: .webhook(url: "http://127.0.0.1:1/hooks/red", posting: chat), when: [.testFailures]),
      Bot.Trigger(act: .webhook(url: "http://127.0.0.1:1/hooks/green", posting: nil), when: [.succeeded]),
      Bot.Trigger(act: .webhook(url: "http://127.0.0.1:1/hooks/all", posting: nil)),
    ]
    try integrate(isRed: true, hooks)
    let text = try said(1)
    let posts = text.components(separatedBy: "To: ").dropFirst().map { $0.components(separatedBy: "\n") }
    #expect(
      posts.map { $0[0] } == [
        "http://127.0.0.1:1/hooks/red (chat, trigger 1)", "http://127.0.0.1:1/hooks/all (summary, trigger 3)",
      ])
    #expect(posts.first?[1] == "Because the bot file names it for chat.")
    #expect(posts.first?.contains { $0.hasPrefix("{\"text\": \"✗ parser #1") } == true, "\(text)")
    #expect(text.hasSuffix("\n2 posts would be made of parser#1; this sends none.\n"), "\(text)")
    try integrate(isRed: true, hooks + Self.news)
    #expect(try said(2).contains("\n3 mails and 2 posts would be made of parser#2; this sends none.\n"))
  }

  @Test("--dry-run of a limited integration says that nobody is told, and what a whole one would tell")
  func limited() throws {
    var limited = Limitation()
    limited.withoutCoverage = true
    try integrate(isRed: true, Self.news, limited)
    let text = try said(1)
    let nobody = "Nobody is notified of parser#1, because it is limited."
    #expect(text.hasPrefix(nobody + " A complete one would send:\n\nTo: team@example.org\n"), "\(text)")
    #expect(
      text.contains("\nNone is made of parser#1, which is limited; of a whole one 3 mails would be.\n"),
      "\(text)")
    #expect(!text.contains("would be made of"))
    try integrate(isRed: false, Self.news, limited)
    #expect(try said(2) == nobody.replacing("#1", with: "#2") + "\n")
  }

  @Test("what waits behind another one says behind which, and when that is tried again")
  func behind() throws {
    for number in 1...2 {
      try integrate(isRed: true, Self.news)
      var message = Message(
        bot: "parser", integration: IntegrationNumber(number), branch: "main", trigger: 0, topic: .issues,
        recipient: "team@example.org", why: "so it is",
        content: .mail(
          .init(subject: "", plain: "", html: "", thread: "parser:main", list: "parser", isNamed: true)),
        made: Date())
      if number == 1 { message.due = Date(timeIntervalSinceNow: 600) }
      try world.store.post([message])
    }
    #expect(try said(1, isDry: false).contains("waits to be sent, because so it is\n  from "))
    #expect(try said(2, isDry: false).contains("\n  behind what #1 tells, which is sent again from "))
  }

  @Test("of a limited integration nobody ever is told, which is said without --dry-run too")
  func neverTold() throws {
    var limited = Limitation()
    limited.withoutCoverage = true
    try integrate(isRed: true, Self.news, limited)
    #expect(
      try said(1, isDry: false)
        == "Nobody is notified of parser#1, because it is limited.\n")
  }
}
