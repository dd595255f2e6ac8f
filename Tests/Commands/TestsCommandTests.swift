import Explaining
import Foundation
import Model
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite("The tests of a bot") struct TestsCommandTests {
  private func tests(_ world: HistoryWorld, _ test: String?, json: Bool = false) throws -> String {
    let captured = try Captured()
    let command = TestsCommand(
      store: world.store, state: world.state,
      capabilities: TerminalCapabilities(isTerminal: false, width: 80, colors: false),
      output: captured.output)
    #expect(try command.perform("parser", test, json: json) == 0)
    return try captured.text()
  }

  @Test("one test is told with how often it was flaky, each integration in a line")
  func history() throws {
    let world = try HistoryWorld()
    for (hour, outcome) in [TestOutcome.flaky, .passed, .failed, .flaky].enumerated() {
      try world.integrate("parser", hour: hour, publish: false) {
        $0.tests = MadeUp.tests(count: 12, failing: [outcome])
        $0.result = outcome == .flaky ? .flaky : .succeeded
      }
    }
    let text = try tests(world, "testCase0_")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4) == [
        "case 0, is right  ± flaky in #4 on main", "ParserTests › HelpTests",
        "ParserTests.HelpTests/testCase0_isRight", "Flaky 2 times in its last 4, failed in 1 of them.",
      ])
    let rows = lines.drop { $0 != "In each integration" }.dropFirst().map {
      $0.split(separator: " ").dropFirst().prefix(3).joined(separator: " ")
    }
    #expect(rows == ["flaky #4 main", "failed #3 main", "passed #2 main", "flaky #1 main"], "\(text)")
    #expect(try tests(world, nil).contains("12: 11 passed, 1 flaky"))
    // Its target need not be named.
    #expect(try tests(world, "HelpTests/testCase0_isRight") == text)
  }

  @Test("a commit with changes that are not committed is told as that")
  func uncommitted() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    try world.integrate("parser", hour: 1, publish: false) { $0.commit?.changes = true }
    let rows = try tests(world, "testCase1_isRight").split(separator: "\n").filter { $0.contains("  #") }
    #expect(rows.map { $0.contains(" + changes ") } == [true, false], "\(rows)")
  }

  @Test("while one runs those of the integration before are listed, and of the first it is said that it runs")
  func running() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false) {
      $0.tests = MadeUp.tests(count: 12, failing: [])
      $0.result = .succeeded
    }
    _ = try world.begin("parser")
    #expect(try tests(world, nil).contains("12: 12 passed"))
    let other = try HistoryWorld()
    _ = try other.begin("parser")
    let thrown = #expect(throws: Explanation.self) { try tests(other, nil) }
    #expect(thrown?.wrong == "parser#1 is the first and has not ended", "\(thrown?.wrong ?? "")")
  }

  private struct Told: Decodable {
    struct Entry: Decodable {
      var integration: Int
      var outcome: String
      var messages: [Message]
    }
    struct Message: Decodable { var message: String }
    struct Cause: Decodable {
      var count: Int
      var first: Int
      var last: Int
    }
    struct Name: Decodable {
      var id: String
      var integration: Int
    }

    var id: String
    var name: String
    var path: [String]
    var sentence: String
    var integrations: [Entry]
    var causes: [Cause]
    var formerly: [Name]
    var page: String?
  }

  @Test("where no test ran, it is said of which integration, and what became of it")
  func noTests() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    try world.integrate("parser", hour: 1) { report in
      report.tests = TestReport(cases: [])
      (report.result, report.reason) = (.buildErrors, "The package did not build: 1 error")
    }
    let told = try tests(world, nil)
    #expect(told == "No test ran in #2, build errors: The package did not build: 1 error.\n")
  }

  @Test(
    "a program is told what people are: messages grouped, what it was called, and its page where it has one")
  func story() throws {
    let world = try HistoryWorld()
    for (hour, outcome) in [TestOutcome.failed, .passed, .failed].enumerated() {
      try world.integrate("parser", hour: hour, publish: hour == 2) { report in
        report.tests = MadeUp.tests(count: 12, failing: [outcome])
        report.tests.cases[0].displayName = "says what it is"
        guard outcome == .failed else { return }
        report.result = .testFailures
        report.tests.cases[0].failures = [
          TestFailure(message: "3 is not 4, at 0x\(hour)", file: "Tests/H.swift", line: 7, kind: .assertion)
        ]
      }
    }
    let told = try JSONDecoder().decode(
      Told.self, from: Data(try tests(world, "SAYS what", json: true).utf8))
    #expect(told.id == "ParserTests.HelpTests/testCase0_isRight" && told.name == "says what it is")
    #expect(told.path == ["ParserTests", "HelpTests"] && told.formerly.isEmpty)
    let sentence = "Failed 2 times in its last 3; passed in #2 at the commit at which it failed in #1."
    #expect(told.sentence == sentence)
    #expect(told.integrations.map(\.integration) == [3, 2, 1])
    #expect(told.integrations.map(\.outcome) == ["failed", "passed", "failed"])
    #expect(told.integrations.map(\.messages.count) == [1, 0, 1])
    #expect(told.causes.map { [$0.count, $0.first, $0.last] } == [[2, 1, 3]])
    let page = try #require(told.page)
    #expect(FileManager.default.fileExists(atPath: page))
    let words = try tests(world, "says what it is")
    #expect(words.hasPrefix("says what it is  ✗ failed in #3 on main\n"))
    #expect(words.contains("  2 times, told a little otherwise too, from #1 to #3\n"), "\(words)")
    #expect(words.contains("    Tests/H.swift:7: 3 is not 4, at 0x2\n"))
    #expect(words.hasSuffix("Page        \(page)\n"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("says what it is") && html.contains(sentence))
    #expect(try tests(world, nil, json: true).contains("\"name\" : \"says what it is\""))
  }

  @Test(
    "the whole name of a test means that one, whichever others begin so",
    arguments: [
      ("testTwo", "M.S/testTwo", true), ("testTwo", "M.S/testTwoNames", false), ("trap", "M.S/trap()", true),
      ("trap()", "M.S/trap()", true), ("trap", "M.S/besideTheTrap()", false), ("free", "M.free(_:)", true),
      ("S", "M.S/trap()", false), ("S/trap", "M.S/trap()", true), ("S/testTwo", "M.XS/testTwo", false),
      ("S/Inner/trap()", "M.S/Inner/trap()", true),
    ])
  func wholeName(text: String, id: TestID, isOne: Bool) {
    #expect(id.isCalled(text) == isOne)
  }

  @Test("by its former name a test is found as what it is called now, which tells what it was called")
  func formerName() throws {
    let world = try HistoryWorld()
    for hour in 0..<3 {
      try world.integrate("parser", hour: hour, publish: false) { report in
        guard hour > 0 else { return }
        let former = report.tests.cases[0].id
        report.tests.cases[0].id = "ParserTests.HelpTests/testNewName"
        report.tests.cases[0].name = "testNewName"
        guard hour == 1 else { return }
        let rename = TestRename(from: former, to: report.tests.cases[0].id, how: .renamed)
        report.comparedWith = Comparison(integration: 1, coverage: nil)
        report.comparedWith?.tests = TestChanges(since: 1)
        report.comparedWith?.tests?.renamed = [rename]
      }
    }
    for name in ["testCase0_isRight", "ParserTests.HelpTests/testCase0_isRight"] {
      let told = try JSONDecoder().decode(Told.self, from: Data(try tests(world, name, json: true).utf8))
      #expect(told.id == "ParserTests.HelpTests/testNewName", "\(name)")
      #expect(told.integrations.map(\.integration) == [3, 2, 1])
      #expect(told.formerly.map(\.id) == ["ParserTests.HelpTests/testCase0_isRight"])
    }
    let text = try tests(world, "testCase0_isRight")
    let line = "ParserTests.HelpTests/testCase0_isRight is called ParserTests.HelpTests/testNewName now\n"
    #expect(text.hasPrefix(line), "\(text)")
    // What has that name since is the test of that name.
    try world.integrate("parser", hour: 3, publish: false)
    let again = try JSONDecoder().decode(
      Told.self, from: Data(try tests(world, "testCase0_isRight", json: true).utf8))
    #expect(again.id == "ParserTests.HelpTests/testCase0_isRight")
    #expect(again.integrations.map(\.integration) == [4])
  }

  @Test("while the base branch calls a test by a name, that name means it, whatever another branch calls it")
  func nameOfBase() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    try world.store.keep(base: "main", of: "parser")
    try world.integrate("parser", branch: "topic", hour: 1, publish: false) { report in
      let former = report.tests.cases[0].id
      report.tests.cases[0].id = "ParserTests.HelpTests/testNewName"
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = [
        TestRename(from: former, to: "ParserTests.HelpTests/testNewName", how: .renamed)
      ]
    }
    let told = try JSONDecoder().decode(
      Told.self, from: Data(try tests(world, "testCase0_isRight", json: true).utf8))
    #expect(told.id == "ParserTests.HelpTests/testCase0_isRight")
  }

  @Test("by its whole name a test is found that the base branch renamed and another still calls so")
  func nameElsewhere() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    try world.store.keep(base: "main", of: "parser")
    try world.integrate("parser", hour: 1, publish: false) { report in
      let former = report.tests.cases[0].id
      report.tests.cases[0].id = "ParserTests.HelpTests/testNewName"
      report.comparedWith = Comparison(integration: 1, coverage: nil)
      report.comparedWith?.tests = TestChanges(since: 1)
      report.comparedWith?.tests?.renamed = [
        TestRename(from: former, to: "ParserTests.HelpTests/testNewName", how: .renamed)
      ]
    }
    try world.integrate("parser", branch: "topic", hour: 2, publish: false)
    func told(_ name: String) throws -> String {
      try JSONDecoder().decode(Told.self, from: Data(try tests(world, name, json: true).utf8)).id
    }
    #expect(try told("ParserTests.HelpTests/testCase0_isRight") == "ParserTests.HelpTests/testCase0_isRight")
    #expect(try told("testCase0_isRight") == "ParserTests.HelpTests/testNewName")
    let hint = "Branches call it ParserTests.HelpTests/testCase0_isRight still: `bothy tests parser "
    #expect(try tests(world, "testNewName").contains(hint))
    try world.store.apply(
      [.sawTip("parser", "topic", "t"), .lostTip("parser", "topic")], at: HistoryWorld.began)
    #expect(try !tests(world, "testNewName").contains("still: `"), "that branch is gone")
    try world.store.apply([.sawTip("parser", "topic", "t")], at: HistoryWorld.began)
    #expect(try tests(world, "testNewName").contains(hint))
    try world.integrate("parser", branch: "topic", hour: 3, publish: false) { report in
      report.tests.cases[0].id = "ParserTests.HelpTests/testNewName"
    }
    #expect(try !tests(world, "testNewName").contains("still: `"), "no branch calls it so")
  }

  @Test("that a branch has another test by a former name does not say that it calls this one so")
  func nameTakenOver() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    let former: TestID = "ParserTests.HelpTests/testCase0_isRight"
    let later: TestID = "ParserTests.HelpTests/testNewName"
    for hour in 1...2 {
      try world.integrate("parser", hour: hour, publish: false) { report in
        var renamed = report.tests.cases[0]
        renamed.id = later
        if hour == 1 { report.tests.cases.removeFirst() }
        report.tests.cases.append(renamed)
        report.comparedWith = Comparison(integration: IntegrationNumber(hour), coverage: nil)
        report.comparedWith?.tests = TestChanges(since: IntegrationNumber(hour))
        if hour == 1 {
          report.comparedWith?.tests?.renamed = [TestRename(from: former, to: later, how: .renamed)]
        }
      }
    }
    let told = try tests(world, "testNewName")
    #expect(!told.contains("Branches") && told.contains("First seen  in #1,"))
    #expect(try tests(world, former.rawValue).contains("First seen  in #3,"))
  }

  @Test("what names no test or several is refused with what there is")
  func unclear() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", publish: false)
    let several = #expect(throws: Explanation.self) { try tests(world, "testCase1") }
    #expect(several?.advice.contains("testCase11_isRight") == true && several?.status == 2)
    let none = #expect(throws: Explanation.self) { try tests(world, "testX") }
    #expect(none?.wrong.contains("no test of it has `testX`") == true)
    #expect(
      try tests(world, "ParserTests.HelpTests/testCase1_isRight").contains(
        "Did not fail in its last integration."))
  }
}
