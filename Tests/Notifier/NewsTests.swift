import Foundation
import Model
import StateKit
import Testing

@testable import Notifier

@Suite("What is news to whom")
struct NewsTests {
  private static let test = TestID("ParserTests.HelpTests/testCase0_isRight")

  /// A test of `Ada`'s fails that failed before.
  private static func back(in number: Int) -> (inout Report) -> Void {
    { report in
      MailTests.fail(&report)
      (report.issues.cameBack, report.issues.new) = (report.issues.new, [])
      report.issues.cameBack[0].lastIn = IntegrationNumber(number)
    }
  }

  private func recipients(_ world: NotifierWorld, _ order: Order) throws -> [String] {
    try world.messages(order).map(\.recipient).sorted()
  }

  @Test("each hears the strongest reason once, in the order of those who hear")
  func strongest() {
    func reader(_ address: String, _ weakness: Int) -> Telling.Reader {
      Telling.Reader(address: address, why: "\(weakness)", isNamed: false, weakness: weakness)
    }
    let once = Telling.once([reader("a@x", 4), reader("b@x", 2), reader("A@x", 3), reader("b@x", 5)])
    #expect(once.map(\.why) == ["3", "2"])
  }

  @Test("what turns a green branch red is told, however lately another branch had it")
  func elsewhere() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (fix, fixOrder) = try world.tell(MailTests.to, on: "fix", hour: 1, Self.back(in: 1))
    #expect(try world.telling.end(fix, fixOrder) == 2)
    #expect(try recipients(world, fixOrder) == ["ada@example.org", "team@example.org"])
    let why = try world.messages(fixOrder).map(\.why)
    #expect(why.contains { $0.hasPrefix("you changed HelpTests.swift") }, "\(why)")
    let (green, greenOrder) = try world.tell(MailTests.to, on: "fix", hour: 1)
    #expect(try world.telling.end(green, greenOrder) == 2)
    let (again, againOrder) = try world.tell(
      MailTests.to, on: "fix", hour: 2, Self.back(in: fix.integration.value))
    #expect(try world.telling.end(again, againOrder) == 2)
  }

  @Test("what failed here within hours is told to whom no mail told it")
  func untold() throws {
    let world = try MailTests().world()
    // Nobody was asked for then.
    _ = try world.tell([], MailTests.fail)
    let (back, order) = try world.tell(MailTests.to, hour: 1, Self.back(in: 1))
    #expect(try world.telling.end(back, order) == 2)
    let (flip, flipOrder) = try world.tell(MailTests.to, hour: 2, Self.back(in: 2))
    #expect(try world.telling.end(flip, flipOrder) == 0, "they know")
  }

  @Test("what is back within hours is news to whoever heard last that it is gone", arguments: [true, false])
  func heardOfItsEnd(heard: Bool) throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, Self.outcome(.failed) { MailTests.fail(&$0) })
    try world.telling.end(red, redOrder)
    let (other, otherOrder) = try world.tell(MailTests.to, hour: 1) { report in
      MailTests.fail(&report)
      if heard { report.issues.resolved = red.issues.new }
      let test = TestID("ParserTests.OtherTests/testB")
      report.issues.new = [
        Issue(
          kind: .testFailure, message: "1 ≠ 2", target: "ParserTests", file: nil, line: nil, test: test,
          since: report.integration)
      ]
    }
    try world.telling.end(other, otherOrder)
    let (back, order) = try world.tell(MailTests.to, hour: 2, Self.outcome(.failed, Self.back(in: 1)))
    #expect(try world.telling.end(back, order) == (heard ? 2 : 0))
  }

  @Test("a new warning is told to those that the bot file names, though the red beside it is no news to them")
  func warningBesideRed() throws {
    let world = try MailTests().world()
    let (red, redOrder) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, redOrder)
    let (back, order) = try world.tell(MailTests.withWarnings, hour: 1) { report in
      Self.back(in: 1)(&report)
      // One was not told of the test before; the other may have done the warning alone.
      report.commits = [
        MailTests.commit("d", "Cara", "cara@example.org", ["Tests/ParserTests/HelpTests.swift"]),
        MailTests.commit("e", "Dan", "dan@example.org", ["Sources/Parser/Help.swift"]),
      ]
      report.issues.new = [
        Issue(
          kind: .warning, message: "never used", target: "Parser", file: "Sources/Parser/Help.swift", line: 3,
          test: nil, since: report.integration)
      ]
    }
    try world.telling.end(back, order)
    #expect(try recipients(world, order) == ["cara@example.org", "team@example.org"])
  }

  @Test("a test that one was never told of is never red again to them")
  func neverTold() throws {
    let world = try MailTests().world()
    let cara = MailTests.commit("d", "Cara", "cara@example.org", ["Tests/ParserTests/OtherTests.swift"])
    let (other, otherOrder) = try world.tell(MailTests.to) { report in
      MailTests.fail(&report)
      report.commits = [cara]
      report.issues.new[0] = Issue(
        kind: .testFailure, message: "1 ≠ 2", target: "ParserTests",
        file: "Tests/ParserTests/OtherTests.swift", line: 3, test: "ParserTests.OtherTests/testB",
        since: report.integration)
    }
    #expect(try world.telling.end(other, otherOrder) == 2)
    #expect(try recipients(world, otherOrder) == ["cara@example.org", "team@example.org"])
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == 2)
    let (back, order) = try world.tell(MailTests.to, hour: 1, Self.back(in: 1))
    #expect(try world.telling.end(back, order) == 2)
    #expect(try recipients(world, order) == ["ada@example.org", "team@example.org"])
  }

  @Test("a test that is called otherwise by now is red again to whoever was told of it")
  func renamed() throws {
    let world = try MailTests().world()
    let former = TestID("ParserTests.HelpTests/testFormer")
    func call(_ report: inout Report) {
      report.tests.cases[0] = TestCase(
        id: former, library: .xctest, target: "ParserTests", suite: "HelpTests", name: "testFormer",
        outcome: report.tests.cases[0].outcome)
    }
    let (red, redOrder) = try world.tell(MailTests.to) { report in
      MailTests.fail(&report)
      call(&report)
      report.issues.new[0] = report.issues.new[0].of(former)
      report.issues.new[0].identity = .make(test: former, outcome: .failed)
    }
    try world.telling.end(red, redOrder)
    let (green, greenOrder) = try world.tell(MailTests.to, call)
    #expect(try world.telling.end(green, greenOrder) == 2)
    _ = try world.tell([]) { report in
      var tests = TestChanges(since: green.integration)
      tests.renamed = [TestRename(from: former, to: Self.test, how: .renamed)]
      report.comparedWith = Comparison(integration: green.integration, coverage: nil)
      report.comparedWith?.tests = tests
    }
    let others = [Bot.Trigger(act: .email(to: ["team@example.org"], report: .newIssues, committers: false))]
    let (back, order) = try world.tell(others, hour: 1, Self.outcome(.failed, Self.back(in: 1)))
    #expect(try world.telling.end(back, order) == 1)
    #expect(
      try world.messages(order).map(\.why) == ["you were told that \(green.integration) was green again"]
    )
  }

  /// Told apart by what happened, as an integration does it.
  private static func outcome(
    _ outcome: TestOutcome, _ change: @escaping (inout Report) -> Void
  ) -> (inout Report) -> Void {
    { report in
      change(&report)
      for index in report.issues.new.indices {
        report.issues.new[index].identity = .make(test: test, outcome: outcome)
      }
      for index in report.issues.cameBack.indices {
        report.issues.cameBack[index].identity = .make(test: test, outcome: outcome)
      }
    }
  }

  @Test("who changed a source is told whether the test is known to execute it", arguments: [true, false])
  func sources(isMapped: Bool) throws {
    let world = try MailTests().world()
    let (red, order) = try world.tell(MailTests.to) { report in
      MailTests.fail(&report)
      report.commits[1] = MailTests.commit("c", "Bob", "bob@example.org", ["Sources/Parser/Help.swift"])
      report.issues.new[0].mayExecute = ChangedSources(
        files: ["Sources/Parser/Help.swift"], isMapped: isMapped)
    }
    #expect(try world.telling.end(red, order) == 3)
    let bob = try #require(try world.messages(order).first { $0.recipient == "bob@example.org" })
    let words =
      isMapped
      ? "you changed Help.swift, which this test executes: \(Self.test), which fails now"
      : "you changed Help.swift, and \(Self.test) fails now"
    #expect(bob.why == words)
    guard case .mail(let mail) = bob.content else { return }
    let text = mail.plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let told = isMapped ? "changed Help.swift, which this test executes)" : "changed Help.swift)"
    #expect(text.contains("Bob (cccccccc, \(told)"), "\(text)")
  }

  @Test("whose commit was found to have broken it is told so once, also where a mail said it may be theirs")
  func found() throws {
    let world = try MailTests().world()
    var (red, order) = try world.tell(MailTests.to, MailTests.fail)
    #expect(try world.telling.end(red, order) == 2)
    #expect(try world.telling.found(red, order) == 0, "nothing was found")
    let bob = MailTests.commit("e", "Bob", "bob@example.org", [])
    func find(_ commit: Commit) {
      red.issues.new[0].culprit = CommitCulprit(.found(1), of: [commit, commit], by: [2, 3])
    }
    find(red.commits[0])
    #expect(try world.telling.found(red, order) == 1, "Ada was told that it may be hers")
    #expect(try world.telling.found(red, order) == 0)
    let mails = try world.messages(order).filter { $0.recipient == "ada@example.org" }
    #expect(mails.map(\.topic) == [.issues, .issues] && Set(mails.map(\.why)).count == 2)
    find(bob)
    #expect(try world.telling.found(red, order) == 1)
    #expect(try world.telling.found(red, order) == 0)
    let told = try #require(try world.messages(order).first { $0.recipient == "bob@example.org" })
    #expect(told.why == "\(Self.test) fails at yours, and not at the one before" && told.topic == .issues)
    #expect(told.topicWords == "whose commit broke it")
    if case .mail(let mail) = told.content {
      #expect(mail.subject.hasSuffix(": testCase0_isRight broken by \(bob.id.short)"), "\(mail.subject)")
      #expect(mail.plain.hasPrefix("testCase0_isRight broken by \(bob.id.short). "), "\(mail.plain)")
    }
    var other = red.issues.new[0]
    (other.test, other.identity) = ("T.S/other", .make(test: "T.S/other", outcome: .failed))
    red.issues.new.append(other)
    #expect(try world.telling.found(red, order) == 1, "what is found of another test later is another mail")
    #expect(try world.telling.found(red, order) == 0)
    let (green, greenOrder) = try world.tell(MailTests.to)
    #expect(try world.telling.end(green, greenOrder) == 3, "they hear of green too")
  }

  @Test("what is mended meanwhile nobody is told to have broken, nor where no committer is told anything")
  func foundLate() throws {
    let world = try MailTests().world()
    var (red, order) = try world.tell(MailTests.to, MailTests.fail)
    try world.telling.end(red, order)
    let bob = MailTests.commit("e", "Bob", "bob@example.org", [])
    red.issues.new[0].culprit = CommitCulprit(.found(1), of: [bob, bob], by: [2, 3])
    order.settings.triggers = [
      Bot.Trigger(act: .email(to: ["team@example.org"], report: .newIssues, committers: false))
    ]
    #expect(try world.telling.found(red, order) == 0)
    order.settings.triggers = MailTests.to
    let silence = Silence(
      .test(Self.test, .failed), until: .resolved, reason: "see 12", origin: .command, at: Date())
    #expect(try world.telling.found(red, order, [silence]) == 0, "nobody is told of what is silenced by now")
    _ = try world.tell([])
    #expect(try world.telling.found(red, order) == 0)
  }
}
