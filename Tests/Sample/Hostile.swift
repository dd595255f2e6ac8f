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
        line: 2, kind: .assertion),
    ]
    test.crash = TestCrash(
      signal: nil, message: word, file: path, line: 1,
      frames: [StackFrame(function: word, file: path.rawValue, line: 1, column: nil)])
    report.tests.cases.append(test)
    report.commits = [commit("3", word)]
    report.commit?.subject = word
    report.commit?.branch = BranchName(word)
    report.commit?.author = word
    report.commits[0].author = word
    report.commits[0].email = word
    report.toolchain = word
    report.reason = word
    report.notes = [word]
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
    return input
  }
}
