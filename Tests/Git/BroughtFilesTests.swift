import Foundation
import Kit
import Testing

@testable import Git

/// What others make of a checkout after it was brought.
@Suite struct BroughtFilesTests {
  private func shown(_ scratch: ScratchFolder) throws -> [String] {
    try scratch.clone.changesSinceBrought(newBelow: ["Sources", "Package.swift"]).map {
      "\($0.path) \($0.kind.rawValue)"
    }
  }

  private func write(_ text: String, _ path: String, _ scratch: ScratchFolder) throws {
    let file = URL(fileURLWithPath: scratch.checkout + "/" + path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test(
    "as it was brought nothing differs, also when files are written anew with what they had",
    arguments: [false, true])
  func same(fromDisk: Bool) throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("Sources/A/a.swift", "a\n").write("b ü.txt", "b\n")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/l", withDestinationPath: "b ü.txt")
    try tree.commit()
    try bring(scratch, tree, fromDisk: fromDisk)
    #expect(try shown(scratch) == [])
    try write("a\n", "Sources/A/a.swift", scratch)
    try FileManager.default.removeItem(atPath: scratch.checkout + "/l")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.checkout + "/l", withDestinationPath: "b ü.txt")
    #expect(try shown(scratch) == [])
  }

  @Test(
    "what was changed, removed or added is told by name, and new files elsewhere are not",
    arguments: [false, true])
  func changed(fromDisk: Bool) throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("Sources/A/a.swift", "a\n").write("b ü.txt", "b\n").write("gone.swift", "g\n")
    try tree.commit()
    try bring(scratch, tree, fromDisk: fromDisk)
    try write("b\nmore\n", "b ü.txt", scratch)
    try write("other", "Sources/A/a.swift", scratch)
    try write("new", "Sources/B/deep/new.swift", scratch)
    try write("log", "build/log.txt", scratch)
    try write("cache", "Sources/.build/x", scratch)
    try FileManager.default.removeItem(atPath: scratch.checkout + "/gone.swift")
    #expect(
      try shown(scratch) == [
        "Sources/A/a.swift changed", "Sources/B/deep/new.swift added", "b ü.txt changed",
        "gone.swift removed",
      ])
    try bring(scratch, tree, fromDisk: fromDisk)
    #expect(try shown(scratch) == [])
  }

  @Test(
    "of what lies outside of a folder the blobs are told as they are now, read or not",
    arguments: [false, true])
  func outside(fromDisk: Bool) throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("Client/Package.swift", "p\n").write("Client2/a", "a\n").write("shared/ü.json", "{}\n")
    try tree.write("gone", "g\n").commit()
    #expect(try scratch.clone.blobs(outside: "Client") == nil)
    try bring(scratch, tree, fromDisk: fromDisk)
    func told() throws -> [String] {
      try scratch.clone.blobs(outside: "Client")?.map { "\($0.path) \($0.blob?.prefix(7) ?? "?")" } ?? []
    }
    #expect(try told() == ["Client2/a 7898192", "gone 01058d8", "shared/ü.json 0967ef4"])
    try write("a\n", "shared/ü.json", scratch)
    try write("new\n", "untracked", scratch)
    try FileManager.default.removeItem(atPath: scratch.checkout + "/gone")
    #expect(try told() == ["Client2/a 7898192", "shared/ü.json 7898192"])
  }

  @Test("what the user had not committed is no change of a script")
  func uncommitted() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("Sources/A/a.swift", "a\n")
    try tree.commit()
    try tree.write("Sources/A/a.swift", "mine\n").write("Sources/A/b.swift", "mine too\n")
    try bring(scratch, tree, fromDisk: true)
    #expect(try shown(scratch) == [])
    try write("a script's\n", "Sources/A/b.swift", scratch)
    #expect(try shown(scratch) == ["Sources/A/b.swift changed"])
  }

  @Test("a folder that nothing was brought to has nothing that changed")
  func empty() throws {
    let scratch = try ScratchFolder("git clone")
    try write("x", "Sources/a.swift", scratch)
    #expect(try shown(scratch) == [])
  }

  private func bring(_ scratch: ScratchFolder, _ tree: Worktree, fromDisk: Bool) throws {
    if fromDisk {
      _ = try scratch.clone.bringWorkingTree(of: tree.path, keep: [])
    } else {
      try scratch.clone.bring(commit: tree.head(), from: tree.path, keep: [])
    }
  }
}
