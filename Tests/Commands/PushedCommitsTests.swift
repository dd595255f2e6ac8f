import Testing

@testable import Commands

@Suite("What is pushed")
struct PushedCommitsTests {
  private let one = String(repeating: "1", count: 40)
  private let two = String(repeating: "2", count: 40)
  private let none = String(repeating: "0", count: 40)

  @Test("branches bring each commit once; deleting and tags bring none")
  func commits() {
    let told = """
      refs/heads/main \(one) refs/heads/main \(none)
      refs/heads/other \(one) refs/heads/other \(two)
      HEAD~1 \(two) refs/heads/topic \(none)
      (delete) \(none) refs/heads/old \(one)
      refs/tags/v1 \(one) refs/tags/v1 \(none)
      nonsense

      """
    #expect(
      PushedCommits(told).commits == [
        .init(commit: .init(one), branch: "main"), .init(commit: .init(two), branch: "topic"),
      ])
    #expect(PushedCommits(told).tags == ["v1"])
    let tags = PushedCommits(
      "refs/tags/v1 \(one) refs/tags/v1 \(none)\nHEAD \(one) refs/tags/a/b \(none)\n"
        + "(delete) \(none) refs/tags/old \(one)\n")
    #expect(tags.commits.isEmpty && tags.tags == ["v1", "a/b"])
    #expect(PushedCommits("").commits.isEmpty)
    let typed = PushedCommits("main^{/mend it} \(one) refs/heads/main \(two)\n")
    #expect(typed.commits == [.init(commit: .init(one), branch: "main")], "as git reads what was typed")
  }
}
