import Foundation
import Kit
import Testing

@testable import Git

@Suite("How a branch came from one commit to another")
struct MovementTests {
  private func opened(_ tree: Worktree) throws -> Repository {
    try Repository(at: Repository.find(from: tree.path))
  }

  @Test("what is new is listed children before parents, whatever the commits' dates say")
  func forward() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let old = try tree.write("a", "1").commit()
    // Clocks of contributors differ.
    try tree.write("a", "2").git("add", "-A")
    try tree.git("commit", "-q", "-m", "two", "--date", "2031-01-01T00:00:00Z")
    let two = try tree.head()
    try tree.git("checkout", "-q", "-b", "side", old)
    let side = try tree.write("b", "1").commit()
    try tree.git("checkout", "-q", "main")
    try tree.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    let merge = try tree.head()
    let moved = try #require(try opened(tree).movement(from: old, to: merge, limit: 10))
    #expect(moved.isForward && moved.removed.isEmpty && !moved.isCut && moved.mergeBase == old)
    #expect(moved.added.first == merge && Set(moved.added) == [merge, two, side])
    #expect(moved.merged == [merge: [side]])
  }

  @Test("a new branch has what none of the others has, along its first parents and inside its merges")
  func own() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let main = try tree.write("a", "1").commit()
    try tree.git("checkout", "-q", "-b", "topic")
    let one = try tree.write("a", "2").commit()
    try tree.git("checkout", "-q", "-b", "side")
    let side = try tree.write("b", "1").commit()
    try tree.git("checkout", "-q", "topic")
    let two = try tree.write("a", "3").commit()
    try tree.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    let tip = try tree.head()
    func own(_ others: [String], _ limit: Int = 10) throws -> Movement? {
      try opened(tree).movement(besides: others, to: tip, limit: limit)
    }
    let all = try #require(try own([main, String(repeating: "e", count: 40)]))
    #expect(Set(all.added) == [tip, two, side, one] && all.added.first == tip && all.mergeBase == main)
    #expect(all.merged == [tip: [side]] && all.isForward && !all.isCut)
    #expect(try own([main, one])?.added.count == 3)
    #expect(try own([main], 2)?.isCut == true)
    #expect(try own([tip])?.added == [])
    try tree.git("checkout", "-q", "--orphan", "other")
    let stranger = try tree.write("c", "1").commit()
    #expect(try own([stranger]) == nil && own([]) == nil)
  }

  @Test("of commits of one second, beside many other branches, what another one has is not its own")
  func sameSecond() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    var stream = ""
    func commit(_ branch: String, _ mark: Int, after parent: Int?, at second: Int) {
      stream += "commit refs/heads/\(branch)\nmark :\(mark)\ncommitter A <a@b> \(second) +0000\n"
      stream += "data 4\n\(1000 + mark)\n"
      if let parent { stream += "from :\(parent)\n" }
    }
    for place in 1...12 {
      commit("line", place, after: place == 1 ? nil : place - 1, at: place * 1000)
      if place > 1, place < 12 { commit("s\(place)", 200 + place, after: place, at: place * 1000 + 1) }
    }
    for mark in 41...44 {
      commit("line", mark, after: mark == 41 ? 12 : mark - 1, at: 50_000)
      if mark == 42 { commit("topic", 45, after: 42, at: 50_000) }
    }
    try scratch.write("stream", stream)
    try tree.git("-c", "alias.import=!git fast-import --quiet <'\(scratch.path)/stream'", "import")
    func id(_ name: String) throws -> String {
      try tree.git("rev-parse", name).trimmingCharacters(in: .newlines)
    }
    let others = try ((2...11).map { "s\($0)" } + ["line", "line~4"]).map(id)
    let tip = try id("topic")
    for besides in [others, others.reversed()] {
      #expect(try opened(tree).movement(besides: besides, to: tip, limit: 10)?.added == [tip])
    }
  }

  @Test("a rewritten history tells where it was left, and what it has no more")
  func rewritten() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let base = try tree.write("a", "1").commit()
    let gone = [try tree.write("a", "2").commit(), try tree.write("a", "3").commit()]
    try tree.git("reset", "-q", "--hard", base)
    let new = try tree.write("a", "4").commit()
    let moved = try #require(try opened(tree).movement(from: gone[1], to: new, limit: 10))
    #expect(!moved.isForward && moved.mergeBase == base)
    #expect(moved.added == [new] && moved.removed == [gone[1], gone[0]])
  }

  @Test("two commits are as far apart as each has commits that the other has not")
  func distance() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let base = try tree.write("a", "1").commit()
    try tree.git("checkout", "-q", "-b", "side", base)
    _ = try tree.write("b", "1").commit()
    let side = try tree.write("b", "2").commit()
    try tree.git("checkout", "-q", "main")
    let main = try tree.write("a", "2").commit()
    let repository = try opened(tree)
    let apart = try #require(try repository.distance(of: side, from: main))
    #expect(apart.ahead == 2 && apart.behind == 1)
    let same = try #require(try repository.distance(of: base, from: base))
    #expect(same.ahead == 0 && same.behind == 0)
    let none = String(repeating: "b", count: 40)
    #expect(throws: (any Error).self) { try repository.distance(of: none, from: main) }
  }

  @Test("commits of one second are counted once each, also where what lies beside them is merged")
  func distanceInOneSecond() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    func line(_ words: String...) throws -> String {
      try tree.git(words).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    func commit(_ name: String, on parents: String...) throws -> String {
      try tree.write(name, name).git("add", "-A")
      let files = try line("write-tree")
      let text =
        "tree \(files)\n" + parents.map { "parent \($0)\n" }.joined()
        + "author A <a@b.c> 1700000000 +0000\ncommitter A <a@b.c> 1700000000 +0000\n\n\(name)\n"
      try Data(text.utf8).write(to: scratch.url.appending(path: "commit"))
      return try line("hash-object", "-t", "commit", "-w", scratch.path + "/commit")
    }
    var all = [try commit("a")]
    for name in ["b", "c", "d"] { all.append(try commit(name, on: all[all.count - 1])) }
    let side = try commit("s", on: all[1])
    for name in ["e", "f", "g", "h"] { all.append(try commit(name, on: all[all.count - 1])) }
    let tip = try commit("m", on: all[all.count - 1], side)
    let repository = try opened(tree)
    for base in all {
      let known = try line("rev-list", "--count", "\(base)..\(tip)")
      let found = try #require(try repository.distance(of: tip, from: base))
      #expect("\(found.ahead)" == known && found.behind == 0)
    }
  }

  @Test("going back to an older commit adds nothing")
  func back() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let base = try tree.write("a", "1").commit()
    let gone = try tree.write("a", "2").commit()
    let moved = try #require(try opened(tree).movement(from: gone, to: base, limit: 10))
    #expect(!moved.isForward && moved.added.isEmpty && moved.removed == [gone])
  }

  @Test("nothing is known of a commit that was thrown away")
  func collected() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let base = try tree.write("a", "1").commit()
    let gone = try tree.write("a", "2").commit()
    try tree.git("reset", "-q", "--hard", base)
    try tree.git("reflog", "expire", "--expire=now", "--all")
    try tree.git("gc", "-q", "--prune=now")
    #expect(try opened(tree).movement(from: gone, to: base, limit: 10) == nil)
  }

  @Test("a history that shares nothing with the former one has no base")
  func unrelated() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let old = try tree.write("a", "1").commit()
    try tree.git("checkout", "-q", "--orphan", "new")
    let new = try tree.write("a", "2").commit()
    let moved = try #require(try opened(tree).movement(from: old, to: new, limit: 10))
    #expect(!moved.isForward && moved.mergeBase == nil && moved.added == [new])
  }

  @Test("a limit keeps the newest and says that there are more")
  func limit() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let old = try tree.write("a", "0").commit()
    let ids = try (1...5).map { try tree.write("a", "\($0)").commit() }
    let moved = try #require(try opened(tree).movement(from: old, to: ids[4], limit: 3))
    #expect(moved.added == [ids[4], ids[3], ids[2]] && moved.isCut)
  }

  @Test("the nearest wanted commit has the fewest commits between, along any parent, whatever clocks say")
  func nearest() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let first = try tree.write("a", "0").commit()
    let root = try tree.git("rev-parse", "HEAD^{tree}").trimmingCharacters(in: .whitespacesAndNewlines)
    func commit(_ seconds: Int, _ parents: [String]) throws -> String {
      let lines =
        ["tree \(root)"] + parents.map { "parent \($0)" }
        + [
          "author A <a@b.c> \(seconds) +0000", "committer A <a@b.c> \(seconds) +0000", "", "c\(seconds)", "",
        ]
      try tree.write("commit", lines.joined(separator: "\n"))
      return try tree.git("hash-object", "-t", "commit", "-w", tree.path + "/commit")
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let old = try commit(9000, [first])
    let new = try commit(1000, [old])
    let start = try commit(3000, [try commit(2000, [new]), old])
    let repository = try opened(tree)
    func nearest(_ wanted: String..., limit: Int = 100) throws -> String? {
      try repository.nearest(to: [start], limit: limit) { wanted.contains($0) }
    }
    #expect(try nearest(old, new, first) == new)
    #expect(try nearest(old, first) == old)
    #expect(try nearest(start, old) == start)
    #expect(try nearest("none") == nil)
    #expect(try nearest(first, limit: 2) == nil)
    #expect(try repository.nearest(to: [new, old], limit: 9) { $0 == old } == old)
    #expect(try Set(repository.mergeBases(start, new)) == [new])
  }

  @Test("the remote's HEAD names a branch as long as that is there")
  func remoteHead() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let first = try tree.commit()
    #expect(try opened(tree).remoteHead() == nil && opened(tree).tip(of: "main") == first)
    try tree.git("checkout", "-q", "-b", "dev/next")
    let copy = Worktree(path: scratch.path + "/copy")
    try tree.git("clone", "-q", tree.path, copy.path)
    try copy.git("config", "init.defaultBranch", "dev")
    try copy.git("checkout", "-q", "-b", "mine")
    let repository = try opened(copy)
    #expect(try repository.remoteHead() == "dev/next" && repository.initialBranch() == "dev")
    #expect(try repository.tip(of: "main") == first && repository.tip(of: "none") == nil)
    try copy.git("remote", "rename", "origin", "up")
    try copy.git("remote", "set-head", "up", "dev/next")
    #expect(try opened(copy).remoteHead() == "dev/next")
    try copy.git("update-ref", "-d", "refs/remotes/up/dev/next")
    #expect(try opened(copy).remoteHead() == nil)
  }

  @Test("a commit's paths are those it adds, changes, moves and removes")
  func paths() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let first = try tree.write("keep", "1").write("go", "2").write("move", "3\n4\n5").commit()
    try tree.git("mv", "move", "moved")
    try tree.remove("go")
    let second = try tree.write("new ü/x", "1").commit()
    let repository = try opened(tree)
    #expect(try repository.changedPaths(of: first) == ["go", "keep", "move"])
    #expect(try repository.changedPaths(of: second) == ["go", "move", "moved", "new ü/x"])
  }

  @Test("a shallow clone is compared as far as it reaches")
  func shallow() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    _ = try (0..<4).map { try tree.write("a", "\($0)").commit() }
    let copy = Worktree(path: scratch.path + "/shallow")
    try tree.git("clone", "-q", "--depth", "2", "file://" + tree.path, copy.path)
    let old = try copy.head()
    let new = try copy.write("a", "9").commit()
    let moved = try #require(try opened(copy).movement(from: old, to: new, limit: 10))
    #expect(moved.isForward && moved.added == [new])
    #expect(try opened(copy).isAncestor(old, of: new) && !opened(copy).isAncestor(new, of: old))
  }
}
