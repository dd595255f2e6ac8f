import Foundation
import Kit
import Testing

@testable import Git

/// Who last changed the lines of a file.
@Suite struct LineOriginsTests {
  private let path = "Sources/a ü.swift"

  private func origins(
    _ tree: Worktree, _ lines: Set<Int>, after old: String, holding text: String? = nil
  ) throws -> [Int: String]? {
    let repository = try Repository(at: try Repository.find(from: tree.path))
    return try repository.origins(
      of: lines, in: path, holding: Array((text ?? tree.read(path) ?? "").utf8), at: tree.head(), after: old)
  }

  @Test("each line is told with the commit that changed it last, older ones not at all")
  func lines() throws {
    let scratch = try ScratchFolder("blame")
    let tree = try scratch.repository()
    try tree.write(path, "one\ntwo\nthree\n")
    try tree.commit()
    try tree.write(path, "one\nzwei\nthree\n")
    let old = try tree.commit()
    try tree.write(path, "new\none\nzwei\nthree\n")
    let first = try tree.commit()
    try tree.write(path, "new\none\nzwei\ndrei\n").write("other", "x")
    let second = try tree.commit()
    try tree.write("other", "y")
    try tree.commit()
    #expect(try origins(tree, [1, 2, 3, 4], after: old) == [1: first, 4: second])
    #expect(try origins(tree, [4, 5, 900, 0], after: old) == [4: second])
    #expect(try origins(tree, [1, 4], after: second) == [:])
  }

  @Test("white space alone makes nobody its author, and a renamed file keeps its lines")
  func moved() throws {
    let scratch = try ScratchFolder("blame")
    let tree = try scratch.repository()
    let lines = (1...20).map { "line \($0)\n" }.joined()
    try tree.write("Sources/before.swift", lines)
    let old = try tree.commit()
    try tree.git("mv", "Sources/before.swift", path)
    try tree.commit()
    try tree.write(path, lines.replacing("line 3\n", with: "  line 3\n").replacing("line 5\n", with: "5\n"))
    let last = try tree.commit()
    #expect(try origins(tree, [3, 4, 5], after: old) == [5: last])
  }

  @Test("what came by a merge is told with the commit that made it")
  func merged() throws {
    let scratch = try ScratchFolder("blame")
    let tree = try scratch.repository()
    try tree.write(path, "one\ntwo\nthree\nfour\nfive\nsix\nseven\n")
    let old = try tree.commit()
    try tree.git("checkout", "-q", "-b", "topic")
    try tree.write(path, "one\ntwo\nthree\nfour\nfive\nsix\nsieben\n")
    let topic = try tree.commit()
    try tree.git("checkout", "-q", "-")
    try tree.write(path, "eins\ntwo\nthree\nfour\nfive\nsix\nseven\n")
    let main = try tree.commit()
    try tree.git("merge", "-q", "--no-edit", "topic")
    #expect(try origins(tree, [1, 4, 7], after: old) == [1: main, 7: topic])
  }

  @Test("what is not as it was committed, or unknown, is not told")
  func unknown() throws {
    let scratch = try ScratchFolder("blame")
    let tree = try scratch.repository()
    try tree.write(path, "one\n")
    let old = try tree.commit()
    try tree.write(path, "two\n")
    try tree.commit()
    #expect(try origins(tree, [1], after: old, holding: "three\n") == nil)
    #expect(try origins(tree, [1], after: String(repeating: "a", count: 40)) == nil)
    try tree.remove(path)
    try tree.commit()
    #expect(try origins(tree, [1], after: old, holding: "two\n") == nil)
  }
}
