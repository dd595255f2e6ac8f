import Foundation
import Kit
import Model
import StateKit
import Synchronization
import Testing

@testable import Daemon
@testable import Watcher

@Suite("Looking into repositories")
struct WatchRefsTests {
  private let scratch: StateScratch
  private let tree: Worktree

  init() throws {
    scratch = try StateScratch()
    tree = try .make(at: scratch.path + "/repository")
  }

  private func commit(_ path: String = "a") throws -> CommitID {
    CommitID(try tree.write(path, UUID().uuidString).commit())
  }

  private func look(
    _ patterns: [String] = [], known: [BranchName: CommitID] = [:], cause: LookCause = .watching,
    at path: String? = nil, wantsPaths: Bool = false
  ) async -> Sighting.Outcome {
    await WatchRefs().look(
      LookQuestion(
        bot: "a", cause: cause, repository: path ?? tree.path, patterns: patterns, known: known,
        wantsPaths: wantsPaths, mostCommits: 100))
  }

  private func seen(_ outcome: Sighting.Outcome) throws -> Sighting.Seen {
    guard case .seen(let seen) = outcome else {
      Issue.record("\(outcome)")
      throw CancellationError()
    }
    return seen
  }

  private static func trouble(_ outcome: Sighting.Outcome) -> String {
    if case .trouble(let sentence) = outcome { sentence } else { "" }
  }

  @Test("what was dropped is found where it lies in the history, newest first, beside what is new")
  func dropped() async throws {
    let first = try commit()
    let second = try commit()
    _ = try tree.git("checkout", "-q", "-b", "side", first.rawValue)
    let side = try commit("side")
    _ = try tree.git("checkout", "-q", "-b", "elsewhere", first.rawValue)
    let elsewhere = try commit("elsewhere")
    _ = try tree.git("checkout", "-q", "main")
    _ = try tree.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    let merge = CommitID(try tree.head())
    let newest = try commit()
    var question = LookQuestion(
      bot: "a", cause: .watching, repository: tree.path, patterns: ["main"], known: ["main": merge],
      wantsPaths: false, mostCommits: 100)
    question.dropped = [
      "main": [first, second, side, merge, elsewhere, CommitID(String(repeating: "d", count: 40))]
    ]
    let branch = try #require(try seen(await WatchRefs().look(question)).branches.first)
    #expect(branch.commits.map(\.id) == [newest])
    #expect(Set(branch.dropped.map(\.id)) == [first, second, side, merge])
    #expect(branch.dropped.first?.id == merge && branch.dropped.last?.id == first)
    #expect(branch.dropped.filter(\.isMerged).map(\.id) == [side])
  }

  @Test("a repository that never answers holds a few threads and no more")
  func dead() async {
    let gate = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    let refs = WatchRefs(patienceSeconds: 0.3) { _ in
      begun.withLock { $0 += 1 }
      gate.wait()
      return .trouble("late")
    }
    @Sendable func ask() async -> String {
      Self.trouble(
        await refs.look(
          LookQuestion(
            bot: "a", cause: .manual(revision: nil, reason: ""), repository: "/dead", patterns: [],
            known: [:], wantsPaths: false, mostCommits: 1)))
    }
    let answers = await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { await ask() } }
      var first: [String] = []
      for await answer in group {
        first.append(answer)
        if first.count == 20 - WatchRefs.mostOpen {
          #expect(begun.withLock { $0 } <= WatchRefs.mostOpen)
          for _ in 0..<WatchRefs.mostOpen { gate.signal() }
        }
      }
      return first
    }
    let refused = "/dead has not answered 4 looks before this one"
    #expect(answers.count { $0 == refused } == 16 && answers.count { $0 == "late" } == 4)
    // It answers again.
    gate.signal()
    #expect(await ask() == "late")
  }

  @Test("many bots of one repository look one after the other, and none is told that it does not answer")
  func manyBots() async {
    let most = Mutex((now: 0, ever: 0))
    let refs = WatchRefs { _ in
      most.withLock { ($0.now, $0.ever) = ($0.now + 1, max($0.ever, $0.now + 1)) }
      usleep(5_000)
      most.withLock { $0.now -= 1 }
      return .trouble("seen")
    }
    let answers = await withTaskGroup(of: String.self) { group in
      for number in 0..<30 {
        group.addTask {
          Self.trouble(
            await refs.look(
              LookQuestion(
                bot: BotID("b\(number)"), cause: .watching, repository: "/r", patterns: [], known: [:],
                wantsPaths: false, mostCommits: 1)))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: "seen", count: 30))
    #expect(most.withLock { $0.ever } <= WatchRefs.mostOpen)
  }

  @Test("a branch is new, the same, forward, rewritten, packed or not")
  func relations() async throws {
    let first = try commit()
    var seen = try seen(await look())
    #expect(seen.branches.map(\.relation) == [.new] && seen.branches.first?.commits.map(\.id) == [first])
    #expect(try self.seen(await look(known: ["main": first])).branches.map(\.relation) == [.same])
    let second = try commit()
    try tree.git("pack-refs", "--all", "--prune")
    seen = try self.seen(await look(known: ["main": first], wantsPaths: true))
    #expect(seen.branches.map(\.relation) == [.forward])
    #expect(seen.branches.first?.commits == [SightedCommit(id: second, paths: ["a"])])
    try tree.git("reset", "-q", "--hard", first.rawValue)
    let third = try commit()
    seen = try self.seen(await look(known: ["main": second]))
    #expect(seen.branches.map(\.relation) == [.rewritten(mergeBase: first)])
    #expect(seen.branches.first?.commits.map(\.id) == [third] && seen.branches.first?.abandoned == [second])
  }

  @Test("a branch that is made while the others are known brings what is its own")
  func ownCommits() async throws {
    let main = try commit()
    try tree.git("checkout", "-q", "-b", "topic")
    let (one, two) = (try commit(), try commit())
    var question = LookQuestion(
      bot: "a", cause: .watching, repository: tree.path, patterns: ["*"], known: ["main": main],
      wantsPaths: true, mostCommits: 10)
    func topic() throws -> [SightedCommit] {
      let seen = try RepositoryLook(question).perform()
      return try #require(seen.branches.first { $0.name == "topic" }).commits
    }
    #expect(try topic() == [SightedCommit(id: two)])
    (question.listsNew, question.base) = (true, "main")
    #expect(try topic().map(\.id) == [two, one])
    // Rebased, it has what main brought; main itself has all as its own.
    try tree.git("checkout", "-q", "main")
    let three = try commit("b")
    try tree.git("checkout", "-q", "topic")
    try tree.git("rebase", "-q", "main")
    question.known = ["main": main, "topic": two]
    #expect(try topic().filter(\.isElsewhere).map(\.id) == [three] && topic().count == 3)
    let seen = try RepositoryLook(question).perform().branches.first { $0.name == "main" }
    #expect(seen?.commits.contains(where: \.isElsewhere) == false)
    question.known = ["main": main]
    // main moves on to the branch in the same moment: nothing is its own.
    try tree.git("branch", "-f", "main", "topic")
    #expect(try topic() == [SightedCommit(id: CommitID(try tree.head()))])
  }

  @Test("the base branch is looked at first, as others are compared with it")
  func baseFirst() async throws {
    _ = try commit()
    for name in ["alpha", "two"] { try tree.git("branch", name) }
    var question = LookQuestion(
      bot: "a", cause: .watching, repository: tree.path, patterns: ["*"], known: [:], wantsPaths: false,
      mostCommits: 10)
    #expect(try RepositoryLook(question).perform().branches.map(\.name) == ["main", "alpha", "two"])
    question.base = "two"
    #expect(try RepositoryLook(question).perform().branches.map(\.name) == ["two", "alpha", "main"])
  }

  @Test("a branch whose commit cannot be read is not gone; where it is all that is watched, that is told")
  func damaged() async throws {
    let first = try commit()
    try tree.git("checkout", "-q", "-b", "topic")
    let second = try commit()
    let object = tree.path + "/.git/objects/\(second.rawValue.prefix(2))/\(second.rawValue.dropFirst(2))"
    try FileManager.default.removeItem(atPath: object)
    var question = LookQuestion(
      bot: "a", cause: .watching, repository: tree.path, patterns: ["*"],
      known: ["main": first, "topic": second], wantsPaths: false, mostCommits: 10)
    let seen = try RepositoryLook(question).perform()
    #expect(seen.branches.map(\.name) == ["main", "topic"])
    #expect(seen.branches.map(\.relation) == [.same, .same] && seen.branches.map(\.tip) == [first, second])
    let id = second.rawValue.prefix(12)
    #expect(seen.unread == ["topic": "topic names the commit \(id), which cannot be read"])
    for (patterns, known) in [(["topic"], true), ([], true), ([], false)] {
      question.patterns = patterns
      if !known { question.known = [:] }
      let error = try #require(throws: (any Error).self) { try RepositoryLook(question).perform() }
      #expect("\(error)".contains("topic names the commit \(second.short)"))
    }
    question.known = ["main": first]
    question.patterns = ["main", "topic"]
    let last = try RepositoryLook(question).perform()
    #expect(last.branches.map(\.name) == ["main"] && last.unread.keys.map(\.rawValue) == ["topic"])
  }

  @Test("a branch whose file is empty or holds no commit is not gone", arguments: ["", "hello\n"])
  func broken(contents: String) async throws {
    let first = try commit()
    try tree.git("branch", "topic")
    try tree.git("branch", "other/one")
    try Data(contents.utf8).write(to: URL(fileURLWithPath: tree.path + "/.git/refs/heads/topic"))
    try Data("".utf8).write(to: URL(fileURLWithPath: tree.path + "/.git/refs/heads/new.lock"))
    try tree.git("symbolic-ref", "refs/heads/later", "refs/heads/none")
    var question = LookQuestion(
      bot: "a", cause: .watching, repository: tree.path, patterns: ["*", "other/*"],
      known: ["main": first, "topic": first, "other/one": first], wantsPaths: false, mostCommits: 10)
    let seen = try RepositoryLook(question).perform()
    #expect(seen.unread == ["topic": "topic names no commit: its file below refs/heads is damaged"])
    #expect(Set(seen.branches.map(\.name)) == ["main", "topic", "other/one"])
    try tree.git("symbolic-ref", "HEAD", "refs/heads/topic")
    question.patterns = []
    let error = try #require(throws: (any Error).self) { try RepositoryLook(question).perform() }
    #expect("\(error)".contains("topic names no commit"))
  }

  @Test("what two branches get at once is left by neither to the other")
  func together() async throws {
    let main = try commit()
    for name in ["one", "two"] { try tree.git("branch", name) }
    try tree.git("checkout", "-q", "one")
    let (first, second) = (try commit(), try commit())
    try tree.git("branch", "-q", "-f", "two", "one")
    var question = LookQuestion(
      bot: "a", cause: .watching, repository: tree.path, patterns: ["*"],
      known: ["main": main, "one": main, "two": main], wantsPaths: false, mostCommits: 10)
    question.base = "main"
    func elsewhere(_ name: BranchName) throws -> [CommitID]? {
      try RepositoryLook(question).perform().branches.first { $0.name == name }?.commits
        .filter(\.isElsewhere).map(\.id)
    }
    #expect(try elsewhere("one") == [] && elsewhere("two") == [])
    // The other one had them when it was looked at before.
    question.known["two"] = second
    #expect(try elsewhere("one") == [second, first])
    // Now main has got them too, in the same moment: they are integrated there.
    question.known["two"] = main
    try tree.git("branch", "-q", "-f", "main", "one")
    #expect(try elsewhere("one") == [second, first] && elsewhere("main") == [])
  }

  @Test("branches are chosen by name and pattern; what matches no more is told from what is gone")
  func patterns() async throws {
    let tip = try commit()
    for name in ["release/1", "release/2", "topic"] { try tree.git("branch", name) }
    let seen = try seen(
      await look(["main", "release/*", "!release/2"], known: ["topic": tip, "gone": tip]))
    #expect(seen.branches.map(\.name) == ["main", "release/1"])
    #expect(seen.unwatched == ["topic"])
  }

  @Test("tags and remote branches that move are not seen")
  func tags() async throws {
    let tip = try commit()
    try tree.git("tag", "main", "-m", "a tag named like the branch")
    try tree.git("update-ref", "refs/remotes/origin/other", tip.rawValue)
    #expect(try seen(await look(["**"])).branches.map(\.name) == ["main"])
  }

  @Test("a bare repository, a linked worktree and a symbolic branch are read")
  func places() async throws {
    let tip = try commit()
    try tree.git("worktree", "add", "-q", scratch.path + "/linked", "-b", "linked")
    #expect(try seen(await look(at: scratch.path + "/linked")).branches.map(\.name) == ["linked"])
    try tree.git("clone", "-q", "--bare", tree.path, scratch.path + "/bare.git")
    #expect(try seen(await look(at: scratch.path + "/bare.git")).branches.map(\.tip) == [tip])
    try tree.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    #expect(try seen(await look(["alias"])).branches.map(\.tip) == [tip])
    #expect(try seen(await look(at: tree.path + "/.git")).branches.map(\.tip) == [tip])
  }

  @Test("a repository that is gone is not mistaken for the one around it")
  func gone() async throws {
    _ = try commit("inner/file")
    #expect(Self.trouble(await look(at: tree.path + "/inner")).contains("the nearest one is"))
    #expect(Self.trouble(await look(at: scratch.path + "/nowhere")).contains("no such file or folder"))
    try FileManager.default.removeItem(atPath: tree.path + "/.git")
    #expect(!Self.trouble(await look()).isEmpty)
  }

  @Test("a detached HEAD names no branch, which is told")
  func detached() async throws {
    _ = try commit()
    try tree.git("checkout", "-q", "--detach")
    #expect(Self.trouble(await look()).contains("it names a commit and no branch"))
    #expect(try seen(await look(["main"])).branches.map(\.name) == ["main"])
  }

  @Test("a HEAD that names a branch which is not there is trouble, with what to do, as long as it is so")
  func headless() async throws {
    _ = try commit()
    let bare = scratch.path + "/bare.git"
    try tree.git("clone", "-q", "--bare", tree.path, bare)
    for path in [bare, tree.path] { try tree.git("-C", path, "symbolic-ref", "HEAD", "refs/heads/mian") }
    let advice = "say which branches to watch with `branches` in the bot file"
    let wrong = "it names the branch mian, and there is none; there are main"
    for cause in [LookCause.watching, .tick, .probing, .manual(revision: nil, reason: "by hand")] {
      let told = Self.trouble(await look(cause: cause, at: bare))
      let here = Self.trouble(await look(cause: cause))
      #expect(told.hasPrefix(wrong) && here.hasPrefix(wrong) && here.hasSuffix(advice), "\(cause): \(here)")
      #expect(told.contains("\(advice), or have HEAD name one: `git -C /"), "\(told)")
      #expect(told.hasSuffix("/bare.git symbolic-ref HEAD refs/heads/main`"), "\(told)")
    }
    #expect(try seen(await look(["main"], at: bare)).branches.map(\.name) == ["main"])
    try tree.git("-C", bare, "symbolic-ref", "HEAD", "refs/heads/main")
    #expect(try seen(await look(cause: .probing, at: bare)).branches.isEmpty)
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
    #expect(try await resolved(second.short) == SightedRevision(commit: second, branch: "main"))
    #expect(try await resolved("HEAD") == SightedRevision(commit: second, branch: "main"))
    #expect(try await resolved("heads/main") == SightedRevision(commit: second, branch: "main"))
    try tree.git("tag", "main", first.rawValue)
    let two = Self.trouble(await look(cause: .manual(revision: "main", reason: "by hand")))
    #expect(two.contains("main is a branch (\(second.short)) and a tag (\(first.short))"), "\(two)")
    #expect(try await resolved("heads/main") == SightedRevision(commit: second, branch: "main"))
    #expect(try await resolved("tags/main") == SightedRevision(commit: first, branch: nil))
    #expect(try await resolved(first.short) == SightedRevision(commit: first, branch: nil))
    let wrong = Self.trouble(await look(cause: .manual(revision: "nothing", reason: "by hand")))
    #expect(wrong.contains("there is no such branch, tag or commit"))
  }
}
