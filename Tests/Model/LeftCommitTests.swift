import Testing

@testable import Model

@Suite struct LeftCommitTests {
  @Test("what was never integrated is told with its reason, a sentence for each")
  func notes() {
    let why = "The history of main was rewritten before it was integrated"
    func left(_ names: String, _ reason: String) -> [LeftCommit] {
      names.map { LeftCommit(commit: CommitID(String(repeating: $0, count: 40)), reason: reason) }
    }
    #expect(LeftCommit.notes([]).isEmpty)
    #expect(LeftCommit.notes(left("a", why)) == ["Not integrated: aaaaaaaa. \(why)."])
    #expect(
      LeftCommit.notes(left("abcdef0", why) + left("9", "main is not watched any more")) == [
        "Not integrated: aaaaaaaa, bbbbbbbb, cccccccc, dddddddd, eeeeeeee and 2 more. \(why).",
        "Not integrated: 99999999. main is not watched any more.",
      ])
  }
}
