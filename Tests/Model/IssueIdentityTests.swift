import Kit
import Testing

@testable import Model

private typealias Issue = Model.Issue

@Suite struct IssueIdentityTests {
  @Test(
    "addresses, durations and absolute paths are taken out of a message, and nothing else",
    arguments: [
      ("<Foo: 0x7f8a10>", "<Foo: …>"),
      ("0x is no address, 0xZZ neither, a0xff too", "0x is no address, 0xZZ neither, a0xff too"),
      ("Exceeded timeout of 0.01 seconds, with", "Exceeded timeout of … seconds, with"),
      ("failed (0.003 seconds)", "failed (… seconds)"),
      ("took 12 ms, 12ms, 1.5e-05 s and 3µs", "took … ms, …ms, … s and …µs"),
      ("12 items, 3 sensors, 4 msgs, 5s", "12 items, 3 sensors, 4 msgs, …s"),
      ("(\"2.0\") is not equal to (\"3.0\")", "(\"2.0\") is not equal to (\"3.0\")"),
      ("version 1.2.3 s", "version 1.2.3 s"),
      ("x86_64 seconds", "x86_64 seconds"),
      ("no file /home/me/a b/c", "no file … b/c"),
      ("at /tmp/x/Foo.swift:12:5: bad", "at …: bad"),
      ("\"/tmp/A.swift\" and '/b/c'.", "\"…\" and '…'."),
      ("see /tmp/x.", "see …."),
      ("1/2 of a/b, 6 / 2, */x, ../y", "1/2 of a/b, 6 / 2, */x, ../y"),
      ("https://host/path and file:///tmp/x", "https://host/path and file:…"),
      ("Module/File.swift:3", "Module/File.swift:3"),
      ("/", "/"), ("//", "//"), ("", ""), ("0", "0"), ("5 ", "5 "), ("é/x 1 é", "é/x 1 é"),
      ("path:/usr/lib", "path:…"),
    ])
  func steady(message: String, expected: String) {
    #expect(SteadyText.of(message) == expected)
  }

  @Test("a source outside of the package is told apart by its name, whatever its folder and line")
  func outside() {
    func warning(_ place: String) -> IssueIdentity {
      .make(kind: .warning, target: nil, test: nil, file: nil, message: "will never be executed (\(place))")
    }
    let one = warning("/s/p/checkout/Core/A.swift:3")
    #expect(one == warning("/other/Core/A.swift:14") && one == warning("/A.swift"))
    #expect(one != warning("/s/p/checkout/Core/B.swift:3"))
    #expect(warning("/tmp/made-1a2b.o:3") == warning("/tmp/made-3c4d.o:3"), "nobody calls them so")
  }

  private func identity(
    _ kind: Issue.Kind = .testFailure, _ target: String? = "T", _ test: TestID? = "T.S/a",
    _ file: PackagePath? = "Tests/T/S.swift", _ message: String = "wrong"
  ) -> IssueIdentity {
    .make(kind: kind, target: target, test: test, file: file, message: message)
  }

  @Test("of a header one warning is told by clang with its option and by Swift without")
  func headers() {
    func warning(_ message: String, _ file: PackagePath = "Sources/C/include/c.h") -> IssueIdentity {
      identity(.warning, "C", nil, file, message)
    }
    #expect(warning("unused 'a' [-Wunused]") == warning("unused 'a'"))
    #expect(warning("unused [-W] 'a'") != warning("unused"))
    #expect(warning("unused 'a' [-Wunused]", "Sources/C/c.c") != warning("unused 'a'", "Sources/C/c.c"))
    func diagnostic(_ message: String) -> Diagnostic {
      Diagnostic(severity: .warning, message: message, file: "c.h", line: 3, column: 2)
    }
    let issue = Issue(
      kind: .warning, message: "unused 'a' [-Wunused]", target: "C", file: "Sources/C/include/c.h", line: 1,
      test: nil, since: 1)
    let silence = Silence(
      .issue(issue.identity.rawValue), until: .forever, reason: "so", origin: .command)
    #expect(silence.reaches(issue))
    let both = [diagnostic("unused 'a' [-Wunused]"), diagnostic("unused 'a'")]
    #expect(both.issueCount == 1 && both.placeCount == nil)
  }

  @Test("each part that may change it changes it")
  func parts() {
    let all = [
      identity(), identity(.warning), identity(.testFailure, nil), identity(.testFailure, ""),
      identity(.testFailure, "U"), identity(.testFailure, "T", nil), identity(.testFailure, "T", "T.S/b"),
      identity(.testFailure, "T", "T.S/a", nil), identity(.testFailure, "T", "T.S/a", "X.swift"),
      identity(.testFailure, "T", "T.S/a", "Tests/T/S.swift", "wronger"),
      identity(.testFailure, "TT", ".S/a"),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("what differs from run to run does not change it")
  func same() {
    let one = identity(.testFailure, "T", "T.S/a", nil, "timeout of 0.01 seconds in /a/b.swift:3 at 0x1f")
    let two = identity(.testFailure, "T", "T.S/a", nil, "timeout of 2.5 seconds in /c/d.swift:99 at 0xabc")
    #expect(one == two)
  }

  @Test("it is the same in every version, because old ones are remembered")
  func stable() {
    #expect(identity(.testFailure, "T", "T.S/b").rawValue == "41fa3bfe905fb3c7")
  }

  @Test("a message of a few megabytes is read in linear time")
  func long() {
    func read(_ count: Int) {
      _ = SteadyText.of(String(repeating: "/", count: count) + String(repeating: "1", count: count))
    }
    let growth = Work.growth(below: 40, from: { read(50_000) }, to: { read(500_000) })
    #expect(growth < 40, "ten times as much takes \(growth) times as long")
  }
}
