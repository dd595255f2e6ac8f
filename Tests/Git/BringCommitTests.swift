import Foundation
import Kit
import Testing

@testable import Git

@Suite struct BringCommitTests {
  let scratch: ScratchFolder
  let tree: Worktree
  var checkout: Worktree { Worktree(path: scratch.checkout) }

  init() throws {
    scratch = try ScratchFolder("git clone")
    tree = try scratch.repository()
  }

  func bring(_ commit: String, keep: Set<String> = []) throws {
    try scratch.clone.bring(commit: commit, from: tree.path, keep: keep)
  }

  /// What the git program itself would check out.
  func expectExactly(_ commit: String, _ place: SourceLocation = #_sourceLocation) throws {
    let truth = scratch.path + "/truth-\(UUID().uuidString)"
    try tree.git("worktree", "add", "-q", "--detach", truth, commit)
    let differences = try files(of: truth).differences(from: files(of: scratch.checkout))
    #expect(differences.isEmpty, sourceLocation: place)
    try tree.git("worktree", "remove", "--force", truth)
  }

  func times() throws -> [[UInt8]: FileStamp.Moment?] {
    try Fingerprint(of: scratch.checkout, without: [".git"]).things.mapValues(\.modified)
  }

  @Test("going from commit to commit leaves exactly that commit, and unchanged files their times")
  func exact() throws {
    try tree.write("Sources/a.swift", "a").write("Sources/b.swift", "b").write("run.sh", "#!").write(
      "x/y/z", "z")
    chmod(tree.path + "/run.sh", 0o755)
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/link", withDestinationPath: "/etc/passwd")
    try FileManager.default.createSymbolicLink(atPath: tree.path + "/s", withDestinationPath: "Sources")
    let first = try tree.commit()
    try tree.write("Sources/a.swift", "A")
    try tree.remove("x")
    try tree.write("x", "a file in place of a folder")
    try tree.remove("link")
    try tree.write("link/inside", "a folder in place of a link")
    try tree.remove("s")
    chmod(tree.path + "/run.sh", 0o644)
    let second = try tree.commit()

    try bring(first)
    try expectExactly(first)
    let before = try times()
    try bring(second)
    try expectExactly(second)
    let after = try times()
    for name in ["Sources/b.swift", "run.sh"] { #expect(before[Array(name.utf8)] == after[Array(name.utf8)]) }
    try bring(first)
    try expectExactly(first)
    #expect(try times()[Array("Sources/b.swift".utf8)] == before[Array("Sources/b.swift".utf8)])
    #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
  }

  @Test("what tests left behind is put right: edits, litter, locked folders, links in place of folders")
  func cleaned() throws {
    try tree.write("a/b.txt", "b").write("a/c.txt", "c").write(".gitignore", "*.log\n").write("d/e", "e")
    let commit = try tree.commit()
    try bring(commit)
    let b = scratch.checkout + "/a/b.txt"
    var status = stat()
    stat(b, &status)
    try checkout.write("a/b.txt", "B")
    var times = [status.st_atim, status.st_mtim]
    utimensat(AT_FDCWD, b, &times, 0)
    try checkout.write("x.log", "ignored").write("new/deep/file", "n").write("a/c.txt", "longer")
    mkdir(scratch.checkout + "/empty", 0o755)
    try checkout.write("locked/f", "f")
    chmod(scratch.checkout + "/locked", 0)
    try FileManager.default.removeItem(atPath: scratch.checkout + "/d")
    let outside = try Worktree(path: scratch.path + "/outside").write("e", "theirs")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.checkout + "/d", withDestinationPath: outside.path)
    try bring(commit)
    try expectExactly(commit)
    #expect(outside.read("e") == "theirs")
    #expect(!FileManager.default.fileExists(atPath: scratch.checkout + "/empty"))
  }

  @Test("files to keep stay unless a commit brought them")
  func keep() throws {
    let without = try tree.write("p/a", "a").commit()
    let with = try tree.write("Package.resolved", "1").commit()
    try bring(without, keep: ["Package.resolved"])
    try checkout.write("Package.resolved", "made").write("p/Package.resolved", "made").write("other", "o")
    try checkout.write("elsewhere/Package.resolved", "litter")
    try bring(without, keep: ["Package.resolved"])
    #expect(checkout.read("Package.resolved") == "made")
    #expect(checkout.read("p/Package.resolved") == "made")
    #expect(checkout.read("other") == nil)
    #expect(checkout.read("elsewhere/Package.resolved") == nil)
    try bring(with, keep: ["Package.resolved"])
    #expect(checkout.read("Package.resolved") == "1")
    try bring(without, keep: ["Package.resolved"])
    #expect(checkout.read("Package.resolved") == nil)
    try checkout.write("Package.resolved", "made")
    try bring(without)
    #expect(checkout.read("Package.resolved") == nil)
  }

  @Test("the git program works in the checkout: log, describe, a clean status")
  func gitWorks() throws {
    try tree.write("a", "1").write("dir/b", "2").commit("first")
    try tree.git("tag", "-a", "-m", "t", "1.0")
    let commit = try tree.write("a", "3").commit("second")
    try bring(commit)
    #expect(try checkout.git("describe", "--dirty") == "1.0-1-g\(commit.prefix(7))\n")
    #expect(try checkout.git("log", "--format=%s") == "second\nfirst\n")
    #expect(try checkout.git("status", "--porcelain") == "")
    #expect(try checkout.git("rev-parse", "--abbrev-ref", "HEAD") == "HEAD\n")
    #expect(
      try checkout.git("for-each-ref", "--format=%(refname)") == "refs/tags/1.0\nrefs/watched/heads/main\n")
    #expect(try checkout.git("fsck", "--strict") == "")
    try checkout.git("checkout", "-q", "-b", "mine")
    try checkout.write("a", "4").commit("theirs")
    try bring(commit)
    #expect(try checkout.git("status", "--porcelain") == "")
    #expect(try checkout.head() == commit)
  }

  @Test("branches and tags follow the watched repository, moved, removed, turned into folders")
  func refs() throws {
    let first = try tree.write("a", "1").commit()
    try tree.git("branch", "topic")
    try tree.git("tag", "v1")
    try bring(first)
    func made() -> UInt64 {
      var status = stat()
      stat(scratch.checkout + "/.git/description", &status)
      return UInt64(status.st_ino)
    }
    let before = made()
    try tree.git("branch", "-D", "topic")
    try tree.git("branch", "topic/one")
    try tree.git("tag", "-d", "v1")
    try tree.git("commit", "-q", "--amend", "-m", "rewritten")
    let second = try tree.head()
    try tree.git("pack-refs", "--all")
    try bring(second)
    #expect(
      try checkout.git("for-each-ref", "--format=%(refname) %(objectname)")
        == "refs/watched/heads/main \(second)\nrefs/watched/heads/topic/one \(first)\n")
    try tree.git("branch", "-D", "topic/one")
    try bring(second)
    #expect(
      try checkout.git("for-each-ref", "--format=%(refname)") == "refs/watched/heads/main\n")
    #expect(made() == before, "the clone was made anew")
  }

  @Test("a commit that no branch has is brought, and one that is not there is an error")
  func unreachable() throws {
    let first = try tree.write("a", "1").commit()
    try bring(first)
    try tree.git("checkout", "-q", "--detach")
    let loose = try tree.write("a", "2").write("b", "new").commit()
    try tree.git("checkout", "-q", "main")
    try tree.git("reflog", "expire", "--expire=now", "--all")
    try bring(loose)
    #expect(checkout.read("b") == "new")
    expect(.unknownRevision) { try bring(String(repeating: "12", count: 20)) }
    expect(.unknownRevision) { try bring("nothing") }
    #expect(checkout.read("b") == "new")
  }

  @Test("the clone needs nothing of the watched repository afterwards, alternates included")
  func independent() throws {
    let commit = try tree.write("a", "1").commit()
    let borrower = Worktree(path: scratch.path + "/borrower")
    try tree.git("clone", "-q", "--shared", ".", borrower.path)
    let second = try borrower.write("a", "2").commit()
    try scratch.clone.bring(commit: second, from: borrower.path, keep: [])
    try FileManager.default.removeItem(atPath: tree.path)
    try FileManager.default.removeItem(atPath: borrower.path)
    #expect(try checkout.git("log", "--format=%H") == "\(second)\n\(commit)\n")
    #expect(try checkout.git("fsck", "--full") == "")
  }

  @Test("many small fetches stay whole and are packed together at times", .slow)
  func manyFetches() throws {
    for n in 1...60 { try bring(tree.write("a", "\(n)").write("f\(n)", "\(n)").commit()) }
    #expect(try files(of: tree.path).differences(from: files(of: scratch.checkout)) == [])
    #expect(try checkout.git("fsck", "--full") == "")
    let packs = try FileManager.default.contentsOfDirectory(atPath: scratch.checkout + "/.git/objects/pack")
    #expect(packs.count < 120)
  }

  @Test("a damaged or half-made clone mends itself without touching the files", arguments: 0..<12)
  func mended(damage: Int) throws {
    let first = try tree.write("a", "1").write("b/c", "2").commit()
    try bring(first)
    let before = try times()
    let git = scratch.checkout + "/.git"
    func write(_ name: String, _ content: String) throws { try checkout.write(".git/" + name, content) }
    switch damage {
    case 0: try FileManager.default.removeItem(atPath: git)
    case 1: try write("HEAD", "garbage")
    case 2: try write("index", "garbage")
    case 3: for name in ["index", "HEAD", "packed-refs", "config"] { try write(name + ".lock", "") }
    case 4: try FileManager.default.removeItem(atPath: git + "/objects")
    case 5: try write("config", "[[[[")
    case 6: try write("bothy/files", "garbage")
    case 7: try FileManager.default.removeItem(atPath: git + "/HEAD")
    case 8: try write("packed-refs", "garbage\n\u{0}")
    case 9:
      try FileManager.default.removeItem(atPath: git)
      try checkout.write(".git", "gitdir: /nowhere")
    case 10: try write("refs/watched/heads/main", "garbage")
    default:
      try Worktree(path: scratch.checkout + "/.git-new").write("HEAD", "half")
      try write("refs/watched/heads/main.lock", "")
      try write("objects/pack/tmp_pack_1", "half")
    }
    let second = try tree.write("a", "3").commit()
    for commit in [first, second, first] {
      try bring(commit)
      try expectExactly(commit)
      #expect(try checkout.git("status", "--porcelain") == "")
      #expect(try checkout.git("log", "-1", "--format=%H") == "\(commit)\n")
    }
    #expect(try times()[Array("b/c".utf8)] == before[Array("b/c".utf8)])
    #expect(!FileManager.default.fileExists(atPath: scratch.checkout + "/.git-new"))
  }

  @Test("a truncated object in the clone is mended from the watched repository")
  func truncatedOwnObject() throws {
    let commit = try tree.write("a", "some content").commit()
    try bring(commit)
    let blob = try tree.git("rev-parse", "HEAD:a").prefix(40)
    let object = scratch.checkout + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    chmod(object, 0o644)
    truncate(object, 5)
    try checkout.remove("a")
    try bring(commit)
    #expect(checkout.read("a") == "some content")
  }

  @Test("line ends and exports follow .gitattributes of the commit, at every level")
  func attributes() throws {
    try tree.write(".gitattributes", "*.txt text eol=crlf\n*.bin -text\n").write("a.txt", "1\n2\n")
    try tree.write("a.bin", "1\n2\n").write("d/.gitattributes", "*.txt text eol=lf\n*.id ident\n")
    try tree.write("d/b.txt", "1\n2\n").write("d/x.id", "$Id$\n")
    let first = try tree.commit()
    try bring(first)
    try expectExactly(first)
    #expect(checkout.read("a.txt") == "1\r\n2\r\n")
    let second = try tree.write(".gitattributes", "").commit()
    try bring(second)
    #expect(checkout.read("a.txt") == "1\n2\n")
    #expect(try checkout.git("status", "--porcelain") == "")
  }

  @Test("names with spaces, quotes, newlines, bytes that are no UTF-8, and great length")
  func names() throws {
    let names = [
      "a b", "q\"'\\", "new\nline", "+plus", "Ünï", "CASE", "case", String(repeating: "n", count: 255), "-x",
    ]
    for name in names { try tree.write("d/" + name, name) }
    let raw: [UInt8] = Array((tree.path + "/d/").utf8) + [0xFF, 0xFE, 0x80]
    let descriptor = TreePath.withCString(raw) { open($0, O_WRONLY | O_CREAT, 0o644) }
    close(descriptor)
    let deep = (0..<12).map { _ in String(repeating: "d", count: 200) }.joined(separator: "/")
    try tree.write(deep + "/f", "deep")
    let commit = try tree.commit()
    try bring(commit)
    #expect(try files(of: tree.path).differences(from: files(of: scratch.checkout)) == [])
    #expect(try checkout.git("status", "--porcelain") == "")
  }

  @Test("a commit made to do harm cannot reach out of the checkout", arguments: ["..", ".git", ".GIT", "."])
  func harmful(name: String) throws {
    try tree.write("payload", "harm").commit()
    let blob = try tree.git("rev-parse", "HEAD:payload").prefix(40)
    var inner = Data("100644 hooks\0".utf8)
    inner.append(contentsOf: ObjectID(hex: String(blob))?.bytes ?? [])
    try inner.write(to: URL(fileURLWithPath: scratch.path + "/inner"))
    let tree1 = try tree.git("hash-object", "-t", "tree", "-w", "--literally", scratch.path + "/inner")
      .prefix(40)
    var outer = Data("40000 \(name)\0".utf8)
    outer.append(contentsOf: ObjectID(hex: String(tree1))?.bytes ?? [])
    try outer.write(to: URL(fileURLWithPath: scratch.path + "/outer"))
    let tree2 = try tree.git("hash-object", "-t", "tree", "-w", "--literally", scratch.path + "/outer")
      .prefix(40)
    let commit = try tree.git("commit-tree", "-m", "harm", String(tree2)).prefix(40)
    expect(.corrupt) { try bring(String(commit)) }
    #expect(!FileManager.default.fileExists(atPath: scratch.checkout + "/../hooks"))
  }

  @Test("a tree that has a link and a folder of one name writes nothing through the link")
  func linkAndFolder() throws {
    let outside = scratch.path + "/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try tree.write("d/file", "harm").commit()
    let folder = try tree.git("rev-parse", "HEAD:d").prefix(40)
    let target = scratch.path + "/target"
    try Data(outside.utf8).write(to: URL(fileURLWithPath: target))
    let link = try tree.git("hash-object", "-w", target).prefix(40)
    var bytes = Data("120000 d\0".utf8)
    bytes.append(contentsOf: ObjectID(hex: String(link))?.bytes ?? [])
    bytes.append(Data("40000 d\0".utf8))
    bytes.append(contentsOf: ObjectID(hex: String(folder))?.bytes ?? [])
    try bytes.write(to: URL(fileURLWithPath: target))
    let root = try tree.git("hash-object", "-t", "tree", "-w", "--literally", target).prefix(40)
    let commit = try tree.git("commit-tree", "-m", "harm", String(root)).prefix(40)
    expect(.corrupt) { try bring(String(commit)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
  }

  @Test("shallow, bare, linked and partial repositories are brought from")
  func otherSorts() throws {
    for n in 1...4 { try tree.write("a", "\(n)").commit() }
    let commit = try tree.head()
    try tree.git("clone", "-q", "--bare", ".", scratch.path + "/bare.git")
    try tree.git("clone", "-q", "--depth", "2", "file://" + tree.path, scratch.path + "/shallow")
    try tree.git("worktree", "add", "-q", "--detach", scratch.path + "/linked")
    for (n, name) in ["bare.git", "shallow", "linked"].enumerated() {
      let clone = OwnClone(folder: scratch.path + "/state\(n)/checkout")
      try clone.bring(commit: commit, from: scratch.path + "/" + name, keep: [])
      let own = Worktree(path: scratch.path + "/state\(n)/checkout")
      #expect(own.read("a") == "4")
      #expect(try own.git("log", "--format=tformat:x").count == (name == "shallow" ? 4 : 8))
    }
    let shallow = Worktree(path: scratch.path + "/shallow")
    let next = try shallow.write("a", "5").commit()
    try OwnClone(folder: scratch.path + "/state1/checkout").bring(commit: next, from: shallow.path, keep: [])
    try shallow.git("fetch", "-q", "--unshallow")
    try OwnClone(folder: scratch.path + "/state1/checkout").bring(commit: next, from: shallow.path, keep: [])
    #expect(
      try Worktree(path: scratch.path + "/state1/checkout").git("log", "--format=tformat:x").count == 10)
  }

  @Test("a partial clone gives what it has, and says what to do when that is not enough")
  func partial() throws {
    let first = try tree.write("a", "1").write("gone", "g").commit()
    try tree.remove("gone")
    let second = try tree.commit()
    try tree.git("config", "uploadpack.allowFilter", "true")
    let partial = Worktree(path: scratch.path + "/partial")
    try tree.git("clone", "-q", "--filter=blob:none", "file://" + tree.path, partial.path)
    let clone = scratch.clone
    for _ in 0..<2 {
      try clone.bring(commit: second, from: partial.path, keep: [])
      #expect(checkout.read("a") == "1")
      let failure = expect(.fetchFailed) { try clone.bring(commit: first, from: partial.path, keep: []) }
      #expect(failure?.advice.contains("archive") == true)
    }
    let third = try partial.write("b", "b").commit()
    try clone.bring(commit: third, from: partial.path, keep: [])
    #expect(checkout.read("b") == "b")
    try partial.git("archive", "-o", "/dev/null", "--format=tar", first)
    try clone.bring(commit: first, from: partial.path, keep: [])
    #expect(checkout.read("gone") == "g")
  }

  @Test("a clone that is canceled stops, and no other does")
  func canceled() throws {
    let commit = try tree.write("a", "a").commit()
    let other = OwnClone(folder: scratch.path + "/other/checkout", isCanceled: { true })
    #expect(throws: CancellationError.self) { try other.bring(commit: commit, from: tree.path, keep: []) }
    try bring(commit)
    try expectExactly(commit)
  }

  @Test("the watched repository is not written to")
  func untouched() throws {
    let commit = try tree.write("a", "1").commit()
    try tree.git("gc", "-q")
    try tree.write("a", "2").write("b", "3").commit()
    let before = try Fingerprint(of: tree.path)
    try bring(commit)
    try bring("HEAD")
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
  }

  @Test("a checkout that is or holds the watched repository is refused")
  func overlap() throws {
    let commit = try tree.write("a", "1").commit()
    for folder in [tree.path, scratch.path, tree.path + "/.git/x"] {
      expect(.other) { try OwnClone(folder: folder).bring(commit: commit, from: tree.path, keep: []) }
    }
    #expect(tree.read("a") == "1")
  }
}
