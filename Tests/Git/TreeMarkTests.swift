import Foundation
import Kit
import Testing

@testable import Git

@Suite("The mark of a working tree")
struct TreeMarkTests {
  private func marks(_ isRepository: Bool) throws {
    let scratch = try ScratchFolder("mark")
    defer { scratch.remove() }
    let path = scratch.path + "/p"
    func shell(_ script: String) throws {
      let end = try Command("/bin/sh", ["-ec", script], in: scratch.url).runHere()
      try #require(end.status == 0, "\(script)")
    }
    func mark() throws -> TreeMark {
      isRepository
        ? try TreeMark(workingTree: path, leavingOut: [path + "/state"])
        : try TreeMark(folder: path, leavingOut: [path + "/state"], scratch: scratch.path + "/own.git")
    }
    try shell("mkdir p; cd p; echo '*.log' > .gitignore; mkdir Sources; echo a > Sources/a.swift")
    if isRepository {
      let tree = Worktree(path: path)
      try tree.git("init", "-q", "-b", "main")
      try tree.git("add", "-A")
      try tree.git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "One")
    }
    let first = try mark()
    #expect(try mark() == first)
    try shell("cd p; echo x > a.log; mkdir -p .build state; echo x > .build/o; echo x > state/s; mkdir empty")
    if isRepository { try shell("cd p; git status; git branch other; git checkout -q other") }
    #expect(try mark() == first, "what no integration takes has no say")
    var seen: Set<TreeMark> = [first]
    for change in [
      "echo b > Sources/a.swift", "echo n > new.txt", "touch -d 2001-01-01 new.txt", "chmod +x new.txt",
      "cp -p new.txt other.txt; mv other.txt new.txt", "rm new.txt; ln -s Sources new.txt",
      "mv Sources/a.swift Sources/b.swift", "echo '!a.log' >> .gitignore",
    ] {
      try shell("cd p; " + change)
      #expect(seen.insert(try mark()).inserted, "\(change)")
    }
    try shell("rm -rf p")
    #expect(throws: (any Error).self) { try mark() }
  }

  @Test("changes with each file that an integration would take, and with no other")
  func repository() throws { try marks(true) }

  @Test("is there of a folder outside of git, too")
  func folder() throws { try marks(false) }
}
