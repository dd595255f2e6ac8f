import Foundation
import Kit
import Testing

@testable import Git

@Suite struct CommitFilesTests {
  private let scratch: ScratchFolder
  private let tree: Worktree

  init() throws {
    scratch = try ScratchFolder("git clone")
    tree = try scratch.repository()
  }

  @Test("an old commit's files are read from the clone, whatever the checkout holds by now")
  func oldCommit() throws {
    try tree.write("Sources/A.swift", "one\n").write("b", "b")
    try tree.git("add", ".")
    try tree.git("commit", "-qm", "1")
    let old = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try tree.write("Sources/A.swift", "two\n")
    try tree.git("commit", "-qam", "2")
    let new = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try scratch.clone.bring(commit: old, from: tree.path, keep: [])
    try scratch.clone.bring(commit: new, from: tree.path, keep: [])
    let files = try CommitFiles(of: scratch.clone, commit: old)
    #expect(try files.content(of: "Sources/A.swift") == Array("one\n".utf8))
    #expect(try files.content(of: "Sources/B.swift") == nil)
    #expect(try files.content(of: "Sources") == nil)
    #expect(files.paths == ["Sources/A.swift", "b"])
    #expect(
      try CommitFiles(of: scratch.clone, commit: new).content(of: "Sources/A.swift") == Array("two\n".utf8))
  }

  @Test("line ends are those of a checkout, and a link gives nothing")
  func filters() throws {
    try tree.write(".gitattributes", "*.txt eol=crlf\n").write("a.txt", "x\n")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/link", withDestinationPath: "/etc/passwd")
    try tree.git("add", ".")
    try tree.git("commit", "-qm", "1")
    let commit = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try scratch.clone.bring(commit: commit, from: tree.path, keep: [])
    let files = try CommitFiles(of: scratch.clone, commit: commit)
    #expect(try files.content(of: "a.txt") == Array("x\r\n".utf8))
    #expect(try files.content(of: "link") == nil)
  }

  @Test("links are followed where that is asked for, as long as they stay inside")
  func links() throws {
    try tree.write("Shared/Deep/A.swift", "one\n").write("Sources/B.swift", "two\n")
    for (name, target) in [
      ("Sources/A.swift", "../Shared/./Deep/A.swift"), ("Sources/Folder", "../Shared"),
      ("Twice", "Sources/Folder"), ("Out", "../Sources/B.swift"),
      ("Absolute", tree.path + "/Sources/B.swift"), ("Round", "Round"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: tree.path + "/" + name, withDestinationPath: target)
    }
    try tree.git("add", ".")
    try tree.git("commit", "-qm", "1")
    let commit = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try scratch.clone.bring(commit: commit, from: tree.path, keep: [])
    let files = try CommitFiles(of: scratch.clone, commit: commit)
    for path in ["Sources/A.swift", "Sources/Folder/Deep/A.swift", "Twice/Deep/A.swift"] {
      #expect(try files.linked(path) == Array("one\n".utf8), "\(path)")
      #expect(try files.content(of: path) == nil, "\(path)")
    }
    #expect(try files.linked("Sources/B.swift") == Array("two\n".utf8))
    for path in ["Out", "Absolute", "Round", "Twice", "Sources/Folder/None"] {
      #expect(try files.linked(path) == nil, "\(path)")
    }
  }

  @Test("a submodule's files are found too")
  func submodules() throws {
    let inner = try scratch.repository("inner")
    try inner.write("deep/I.swift", "inner\n")
    try inner.git("add", ".")
    try inner.git("commit", "-qm", "i")
    try tree.write("a", "a")
    try tree.git("submodule", "add", "-q", inner.path, "Modules/Inner")
    try tree.git("add", ".")
    try tree.git("commit", "-qm", "1")
    let commit = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try scratch.clone.bring(commit: commit, from: tree.path, keep: [])
    let files = try CommitFiles(of: scratch.clone, commit: commit)
    #expect(try files.content(of: "Modules/Inner/deep/I.swift") == Array("inner\n".utf8))
    #expect(try files.content(of: "Modules/Inner/none") == nil)
  }

  @Test("a commit that the clone does not have is an error")
  func gone() throws {
    try tree.write("a", "a")
    try tree.git("add", ".")
    try tree.git("commit", "-qm", "1")
    let commit = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try scratch.clone.bring(commit: commit, from: tree.path, keep: [])
    for id in [String(repeating: "a", count: 40), "HEAD", ""] {
      #expect(throws: GitError.self) { _ = try CommitFiles(of: scratch.clone, commit: id) }
    }
    #expect(throws: GitError.self) {
      _ = try CommitFiles(of: OwnClone(folder: scratch.path + "/none"), commit: commit)
    }
  }
}
