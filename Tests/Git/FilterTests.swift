import Foundation
import Kit
import Synchronization
import Testing

@testable import Git

/// Programs that make files from what is committed, as git runs them.
@Suite struct FilterTests {
  let scratch: ScratchFolder
  let tree: Worktree
  private let notes = Notes()

  private final class Notes: Sendable {
    let all = Mutex<[String]>([])
  }

  init() throws {
    scratch = try ScratchFolder("git-filters")
    tree = try scratch.repository()
  }

  private var program: GitProgram {
    GitProgram(note: { note in notes.all.withLock { $0.append(note) } }) { words, variables, folder in
      var environment = ProcessInfo.processInfo.environment
      for (name, value) in variables { environment[name] = value }
      let end = try Command(
        words[0], Array(words.dropFirst()), in: URL(fileURLWithPath: folder), environment: environment
      ).runHere()
      return GitProgram.End(succeeded: end.status == 0, output: [UInt8](end.output), errors: end.errorText)
    }
  }

  private func bring(_ commit: String) throws {
    try OwnClone(folder: scratch.checkout, program: program).bring(commit: commit, from: tree.path, keep: [])
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: scratch.checkout + "/" + name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// What the git program itself would check out.
  private func expectExactly(_ commit: String, _ place: SourceLocation = #_sourceLocation) throws {
    let truth = scratch.path + "/truth-\(UUID().uuidString)"
    try tree.git("worktree", "add", "-q", "--detach", truth, commit)
    let differences = try files(of: truth).differences(from: files(of: scratch.checkout))
    #expect(differences.isEmpty, sourceLocation: place)
    try tree.git("worktree", "remove", "--force", truth)
  }

  @Test("a commit has what its filters and encodings make of it, and unchanged files are not made again")
  func drivers() throws {
    try tree.git("config", "filter.bump.clean", "sed 's/= 77/= 1/'")
    try tree.git("config", "filter.bump.smudge", "echo . >> \(scratch.path)/calls; sed 's/= 1/= 77/'")
    try tree.write(
      ".gitattributes",
      "[attr]bumped filter=bump\n*.num bumped\nu16.txt text working-tree-encoding=UTF-16LE\n")
    try tree.write("a.num", "a = 77\n").write("in/b and c.num", "b = 77\n").write("plain.txt", "= 1\n")
    try tree.write("in/.gitattributes", "off.num -filter\n").write("in/off.num", "= 1\n")
    let wide = Data("wide\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    try wide.write(to: URL(fileURLWithPath: tree.path + "/u16.txt"))
    let first = try tree.commit()
    try bring(first)
    #expect(text("a.num") == "a = 77\n")
    #expect(text("in/off.num") == "= 1\n")
    #expect(FileManager.default.contents(atPath: scratch.checkout + "/u16.txt") == wide)
    try expectExactly(first)
    let clone = OwnClone(folder: scratch.checkout)
    #expect(clone.filteredFiles == ["a.num", "in/b and c.num", "u16.txt"])
    func calls() -> Int { FileManager.default.contents(atPath: scratch.path + "/calls")?.count ?? 0 }
    let before = calls()
    try bring(first)
    #expect(calls() == before)
    try tree.write("a.num", "aa = 77\n")
    let second = try tree.commit()
    try bring(second)
    #expect(calls() == before + 2, "one line for the file that changed")
    #expect(text("a.num") == "aa = 77\n")
    // Another setting makes other files of the same commit.
    try tree.git("config", "filter.bump.smudge", "sed 's/= 1/= 78/'")
    try bring(second)
    #expect(text("a.num") == "aa = 78\n")
    // What something wrote over it is put back.
    try Data("= 3".utf8).write(to: URL(fileURLWithPath: scratch.checkout + "/a.num"))
    try bring(second)
    #expect(text("a.num") == "aa = 78\n")
    try tree.write(".gitattributes", "")
    let third = try tree.commit()
    try bring(third)
    try expectExactly(third)
    #expect(clone.filteredFiles == [])
    #expect(notes.all.withLock { $0 } == [])
  }

  @Test("binary files are whole where attributes speak of others, of all, or of them")
  func binary() throws {
    let bytes = Data([0, 1, 0x0D, 0x0A, 0, 0xFF, 0x0A])
    for name in ["plain.bin", "auto.dat", "text.txt", "crlf.crlf", "big.bin"] {
      let whole = name == "big.bin" ? Data(repeating: 0, count: 3 << 20) + bytes : bytes
      try whole.write(to: URL(fileURLWithPath: tree.path + "/" + name))
    }
    try tree.write(".gitattributes", "*.dat text=auto\n*.crlf text=auto eol=crlf\n*.swift text\n")
    let first = try tree.commit()
    try bring(first)
    #expect(FileManager.default.contents(atPath: scratch.checkout + "/plain.bin") == bytes)
    try expectExactly(first)
    try tree.write(".gitattributes", "* text=auto eol=crlf\n")
    let second = try tree.commit()
    try bring(second)
    try expectExactly(second)
  }

  @Test("a filter that is named and not configured leaves files as they are committed, and is told")
  func notConfigured() throws {
    try tree.write(".gitattributes", "*.bin filter=lfs-of-ours\n")
    try tree.write("a.bin", "a").write("b.bin", "b")
    try bring(try tree.commit())
    #expect(text("a.bin") == "a")
    let told = notes.all.withLock { $0 }
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("a.bin and 1 more are in the checkout as committed, because git's ") == true)
    #expect(told.first?.contains("`lfs-of-ours`") == true)
  }

  @Test("what a filter could not make once is told each time, and made once it can")
  func failedOnce() throws {
    let server = scratch.path + "/server"
    try tree.git("config", "filter.may.clean", "cat")
    try tree.git("config", "filter.may.smudge", "cat >/dev/null; cat \(server)")
    try tree.write(".gitattributes", "*.bin filter=may\n").write("a.bin", "pointer")
    let commit = try tree.commit()
    for _ in 0..<2 {
      try bring(commit)
      #expect(text("a.bin") == "pointer")
      #expect(notes.all.withLock { $0.count(where: { $0.hasPrefix("Git left a file as it is") }) } == 1)
      notes.all.withLock { $0 = [] }
    }
    try Data("large".utf8).write(to: URL(fileURLWithPath: server))
    try bring(commit)
    #expect(text("a.bin") == "large" && notes.all.withLock { $0.isEmpty })
  }

  @Test("a required filter that fails or is missing is a checkout that could not be had, with what to do")
  func failing() throws {
    try tree.git("config", "filter.must.clean", "cat")
    try tree.git("config", "filter.must.smudge", "no-such-program-of-ours %f")
    try tree.git("config", "filter.must.required", "true")
    try tree.write(".gitattributes", "*.bin filter=must\n")
    try tree.write("a.bin", "a")
    let commit = try tree.commit()
    let error = expect(.filterFailed) { try bring(commit) }
    #expect(error?.wrong.contains("a.bin: smudge filter must failed") == true)
    #expect(error?.advice.contains("`no-such-program-of-ours %f` (must)") == true)
    // One that is not required leaves the file, and says so.
    try tree.git("config", "filter.must.required", "false")
    try bring(commit)
    #expect(text("a.bin") == "a")
    #expect(notes.all.withLock { $0 }.contains { $0.contains("external filter 'no-such-program-of-ours") })
  }
}
