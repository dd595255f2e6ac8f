import Foundation
import Kit
import Testing

@testable import Git

@Suite struct BadRepositoryTests {
  let scratch: ScratchFolder
  let tree: Worktree

  init() throws {
    scratch = try ScratchFolder("git clone")
    tree = try scratch.repository("a repository")
  }

  var nothingLeft: Bool { !FileManager.default.fileExists(atPath: scratch.checkout + "/.git-new") }

  @discardableResult
  func bringTree() throws -> Bool { try scratch.clone.bringWorkingTree(of: tree.path, keep: []).changes }

  func object(_ revision: String) throws -> String {
    let id = try tree.git("rev-parse", revision).prefix(40)
    let path = tree.path + "/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    chmod(path, 0o644)
    return path
  }

  @Test("a repository without commits has none to integrate")
  func noCommits() throws {
    try tree.write("a", "a")
    expect(.noCommits) { try scratch.clone.bring(commit: "HEAD", from: tree.path, keep: []) }
  }

  @Test("a bare repository has no working tree to take")
  func bare() throws {
    try tree.write("a", "a").commit()
    try tree.git("clone", "-q", "--bare", ".", scratch.path + "/bare.git")
    let failure = expect(.bareWithoutWorkingTree) {
      _ = try scratch.clone.bringWorkingTree(of: scratch.path + "/bare.git", keep: [])
    }
    #expect(failure?.advice.contains("--commit") == true)
    try tree.git("init", "-q", "--bare", scratch.path + "/empty.git")
    expect(.bareWithoutWorkingTree) {
      _ = try scratch.clone.bringWorkingTree(of: scratch.path + "/empty.git", keep: [])
    }
  }

  @Test("a folder that is no repository is told so by the clone too")
  func noRepository() throws {
    expect(.notARepository) { _ = try scratch.clone.bringWorkingTree(of: scratch.path, keep: []) }
    expect(.notARepository) { try scratch.clone.bring(commit: "HEAD", from: scratch.path + "/no", keep: []) }
  }

  @Test(
    "a repository of another user is refused with the command that trusts it",
    .enabled(if: geteuid() == 0, "only root may give a file to another user"))
  func otherOwner() throws {
    try tree.write("a", "a").commit()
    for path in ["", "/.git"] { try #require(chown(tree.path + path, 65_534, 65_534) == 0) }
    let failure = expect(.ownedByAnother) { _ = try Repository.find(from: tree.path) }
    #expect(failure?.advice.contains("git config --global --add safe.directory '\(tree.path)'") == true)
    expect(.ownedByAnother) { try bringTree() }
  }

  @Test("safe.directory names folders, all below a folder, or all, and an empty one forgets them")
  func safeFolders() {
    func isSafe(_ rules: String...) -> Bool { Ownership.isSafe("/srv/git/a", by: rules) }
    #expect(!isSafe())
    #expect(isSafe("/srv/git/a"))
    #expect(isSafe("/srv/git/a/"))
    #expect(isSafe("*"))
    #expect(isSafe("/srv/git/*"))
    #expect(isSafe("/srv/*"))
    #expect(isSafe("/elsewhere", "/srv/git/a", "/another"))
    #expect(!isSafe("/srv/git"))
    #expect(!isSafe("/srv/git/a/*"))
    #expect(!isSafe("/srv/git/ab", "/srv/gi*"))
    #expect(!isSafe("*", ""))
    #expect(isSafe("*", "", "/srv/git/a"))
  }

  @Test(
    "damage is told as damage and holds up nobody, with `git fsck` as advice", .timeLimit(.minutes(5)),
    arguments: 0..<9)
  func corrupt(damage: Int) throws {
    let content = (0..<5_000).map { "\($0 &* 7_919) " }.joined()
    try tree.write("a", content).write("d/b", "b").commit("first")
    let commit = try tree.write("c", "c").commit("second")
    switch damage {
    case 0: truncate(try object("HEAD:a"), 1_000)
    case 1: truncate(try object("HEAD:a"), 0)
    case 2: truncate(try object("HEAD^{tree}"), 20)
    case 3: truncate(try object("HEAD"), 20)
    case 4: try Data(repeating: 7, count: 300).write(to: URL(fileURLWithPath: object("HEAD:a")))
    case 5: try FileManager.default.removeItem(atPath: object("HEAD"))
    case 6: try FileManager.default.removeItem(atPath: object("HEAD:a"))
    case 7:
      let other = try Data(contentsOf: URL(fileURLWithPath: object("HEAD:c")))
      try other.write(to: URL(fileURLWithPath: object("HEAD:a")))
    default:
      try tree.git("gc", "-q")
      let packs = tree.path + "/.git/objects/pack/"
      for name in try FileManager.default.contentsOfDirectory(atPath: packs) where name.hasSuffix(".pack") {
        chmod(packs + name, 0o644)
        truncate(packs + name, 100)
      }
    }
    let failure = expect(.corrupt) { try scratch.clone.bring(commit: commit, from: tree.path, keep: []) }
    #expect(failure?.advice.contains("fsck") == true)
    #expect(nothingLeft)
  }

  @Test("garbage in HEAD, the index or the settings is damage", arguments: ["HEAD", "index", "config"])
  func garbage(file: String) throws {
    try tree.write("a", "a").commit()
    try tree.write(".git/" + file, "gar[bage")
    let before = try Fingerprint(of: tree.path)
    do {
      try bringTree()
      Issue.record("no error")
    } catch let failure as GitError {
      #expect(failure.kind == .corrupt || (file == "HEAD" && failure.kind == .notARepository), "\(failure)")
      let isIndex = failure.wrong == "\(tree.path)/.git/index is damaged"
      #expect(isIndex == (file == "index") && isIndex == failure.advice.contains("reset -q"), "\(failure)")
    }
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
  }

  @Test("an index that newer gits wrote without a checksum is whole, and who reads is told how to have one")
  func withoutChecksum() throws {
    try tree.write("a", "a").commit()
    let index = tree.path + "/.git/index"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: index))
    bytes.replaceSubrange((bytes.count - 20)..., with: Data(count: 20))
    try bytes.write(to: URL(fileURLWithPath: index))
    let failure = expect(.other) { _ = try bringTree() }
    #expect(failure?.wrong.contains("without a checksum") == true)
    #expect(failure?.advice.contains("update-index --force-write-index") == true)
    #expect(failure?.advice.contains("rm --") == false)
  }

  @Test("damage that the commit has no part in does not stop it")
  func damageElsewhere() throws {
    let first = try tree.write("a", "a").commit()
    try scratch.clone.bring(commit: first, from: tree.path, keep: [])
    try tree.git("checkout", "-q", "-b", "broken")
    try tree.write("x", "x").commit()
    truncate(try object("HEAD:x"), 3)
    truncate(try object("HEAD^{tree}"), 20)
    try tree.git("checkout", "-q", "-f", "main")
    try tree.write(".git/refs/heads/junk", "garbage")
    let second = try tree.git("commit-tree", "-p", first, "-m", "x", "\(first)^{tree}").prefix(40)
    try scratch.clone.bring(commit: String(second), from: tree.path, keep: [])
    #expect(try Worktree(path: scratch.checkout).head() == second)
  }

  @Test(
    "a file that cannot be read is named", .enabled(if: geteuid() == 0, "only root may act as another user"))
  func unreadable() throws {
    try tree.write("a", "a").write("secret", "s").commit()
    try tree.write("secret", "changed")
    let empty = scratch.path + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    chmod(empty, 0o777)
    chmod(tree.path + "/secret", 0)
    // Opened as root, since the user's settings must be read for it.
    let repository = try Repository(opening: tree.path)
    let walk = WorkingTreeWalk(apart: [], interruption: .none)
    try walk.add(repository, at: .root, history: true)
    let failure = asNobody {
      expect(.notPermitted) {
        try Placement(
          walk.wanted, into: empty, incoming: scratch.path, cache: CheckoutCache(), keep: [],
          begun: .now, doing: "copying", interruption: .none, willWrite: {}
        ).perform()
      }
    }
    #expect(failure?.wrong.contains("secret cannot be read") == true)
  }

  @Test("a folder that cannot be read is named", .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableFolder() throws {
    try tree.write("a", "a").write("folder/x", "x").commit()
    chmod(tree.path + "/folder", 0)
    defer { chmod(tree.path + "/folder", 0o755) }
    let failure = expect(.notPermitted) { try bringTree() }
    #expect(failure?.wrong.contains("folder cannot be read") == true)
  }

  @Test(
    "a state folder that is read-only or full is told so",
    .enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
  func noRoom() throws {
    for n in 0..<20 { try tree.write("f\(n)", String(repeating: "\(n) ", count: 20_000)) }
    let commit = try tree.commit()
    let small = try SmallDisk(kilobytes: 200)
    let clone = OwnClone(folder: small.path + "/checkout")
    expect(.diskFull) { try clone.bring(commit: commit, from: tree.path, keep: []) }
    expect(.diskFull) { _ = try clone.bringWorkingTree(of: tree.path, keep: []) }
    try small.makeReadOnly()
    expect(.notPermitted) { try clone.bring(commit: commit, from: tree.path, keep: []) }
  }

  @Test("a checkout folder that is a file is an error")
  func fileInTheWay() throws {
    let commit = try tree.write("a", "a").commit()
    try Worktree(path: scratch.path).write("state/bots/x/checkout", "in the way")
    expect(.other) { try scratch.clone.bring(commit: commit, from: tree.path, keep: []) }
  }

  @Test("a split index is told with the command that ends it")
  func splitIndex() throws {
    try tree.write("a", "a").commit()
    try tree.git("update-index", "--split-index")
    let failure = expect(.other) { try bringTree() }
    #expect(failure?.advice.contains("--no-split-index") == true)
  }

  /// Runs `body` without root's power over files; the kernel keeps this apart for each thread.
  private func asNobody<R>(_ body: () -> R) -> R {
    for path in [scratch.path, tree.path] { chmod(path, 0o777) }
    typealias SetFileUser = @convention(c) (uid_t) -> Int32
    guard let symbol = dlsym(nil, "setfsuid") else { return body() }
    let setFileUser = unsafeBitCast(symbol, to: SetFileUser.self)
    _ = setFileUser(65_534)
    defer { _ = setFileUser(0) }
    return body()
  }
}
