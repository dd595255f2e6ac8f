import Foundation
import Kit
import Testing

@testable import Git

@Suite struct IgnorePatternTests {
  static let lines = [
    "a", "/a", "a/", "*.o", "a*b", "**/x", "a/**", "a/**/b", "**", "*", "a**b", "a/*", "?", "[ab]", "[!a]*",
    "[a-c]x",
    "[]a]", "[[:digit:]]*", "\\*", "\\#x", "\\!x", "!a", "#a", "a ", "a\\ ", "a\\", "[a", "a/b", "/a/b/",
    "*/b", "**/a/b",
    "x/**/y/**", "[a\\]b]", "*a*a*a*", "é", "a\r", "  ", "/", "!/", "/**", "**a", "a/**b", "[^x]/b", "?/b",
    "*/",
    "[a-]", "[--0]", "[[:foo:]]", "a?", "*/*", "**/", "\u{FEFF}a",
  ]
  static let paths = [
    "a", "b", "x", "*", "#x", "!x", "a ", "a.o", "a/b", "a/x", "a/b/c", "a/x/y/b", "x/y", "x/a/y/b",
    "x/q/y/z", "ab",
    "axxb", "aa/b", "ba", "bx", "]", "7up", "é", "aaa", "banana", "-", "a]b", "d/e/f/x", "xa/a/b", "0", "a\\",
    "[a",
  ]

  @Test("patterns ignore what the git program ignores", .slow, arguments: lines)
  func likeGit(line: String) throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write(".git/info/exclude", "")
    try tree.write(".gitignore", line + "\n")
    for path in Self.paths where access(tree.path + "/" + path, F_OK) != 0 { _ = try? tree.write(path, "x") }
    let walk = WorkingTreeWalk(apart: [], interruption: .none)
    try walk.add(Repository(opening: tree.path), at: .root, history: true)
    let found = Set(walk.wanted.entries.map(\.path.shown))
    #expect(try found == Set(tree.listed().map { String(decoding: $0, as: UTF8.self) }))
  }

  @Test("a nearer file undoes what a farther one ignores, and the user's own file counts last")
  func layers() throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write(".gitignore", "*.log\n").write("d/.gitignore", "!keep.log\n").write("d/keep.log", "k")
    try tree.write("d/x.log", "x").write("keep.log", "k").write(".git/info/exclude", "!own\nex\n").write(
      "own", "o")
    try tree.write("mine", "m").write("ex", "e").write("../own-ignore", "own\nmine\n")
    try tree.git("config", "core.excludesFile", scratch.path + "/own-ignore")
    try tree.write("gone/.gitignore", "*\n").write("gone/x", "x")
    try FileManager.default.createSymbolicLink(atPath: tree.path + "/d/l", withDestinationPath: "../gone")
    let walk = WorkingTreeWalk(apart: [], interruption: .none)
    try walk.add(Repository(opening: tree.path), at: .root, history: true)
    let found = Set(walk.wanted.entries.map(\.path.shown))
    #expect(try found == Set(tree.listed().map { String(decoding: $0, as: UTF8.self) }))
    #expect(found == [".gitignore", "d/.gitignore", "d/keep.log", "own", "d/l"])
  }

  @Test("many stars cost no more than few")
  func stars() throws {
    let glob = Array(String(repeating: "*a", count: 60).utf8) + Array("b".utf8)
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 250)
    #expect(!GitPattern.matches(glob, text[...]))
  }
}
