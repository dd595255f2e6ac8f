import Foundation
import Kit
import Testing

@testable import Git

@Suite struct RepositoryTests {
  let scratch: ScratchFolder
  let tree: Worktree

  init() throws {
    scratch = try ScratchFolder("git clone")
    tree = try scratch.repository("a repository's \"quote\"\nné")
  }

  func open(_ path: String? = nil) throws -> Repository {
    try Repository(at: Repository.find(from: path ?? tree.path))
  }

  @Test("a repository is found from a folder and a file inside it")
  func find() throws {
    try tree.write("a/b/c.txt", "x").commit()
    for inside in ["", "/a", "/a/b", "/a/b/c.txt", "/"] {
      let place = try Repository.find(from: tree.path + inside)
      #expect(place == RepositoryPlace(gitFolder: tree.path + "/.git", workingTree: tree.path, isBare: false))
    }
  }

  @Test("a bare repository and a linked worktree are found and opened")
  func findOthers() throws {
    let commit = try tree.write("a", "x").commit()
    try tree.git("clone", "-q", "--bare", ".", scratch.path + "/bare.git")
    let bare = try Repository.find(from: scratch.path + "/bare.git")
    #expect(bare == RepositoryPlace(gitFolder: scratch.path + "/bare.git", workingTree: nil, isBare: true))
    #expect(try Repository.find(from: scratch.path + "/bare.git/refs") == bare)
    #expect(try Repository(at: bare).resolve("main") == commit)

    try tree.git("worktree", "add", "-q", "-b", "side", scratch.path + "/linked")
    let linked = try Repository.find(from: scratch.path + "/linked")
    #expect(linked.workingTree == scratch.path + "/linked")
    let repository = try Repository(at: linked)
    #expect(repository.place == linked)
    #expect(try repository.head() == Head(branch: "side", commit: commit))
    #expect(repository.commonFolder == tree.path + "/.git")
  }

  @Test("a repository whose settings do not say whether it is bare is bare, as git has it")
  func findWithoutSettings() throws {
    let commit = try tree.write("a", "x").commit()
    let mirror = scratch.path + "/mirror/copy"
    try tree.git("clone", "-q", "--bare", ".", mirror)
    try FileManager.default.removeItem(atPath: mirror + "/config")
    let place = try Repository.find(from: mirror)
    #expect(place == RepositoryPlace(gitFolder: mirror, workingTree: nil, isBare: true))
    #expect(try Repository(at: place).resolve("HEAD") == commit)

    let beside = scratch.path + "/beside"
    try tree.git("init", "-q", "--separate-git-dir", beside + "/kept", beside)
    #expect(try Repository.find(from: beside).workingTree == beside)
  }

  @Test("a folder outside any repository, or none at all, is a clear error")
  func notFound() throws {
    let plain = scratch.path + "/plain"
    try FileManager.default.createDirectory(atPath: plain, withIntermediateDirectories: true)
    expect(.notARepository) { _ = try Repository.find(from: plain) }
    let gone = expect(.notARepository) { _ = try Repository.find(from: plain + "/gone") }
    #expect(gone?.wrong == "there is no such file or folder")
  }

  @Test("HEAD tells branch, detachment and a repository without commits")
  func head() throws {
    #expect(try open().head() == Head(branch: "main", commit: nil))
    expect(.noCommits) { _ = try open().resolve("HEAD") }
    expect(.noCommits) { _ = try open().resolve("main") }
    let first = try tree.write("a", "1").commit()
    #expect(try open().head() == Head(branch: "main", commit: first))
    try tree.git("checkout", "-q", "-b", "release/1.0")
    #expect(try open().head().branch == "release/1.0")
    try tree.git("checkout", "-q", "--detach")
    #expect(try open().head() == Head(branch: nil, commit: first))
  }

  @Test("every usual way to name a commit is understood")
  func resolve() throws {
    let commits = try (1...4).map { try tree.write("a", "\($0)").commit("c\($0)") }
    try tree.git("tag", "light", commits[1])
    try tree.git("tag", "-a", "-m", "t", "heavy", commits[2])
    try tree.git("tag", "-a", "-m", "t", "heavier", "heavy")
    try tree.git("update-ref", "refs/remotes/origin/far", commits[0])
    let repository = try open()
    let expected = [
      commits[3]: 3, "HEAD": 3, "main": 3, "HEAD~2": 1, "light": 1, "heavy": 2, "heavier": 2, "heavier^": 1,
      "origin/far": 0, String(commits[0].prefix(10)): 0, "refs/heads/main": 3, "@": 3,
      "@~1": 2, "@^": 2, "@~": 2, "@^0": 3,
    ]
    for (revision, number) in expected {
      #expect(try repository.resolve(revision) == commits[number], "\(revision)")
    }
  }

  @Test("what is a branch and a tag of two commits is refused, with how to name each")
  func namesakes() throws {
    let commits = try (1...3).map { try tree.write("a", "\($0)").commit("c\($0)") }
    try tree.git("branch", "v1", commits[1])
    try tree.git("tag", "-a", "-m", "t", "v1", commits[0])
    try tree.git("branch", "v2", commits[1])
    try tree.git("tag", "v2", commits[1])
    let repository = try open()
    for (revision, rest) in [("v1", ""), ("v1~0", "~0"), ("v1^{commit}", "^{commit}"), ("v1@{0}", "@{0}")] {
      let failure = expect(.unknownRevision) { _ = try repository.resolve(revision) }
      let (branch, tag) = (commits[1].prefix(8), commits[0].prefix(8))
      #expect(failure?.wrong == "v1 is a branch (\(branch)) and a tag (\(tag))")
      #expect(failure?.advice.contains("heads/v1\(rest)") == true, "\(failure?.advice ?? "")")
    }
    #expect(try repository.resolve("heads/v1") == commits[1])
    #expect(try repository.resolve("tags/v1") == commits[0])
    #expect(try repository.resolve("v2") == commits[1])
    #expect(repository.revision(ofBranch: "v1") == "refs/heads/v1")
    #expect(repository.revision(ofBranch: "v2") == "v2")
    #expect(try repository.branch(named: "refs/heads/v1")?.name == "v1")
    #expect(try repository.branch(named: "tags/v1") == nil)
  }

  @Test("where ids are of sha256 it is said what makes a copy that can be read, and that works")
  func otherNames() throws {
    let other = Worktree(path: scratch.path + "/so mething")
    try tree.git("init", "-q", "--object-format=sha256", other.path)
    try other.write("a", "1")
    let id = try other.commit("one")
    try other.git("tag", "-a", "-m", "t", "v1")
    #expect(id.count == 64)
    let failure = expect(.other) { _ = try Repository(at: Repository.find(from: other.path)) }
    #expect(failure?.wrong.contains("ids of sha256") == true)
    let commands = (failure?.advice ?? "").split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
    for command in commands { try Worktree.shell(String(command.element)) }
    let copy = try Repository(at: Repository.find(from: other.path + "-sha1.git"))
    #expect(try copy.commit(copy.resolve("v1")).subject == "one")
  }

  @Test(
    "an unknown revision is told as such",
    arguments: ["nothing", "0123456", "HEAD~99", "", "a..b", "-x", "HEAD:a", "\n", "add", "C10", "dad~1"])
  func unknown(revision: String) throws {
    try tree.write("a", "1").commit()
    let failure = expect(.unknownRevision) { _ = try open().resolve(revision) }
    #expect(failure?.wrong.contains("several objects") == false)
    expect(.unknownRevision) { _ = try open().resolve(String(repeating: "ab", count: 20)) }
    expect(.unknownRevision) { _ = try open().commit("main") }
  }

  @Test("a commit's record has its author, time, whole subject and parents")
  func record() throws {
    let first = try tree.write("a", "1").commit()
    let began = Int64(Date().timeIntervalSince1970)
    try tree.git(
      "-c", "user.name=Zoë \"Q\" O'Hara", "-c", "user.email=z@x", "commit", "-q", "--allow-empty",
      "--date", "2001-02-03T04:05:06+0700", "-m", "A subject\nthat goes on\n\nbody")
    let record = try open().commit(tree.head())
    #expect(record.committed >= began)
    #expect(
      record
        == CommitRecord(
          id: try tree.head(), author: "Zoë \"Q\" O'Hara", email: "z@x", seconds: 981_147_906,
          committed: record.committed, subject: "A subject that goes on", body: "body", parents: [first]))
  }

  @Test("an old commit in Latin-1 is read as such")
  func latin() throws {
    try tree.write("a", "1").commit()
    let message = scratch.path + "/message"
    try Data([0x47, 0x72, 0xFC, 0xDF, 0x65]).write(to: URL(fileURLWithPath: message))
    try tree.git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "-F", message)
    #expect(try open().commit(tree.head()).subject == "Grüße")
  }

  @Test("the commits between two tips are listed newest first, across merges and rewritten history")
  func between() throws {
    let commits = try (1...5).map { try tree.write("a", "\($0)").commit("c\($0)") }
    let repository = try open()
    func list(_ old: String?, _ new: String, _ limit: Int = 100) throws -> [String] {
      try repository.commits(after: old, upTo: new, limit: limit).map(\.id)
    }
    #expect(try list(commits[1], commits[4]) == [commits[4], commits[3], commits[2]])
    #expect(try list(commits[1], commits[4], 2) == [commits[4], commits[3]])
    #expect(try list(nil, commits[4]) == commits.reversed())
    #expect(try list(commits[4], commits[4]).isEmpty)
    #expect(try list(String(repeating: "0", count: 39) + "1", commits[4]) == [commits[4]])
    #expect(try list("rubbish", commits[4]) == [commits[4]])
    #expect(try list(commits[4], commits[2]).isEmpty)

    try tree.git("checkout", "-q", "-b", "side", commits[2])
    let side = try tree.write("b", "1").commit("side")
    #expect(try list(commits[4], side) == [side])
    try tree.git("merge", "-q", "-m", "merge", "main")
    let merge = try tree.head()
    #expect(Set(try list(commits[4], merge)) == [merge, side])
    #expect(try list(side, merge).first == merge)
    #expect(Set(try list(side, merge)) == [merge, commits[4], commits[3]])
  }

  @Test("a shallow clone lists the commits that it has")
  func shallow() throws {
    let commits = try (1...6).map { try tree.write("a", "\($0)").commit("c\($0)") }
    let path = scratch.path + "/shallow"
    try tree.git("clone", "-q", "--depth", "3", "file://" + tree.path, path)
    let repository = try open(path)
    #expect(
      try repository.commits(after: nil, upTo: commits[5], limit: 9).map(\.id)
        == [5, 4, 3].map { commits[$0] })
    #expect(try repository.commits(after: commits[4], upTo: commits[5], limit: 9).map(\.id) == [commits[5]])
    #expect(try repository.commits(after: commits[0], upTo: commits[5], limit: 9).map(\.id) == [commits[5]])
  }

  @Test("local branches are listed by name")
  func branches() throws {
    let first = try tree.write("a", "1").commit()
    try tree.git("branch", "release/1.0")
    let second = try tree.write("a", "2").commit()
    try tree.git("pack-refs", "--all")
    try tree.git("branch", "été")
    let found = try open().branches()
    #expect(found.map(\.name) == ["main", "release/1.0", "été"])
    #expect(found.map(\.commit) == [second, first, second])
  }

  @Test("two branches whose names look alike are two, each with its own tip")
  func twins() throws {
    let (composed, decomposed) = ("f/\u{e9}", "f/e\u{301}")
    let first = try tree.write("a", "1").commit()
    try tree.git("branch", composed)
    let second = try tree.write("a", "2").commit()
    try tree.git("branch", decomposed)
    let repository = try open()
    #expect(Set(try repository.branches().map { Array($0.name.utf8) }).count == 3)
    #expect(try repository.branch(called: composed)?.commit == first)
    #expect(try repository.branch(called: decomposed)?.commit == second)
    #expect(try repository.branch(named: "heads/" + composed)?.commit == first)
    #expect(try repository.tip(of: decomposed) == second)
    #expect(try repository.isTip(first, of: composed) && !repository.isTip(first, of: decomposed))
  }

  @Test("objects of alternates are read")
  func alternates() throws {
    // The file that names alternates cannot hold a line break.
    let tree = try scratch.repository("lender")
    let commit = try tree.write("a", "1").commit("shared")
    let path = scratch.path + "/borrower"
    try tree.git("clone", "-q", "--shared", ".", path)
    #expect(try open(path).commit(commit).subject == "shared")
  }
}
