import Git
import Kit
import Model
import Testing

@testable import Daemon

@Suite("Which commit is an older one") struct OlderCommitTests {
  @Test("the next ones of a branch are not, however many wait behind them; what lies behind the newest is")
  func older() throws {
    let scratch = try ScratchFolder("older")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let commits = try (0..<5).map { CommitID(try tree.write("a", "\($0)").commit()) }
    let repository = try Repository(at: Repository.find(from: tree.path))
    func isOlder(_ commit: CommitID, newest: CommitID?, on branch: BranchName? = "main") throws -> Bool {
      try OlderCommit.isOlder(commit, on: branch, newest: newest, in: repository)
    }
    for next in commits[2...] { #expect(try !isOlder(next, newest: commits[1])) }
    #expect(try isOlder(commits[0], newest: commits[1]))
    #expect(try !isOlder(commits[4], newest: commits[4]))
    // Once more what is the newest, while a newer one waits.
    #expect(try !isOlder(commits[3], newest: commits[3]))
    #expect(try isOlder(commits[3], newest: commits[4]))
    #expect(try !isOlder(commits[0], newest: nil))
    #expect(try isOlder(commits[3], newest: commits[2], on: nil))
    #expect(try isOlder(commits[3], newest: commits[2], on: "gone"))
    // Where another branch ends does not say where this one is.
    try tree.git("branch", "other", commits[0].rawValue)
    #expect(try isOlder(commits[0], newest: commits[4]))
    #expect(try !isOlder(commits[0], newest: nil, on: "other"))
  }

  @Test("what waited was passed by what its branch has behind it, and by nothing that the branch lost")
  func passed() throws {
    let scratch = try ScratchFolder("passed")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let commits = try (0..<4).map { CommitID(try tree.write("a", "\($0)").commit()) }
    let repository = try Repository(at: Repository.find(from: tree.path))
    func isPassed(_ commit: CommitID, by newest: CommitID) throws -> Bool {
      try OlderCommit.isPassed(commit, by: newest, on: "main", in: repository)
    }
    #expect(try isPassed(commits[1], by: commits[2]) && isPassed(commits[1], by: commits[3]))
    #expect(try !isPassed(commits[2], by: commits[1]) && !isPassed(commits[3], by: commits[3]))
    try tree.git("reset", "-q", "--hard", commits[2].rawValue)
    #expect(try isPassed(commits[1], by: commits[2]) && !isPassed(commits[1], by: commits[3]))
  }

  @Test("after a branch was rewritten its new commits are not, and what was thrown away is")
  func rewritten() throws {
    let scratch = try ScratchFolder("older")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let base = try tree.write("a", "0").commit()
    let gone = [try tree.write("a", "1").commit(), try tree.write("a", "2").commit()].map { CommitID($0) }
    try tree.git("reset", "-q", "--hard", base)
    let next = CommitID(try tree.write("a", "3").commit())
    try tree.write("a", "4").commit()
    let repository = try Repository(at: Repository.find(from: tree.path))
    #expect(try !OlderCommit.isOlder(next, on: "main", newest: gone[1], in: repository))
    #expect(try OlderCommit.isOlder(gone[0], on: "main", newest: gone[1], in: repository))
    #expect(try OlderCommit.isOlder(CommitID(base), on: "main", newest: gone[1], in: repository))
  }

  @Test("its branch has it no more where that was put back or deleted")
  func off() throws {
    let scratch = try ScratchFolder("older")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let base = CommitID(try tree.write("a", "0").commit())
    let gone = CommitID(try tree.write("a", "1").commit())
    try tree.git("reset", "-q", "--hard", base.rawValue)
    try tree.write("a", "2").commit()
    let repository = try Repository(at: Repository.find(from: tree.path))
    func isOff(_ commit: CommitID, _ branch: BranchName?) throws -> Bool? {
      try OlderCommit.isOff(commit, branch, in: repository)
    }
    #expect(try isOff(base, "main") == nil)
    #expect(try isOff(gone, "main") == true)
    #expect(try isOff(base, "deleted") == true)
    #expect(try isOff(gone, nil) == nil)
  }
}
