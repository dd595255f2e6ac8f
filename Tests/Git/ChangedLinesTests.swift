import Foundation
import Kit
import Testing

@testable import Git

@Suite struct ChangedLinesTests {
  private static let ten = (1...10).map { "line \($0)\n" }.joined()

  /// `path: 3-4, 9` a file.
  private func shown(_ lines: ChangedLines) -> [String] {
    lines.files.map { file in
      "\(file.path): "
        + file.lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
        .joined(separator: ", ")
    }
  }

  /// Both ways of asking must agree: by the commit, and by the checkout's files.
  private func changed(_ scratch: ScratchFolder, _ tree: Worktree, since old: String) throws -> [String] {
    let new = try tree.head()
    try scratch.clone.bring(commit: new, from: tree.path, keep: [])
    let byCommit = try scratch.clone.changedLines(since: old, upTo: new)
    _ = try scratch.clone.bringWorkingTree(of: tree.path, keep: [])
    let byFiles = try scratch.clone.changedLines(since: old, upTo: nil)
    #expect(byFiles == byCommit)
    return shown(byCommit)
  }

  @Test("the lines of a commit that are new or different are told, removed ones are not")
  func commit() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a b+ü.swift", Self.ten).write("gone.swift", "x\n").write("kept.swift", "k\n")
    let old = try tree.commit()
    try tree.write(
      "a b+ü.swift", Self.ten.replacing("line 3\n", with: "").replacing("line 5\n", with: "5\nfive\n"))
    try tree.write("deep/new.swift", "one\ntwo").remove("gone.swift")
    try tree.commit()
    #expect(try changed(scratch, tree, since: old) == ["a b+ü.swift: 4-5", "deep/new.swift: 1-2"])
  }

  @Test("a file that was moved has changed only where it differs from what it was")
  func renames() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a.swift", Self.ten).write("b.swift", Self.ten + "b\n")
    let old = try tree.commit()
    try tree.git("mv", "a.swift", "moved.swift")
    try tree.git("mv", "b.swift", "other.swift")
    try tree.write("moved.swift", Self.ten.replacing("line 9", with: "nine"))
    try tree.commit()
    #expect(try changed(scratch, tree, since: old) == ["moved.swift: 9"])
  }

  @Test("binary files, links, modes and line ends alone have no changed lines")
  func noText() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a.bin", "a\u{0}b\n").write("a.swift", "x\ny\n").write("m.sh", "x\n")
    let old = try tree.commit()
    try tree.write("a.bin", "a\u{0}c\n").write("a.swift", "x\r\ny\r\n")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/link", withDestinationPath: "a.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tree.path + "/m.sh")
    try tree.commit()
    #expect(try changed(scratch, tree, since: old).isEmpty)
  }

  @Test("a working tree is compared as it was brought, with what is not committed and what is not tracked")
  func workingTree() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a.swift", Self.ten).write("b.swift", Self.ten).write(".gitignore", "ignored\n")
    let old = try tree.commit()
    try tree.write("a.swift", Self.ten.replacing("line 2", with: "two"))
    try tree.write("new.swift", "n\n").write("ignored", "i\n").remove("b.swift")
    _ = try scratch.clone.bringWorkingTree(of: tree.path, keep: [])
    // What the user does afterwards is no part of it.
    try tree.write("a.swift", "later\n")
    let lines = try scratch.clone.changedLines(since: old, upTo: nil)
    #expect(shown(lines) == ["a.swift: 2", "new.swift: 1"])
    #expect(!lines.isCut)
  }

  @Test("a history that was rewritten is compared as long as its commit is kept, and told when it is not")
  func rewritten() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a.swift", "a\n")
    let old = try tree.commit()
    try tree.write("a.swift", "b\n").git("add", "-A")
    try tree.git("commit", "-q", "--amend", "-m", "anew")
    #expect(try changed(scratch, tree, since: old) == ["a.swift: 1"])
    let unknown = String(repeating: "1", count: 40)
    expect(.unknownRevision) { _ = try scratch.clone.changedLines(since: unknown, upTo: nil) }
    expect(.unknownRevision) { _ = try scratch.clone.changedLines(since: "main", upTo: nil) }
  }

  @Test("what came and went is told with a few lines around, also of files that are gone, moved or no text")
  func hunks() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a b+ü.swift", Self.ten).write("gone.swift", "x\n").write("m.swift", Self.ten)
    try tree.write("p.bin", "a\u{0}b\n").write("one.swift", "no end")
    let old = try tree.commit()
    try tree.write("a b+ü.swift", Self.ten.replacing("line 5\n", with: "5\nfive\n")).remove("gone.swift")
    try tree.git("mv", "m.swift", "deep moved.swift")
    try tree.write("p.bin", "a\u{0}c\n").write("one.swift", "an end\n")
    let new = try tree.commit("All of it\n\nand why")
    try scratch.clone.bring(commit: new, from: tree.path, keep: [])
    let byCommit = try scratch.clone.changedLines(since: old, upTo: new).changes
    _ = try scratch.clone.bringWorkingTree(of: tree.path, keep: [])
    #expect(try scratch.clone.changedLines(since: old, upTo: nil).changes == byCommit)
    func named(_ path: String) throws -> FileDifference {
      try #require(byCommit.first { $0.path == path })
    }
    #expect(byCommit.count == 5)
    let modified = try named("a b+ü.swift")
    #expect((modified.kind, modified.added, modified.removed) == (.modified, 2, 1))
    #expect(
      modified.hunks == [
        .init(
          old: 2, new: 2,
          lines: [
            " line 2", " line 3", " line 4", "-line 5", "+5", "+five", " line 6", " line 7", " line 8",
          ])
      ])
    #expect(try named("gone.swift").hunks == [.init(old: 1, new: 0, lines: ["-x"])])
    #expect(try named("gone.swift").kind == .removed)
    let moved = try named("deep moved.swift")
    #expect(moved.kind == .renamed && moved.from == "m.swift" && moved.hunks.isEmpty)
    #expect(try named("p.bin").isBinary)
    #expect(try named("one.swift").hunks.map(\.lines) == [["-no end", "+an end"]])
    let repository = try Repository(at: try Repository.find(from: tree.path))
    let counted = try #require(try repository.changes(of: new, most: 2))
    #expect(counted.count == 5 && counted.files.count == 2 && counted.files.allSatisfy { $0.hunks.isEmpty })
    #expect(try repository.changes(of: old, most: 9)?.files.map(\.kind) == Array(repeating: .added, count: 5))
    #expect(try repository.commit(new).body == "and why")
  }

  @Test("of a commit line ends and last newlines count as git counts them, and modes are told")
  func counts() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("end.swift", "a\nb").write("crlf.swift", "a\nb\n").write("m.sh", "x\n")
    try tree.commit("Begin")
    try tree.write("end.swift", "a\nb\n").write("crlf.swift", "a\r\nb\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tree.path + "/m.sh")
    let commit = try tree.commit("Ends")
    let repository = try Repository(at: try Repository.find(from: tree.path))
    let changes = try #require(try repository.changes(of: commit, most: 9))
    let told = changes.files.map { "\($0.path) +\($0.added) -\($0.removed)" }
    #expect(told == ["crlf.swift +1 -1", "end.swift +1 -1", "m.sh +0 -0"])
    #expect(changes.count == 3)
  }

  @Test("of a commit links and submodules are named, with the lines that git counts for them")
  func linksOfCommits() throws {
    let scratch = try ScratchFolder("git clone")
    let inner = try scratch.repository("inner")
    try inner.write("i.swift", "i\n").commit()
    let tree = try scratch.repository()
    try tree.write("a.swift", "a\n").write("b.swift", "b\n")
    try FileManager.default.createSymbolicLink(atPath: tree.path + "/l", withDestinationPath: "a.swift")
    try tree.commit("Begin")
    try tree.remove("l")
    for (link, target) in [("l", "b.swift"), ("new", "a.swift")] {
      try FileManager.default.createSymbolicLink(atPath: tree.path + "/" + link, withDestinationPath: target)
    }
    try tree.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub")
    let commit = try tree.commit("Links")
    let repository = try Repository(at: try Repository.find(from: tree.path))
    let changes = try #require(try repository.changes(of: commit, most: 9))
    let told = changes.files.map { "\($0.added)\t\($0.removed)\t\($0.path)" }
    let stock = try tree.git("show", "--format=", "--numstat", commit).split(separator: "\n").map(String.init)
    #expect(told == stock, "\(told)")
    #expect(changes.count == stock.count)
    #expect(changes.files.map(\.kind) == [.added, .modified, .added, .added])
  }

  @Test("a merge changed what differs from each of its parents")
  func merges() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    for name in ["main.swift", "branch.swift", "both.swift"] { try tree.write(name, "let a = 1\n") }
    try tree.commit("Begin")
    try tree.git("checkout", "-q", "-b", "other")
    try tree.write("branch.swift", "let a = 2\n")
    try tree.commit("On the branch")
    try tree.git("checkout", "-q", "main")
    try tree.write("main.swift", "let a = 3\n")
    try tree.commit("On main")
    try tree.git("merge", "-q", "--no-commit", "--no-ff", "other")
    try tree.write("both.swift", "let a = 4\n")
    let merge = try tree.commit("Merge, and more")
    let repository = try Repository(at: try Repository.find(from: tree.path))
    let changes = try #require(try repository.changes(of: merge, most: 9))
    #expect(changes.files.map(\.path) == ["both.swift"] && changes.count == 1 && changes.isMerge)
  }

  @Test("a very long difference is cut, and its lines are counted all the same")
  func longHunks() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let old = try tree.write("a.swift", "a\n").commit()
    try tree.write("a.swift", (0..<2_000).map { "\($0)\n" }.joined())
    try tree.write("b.swift", String(repeating: "é", count: 5_000) + "\n")
    let new = try tree.commit()
    try scratch.clone.bring(commit: new, from: tree.path, keep: [])
    let lines = try scratch.clone.changedLines(since: old, upTo: new)
    #expect(lines.changes[0].isCut && lines.changes[0].added == 2_000)
    #expect(lines.changes[0].hunks.flatMap(\.lines).count == OwnClone.mostHunkLines)
    #expect(lines.files[0].lines == [1...2_000])
    #expect((lines.changes[1].hunks[0].lines[0].utf8.count) <= OwnClone.mostLineBytes + 4)
  }

  @Test("submodules and the files in them are not looked into")
  func submodules() throws {
    let scratch = try ScratchFolder("git clone")
    let inner = try scratch.repository("inner")
    try inner.write("i.swift", "i\n").commit()
    let tree = try scratch.repository()
    let old = try tree.write("a.swift", "a\n").commit()
    try tree.git("submodule", "add", "-q", inner.path, "sub")
    try tree.write("a.swift", "b\n").commit()
    #expect(try changed(scratch, tree, since: old) == [".gitmodules: 1-3", "a.swift: 1"])
  }

  @Test("files that are only gone from a working tree are told as that, and a submodule stays")
  func onlyGone() throws {
    let scratch = try ScratchFolder("git clone")
    let inner = try scratch.repository("inner")
    try inner.write("i.swift", "i\n").commit()
    let tree = try scratch.repository()
    try tree.write("a.swift", "a\nb\n").write("kept.swift", "k\n")
    try tree.git("submodule", "add", "-q", inner.path, "sub")
    let old = try tree.commit()
    func told() throws -> [String] {
      _ = try scratch.clone.bringWorkingTree(of: tree.path, keep: [])
      return try scratch.clone.changedLines(since: old, upTo: nil).changes.map {
        "\($0.path) \($0.kind) +\($0.added) -\($0.removed)"
      }
    }
    #expect(try told().isEmpty)
    try tree.remove("a.swift")
    #expect(try told() == ["a.swift removed +0 -2"])
    try tree.write("kept.swift", "K\n")
    #expect(try told() == ["a.swift removed +0 -2", "kept.swift modified +1 -1"])
  }

  @Test("too many changed files are cut, and it is told", .slow)
  func tooMany() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    let old = try tree.commit()
    for n in 0..<(OwnClone.mostChangedFiles + 5) { try tree.write("many/\(n)", "\(n)\n") }
    let new = try tree.commit()
    try scratch.clone.bring(commit: new, from: tree.path, keep: [])
    let lines = try scratch.clone.changedLines(since: old, upTo: new)
    #expect(lines.isCut && lines.files.count == OwnClone.mostChangedFiles)
  }

  @Test("of thousands of files only those are read that changed", .slow)
  func few() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    for n in 0..<2_000 { try tree.write("many/\(n).swift", Self.ten) }
    let commit = try tree.commit()
    try tree.write("many/7.swift", "seven\n")
    // The second time nothing has to be copied, and what is known of each file is at hand.
    for _ in 0..<2 { _ = try scratch.clone.bringWorkingTree(of: tree.path, keep: []) }
    let clean = try Work.of { _ = try scratch.clone.changedLines(since: commit, upTo: commit) }
    #expect(clean.readCalls < 200, "\(clean)")
    let dirty = try Work.of {
      let lines = try scratch.clone.changedLines(since: commit, upTo: nil)
      #expect(lines.files.count == 1)
    }
    #expect(dirty.readCalls < 200, "\(dirty)")
  }
}
