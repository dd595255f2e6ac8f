import Coverage
import Formats
import Model
import Reports

/// Names and texts that try to become something else.
extension Sample {
  static let hostileWords = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "]]>",
    "</pre></td>",
    "\u{202E}gnp.exe", "\u{1B}[31mred\u{1B}]0;title\u{7}", "{{title}}{{{source}}}", "&lt;b&gt;&#60;",
    "a\u{0}b\r\nc",
    "--><!--", "javascript:alert(1)", "🎈 大きさ é", "../../../etc/passwd", "%2e%2e/#?&",
    String(repeating: "long", count: 2500),
  ]

  static func hostile(_ word: String) -> SiteInput {
    var report = Sample.report()
    let path = PackagePath("Sources/\(word).swift")
    report.tests.cases.append(hostileTest(word, path))
    report.changes?.files.append(ChangedFile(path: path, lines: [[1, 2]]))
    report.changes?.note = word
    report.commits = [commit("3", word)]
    report.commit?.subject = word
    report.commit?.branch = BranchName(word)
    report.commit?.author = word
    report.commits[0].author = word
    report.commits[0].email = word
    report.toolchain = word
    report.machine = HostMachine(host: word, system: word, kernel: word, cores: 2, memoryBytes: 1 << 30)
    report.tests.cases[0].suiteNames = [word]
    report.artifacts += [("one", "expected"), ("two", "actual")].map { file, role in
      Artifact(name: "\(role)/\(word)", path: "attachments/\(file).txt", bytes: 2, sha256: "00ff")
    }
    report.reason = word
    report.notes = [word]
    report.coverage = report.coverage.map { hostile($0, word, path) }
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
    input.detail = {
      $0 == path ? CoverageDetail.File(path: path, target: "", lines: [], functions: [function]) : plain($0)
    }
    input.bytes["attachments/\(word)"] = 1
    (input.bytes["attachments/one.txt"], input.bytes["attachments/two.txt"]) = (2, 2)
    input.attached = { Array("\(word)\n\($0) \(word)\n".utf8) }
    let test = TestID("T.\(word)/\(word)")
    input.earlier.outcomes[test] = [EarlierOutcome(integration: 41, outcome: .crashed)]
    input.earlier.coverage.append(FileLines(target: word, path: path, lines: LineCounts()))
    return input
  }

  private static func hostileTest(_ word: String, _ path: PackagePath) -> TestCase {
    var test = make("testPop_fromEmptyStack_isNil", .failed)
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
        line: 2, kind: .assertion
      ).withValues,
    ]
    test.attachments = ["attachments/\(word)", "attachments/one.txt", "attachments/two.txt"]
    test.crash = TestCrash(
      signal: nil, message: word, file: path, line: 1,
      frames: [StackFrame(function: word, file: path.rawValue, line: 1, column: nil)])
    return test
  }

  private static func hostile(_ coverage: CoverageReport, _ word: String, _ path: PackagePath)
    -> CoverageReport
  {
    var file = coverage.targets[0].files[0]
    file.path = path
    file.missedLines = [[1, 1]]
    file.partialLines = [2]
    return CoverageReport(
      targets: coverage.targets + [TargetCoverage(name: word, files: [file])],
      notMeasured: coverage.notMeasured + [NotMeasured(path: path, why: word)], excluded: coverage.excluded)
  }
}

extension HistorySample {
  static func hostile(
    _ word: String, assets: [SiteInput.Asset] = Sample.input().assets
  ) throws -> [String: String] {
    var input = input()
    input.bot.name = word
    input.bot.path = word
    for index in input.past.indices {
      input.past[index].branch = BranchName(word)
      input.past[index].subject = word
      input.past[index].sentence = word
      input.past[index].toolchain = index.isMultiple(of: 2) ? word : word + "2"
    }
    input.activity.running[0].branch = BranchName(word)
    input.activity.waiting = [place(BranchName(word), waitsFor: word)]
    input.activity.problems = [word]
    var detail = detail()
    detail.slowest?.tests = [
      TimedTest(id: TestID("T.\(word)/\(word)"), library: .xctest, target: word, seconds: 1)
    ]
    detail.failing[0].id = TestID("T.\(word)/\(word)")
    detail.settings?.repository = word
    detail.settings?.tests.filters = [word]
    detail.settings?.toolchain = word
    return try pages(input, detail, assets: assets)
  }
}
