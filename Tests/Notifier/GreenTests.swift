import Foundation
import Kit
import Model
import StateKit
import Store
import Testing

@testable import Notifier

@Suite("Telling people that all is green again")
struct GreenTests {
  @Test("when all is green again each who was told gets one mail")
  func green() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (still, stillOrder) = try world.tell(MailTests.to) {
      MailTests.fail(&$0)
      ($0.issues.unresolved, $0.issues.new) = ($0.issues.new, [])
    }
    #expect(try world.telling.end(still, stillOrder) == 0)
    let (green, greenOrder) = try world.tell(MailTests.to) { $0.issues.resolved = red.issues.new }
    #expect(try world.telling.end(green, greenOrder) == 2)
    let messages = try world.messages(greenOrder)
    #expect(messages.map(\.topic) == [.green, .green])
    // Asked later, it would be the same.
    #expect(try world.telling.preview(green, greenOrder).map(\.recipient) == messages.map(\.recipient))
    guard case .mail(let mail) = messages[0].content else { return }
    #expect(mail.subject == "✓ parser #3 on main: all green again, after #1")
    let (more, moreOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(more, moreOrder) == 0)
  }

  @Test("what is green because the failing test is gone is told so, and as nothing that was resolved")
  func goneTest() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (green, greenOrder) = try world.tell(MailTests.to) {
      $0.issues.resolved = red.issues.new
      $0.issues.resolved[0].testIsGone = true
    }
    #expect(try world.telling.end(green, greenOrder) == 2)
    guard case .mail(let mail) = try world.messages(greenOrder)[0].content else { return }
    let because = "all green again, after #1, because the failing test is gone"
    #expect(mail.subject == "✓ parser #2 on main: \(because)")
    #expect(mail.plain.contains("GONE WITH THEIR TESTS: 1\n- ") && !mail.plain.contains("RESOLVED"))
    #expect(mail.html.contains("<h2>Gone with their tests (1)</h2>"))
  }

  @Test("what a reader was told of and was resolved before the last is named, with where")
  func resolvedBefore() throws {
    let world = try MailTests().world()
    func fail(_ report: inout Report, _ name: String) {
      MailTests.fail(&report)
      report.issues.new[0].test = TestID("ParserTests.HelpTests/\(name)")
      report.issues.new[0].identity = IssueIdentity(name)
    }
    let (first, firstOrder) = try world.tell(MailTests.to) { fail(&$0, "testA") }
    try world.telling.end(first, firstOrder)
    let (second, secondOrder) = try world.tell(MailTests.to) {
      fail(&$0, "testB")
      $0.issues.resolved = first.issues.new
    }
    try world.history.lay(second)
    try world.telling.end(second, secondOrder)
    let (green, order) = try world.tell(MailTests.to) { $0.issues.resolved = second.issues.new }
    try world.telling.end(green, order)
    func mail(_ order: Order) throws -> Message.Mail {
      guard case .mail(let mail) = try world.messages(order)[0].content else { throw POSIXError(.EINVAL) }
      return mail
    }
    let told = try mail(order)
    #expect(told.plain.contains("RESOLVED: 1\n- ParserTests.HelpTests/testB\n"))
    #expect(told.plain.contains("RESOLVED BEFORE: 1\n- ParserTests.HelpTests/testA (#2)\n"))
    #expect(told.html.contains("<h2>Resolved before (1)</h2>"))
    let (again, againOrder) = try world.tell(MailTests.to) { fail(&$0, "testC") }
    try world.telling.end(again, againOrder)
    let (last, lastOrder) = try world.tell(MailTests.to) { $0.issues.resolved = again.issues.new }
    try world.telling.end(last, lastOrder)
    #expect(try !mail(lastOrder).plain.contains("BEFORE"), "what was told as green is not told so again")
  }

  @Test("so is what came along or was still there when they were told, and not what was resolved before that")
  func toldBeside() throws {
    let world = try MailTests().world()
    func red(_ names: [String], old: [Model.Issue], resolved: [Model.Issue] = []) throws -> Report {
      let (report, order) = try world.tell(MailTests.to) {
        MailTests.fail(&$0)
        let first = $0.issues.new[0]
        $0.issues.new = names.map { name in
          var issue = first
          (issue.test, issue.identity) = (TestID("ParserTests.HelpTests/\(name)"), IssueIdentity(name))
          return issue
        }
        ($0.issues.unresolved, $0.issues.resolved) = (old, resolved)
      }
      try world.history.lay(report)
      try world.telling.end(report, order)
      return report
    }
    let first = try red(["testA"], old: [])
    var along = first.issues.new[0]
    (along.test, along.identity) = ("ParserTests.HelpTests/testB", IssueIdentity("testB"))
    (along.cameFrom, along.seen) = (1, true)
    let second = try red(["testC"], old: [along], resolved: first.issues.new)
    let third = try red(["testD"], old: second.issues.new, resolved: [along])
    let (green, order) = try world.tell(MailTests.to) {
      $0.issues.resolved = third.issues.new + second.issues.new
    }
    try world.telling.end(green, order)
    guard case .mail(let mail) = try world.messages(order)[0].content else { throw POSIXError(.EINVAL) }
    let names = ["testA (#2)", "testB (#3)"].map { "- ParserTests.HelpTests/\($0)\n" }.joined()
    #expect(mail.plain.contains("RESOLVED BEFORE: 2\n" + names), "\(mail.plain)")
  }

  @Test("whom no mail reached was not told of red, and is not told of green")
  func unreached() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let waiting = try world.messages(redOrder)[0]
    var refused = waiting
    refused.state = .refused
    try world.history.store.keep(refused, after: waiting)
    let (green, greenOrder) = try world.tell(MailTests.to) { $0.issues.resolved = red.issues.new }
    #expect(try world.telling.end(green, greenOrder) == 1)
    #expect(try world.messages(greenOrder).map(\.recipient) != [refused.recipient])
  }

  @Test("whoever was told of red is told of green, wherever their trigger stands in the bot file by then")
  func moved() throws {
    let world = try MailTests().world()
    let hook = Bot.Trigger(act: .webhook(url: "http://127.0.0.1:1/"))
    let (red, redOrder) = try world.tell([hook] + MailTests.to + MailTests.to, MailTests.fail)
    #expect(try world.telling.end(red, redOrder) == 3, "two triggers tell one reader once")
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == 2)
  }

  @Test("whom any trigger names is told, though another one finds them first, where mail goes to names alone")
  func namedElsewhere() throws {
    let world = try MailTests().world()
    try world.write(
      world.history.state.mailServer, "host: localhost\ntls: none\nfrom: bothy@example.org\n")
    let named = Bot.Trigger(act: .email(to: ["Ada@example.org"], report: .newIssues, committers: false))
    let triggers = MailTests.to + [named]
    let (red, redOrder) = try world.tell(triggers, MailTests.fail)
    try world.telling.end(red, redOrder)
    func open(_ order: Order) throws -> [String] {
      try world.messages(order).filter { $0.state == .waiting }.map { $0.recipient.lowercased() }.sorted()
    }
    #expect(try open(redOrder) == ["ada@example.org", "team@example.org"])
    let (green, greenOrder) = try world.tell(triggers) { $0.issues.resolved = red.issues.new }
    try world.telling.end(green, greenOrder)
    #expect(try open(greenOrder) == ["ada@example.org", "team@example.org"])
  }

  @Test("whoever writes their address in two ways is told once, of red and of green")
  func twoWays() throws {
    let world = try MailTests().world()
    func fail(_ report: inout Report, as email: String, _ test: String) {
      MailTests.fail(&report)
      report.commits = [
        MailTests.commit("b", "Ada", email, ["Tests/ParserTests/HelpTests.swift"])
      ]
      report.issues.new[0].test = TestID("ParserTests.HelpTests/\(test)")
    }
    let (first, firstOrder) = try world.tell(MailTests.to) { fail(&$0, as: "Ada@Example.org", "testA") }
    try world.telling.end(first, firstOrder)
    let (second, secondOrder) = try world.tell(MailTests.to + MailTests.to) {
      fail(&$0, as: "ada@example.org", "testB")
    }
    try world.telling.end(second, secondOrder)
    let (green, order) = try world.tell(MailTests.to) { $0.issues.resolved = second.issues.new }
    try world.telling.end(green, order)
    #expect(try world.messages(order).map(\.recipient).sorted() == ["ada@example.org", "team@example.org"])
    #expect(try world.messages(order).allSatisfy { $0.why == "you are being told of #2, which was red" })
  }

  @Test("what is told of an integration goes with it, but who waits for green is remembered")
  func forgotten() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      var numbers: [IntegrationNumber] = []
      for _ in 0..<2 {
        let (report, order) = try world.tell(MailTests.to, MailTests.fail)
        try world.telling.end(report, order)
        numbers.append(report.integration)
      }
      _ = try await world.send()
      for number in numbers { try world.history.store.forget(bot: "parser", integration: number) }
      for number in numbers { #expect(try world.history.store.messages(of: "parser", number).isEmpty) }
      let (green, order) = try world.tell(MailTests.to)
      #expect(try world.telling.end(green, order) == 2)
      #expect(try world.messages(order)[0].why == "you were told of #2, which was red")
    }
  }

  @Test("who was told of green is not told so again when that mail is forgotten before the one of red")
  func forgottenGreen() async throws {
    let scratch = try ScratchFolder("mail")
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
      try world.telling.end(red, redOrder)
      let (green, greenOrder) = try world.tell(MailTests.to)
      #expect(try world.telling.end(green, greenOrder) == 2)
      _ = try await world.send()
      // The newest goes first, as where less is to be kept than before.
      for number in [green.integration, red.integration] {
        try world.history.store.forget(bot: "parser", integration: number)
      }
      let (more, moreOrder) = try world.tell(MailTests.to)
      #expect(try world.telling.end(more, moreOrder) == 0)
    }
  }

  @Test("what was still on its way when its integration was forgotten goes with the next one that is")
  func forgottenLater() throws {
    let world = try MailTests().world()
    let store = world.history.store
    let (red, order) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, order)
    let (more, _) = try world.tell(MailTests.to)
    try store.forget(bot: "parser", integration: red.integration)
    for waiting in try world.messages(order) {
      try store.keep(waiting.after(.taken(said: "250"), at: Date()), after: waiting)
    }
    #expect(try world.messages(order).count == 2)
    try store.forget(bot: "parser", integration: more.integration)
    #expect(try world.messages(order).isEmpty)
  }

  /// What was red in #1 is red again, an hour after it was.
  private func again(
    _ world: NotifierWorld, _ triggers: [Bot.Trigger] = MailTests.to, in number: Int = 1
  ) throws -> (Report, Order) {
    try world.tell(triggers, hour: 1) {
      MailTests.fail(&$0)
      ($0.issues.cameBack, $0.issues.new) = ($0.issues.new, [])
      $0.issues.cameBack[0].lastIn = IntegrationNumber(number)
    }
  }

  @Test("whoever was told of green is told when it is red again, however soon, and of green after that")
  func redAgain() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (early, earlyOrder) = try again(world)
    #expect(try world.telling.end(early, earlyOrder) == 0, "they know that it is red")
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == 2)
    let (back, backOrder) = try again(world)
    #expect(try world.telling.end(back, backOrder) == 2)
    #expect(try world.telling.end(back, backOrder) == 0)
    let messages = try world.messages(backOrder)
    #expect(messages.map(\.topic) == [.issues, .issues])
    let why = Dictionary(messages.map { ($0.recipient, $0.why) }) { first, _ in first }
    #expect(why["team@example.org"] == "you were told that \(green.integration) was green again")
    #expect(why["ada@example.org"]?.hasPrefix("you changed HelpTests.swift") == true, "the nearest reason")
    #expect(try world.telling.preview(back, backOrder).map(\.recipient) == messages.map(\.recipient))
    guard case .mail(let mail) = try #require(messages.first).content else { return }
    #expect(mail.plain.contains("CAME BACK: 1") && mail.plain.contains(" (last in \(red.integration))"))
    let (still, stillOrder) = try again(world)
    #expect(try world.telling.end(still, stillOrder) == 0)
    let (end, endOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(end, endOrder) == 2)
  }

  @Test("whoever was told of green is told when a merge brings back what was red")
  func redAgainByMerge() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (green, greenOrder) = try world.tell(MailTests.to) { $0.issues.resolved = red.issues.new }
    try world.telling.end(green, greenOrder)
    let (back, order) = try world.tell(MailTests.to, hour: 1) {
      MailTests.fail(&$0)
      ($0.issues.unresolved, $0.issues.new) = ($0.issues.new, [])
      ($0.issues.unresolved[0].since, $0.issues.unresolved[0].cameFrom) = (2, 2)
      $0.commit?.email = "cleo@example.org"
    }
    try world.telling.end(back, order)
    let told = Dictionary(try world.messages(order).map { ($0.recipient, $0.why) }) { first, _ in first }
    #expect(told["ada@example.org"] == "you were told that \(green.integration) was green again")
    #expect(told["team@example.org"] != nil)
  }

  @Test("whom the bot file names no more is not told that it is red again")
  func redAgainWithout() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (green, greenOrder) = try world.tell(MailTests.to)
    try world.telling.end(green, greenOrder)
    let others = [Bot.Trigger(act: .email(to: ["new@example.org"], report: .newIssues, committers: true))]
    let (back, backOrder) = try again(world, others)
    try world.telling.end(back, backOrder)
    let told = try world.messages(backOrder).map(\.recipient)
    #expect(told == ["new@example.org", "ada@example.org"], "to whoever is new in the file it is news")
  }

  @Test(
    "whoever was told of green is told when what was red is silenced no more; what is new concerns others")
  func silencedNoMore() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == 2)
    func still(_ since: IntegrationNumber?) throws -> (Report, Order) {
      try world.tell(MailTests.to, hour: 1) {
        MailTests.fail(&$0)
        ($0.issues.unresolved, $0.issues.new) = ($0.issues.new, [])
        $0.issues.unresolved[0].since = since ?? $0.integration
      }
    }
    let (later, laterOrder) = try still(nil)
    #expect(try world.telling.end(later, laterOrder) == 0, "it began after they were told of green")
    let (open, openOrder) = try still(red.integration)
    #expect(try world.telling.end(open, openOrder) == 2)
    let why = "you were told that \(green.integration) was green again"
    #expect(try world.messages(openOrder).allSatisfy { $0.topic == .issues && $0.why == why })
    let (more, moreOrder) = try still(red.integration)
    #expect(try world.telling.end(more, moreOrder) == 0)
  }

  @Test("so are they where it was mended and broken again while it was silenced")
  func brokenSilently() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == 2)
    let (silent, silentOrder) = try world.tell(MailTests.to) {
      MailTests.fail(&$0)
      ($0.issues.silenced, $0.issues.new) = ($0.issues.new, [])
    }
    #expect(try world.telling.end(silent, silentOrder) == 0)
    let (heard, heardOrder) = try world.tell(MailTests.to, hour: 1) {
      MailTests.fail(&$0)
      ($0.issues.unresolved, $0.issues.new) = ($0.issues.new, [])
      $0.issues.unresolved[0].since = silent.integration
    }
    #expect(try world.telling.end(heard, heardOrder) == 2)
  }

  @Test("all is green again is told to nobody whom the bot file names no more")
  func greenWithout() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let others = [Bot.Trigger(act: .email(to: ["new@example.org"], report: .newIssues, committers: true))]
    let (green, greenOrder) = try world.tell(others)
    try world.telling.end(green, greenOrder)
    #expect(try world.messages(greenOrder).map(\.recipient) == ["ada@example.org"])
  }

  @Test("whoever was told of a warning under a line that says red is told of green")
  func warned() throws {
    let world = try MailTests().world()
    let (red, order) = try world.tell(MailTests.withWarnings) {
      MailTests.fail(&$0)
      ($0.issues.unresolved, $0.issues.new) = ($0.issues.new, [])
      $0.issues.new = [
        Issue(
          kind: .warning, message: "unused", target: "Parser", file: "Sources/Parser/Help.swift", line: 1,
          test: nil, since: $0.integration)
      ]
    }
    let count = try world.telling.end(red, order)
    #expect(count > 0)
    let reached = try world.messages(order).count { $0.state == .waiting }
    guard case .mail(let mail) = try #require(try world.messages(order).first).content else { return }
    #expect(mail.subject.hasSuffix(": 1 new warning") && mail.plain.hasPrefix("1 of 12 tests failed"))
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == reached)
  }
}
