import Foundation
import Kit
import Synchronization
import Testing

@testable import Git

@Suite struct BringWorkingTreeTests {
  let scratch: ScratchFolder
  let tree: Worktree
  var checkout: Worktree { Worktree(path: scratch.checkout) }

  init() throws {
    scratch = try ScratchFolder("git clone")
    tree = try scratch.repository()
  }

  @discardableResult
  func bring(keep: Set<String> = []) throws -> (commit: String?, branch: String?, changes: Bool) {
    try scratch.clone.bringWorkingTree(of: tree.path, keep: keep)
  }

  func names() throws -> Set<String> {
    Set(try files(of: scratch.checkout).things.keys.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test(
    "before a first commit the files are taken, without a commit; with one, and without it again, they stay")
  func unborn() throws {
    try tree.write("a", "a").write(".gitignore", "*.log\n").write("x.log", "no").write(".build/b", "no")
    try tree.git("add", "a")
    let before = try Fingerprint(of: tree.path)
    for _ in 1...2 {
      let result = try bring()
      #expect(result.commit == nil && result.changes && result.branch == "main")
      #expect(try names() == ["a", ".gitignore"])
      #expect(throws: (any Error).self) { try checkout.git("rev-parse", "--verify", "-q", "HEAD") }
    }
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
    try tree.commit()
    let first = try bring()
    #expect(try first.commit == tree.head() && !first.changes)
    #expect(try checkout.git("rev-parse", "HEAD") == tree.head() + "\n")
    try tree.git("update-ref", "-d", "HEAD")
    #expect(try bring().commit == nil)
    #expect(try checkout.git("for-each-ref") == "")
    #expect(try names() == ["a", ".gitignore"])
  }

  @Test("an empty folder where a target would be is no file's folder, and that is told")
  func emptyTarget() throws {
    try tree.write("Sources/A/a", "a").write("in/Tests/ATests/.keep", "").commit()
    for place in ["Tests/ATests", "in/Tests/BTests", "Tests/ATests/Deep", "Documents/Old"] {
      try FileManager.default.createDirectory(
        atPath: tree.path + "/" + place, withIntermediateDirectories: true)
    }
    let told = Mutex<Set<String>>([])
    let program = GitProgram(note: { note in _ = told.withLock { $0.insert(note) } }) { _, _, _ in
      GitProgram.End(succeeded: false, output: [], errors: "")
    }
    let clone = OwnClone(folder: scratch.checkout, program: program)
    #expect(try !clone.bringWorkingTree(of: tree.path, keep: []).changes)
    #expect(try names() == ["Sources/A/a", "in/Tests/ATests/.keep"])
    #expect(
      told.withLock { $0.map { String($0.prefix { $0 != " " }) } } == ["in/Tests/BTests"],
      "one that holds another folder, and one elsewhere, is none")
  }

  @Test("a folder in no repository gives its files, by its own ignore rules, and becomes a repository later")
  func folder() throws {
    try FileManager.default.removeItem(atPath: tree.path + "/.git")
    try tree.write("a b", "a").write("in/b", "b").write(".gitignore", "*.log\n").write("x.log", "no")
    try tree.write(".build/c", "no").write("in/.build/c", "no").write("state/s", "no")
    let before = try Fingerprint(of: tree.path)
    for _ in 1...2 {
      try scratch.clone.bringFolder(tree.path, keep: [], leavingOut: [tree.path + "/state"])
      #expect(try names() == ["a b", "in/b", ".gitignore"])
    }
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
    #expect(throws: (any Error).self) { try checkout.git("rev-parse", "--verify", "-q", "HEAD") }
    try FileManager.default.removeItem(atPath: tree.path + "/state")
    try tree.git("init", "-q", "-b", "main")
    try tree.commit()
    #expect(try bring().commit == tree.head())
    try FileManager.default.removeItem(atPath: tree.path + "/.git")
    try tree.write("x.log", "still no").remove("in/b")
    try scratch.clone.bringFolder(tree.path, keep: [])
    #expect(try names() == ["a b", ".gitignore"])
  }

  @Test("a folder that git ignores holds nothing of the repository around it")
  func leftOut() throws {
    try tree.write("a", "a").write(".gitignore", "out/\nkept/\n").write("out/p/x", "x").write("b/x", "x")
    try tree.write("kept/x", "x").git("add", "-f", "kept/x")
    try tree.commit("kept")
    try tree.write(".build/p/x", "x")
    let repository = try Repository(at: Repository.find(from: tree.path))
    for name in ["out", "out/p", ".build/p"] { #expect(try repository.leavesOut(tree.path + "/" + name)) }
    for name in ["b", "kept"] { #expect(try !repository.leavesOut(tree.path + "/" + name)) }
    #expect(try !repository.leavesOut(tree.path))
    for name in ["out/p/x", "out/y", "kept/y", ".build/p/x"] {
      #expect(try repository.leavesOutFile(tree.path + "/" + name), "\(name)")
    }
    for name in ["a", "b/x", "kept/x", "b/not-there"] {
      #expect(try !repository.leavesOutFile(tree.path + "/" + name), "\(name)")
    }
    #expect(try !repository.leavesOutFile("/somewhere/else"))
  }

  @Test("tracked changes, new files, deletions, renames, modes and links are taken, ignored files are not")
  func taken() throws {
    for name in ["same", "edited", "deleted", "renamed", "mode", "dir/x", "tracked.log"] {
      try tree.write(name, name)
    }
    try tree.git("add", "-f", ".")
    try tree.write(".gitignore", "*.log\nout/\n!keep.log\n").commit()
    try tree.write("edited", "E").write("new file", "n").write("x.log", "no").write("out/o", "no")
    try tree.write("keep.log", "yes").write("tracked.log", "T").write("staged", "s").write(".build/b", "no")
    try tree.write("dir/.build/c", "no").write("dir/.gitignore", "local\n").write("dir/local", "no")
    try tree.write(".git/info/exclude", "excluded\n").write("excluded", "no")
    try tree.remove("deleted")
    try tree.git("mv", "renamed", "moved")
    try tree.git("add", "staged")
    chmod(tree.path + "/mode", 0o755)
    try FileManager.default.createSymbolicLink(atPath: tree.path + "/link", withDestinationPath: "/etc")
    mkfifo(tree.path + "/pipe", 0o644)
    let before = try Fingerprint(of: tree.path)
    let result = try bring()
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
    #expect(result.changes)
    #expect(result.branch == "main")
    #expect(try result.commit == tree.head())
    #expect(
      try names() == [
        "same", "edited", "moved", "mode", "dir/x", "tracked.log", ".gitignore", "new file", "keep.log",
        "staged",
        "dir/.gitignore", "link",
      ])
    #expect(checkout.read("edited") == "E")
    #expect(access(scratch.checkout + "/mode", X_OK) == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.checkout + "/link") == "/etc")
    #expect(try checkout.git("log", "-1", "--format=%H") == (result.commit ?? "") + "\n")
    try bring()
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
  }

  @Test("changes are told exactly: none in a clean tree, and each sort of change by itself")
  func changes() throws {
    try tree.write("a", "a").write("d/b", "b").write(".gitignore", "*.log\n").commit()
    #expect(try !bring().changes)
    try tree.write("x.log", "ignored").write(".build/x", "never")
    mkdir(tree.path + "/empty", 0o755)
    #expect(try !bring().changes)
    utimes(tree.path + "/a", nil)
    #expect(try !bring().changes)
    try tree.write("a", "A")
    #expect(try bring().changes)
    try tree.write("a", "a")
    #expect(try !bring().changes)
    chmod(tree.path + "/a", 0o755)
    #expect(try bring().changes)
    try tree.git("config", "core.fileMode", "false")
    #expect(try !bring().changes)
    try tree.git("config", "core.fileMode", "true")
    chmod(tree.path + "/a", 0o644)
    try tree.write("n", "n")
    #expect(try bring().changes)
    try tree.remove("n")
    try tree.remove("d/b")
    #expect(try bring().changes)
    try tree.write("d/b", "b")
    try tree.git("rm", "-q", "--cached", "a")
    #expect(try !bring().changes)
  }

  @Test("unchanged files keep their times and what is put right keeps the rest")
  func times() throws {
    for n in 0..<20 { try tree.write("f\(n)", "\(n)") }
    try tree.commit()
    try bring()
    func times() throws -> [[UInt8]: FileStamp.Moment?] {
      try Fingerprint(of: scratch.checkout, without: [".git"]).things.mapValues(\.modified)
    }
    let before = try times()
    try tree.write("f3", "new")
    try checkout.write("f5", "spoiled").write("litter", "l")
    try bring()
    let after = try times()
    #expect(Set(after.keys) == Set(before.keys))
    #expect(before.keys.filter { before[$0] != after[$0] }.count == 2)
    #expect(checkout.read("f3") == "new")
    #expect(checkout.read("f5") == "5")
  }

  @Test("an edit that keeps size and time is still seen")
  func sneaky() throws {
    try tree.write("a", "one").commit()
    var times = [timespec(tv_sec: 1_000_000, tv_nsec: 5), timespec(tv_sec: 1_000_000, tv_nsec: 5)]
    for content in ["one", "two", "six", "ten"] {
      let descriptor = open(tree.path + "/a", O_WRONLY)
      _ = content.withCString { pwrite(descriptor, $0, 3, 0) }
      futimens(descriptor, &times)
      close(descriptor)
      #expect(try bring().changes == (content != "one"))
      #expect(checkout.read("a") == content)
    }
  }

  @Test("files and commits alternate in one checkout, line ends as they lie on disk")
  func alternating() throws {
    try tree.write(".gitattributes", "*.txt text\n").write("a.txt", "1\r\n2\r\n").write("b", "b")
    let commit = try tree.commit()
    for _ in 0..<2 {
      #expect(try !bring().changes)
      #expect(checkout.read("a.txt") == "1\r\n2\r\n")
      #expect(try checkout.git("status", "--porcelain") == "")
      try scratch.clone.bring(commit: commit, from: tree.path, keep: [])
      #expect(checkout.read("a.txt") == "1\n2\n")
      #expect(try checkout.git("status", "--porcelain") == "")
    }
  }

  @Test("a linked worktree, a detached HEAD and a merge under way are taken as they stand")
  func otherStates() throws {
    let first = try tree.write("a", "1").commit()
    try tree.git("worktree", "add", "-q", "-b", "side", scratch.path + "/linked")
    let linked = Worktree(path: scratch.path + "/linked")
    let side = try linked.write("a", "side").commit()
    try linked.write("b", "untracked")
    let result = try scratch.clone.bringWorkingTree(of: linked.path, keep: [])
    #expect(result == (side, "side", true))
    #expect(try names() == ["a", "b"])

    try tree.write("a", "main").commit()
    try tree.git(["merge", "-q", "side"], fails: true)
    #expect(try bring().changes)
    #expect(checkout.read("a")?.contains("<<<<<<<") == true)
    try tree.git("merge", "--abort")
    try tree.git("checkout", "-q", "--detach", first)
    #expect(try bring() == (first, nil, false))
  }

  @Test("a sparse checkout is taken as it is, and counts as changed: it is not what was committed")
  func sparse() throws {
    try tree.write("in/a", "a").write("out/b", "b").write("c", "c").commit()
    try tree.git("sparse-checkout", "set", "--no-sparse-index", "in")
    #expect(try bring().changes)
    #expect(try names() == ["in/a", "c"])
    try tree.git("sparse-checkout", "reapply", "--sparse-index")
    let failure = expect(.other) { try bring() }
    #expect(failure?.advice.contains("--no-sparse-index") == true)
  }

  @Test("a repository that lies inside untracked gives its files; a linked worktree inside gives none")
  func nested() throws {
    try tree.write("a", "a").commit()
    let inner = Worktree(path: tree.path + "/inner")
    try inner.write("i", "i").write(".gitignore", "no\n").write("no", "no")
    try inner.git("init", "-q")
    try inner.write("u", "u")
    try tree.git("worktree", "add", "-q", "-b", "side", "wt")
    #expect(try bring().changes)
    #expect(try names() == ["a", "inner/i", "inner/.gitignore", "inner/u"])
    try tree.remove("inner")
    #expect(try !bring().changes)
  }

  @Test("tracked files in an ignored folder are taken, their untracked neighbours are not")
  func trackedIgnored() throws {
    try tree.write("gen/kept", "k").write("gen/deep/kept", "k")
    try tree.git("add", "-f", ".")
    try tree.write(".gitignore", "gen/\n!gen/other\n").commit()
    try tree.write("gen/other", "o").write("gen/deep/x", "x")
    try FileManager.default.createSymbolicLink(atPath: tree.path + "/s", withDestinationPath: "gen")
    try bring()
    #expect(Set(try tree.listed().map { String(decoding: $0, as: UTF8.self) }) == (try names()))
  }

  @Test("a state folder inside the working tree does not take itself in")
  func stateInside() throws {
    try tree.write("a", "a").commit()
    let clone = OwnClone(folder: tree.path + "/state/bots/x/checkout")
    _ = try clone.bringWorkingTree(of: tree.path, keep: [], leavingOut: [tree.path + "/state"])
    let result = try clone.bringWorkingTree(of: tree.path, keep: [], leavingOut: [tree.path + "/state"])
    #expect(!result.changes)
    _ = try clone.bringWorkingTree(of: tree.path, keep: [])
    #expect(try files(of: clone.folder).things.keys.map { String(decoding: $0, as: UTF8.self) } == ["a"])
  }

  @Test(
    "a file that never stands still is an error or a whole copy, and one that vanishes is no error", .slow)
  func moving() throws {
    for n in 0..<200 { try tree.write("f\(n)", String(repeating: "\(n)", count: 50)) }
    try tree.commit()
    let path = tree.path
    let stop = scratch.path + "/stop"
    let thread = Thread {
      var n = 0
      while access(stop, F_OK) != 0 {
        n += 1
        rename(path + "/f\(n % 200)", path + "/g\(n % 200)")
        usleep(200)
        rename(path + "/g\(n % 200)", path + "/f\(n % 200)")
      }
    }
    thread.start()
    for _ in 0..<5 {
      do { try bring() } catch let failure as GitError { #expect(failure.wrong.contains("keeps changing")) }
    }
    try Data().write(to: URL(fileURLWithPath: stop))
    usleep(50_000)
    #expect(try !bring().changes)
    #expect(try names() == Set((0..<200).map { "f\($0)" }))
  }

  @Test("of two thousand unchanged files none is read")
  func unread() throws {
    let text = String(repeating: "a line\n", count: 300)
    for n in 0..<2_000 { try tree.write("d\(n % 100)/f\(n)", text) }
    try tree.commit()
    // A file is only believed when it is older than the look at it.
    usleep(20_000)
    try bring()
    try bring()
    let work = try Work.of { try bring() }
    #expect(work.readCalls < 500, "\(work)")
  }

  @Test("of five thousand commits a fetch copies those that are new")
  func history() throws {
    var stream = ""
    for n in 1...5_000 {
      stream += "commit refs/heads/main\ncommitter A <a@b> \(1_000_000 + n) +0000\ndata 2\nc\n"
      let content = String(repeating: "content \(n)\n", count: 40)
      stream += "M 644 inline d\(n % 50)/f\(n % 500)\ndata \(content.utf8.count)\n\(content)\n"
    }
    try Data(stream.utf8).write(to: URL(fileURLWithPath: scratch.path + "/stream"))
    let script = "git -C '\(tree.path)' fast-import --quiet < '\(scratch.path)/stream'"
    _ = try Command("/bin/sh", ["-c", script]).runHere()
    try tree.git("reset", "-q", "--hard")
    try bring()
    let before = try Set(objects())
    try tree.write("a", "1").commit()
    try bring()
    // A commit, its folder and its file, loose or in a pack with its index.
    #expect(try Set(objects()).subtracting(before).count <= 3)
  }

  private func objects() throws -> [String] {
    let folder = scratch.checkout + "/.git/objects"
    return try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
