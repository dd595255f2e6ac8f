import Testing

@testable import Model

@Suite("The commits that came with the integrated one")
struct OtherCommitsTests {
  private func commit(_ id: CommitID, integratedAs number: IntegrationNumber? = nil) -> Commit {
    var commit = Commit(id: id, branch: "main", author: "", email: "", date: .distantPast, subject: "")
    commit.integratedAs = number
    return commit
  }

  private func words(_ commits: [Commit]) -> String {
    var report = Report(
      bot: "b", integration: 9, result: .succeeded, reason: "", commit: commit("own"), toolchain: "",
      configuration: .debug, queued: .distantPast, started: .distantPast)
    report.commits = commits
    return report.othersWords
  }

  @Test("are told without it, though it was integrated before under another name")
  func others() {
    let own = commit("own", integratedAs: 3)
    #expect(words([own, commit("a", integratedAs: 2)]) == ", the other one integrated before")
    let three = [own, commit("a", integratedAs: 2), commit("b", integratedAs: 1)]
    #expect(words(three) == ", the others integrated before")
    #expect(words(three + [commit("c")]) == ", 2 of the others integrated before")
    #expect(words([own, commit("c")]).isEmpty && words([own]).isEmpty && words([]).isEmpty)
  }
}
