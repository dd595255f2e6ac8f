import Foundation
import Model
import StateKit
import Testing

@testable import Daemon
@testable import Watcher

@Suite("Looking into repositories")
struct WatchRefsTests {
  private let scratch: StateScratch
  private let tree: String

  init() throws {
    scratch = try StateScratch()
    tree = scratch.path + "/repository"
    try FileManager.default.createDirectory(atPath: tree, withIntermediateDirectories: true)
    try git("init", "-q", "-b", "main")
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    process.arguments = ["-C", tree, "-c", "user.name=A", "-c", "user.email=a@b.c"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(arguments)")
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func commit(_ path: String = "a") throws -> CommitID {
    let file = URL(fileURLWithPath: tree + "/" + path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(UUID().uuidString.utf8).write(to: file)
    try git("add", "-A")
    try git("commit", "-q", "-m", "change")
    return CommitID(try git("rev-parse", "HEAD"))
  }

  private func look(
    _ patterns: [String] = [], known: [BranchName: CommitID] = [:], cause: LookCause = .watching,
    at path: String? = nil, wantsPaths: Bool = false
  ) async -> Sighting.Outcome {
    await WatchRefs().look(
      LookQuestion(
        bot: "a", cause: cause, repository: path ?? tree, patterns: patterns, known: known,
        wantsPaths: wantsPaths, mostCommits: 100))
  }

  private func seen(_ outcome: Sighting.Outcome) throws -> Sighting.Seen {
    guard case .seen(let seen) = outcome else {
      Issue.record("\(outcome)")
      throw CancellationError()
    }
    return seen
  }

  private func trouble(_ outcome: Sighting.Outcome) -> String {
    if case .trouble(let sentence) = outcome { sentence } else { "" }
  }

  @Test("a branch is new, the same, forward, rewritten, packed or not")
  func relations() async throws {
    let first = try commit()
    var seen = try seen(await look())
    #expect(seen.branches.map(\.relation) == [.new] && seen.branches.first?.commits.map(\.id) == [first])
    #expect(try self.seen(await look(known: ["main": first])).branches.map(\.relation) == [.same])
    let second = try commit()
    try git("pack-refs", "--all", "--prune")
    seen = try self.seen(await look(known: ["main": first], wantsPaths: true))
    #expect(seen.branches.map(\.relation) == [.forward])
    #expect(seen.branches.first?.commits == [SightedCommit(id: second, paths: ["a"])])
    try git("reset", "-q", "--hard", first.rawValue)
    let third = try commit()
    seen = try self.seen(await look(known: ["main": second]))
    #expect(seen.branches.map(\.relation) == [.rewritten(mergeBase: first)])
    #expect(seen.branches.first?.commits.map(\.id) == [third] && seen.branches.first?.abandoned == [second])
  }

  @Test("branches are chosen by name and pattern; what matches no more is told from what is gone")
  func patterns() async throws {
    let tip = try commit()
    for name in ["release/1", "release/2", "topic"] { try git("branch", name) }
    let seen = try seen(
      await look(["main", "release/*", "!release/2"], known: ["topic": tip, "gone": tip]))
    #expect(seen.branches.map(\.name) == ["main", "release/1"])
    #expect(seen.unwatched == ["topic"])
  }

  @Test("tags and remote branches that move are not seen")
  func tags() async throws {
    let tip = try commit()
    try git("tag", "main", "-m", "a tag named like the branch")
    try git("update-ref", "refs/remotes/origin/other", tip.rawValue)
    #expect(try seen(await look(["**"])).branches.map(\.name) == ["main"])
  }

  @Test("a bare repository, a linked worktree and a symbolic branch are read")
  func places() async throws {
    let tip = try commit()
    try git("worktree", "add", "-q", scratch.path + "/linked", "-b", "linked")
    #expect(try seen(await look(at: scratch.path + "/linked")).branches.map(\.name) == ["linked"])
    try git("clone", "-q", "--bare", tree, scratch.path + "/bare.git")
    #expect(try seen(await look(at: scratch.path + "/bare.git")).branches.map(\.tip) == [tip])
    try git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    #expect(try seen(await look(["alias"])).branches.map(\.tip) == [tip])
    #expect(try seen(await look(at: tree + "/.git")).branches.map(\.tip) == [tip])
  }

  @Test("a repository that is gone is not mistaken for the one around it")
  func gone() async throws {
    _ = try commit("inner/file")
    #expect(trouble(await look(at: tree + "/inner")).contains("the nearest one is"))
    #expect(trouble(await look(at: scratch.path + "/nowhere")).contains("no such file or folder"))
    try FileManager.default.removeItem(atPath: tree + "/.git")
    #expect(!trouble(await look()).isEmpty)
  }

  @Test("a detached HEAD names no branch, which is told")
  func detached() async throws {
    _ = try commit()
    try git("checkout", "-q", "--detach")
    #expect(trouble(await look()).contains("it names a commit and no branch"))
    #expect(try seen(await look(["main"])).branches.map(\.name) == ["main"])
  }

  @Test("a repository without commits has no branches, and no trouble")
  func empty() async throws {
    #expect(try seen(await look()).branches.isEmpty)
  }

  @Test("a revision given by hand is found, with its branch when it names one")
  func manual() async throws {
    let first = try commit()
    let second = try commit()
    func resolved(_ revision: String) async throws -> SightedRevision? {
      try seen(await look(cause: .manual(revision: revision, reason: "by hand"))).resolved
    }
    #expect(try await resolved("main") == SightedRevision(commit: second, branch: "main"))
    #expect(try await resolved("HEAD~1") == SightedRevision(commit: first, branch: nil))
    try git("tag", "main", first.rawValue)
    #expect(try await resolved("main") == SightedRevision(commit: second, branch: "main"))
    #expect(try await resolved(first.short) == SightedRevision(commit: first, branch: nil))
    let wrong = trouble(await look(cause: .manual(revision: "nothing", reason: "by hand")))
    #expect(wrong.contains("there is no such branch, tag or commit"))
  }
}
