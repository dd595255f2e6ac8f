import Model
import Testing

@testable import Reports
@testable import SamplePages

/// What is compared with a commit that came later.
@Suite("The pages of an older commit that is integrated again") struct OlderCommitTests {
  private func pages(_ change: (inout Report) -> Void = { _ in }) throws -> [String: String] {
    var input = Sample.input()
    input.report.limited = Limitation()
    input.report.limited?.isOlderCommit = true
    input.report.commits = []
    for index in input.report.issues.unresolved.indices { input.report.issues.unresolved[index].seen = false }
    change(&input.report)
    return try Sample.pages(input)
  }

  @Test("nothing of it is told since what came later: it is told against that")
  func later() throws {
    let pages = try pages()
    let page = try #require(pages["index.html"])
    #expect(
      page.contains("<li>Against the later <a href=\"../41/index.html\">#41</a> at <code>33333333</code>:"))
    #expect(!page.contains("<li>Since "))
    #expect(pages["coverage.html"]?.contains("against the later #41 (33333333).") == true)
    #expect(pages["changes.html"]?.contains("3 files changed against the later #41 (33333333):") == true)
    let issues = try #require(pages["issues.html"])
    #expect(issues.contains("Open in #41, and not seen at this older commit"))
    let warning = Model.Issue(
      kind: .warning, message: "a later warning", target: nil, file: nil, line: nil, test: nil, since: 41,
      identity: IssueIdentity("w"), seen: false)
    for commits in [[], Sample.input().report.commits] {
      let overview = try self.pages {
        $0.issues.unresolved.append(warning)
        $0.commits = commits
      }["index.html"]
      #expect(overview?.contains("a later warning") == !commits.isEmpty)
    }
    #expect(!issues.contains("ot seen this time") && !issues.contains("ilenced"))
    let silenced = try #require(
      try self.pages { report in
        report.issues.silenced = report.issues.unresolved + report.issues.new
        report.issues.unresolved = []
      }["issues.html"])
    #expect(silenced.contains("1 silenced, 2 silenced and open in #41, and not seen at this older commit."))
    #expect(silenced.contains("Silenced, open in #41, and not seen at this older commit"))
  }

  @Test("that the later one was of a working tree is said in a sentence")
  func laterTree() throws {
    let page = try #require(try pages { $0.changes?.since?.hadChanges = true }["index.html"])
    let lead =
      "<li>Against the later commit of <a href=\"../41/index.html\">#41</a> at <code>33333333</code>:"
    #expect(page.contains(lead) && !page.contains("the later the"))
    let commits = Sample.input().report.commits
    let since = try pages {
      $0.changes?.since?.hadChanges = true
      $0.commits = commits
    }["index.html"]
    #expect(since?.contains("<li>Since the commit of <a") == true)
  }

  @Test("where commits came since what it is compared with, that is no later one")
  func earlier() throws {
    let commits = Sample.input().report.commits
    for page in try pages({ $0.commits = commits }).values {
      #expect(!page.contains("the later") && !page.contains("not seen at this older"))
    }
  }
}
