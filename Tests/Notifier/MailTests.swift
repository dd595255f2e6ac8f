import Foundation
import Kit
import Model
import State
import StateKit
import Templates
import Testing

@testable import Notifier

@Suite("Telling people")
struct MailTests {
  static let to: [Bot.Trigger] = [
    Bot.Trigger(act: .email(to: ["team@example.org"], report: .newIssues, committers: true))
  ]
  static let withWarnings: [Bot.Trigger] = [
    Bot.Trigger(
      act: .email(to: ["team@example.org"], report: .newIssues, committers: true, warnings: true))
  ]

  func world(_ box: MailBox? = nil, tls: String = "none", _ more: String = "") throws -> NotifierWorld {
    let world = try NotifierWorld()
    let text = """
      host: localhost
      port: \(box?.port ?? 1)
      tls: \(tls)
      from: "Bothy <bothy@example.org>"
      domains: [example.org]
      site: "https://ci.example.org/pages"

      """
    try world.write(world.history.state.mailServer, text + more)
    return world
  }

  static func commit(_ letter: String, _ author: String, _ email: String, _ files: [String]) -> Commit {
    var commit = Commit(
      id: CommitID(String(repeating: letter, count: 40)), branch: "main", author: author, email: email,
      date: HistoryWorld.began, subject: "Change \(letter)")
    commit.changed = ChangedFiles(count: files.count, files: files.map { .init(path: $0, kind: .modified) })
    return commit
  }

  /// One test fails that did not before.
  static func fail(_ report: inout Report) {
    report.result = .testFailures
    report.tests = MadeUp.tests(count: 12, failing: [.failed])
    let test = TestID("ParserTests.HelpTests/testCase0_isRight")
    report.tests.cases[0].file = "Tests/ParserTests/HelpTests.swift"
    report.issues.new = [
      Issue(
        kind: .testFailure, message: "1 ≠ 2", target: "ParserTests",
        file: "Tests/ParserTests/HelpTests.swift", line: 3, test: test, since: report.integration)
    ]
    report.comparedWith = Comparison(integration: 41, coverage: nil)
    report.commits = [
      commit("b", "Ada", "ada@example.org", ["Tests/ParserTests/HelpTests.swift"]),
      commit("c", "Eve\r\nBcc: all@example.org", "eve@example.org\r\nBcc: x@example.org", ["README.md"]),
    ]
  }

  @Test("who changed the file is told why, the team too, each in a mail of its own")
  func suspects() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try world(box)
      let (report, order) = try world.tell(Self.to, Self.fail)
      #expect(try world.telling.end(report, order) == 2)
      #expect(try world.telling.end(report, order) == 0)
      #expect(try await world.send().ended.map(\.state) == [.taken, .taken])
      let mails = try box.mails()
      #expect(mails.map(\.to) == [["team@example.org"], ["ada@example.org"]])
      let ada = try #require(mails.last)
      #expect(ada.from == "bothy@example.org")
      let text = ada.text.replacing("=\r\n", with: "")
      #expect(text.contains("because you changed HelpTests.swift, in which"))
      #expect(text.contains("https://ci.example.org/pages/bots/parser/1/index.html"))
      #expect(
        text.contains("Auto-Submitted: auto-generated")
          && text.contains("List-Id: <parser.bothy.example.org>"))
      #expect(mails.allSatisfy { !$0.text.contains("\nBcc:") })
    }
  }

  @Test(
    "mail goes by TLS and with a password, and not to who shows another certificate",
    arguments: [["starttls", "login"], ["tls", "login"]])
  func encrypted(words: [String]) async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch, words) { box in
      let secret = try scratch.write("password", "opensesame\n", mode: 0o600)
      let login = "user: bothy\npassword-file: \(secret)\n"
      let strange = try world(box, tls: words[0], login)
      let (report, order) = try strange.tell(Self.to, Self.fail)
      try strange.telling.end(report, order)
      #expect(try await strange.send().ended.map(\.state) == [.waiting])
      #expect(try box.mails().isEmpty)
      let known = try world(box, tls: words[0], login + "authority: \(box.authority)\n")
      let (again, againOrder) = try known.tell(Self.to, Self.fail)
      try known.telling.end(again, againOrder)
      #expect(try await known.send().ended.map(\.state) == [.taken, .taken])
      #expect(try box.mails().allSatisfy { $0.isEncrypted && $0.isKnown })
      let kept = try Data(contentsOf: URL(fileURLWithPath: known.history.state.path + "/bothy.sqlite"))
      #expect(kept.range(of: Data("opensesame".utf8)) == nil)
      // One that others may read is used by nobody; a path that is not absolute starts at the state folder.
      let open = try self.world(
        box, tls: words[0], "user: bothy\npassword-file: pass/word\nauthority: \(box.authority)\n")
      let beside = open.history.state.path + "/pass/word"
      try open.write(beside, "opensesame\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: beside)
      let (late, lateOrder) = try open.tell(Self.to, Self.fail)
      try open.telling.end(late, lateOrder)
      let refused = try await open.send()
      #expect(refused.ended.map(\.state) == [.waiting])
      #expect(try open.messages(lateOrder)[0].attempts[0].said.contains("chmod 600"))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: beside)
      _ = try await open.send(at: try #require(refused.next))
      _ = try await open.send(at: Date().addingTimeInterval(100))
      #expect(try open.messages(lateOrder).map(\.state) == [.taken, .taken])
      // A wrong password is told, and mended by who runs it: nothing is lost.
      try Data("wrong\n".utf8).write(to: URL(fileURLWithPath: secret))
      let (third, thirdOrder) = try known.tell(Self.to, Self.fail)
      try known.telling.end(third, thirdOrder)
      #expect(try await known.send().ended.map(\.state) == [.waiting])
    }
  }

  @Test("a mail whose template cannot be filled goes out all the same, without a layout")
  func withoutTemplate() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try world(box)
      let (report, order) = try world.tell(Self.to, Self.fail)
      let telling = Telling(state: world.history.state, store: world.history.store) { name, _ in
        throw TemplateProblem(file: "/t/\(name)", line: 3, column: 7, message: "there is no {{<b>}}")
      }
      #expect(try telling.end(report, order) == 2)
      #expect(try await world.send().ended.map(\.state) == [.taken, .taken])
      let mail = try #require(try box.mails().first)
      let text = mail.text.replacing("=\r\n", with: "")
      #expect(
        text.contains("1 of 12 tests failed, a new one.\r\n- ParserTests.HelpTests/testCase0_isRight\r\n")
      )
      #expect(text.contains("https://ci.example.org/pages/bots/parser/1/index.html"))
      #expect(text.contains("You receive this because your address stands in the bot file of"))
      #expect(text.contains("/t/mail/integration.txt.mustache:3:7: there is no {{<b>}}."))
      #expect(text.contains("there is no {{&lt;b&gt;}}."))
    }
  }

  @Test("to a server that offers no TLS nothing is said where mail.yaml wants it")
  func unencrypted() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try world(box, tls: "starttls")
      let (report, order) = try world.tell(Self.to, Self.fail)
      try world.telling.end(report, order)
      #expect(try await world.send().ended.map(\.state) == [.waiting])
      #expect(try box.mails().isEmpty)
    }
  }

  @Test("one refused recipient keeps no other from their mail, and says so")
  func refused() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try world(box)
      try box.answer("refuse")
      let (report, order) = try world.tell(Self.to, Self.fail)
      try world.telling.end(report, order)
      #expect(try await world.send().ended.map(\.state) == [.refused, .taken])
      #expect(try world.messages(order)[0].attempts[0].said.contains("nobody here has that name"))
    }
  }

  @Test("a server that is busy, drops the line or is away loses no mail")
  func away() async throws {
    let scratch = try ScratchFolder("mail")
    let away = try world()
    let (lost, lostOrder) = try away.tell(Self.to, Self.fail)
    try away.telling.end(lost, lostOrder)
    let round = try await away.send()
    #expect(round.ended.map(\.state) == [.waiting] && round.next != nil)
    try await MailBox.run(in: scratch) { box in
      let world = try world(box)
      try box.answer("drop", "drop")
      let (report, order) = try world.tell(Self.to, Self.fail)
      try world.telling.end(report, order)
      var round = try await world.send()
      for _ in 0..<2 { round = try await world.send(at: try #require(round.next)) }
      _ = try await world.send(at: Date().addingTimeInterval(100))
      #expect(try world.messages(order).map(\.state) == [.taken, .taken])
      let team = try world.messages(order)[0]
      #expect(team.attempts.count == 2 && team.attempts[0].said.contains("may arrive twice"))
      let marks = try box.mails().filter { $0.to == ["team@example.org"] }.map { mail in
        mail.text.split(separator: "\r\n").first { $0.hasPrefix("Message-ID") }
      }
      #expect(Set(marks).count == 1 && marks.count == 2)
    }
  }

  @Test("a server that says nothing for longer than it may is sent the same mail again")
  func slow() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try world(box)
      try box.answer("hold")
      let team = [Bot.Trigger(act: .email(to: ["team@example.org"], report: .every, committers: false))]
      let (report, order) = try world.tell(team, Self.fail)
      try world.telling.end(report, order)
      let round = try await world.send(within: 1)
      #expect(round.ended.map(\.state) == [.waiting])
      #expect(try world.messages(order)[0].attempts[0].said.contains("may arrive twice"))
      try box.release()
      _ = try await world.send(at: try #require(round.next))
      #expect(try world.messages(order).map(\.state) == [.taken])
      let marks = try box.mails().map { mail in
        mail.text.split(separator: "\r\n").first { $0.hasPrefix("Message-ID") }
      }
      #expect(marks.count == 2 && Set(marks).count == 1, "\(marks)")
    }
  }

  @Test("each report goes to who wrote the commits too, once each, where the bot file wants it")
  func committers() throws {
    let world = try world()
    for kind in [Bot.Trigger.MailReport.every, .newIssues] {
      let to = Bot.Trigger(act: .email(to: ["ada@example.org"], report: kind, committers: true))
      let (report, order) = try world.tell([to]) {
        Self.fail(&$0)
        $0.commits += [
          Self.commit("d", "Bob", "bob@example.org", []), Self.commit("e", "Bob", "BOB@example.org", []),
        ]
        $0.commits.append(Self.commit("f", "Zoe", "zoe@elsewhere.example", []))
      }
      try world.telling.end(report, order)
      let told = try world.messages(order).filter { $0.state == .waiting }
      // Of what is new only who is suspected is told; nobody where mail.yaml does not let it go.
      #expect(
        told.map(\.recipient)
          == (kind == .every ? ["ada@example.org", "bob@example.org"] : ["ada@example.org"]))
    }
  }

  @Test("a mail of each integration may be one of some, as of what is inconclusive, which is no news else")
  func chosen() throws {
    let world = try world()
    let to = ["every@example.org", "some@example.org", "news@example.org"]
    let triggers = [
      Bot.Trigger(act: .email(to: [to[0]], report: .every, committers: false)),
      Bot.Trigger(act: .email(to: [to[1]], report: .every, committers: false), when: [.inconclusive]),
      Bot.Trigger(act: .email(to: [to[2]], report: .newIssues, committers: false)),
    ]
    for (result, told) in [(IntegrationResult.succeeded, [to[0]]), (.inconclusive, [to[0], to[1]])] {
      let (report, order) = try world.tell(triggers) { $0.result = result }
      try world.telling.end(report, order)
      let messages = try world.messages(order)
      #expect(messages.map(\.recipient) == told, "\(result)")
      let why = "your address stands in the bot file of parser, for each integration"
      #expect(messages.map(\.why) == [why, why + " of `when: [inconclusive]`"].prefix(told.count).map { $0 })
    }
  }

  @Test("nobody is told without mail.yaml, and all are as soon as there is one")
  func noServer() async throws {
    let world = try NotifierWorld()
    let (report, order) = try world.tell(Self.to, Self.fail)
    try world.telling.end(report, order)
    let round = try await world.send()
    #expect(try world.messages(order)[0].attempts[0].said.contains("mail.yaml"))
    #expect(round.ended.map(\.state) == [.waiting])
  }

  @Test("only addresses that the settings allow get anything")
  func domains() throws {
    let world = try world()
    let (report, order) = try world.tell(Self.to) {
      Self.fail(&$0)
      $0.commits = [Self.commit("b", "Ada", "ada@elsewhere.example", [])]
    }
    try world.telling.end(report, order)
    let messages = try world.messages(order)
    #expect(messages.map(\.state) == [.waiting, .refused])
    #expect(messages[1].attempts[0].said.contains("elsewhere.example is not among"))
  }

  @Test("what a red branch brought when it was merged is told, though it is new to nobody")
  func cameAlong() throws {
    let world = try world()
    let (red, order) = try world.tell(Self.to) { report in
      Self.fail(&report)
      var along = report.issues.new
      for index in along.indices { (along[index].since, along[index].cameFrom) = (38, 40) }
      report.issues = IssueLists(unresolved: along)
    }
    #expect(try world.telling.end(red, order) == 2)
    let mail = try #require(try world.messages(order).first)
    guard case .mail(let content) = mail.content else { return }
    #expect(content.plain.contains("FROM ANOTHER BRANCH: 1"))
  }

  @Test("what came back within hours, and what is flaky, is nobody's news; what came back after a day is")
  func quickly() throws {
    let world = try world()
    let (first, firstOrder) = try world.tell(Self.to, Self.fail)
    try world.telling.end(first, firstOrder)
    func back(hour: Int) throws -> Int {
      let (report, order) = try world.tell(Self.to, hour: hour) {
        Self.fail(&$0)
        $0.issues.cameBack = $0.issues.new
        $0.issues.new = []
        $0.issues.cameBack[0].lastIn = 1
      }
      return try world.telling.end(report, order)
    }
    #expect(try back(hour: 2) == 0)
    #expect(try back(hour: 30) == 2)
    let (flaky, flakyOrder) = try world.tell(Self.to) { $0.issues.flaky = first.issues.new }
    #expect(try world.telling.end(flaky, flakyOrder) == 2, "those are told of the green")
    #expect(try world.messages(flakyOrder).map(\.topic) == [.green, .green])
  }

  @Test("a secret that a server repeats is hidden, whatever stands beside it")
  func repeated() {
    for text in JoinedSign.texts("s3cret") {
      let answer = Sending.answer(.answered(status: 400, said: "wrong: \(text)"), hiding: ["s3cret"])
      #expect(!Array("\(answer)".utf8).contains(Array("s3cret".utf8)), "\(answer)")
    }
  }

  @Test("whatever stands in a subject or a name stays in its line")
  func headers() {
    #expect(HeaderText.unstructured("plain") == "plain")
    let words = HeaderText.unstructured("✗ a\r\nBcc: x@y.z " + String(repeating: "ü", count: 80))
    #expect(words.split(separator: "\r\n ").allSatisfy { $0.count <= 75 && $0.hasPrefix("=?utf-8?B?") })
    #expect(!words.contains("Bcc"))
    for sign in ["\"", "\\", "\n", "<"].flatMap(JoinedSign.texts) {
      #expect(HeaderText.phrase(sign).utf8.starts(with: "=?utf-8?B?".utf8))
    }
    #expect(QuotedPrintable.lines("a=b ü \n. \n") == ["a=3Db =C3=BC=20", ".=20"])
    #expect(QuotedPrintable.lines(String(repeating: "ü", count: 100)).allSatisfy { $0.count <= 76 })
    for wrong in ["a@b\r\nc", "a b@c.d", "<a@b.c>", "a@b@c", "-a@b.c", "ü@b.c", "a,b@c.d"] {
      #expect(!MailAddress.isOne(wrong), "\(wrong)")
    }
    #expect(MailAddress("Bothy Bot <b@c.d>") == MailAddress(name: "Bothy Bot", address: "b@c.d"))
  }
}
