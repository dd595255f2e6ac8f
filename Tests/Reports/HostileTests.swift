import Foundation
import Model
import Testing

@testable import Reports

/// Names and texts that try to become something else.
@Suite struct HostileTests {
  static let words = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "]]>",
    "</pre></td>",
    "\u{202E}gnp.exe", "\u{1B}[31mred\u{1B}]0;title\u{7}", "{{title}}{{{source}}}", "&lt;b&gt;&#60;",
    "a\u{0}b\r\nc",
    "--><!--", "javascript:alert(1)", "🎈 大きさ é", "../../../etc/passwd", "%2e%2e/#?&",
    String(repeating: "long", count: 2500),
  ]

  @Test("a hostile word anywhere stays a word", arguments: words)
  func staysAWord(word: String) throws {
    let site = try Sample.pages(Self.input(word))
    let plain = SiteReader(
      try Sample.pages(Self.input("plain")),
      besides: ["report.json", "log.txt", "attachments/seen <b>.txt", "attachments/plain"])
    let read = SiteReader(
      site, besides: ["report.json", "log.txt", "attachments/seen <b>.txt", "attachments/\(word)"])
    #expect(read.brokenLinks.isEmpty)
    for name in ["index.html", "tests.html", "coverage.html", "issues.html", "commits.html", "log.html"] {
      let page = try #require(site[name])
      #expect(Self.kinds(read.pages[name]).subtracting(Self.kinds(plain.pages[name])).isEmpty, "\(name)")
      for scalar in ["\u{202E}", "\u{1B}", "\u{0}", "\u{7}", "\r"] as [Unicode.Scalar] {
        #expect(!page.unicodeScalars.contains(scalar), "\(name) has U+\(String(scalar.value, radix: 16))")
      }
    }
    for (path, page) in read.pages {
      #expect(!page.tags.contains { $0.name == "img" || $0.attributes["onerror"] != nil }, "\(path)")
      #expect(page.tags.count { $0.name == "script" } == 1, "\(path)")
    }
  }

  @Test("no page lies outside of the integration's folder", arguments: words)
  func staysInside(word: String) throws {
    for path in try Sample.pages(Self.input(word)).keys {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      #expect(!parts.contains { $0.isEmpty || $0 == ".." || $0 == "." || $0.utf8.count > 255 }, "\(path)")
      #expect(!path.utf8.contains(0))
    }
  }

  /// Which elements with which attributes there are.
  private static func kinds(_ page: PageReader?) -> Set<String> {
    let colors: Set = ["b", "i", "q", "u", "var", "samp", "mark", "span"]
    let tags = (page?.tags ?? []).filter { !colors.contains($0.name) || !$0.attributes.isEmpty }
    return Set(tags.map { "\($0.name) \($0.attributes.keys.sorted())" })
  }

  private static func input(_ word: String) -> SiteInput {
    var report = Sample.report()
    let path = PackagePath("Sources/\(word).swift")
    report.tests.cases.append(test(word, path))
    report.changes?.files.append(ChangedFile(path: path, lines: [[1, 2]]))
    report.changes?.note = word
    report.commits = [Sample.commit("3", word)]
    report.commit?.subject = word
    report.commit?.branch = BranchName(word)
    report.commit?.author = word
    report.commits[0].author = word
    report.commits[0].email = word
    report.toolchain = word
    report.reason = word
    report.notes = [word]
    var coverage = report.coverage
    coverage = coverage.map {
      var file = $0.targets[0].files[0]
      file.path = path
      file.missedLines = [[1, 1]]
      file.partialLines = [2]
      return CoverageReport(
        targets: $0.targets + [TargetCoverage(name: word, files: [file])], notMeasured: $0.notMeasured,
        excluded: $0.excluded)
    }
    report.coverage = coverage
    report.coverage?.notMeasured.append(NotMeasured(path: path, why: word))
    report.issues.new.append(
      Issue(
        kind: .warning, message: word, target: word, file: path, line: 1, test: nil, since: 42,
        identity: IssueIdentity(word)))
    var input = Sample.input(
      report, sources: [path.rawValue: "let a = \"\(word)\" // \(word)\n/* \(word) */\n\(word)\n"],
      log: "==> build\n\(word)\nx: error: \(word)\n")
    input.botName = word
    input.packagePath = word
    let function = FunctionCoverage(name: word, line: 1, column: 1, count: 0)
    let plain = input.detail
    input.detail = { $0 == path ? SourceDetail(lines: [], functions: [function]) : plain($0) }
    input.bytes["attachments/\(word)"] = 1
    return input
  }

  private static func test(_ word: String, _ path: PackagePath) -> TestCase {
    var test = Sample.make("testPop_fromEmptyStack_isNil", .failed)
    test.name = word
    test.displayName = word
    test.suite = word
    test.target = word
    test.output = word
    test.tags = [word]
    test.skipReason = word
    test.arguments = [TestArgument(name: word, outcome: .failed)]
    test.id = TestID("T.\(word)/\(word)")
    test.failures = [
      TestFailure(message: word, file: path, line: 1, kind: .assertion),
      TestFailure(
        message: "XCTAssertEqual failed: (\"\(word)\") is not equal to (\"x\(word)\") - \(word)", file: path,
        line: 2, kind: .assertion),
    ]
    test.attachments = ["attachments/\(word)"]
    test.crash = TestCrash(
      signal: nil, message: word, file: path, line: 1,
      frames: [StackFrame(function: word, file: path.rawValue, line: 1, column: nil)])
    return test
  }
}
