import Model
import Testing

@Suite("What did not run")
struct DidNotRunTests {
  private func row(_ name: String, _ kind: DidNotRun.Kind = .condition, line: Int = 1) -> DidNotRun {
    DidNotRun(kind, name, target: "T", suite: "S", file: "Tests/S.swift", line: line, why: "it is private")
  }

  @Test("what an earlier integration told goes on from the first that did, wherever its line is by now")
  func since() {
    let first = [row("a"), row("b")]
    let second = [row("a", line: 7), row("b"), row("c")].known(from: first, of: 4)
    #expect(second.map(\.since) == [4, 4, nil])
    let third = [row("a", line: 8), row("b", .skipped), row("c")].known(from: second, of: 5)
    #expect(third.map(\.since) == [4, nil, 5])
  }

  @Test("only what somebody may have meant is no news once it is known")
  func news() {
    for kind in DidNotRun.Kind.allCases {
      let known = [row("a", kind)].known(from: [row("a", kind)], of: 4)
      let stays: Set<DidNotRun.Kind> = [.noEntry, .target, .suite, .test, .idle, .filtered]
      #expect(known[0].isNews == stays.contains(kind) && row("a", kind).isNews, "\(kind)")
    }
  }
}
