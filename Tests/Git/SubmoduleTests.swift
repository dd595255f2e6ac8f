import Foundation
import Kit
import Synchronization
import Testing

@testable import Git

@Suite struct SubmoduleTests {
  let scratch: ScratchFolder
  let tree: Worktree
  let library: Worktree
  let base: Worktree
  var checkout: Worktree { Worktree(path: scratch.checkout) }

  /// `repository` holds `library` (relative address), which holds `base` (absolute address).
  init() throws {
    scratch = try ScratchFolder("git clone")
    base = try scratch.repository("base")
    try base.write("base.swift", "base").commit()
    library = try scratch.repository("library")
    try library.write("lib.swift", "lib")
    try library.git("submodule", "--quiet", "add", base.path, "Deep/Base")
    try library.commit()
    tree = try scratch.repository()
    try tree.write("main.swift", "main")
    try tree.git("submodule", "--quiet", "add", "../library", "Vendor/Lib rary")
    try tree.git("submodule", "--quiet", "update", "--init", "--recursive")
    try tree.commit()
  }

  let all: Set<String> = [
    ".gitmodules", "main.swift", "Vendor/Lib rary/.gitmodules", "Vendor/Lib rary/lib.swift",
    "Vendor/Lib rary/Deep/Base/base.swift",
  ]

  func names(_ folder: String? = nil) throws -> Set<String> {
    Set(try files(of: folder ?? scratch.checkout).things.keys.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test("a commit comes with its submodules, and git works inside them")
  func commit() throws {
    let first = try tree.head()
    try scratch.clone.bring(commit: first, from: tree.path, keep: [])
    #expect(try names() == all)
    #expect(try checkout.git("status", "--porcelain") == "")
    let inner = Worktree(path: scratch.checkout + "/Vendor/Lib rary")
    #expect(try inner.head() == library.head())
    #expect(try inner.git("status", "--porcelain") == "")
    #expect(try Worktree(path: inner.path + "/Deep/Base").head() == base.head())

    try Worktree(path: tree.path + "/Vendor/Lib rary").write("lib.swift", "newer").commit()
    let second = try tree.commit()
    try scratch.clone.bring(commit: second, from: tree.path, keep: [])
    #expect(inner.read("lib.swift") == "newer")
    try tree.git("rm", "-q", "-r", "-f", "Vendor")
    let third = try tree.commit()
    try scratch.clone.bring(commit: third, from: tree.path, keep: [])
    #expect(try names() == [".gitmodules", "main.swift"])
    try scratch.clone.bring(commit: first, from: tree.path, keep: [])
    #expect(try names() == all)
    #expect(inner.read("lib.swift") == "lib")
  }

  @Test("from a bare repository submodules are had from their addresses")
  func bare() throws {
    try tree.git("clone", "-q", "--bare", ".", scratch.path + "/bare.git")
    try scratch.clone.bring(commit: tree.head(), from: scratch.path + "/bare.git", keep: [])
    #expect(try names() == all)
  }

  @Test("submodules' working trees are taken as they stand, through linked worktrees too")
  func workingTree() throws {
    let before = try Fingerprint(of: tree.path)
    #expect(try !scratch.clone.bringWorkingTree(of: tree.path, keep: []).changes)
    #expect(try names() == all)
    #expect(try Fingerprint(of: tree.path).differences(from: before) == [])
    let inner = Worktree(path: tree.path + "/Vendor/Lib rary/Deep/Base")
    try inner.write("base.swift", "edited").write("new", "n").write(".gitignore", "no\n").write("no", "no")
    #expect(try scratch.clone.bringWorkingTree(of: tree.path, keep: []).changes)
    #expect(
      try names() == all.union(["Vendor/Lib rary/Deep/Base/new", "Vendor/Lib rary/Deep/Base/.gitignore"]))
    #expect(checkout.read("Vendor/Lib rary/Deep/Base/base.swift") == "edited")
    try inner.commit()
    #expect(try scratch.clone.bringWorkingTree(of: tree.path, keep: []).changes)

    let linked = Worktree(path: scratch.path + "/linked")
    try tree.git("worktree", "add", "-q", "--detach", linked.path)
    #expect(try !scratch.clone.bringWorkingTree(of: linked.path, keep: []).changes)
    #expect(try names() == all)
    try linked.git("submodule", "--quiet", "update", "--init")
    try Worktree(path: linked.path + "/Vendor/Lib rary").write("x", "x")
    #expect(try scratch.clone.bringWorkingTree(of: linked.path, keep: []).changes)
    #expect(try names() == all.union(["Vendor/Lib rary/x"]))
  }

  @Test("submodules that were never initialised come at their recorded commit")
  func uninitialised() throws {
    let fresh = Worktree(path: scratch.path + "/fresh")
    try tree.git("clone", "-q", ".", fresh.path)
    let before = try Fingerprint(of: fresh.path)
    let told = Mutex<[String]>([])
    let program = GitProgram(note: { note in told.withLock { $0.append(note) } }) { _, _, _ in
      GitProgram.End(succeeded: false, output: [], errors: "")
    }
    let clone = OwnClone(folder: scratch.checkout, program: program)
    #expect(try !clone.bringWorkingTree(of: fresh.path, keep: []).changes)
    #expect(try names() == all)
    #expect(try Fingerprint(of: fresh.path).differences(from: before) == [])
    // Which is what nobody sees in the working tree.
    let note = try #require(told.withLock { $0 }.first)
    #expect(told.withLock { Set($0) }.count == 1)
    #expect(
      note.hasPrefix("The folder of the submodule Vendor/Lib rary is empty in \(fresh.path): "), "\(note)")
    #expect(
      try note.contains("its commit \(library.head().prefix(12)) was taken from \(library.path)"), "\(note)")
  }

  @Test("a submodule that is not on this machine is named, with the command that brings it")
  func missing() throws {
    let fresh = Worktree(path: scratch.path + "/else where/fresh")
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/else where", withIntermediateDirectories: true)
    try tree.git("clone", "-q", ".", fresh.path)
    try fresh.write(
      ".gitmodules", "[submodule \"x\"]\n\tpath = Vendor/Lib rary\n\turl = https://h.example/l.git\n")
    try fresh.git("remote", "remove", "origin")
    let commit = try fresh.commit()
    for body in [
      { _ = try scratch.clone.bringWorkingTree(of: fresh.path, keep: []) },
      { try scratch.clone.bring(commit: commit, from: fresh.path, keep: []) },
    ] {
      let failure = expect(.submoduleMissing, body)
      #expect(failure?.wrong.contains("https://h.example/l.git") == true)
      #expect(failure?.advice.contains("submodule update --init 'Vendor/Lib rary'") == true)
    }
    try fresh.git("rm", "-q", "-f", ".gitmodules")
    let untold = try fresh.commit()
    let failure = expect(.submoduleMissing) {
      try scratch.clone.bring(commit: untold, from: fresh.path, keep: [])
    }
    #expect(failure?.wrong.contains("not told of in .gitmodules") == true)
  }

  @Test("one whose commit was never pushed is named, with the commit, and where it is not; nothing brings it")
  func unpushed() throws {
    let inner = Worktree(path: tree.path + "/Vendor/Lib rary")
    try inner.write("lib.swift", "never pushed")
    let lost = try inner.commit()
    let commit = try tree.commit()
    let fresh = Worktree(path: scratch.path + "/fresh")
    try tree.git("clone", "-q", ".", fresh.path)
    try tree.git("clone", "-q", "--bare", ".", scratch.path + "/bare.git")
    try FileManager.default.moveItem(atPath: tree.path, toPath: scratch.path + "/away")
    for place in [fresh.path, scratch.path + "/bare.git"] {
      let failure = expect(.submoduleMissing) {
        try scratch.clone.bring(commit: commit, from: place, keep: [])
      }
      #expect(failure?.doing.contains("Vendor/Lib rary") == true)
      let wrong = failure?.wrong ?? ""
      #expect(wrong.contains("commit \(lost.prefix(12)) is not in \(library.path) (address ../library)"))
      #expect(failure?.advice.hasPrefix("push it there") == true, "\(failure?.advice ?? "")")
    }
    try FileManager.default.moveItem(atPath: library.path, toPath: scratch.path + "/elsewhere")
    let failure = expect(.submoduleMissing) {
      try scratch.clone.bring(commit: commit, from: fresh.path, keep: [])
    }
    #expect(failure?.wrong.contains("there is no repository at \(library.path)") == true)
    #expect(failure?.advice.contains("put its repository there") == true)
  }

  @Test("what only the working tree of a submodule has is told, until it is pushed")
  func onlyHere() throws {
    let told = Mutex<[String]>([])
    let program = GitProgram(note: { note in told.withLock { $0.append(note) } }) { _, _, _ in
      GitProgram.End(succeeded: false, output: [], errors: "")
    }
    let clone = OwnClone(folder: scratch.checkout, program: program)
    try clone.bring(commit: tree.head(), from: tree.path, keep: [])
    #expect(told.withLock { $0 } == [])
    let inner = Worktree(path: tree.path + "/Vendor/Lib rary")
    try inner.write("lib.swift", "not pushed")
    let own = try inner.commit()
    let commit = try tree.commit()
    try clone.bring(commit: commit, from: tree.path, keep: [])
    let words = "The commit \(own.prefix(12)) of the submodule Vendor/Lib rary was taken from "
    #expect(told.withLock { $0.count } == 1 && told.withLock { $0 }[0].hasPrefix(words))
    told.withLock { $0 = [] }
    try inner.git("push", "-q", "origin", "HEAD:refs/heads/pushed")
    try clone.bring(commit: commit, from: tree.path, keep: [])
    #expect(told.withLock { $0 } == [])
  }

  @Test("for a bare repository the command that brings a submodule works there")
  func bareAdvice() throws {
    try tree.write(
      ".gitmodules", "[submodule \"x y\"]\n\tpath = Vendor/Lib rary\n\turl = ssh://h.example/l.git\n")
    let commit = try tree.commit()
    let bare = scratch.path + "/bare.git"
    try tree.git("clone", "-q", "--bare", ".", bare)
    let failure = expect(.submoduleMissing) { try scratch.clone.bring(commit: commit, from: bare, keep: []) }
    let command = (failure?.advice ?? "").split(separator: "`").dropFirst().first.map { String($0) } ?? ""
    #expect(command.contains("git clone --bare ssh://h.example/l.git"), "\(failure?.advice ?? "")")
    try Worktree.shell(command.replacing("ssh://h.example/l.git", with: "'\(library.path)'"))
    try scratch.clone.bring(commit: commit, from: bare, keep: [])
    #expect(try names() == all)
  }

  @Test("names and addresses in .gitmodules cannot lead astray")
  func hostile() throws {
    let text = """
      [submodule "../../../x"]
      \tpath = Vendor/Lib rary
      \turl = ../../../../../../../../..//library
      [submodule ""]
      \tpath = /etc
      [submodule "half"
      """
    try tree.write(".gitmodules", text)
    let broken = try tree.commit()
    expect(.corrupt) { try scratch.clone.bring(commit: broken, from: tree.path, keep: []) }
    try tree.write(".gitmodules", text.replacingOccurrences(of: "[submodule \"half\"", with: ""))
    try scratch.clone.bring(commit: tree.commit(), from: tree.path, keep: [])
    #expect(try names() == all)
    #expect(Submodules.join("/a/b", "../../../../c/./d") == "/c/d")
    #expect(Submodules.local("file:///a%20b") == "/a b")
    #expect(Submodules.local("file://host/a") == nil)
    #expect(Submodules.local("git@host:a") == nil)
  }
}
