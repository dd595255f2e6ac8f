import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct WordsTests {
  @Test(
    "a test's name reads as a sentence",
    arguments: [
      ("testInit_withEmptyName_isNil", "init, with empty name, is nil"),
      ("testSpecExample2_28_LogFile", "testSpecExample2_28_LogFile"),
      ("testParsesURLOfPage2", "testParsesURLOfPage2"), ("testHTTPSIsKept", "HTTPS is kept"),
      ("testURLs", "URLs"), ("test", "test"), ("testing", "testing"),
      ("test_that_it_is_found", "that it is found"), ("test_utf8_is_read", "utf8 is read"),
      ("test_a_dolphin__when_it_clicks__is_loud", "a dolphin, when it clicks, is loud"),
      ("test123", "test123"),
      ("testÄrger", "ärger"), ("test__", "test__"), ("testBase64Encoding", "testBase64Encoding"),
      ("test_a__b2", "a, b 2"),
      (
        "given an Empty (new) stack, when popped, then_it is nil",
        "given an Empty (new) stack, when popped, then_it is nil"
      ),
    ])
  func sentences(name: String, sentence: String) {
    #expect(TestWords.sentence(name: name, library: .xctest) == sentence)
  }

  @Test(
    "a test of Quick stands in the groups that its name tells",
    arguments: [
      ("given a stack, when popped, then it is nil", ["given a stack", "when popped"], "then it is nil"),
      ("test_a_dolphin__when_it_clicks__is_loud", ["a dolphin", "when it clicks"], "is loud"),
      ("testInit_withEmptyName_isNil", [], "init, with empty name, is nil"),
    ] as [(String, [String], String)])
  func quick(name: String, groups: [String], leaf: String) {
    let test = Sample.make(name, .passed)
    #expect(FailureCard.group(of: test) == ["StackTests", "StackTests"] + groups)
    #expect(TestWords.leaf(test) == leaf)
  }

  @Test("suites within suites are told one by one, raw names whole")
  func suites() {
    #expect(SuiteWords.parts("Outer/`in / side`/C") == ["Outer", "in / side", "C"])
    #expect(SuiteWords.parts("") == [])
  }

  @Test("a function of Swift Testing loses its parameters, a raw name stays as it is")
  func swiftTesting() {
    #expect(TestWords.sentence(name: "halvesEven(_:)", library: .swiftTesting) == "halves even")
    #expect(
      TestWords.sentence(name: "`it is, after all, Red`()", library: .swiftTesting) == "it is, after all, Red"
    )
    #expect(TestWords.sentence(name: "testsNothing()", library: .swiftTesting) == "tests nothing")
    #expect(TestWords.sentence(name: "testPopping()", library: .swiftTesting) == "popping")
    #expect(
      TestWords.sentence(name: "test_max_with1And2_shouldReturn2()", library: .swiftTesting)
        == "max, with 1 and 2, should return 2")
  }

  @Test("tests are nested by target, suite and group; those with failures stand first, chains are one")
  func nesting() {
    func test(_ target: String, _ suite: String, _ name: String, _ outcome: TestOutcome = .passed) -> TestCase
    {
      TestCase(
        id: TestID("\(target).\(suite)/\(name)"), library: .swiftTesting, target: target, suite: suite,
        name: name, outcome: outcome)
    }
    var named = test("B", "Outer", "c()", .failed)
    named.suiteNames = ["The outer suite"]
    let deep = (1...400).map { "S\($0)" }.joined(separator: "/")
    let trees = TestTree.targets(of: [
      test("A", "X", "a()"), test("A", "", "free()"), test("B", "Fine", "b()"), named,
      test("B", "One/Two/Three", "d()"), test("B", deep, "e()"),
    ])
    #expect(trees.map(\.names) == [["B"], ["A"]])
    #expect(trees.map(\.count) == [4, 2] && trees.map(\.failures) == [1, 0])
    #expect(
      trees[0].groups.prefix(3).map(\.names) == [["The outer suite"], ["Fine"], ["One", "Two", "Three"]])
    #expect(trees[0].groups[3].names.count == 5 && trees[0].groups[3].tests.count == 1)
    #expect(trees[1].tests.map(\.name) == ["free()"] && trees[1].groups.map(\.names) == [["X"]])
  }

  @Test(
    "only what differs is marked: whole words in a line, and of many lines those that differ",
    arguments: [
      ("[7, 119, 126]", "[7, 120, 126]", "[7, [119], 126]", "[7, [120], 126]"),
      ("Söhne & Co", "Sons & Co", "[Söhne] & Co", "[Sons] & Co"),
      ("same", "same", "same[]", "same[]"), ("", "a", "[]", "[a]"), ("a.b", "a.b.c", "a.b[]", "a.b[.c]"),
      ("a\nb\nc\nd", "a\nB\nc\nD", "a\n[b]\nc\n[d]", "a\n[B]\nc\n[D]"),
      ("a\nb\nc", "a\nc", "a\n[b]\nc", "a\nc"), ("a\nc", "a\nb\nc\n", "a\nc", "a\n[b]\nc\n[]"),
      ("one\ntwo", "one", "one\n[two]", "one"),
      (
        "<li>It converts strings into HTML</li><h2>Usage</h2>",
        "<li>It converts string into HTML</li><h2>Use</h2>",
        "<li>It converts [strings] into HTML</li><h2>[Usage]</h2>",
        "<li>It converts [string] into HTML</li><h2>[Use]</h2>"
      ), ("a, b and c", "x; y or z", "[a, b and c]", "[x; y or z]"),
      ("Hello, you", "Hello, You", "Hello, [you]", "Hello, [You]"), ("5", "6", "[5]", "[6]"),
      ("a long way home", "a way home, long", "a [long ]way home[]", "a []way home[, long]"),
    ])
  func differences(first: String, second: String, firstShown: String, secondShown: String) {
    let difference = ValueDifference(first, second)
    func text(_ parts: [ValueDifference.Part]) -> String {
      parts.map { $0.differs ? "[\($0.text)]" : $0.text }.joined()
    }
    #expect(difference.first.map(\.text).joined() == first)
    #expect(difference.second.map(\.text).joined() == second)
    #expect(text(difference.first) == firstShown)
    #expect(text(difference.second) == secondShown)
  }

  @Test("a test is run again by its own name alone")
  func command() {
    let test = Sample.make("testA", .failed)
    var input = SiteInput(report: Sample.report(), botName: "b", packagePath: "/srv/my package")
    let filter = "--filter '^StackTests\\.StackTests/testA$'"
    #expect(RunAgain([test], input).bothy == "bothy run '/srv/my package' \(filter)")
    input.runOptions = ["--package", "a b", "--commit", "01234567"]
    input.folders.state = "/s"
    #expect(
      RunAgain([test, test], input).bothy
        == "bothy run '/srv/my package' --package 'a b' --commit 01234567 \(filter) \(filter) --state /s")
    #expect(RunAgain([test], input).swift == "swift test \(filter)")
    #expect(RunAgain([test], input).condition.contains("in the folder of the package"))
    input.packageFolder = "/srv/my package/a b"
    #expect(
      RunAgain([test], input).swift == "swift test --package-path '/srv/my package/a b' \(filter)")
    #expect(RunAgain([test], input).condition.contains("as the folder stands now"))
  }

  @Test(
    "a test of Swift Testing is matched up to its place, one that shares its name by its file",
    arguments: [
      ("T.Outer/Inner/a()", "^T\\.Outer/Inner/a\\(\\)/"),
      ("T.over(_:)/S.swift", "^T\\.over\\(_:\\)/S\\.swift:"),
      ("T.over(_:)/S.swift#2", "^T\\.over\\(_:\\)/S\\.swift:"),
      ("T.`it's $(x) [y]`()", "^T\\.`it's \\$\\(x\\) \\[y\\]`\\(\\)/"),
    ] as [(TestID, String)])
  func pattern(id: TestID, pattern: String) {
    let test = TestCase(
      id: id, library: .swiftTesting, target: "T", suite: "", name: "", outcome: .failed)
    #expect(test.filterPattern == pattern)
  }
}

@Suite("The text of a mail")
struct MailTextTests {
  @Test("it is broken between words, and never inside a name that is to be copied")
  func broken() {
    let name = String(repeating: "n", count: 80)
    #expect(MailView.broken("- \(name) is new", to: 72) == ["- \(name)", "is new"])
    #expect(MailView.broken("a b c", to: 3) == ["a b", "c"])
    #expect(MailView.broken("", to: 72) == [""])
  }

  @Test("a name of many lines is broken at them, of which none is lost, and an address never is")
  func endless() {
    for (letter, most) in [("n", 72), ("ü", 72), ("漢", 38)] {
      let name = String(repeating: letter, count: 2000)
      let lines = MailView.broken("- \(name) is new", to: 72)
      #expect(lines.allSatisfy { $0.count <= most }, "\(letter)")
      #expect(lines.joined() == "- \(name)is new" || lines.joined() == "- \(name) is new")
    }
    let address = "https://ci.example.org/" + String(repeating: "p/", count: 200)
    #expect(MailView.broken("see \(address)", to: 72) == ["see", address])
  }

  @Test("a test that failed and then crashed is told by its crash")
  func crashed() throws {
    var report = Sample.report()
    var test = TestCase(
      id: "M.S/edge", library: .xctest, target: "M", suite: "S", name: "edge", outcome: .crashed)
    test.failures = [
      TestFailure(message: "2 is not 1", file: "Tests/STests.swift", line: 14, kind: .assertion)
    ]
    test.crash = TestCrash(
      signal: nil, message: "Index out of range", file: "Sources/S.swift", line: 26, frames: [])
    report.tests.cases.append(test)
    let issue = Issue(
      kind: .testFailure, message: "2 is not 1", target: "M", file: nil, line: nil, test: test.id, since: 1)
    report.issues = IssueLists(new: [issue])
    let view = MailView(report: report, name: "A bot", topic: .issues, why: "of this")
    let mail = try Sample.library().render("mail/integration.txt.mustache", .object(view.values()))
    let text = String(decoding: mail, as: UTF8.self)
    #expect(text.contains("Index out of range") && text.contains("Sources/S.swift:26"))
    #expect(!text.contains("2 is not 1"))
  }

  @Test("no line of a mail is wider than 72 columns, but of a single word")
  func columns() throws {
    var report = Sample.report()
    report.commit?.branch = BranchName(String(repeating: "branch/", count: 9))
    let view = MailView(report: report, name: "A bot of some name", topic: .issues, why: "of this and that")
    let bytes = try Sample.library().render("mail/integration.txt.mustache", .object(view.values()))
    let text = String(decoding: bytes, as: UTF8.self)
    let wide = text.split(separator: "\n").filter { $0.count > 72 && $0.dropFirst(4).contains(" ") }
    #expect(wide.isEmpty, "\(wide)")
    #expect(text.contains("branch/branch/"))
  }
}
