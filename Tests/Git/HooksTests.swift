import Foundation
import Kit
import Testing

@testable import Git

@Suite("Where git looks for hooks")
struct HooksTests {
  /// What git itself says is right, and what is read without it is the same.
  private func hooks(of path: String) throws -> HooksFolder {
    let repository = try Repository(at: try Repository.find(from: path))
    let told = try Worktree(path: repository.hooksRoot).git("rev-parse", "--git-path", "hooks")
    let asked = try repository.hooks(told: told.split(separator: "\n").last.map(String.init))
    #expect(try repository.hooks(told: nil) == asked, "\(path)")
    return asked
  }

  private func expect(
    _ path: String, _ folder: String, isOwn: Bool = true, inTree: Bool = false,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let found = try hooks(of: path)
    #expect(found.path == folder, sourceLocation: place)
    #expect(found.isOwn == isOwn, sourceLocation: place)
    #expect(found.isInWorkingTree == inTree, sourceLocation: place)
  }

  @Test("in a working tree, a linked one, a submodule and a bare repository, as core.hooksPath says it")
  func places() throws {
    let scratch = try ScratchFolder("git hooks")
    defer { scratch.remove() }
    let root = scratch.path
    let tree = try scratch.repository("tree")
    try tree.write("a", "a").commit()
    try tree.git("clone", "-q", "--bare", ".", "../bare.git")
    try tree.git("submodule", "--quiet", "add", "../bare.git", "Sub")
    try tree.commit()
    try tree.git("worktree", "add", "-q", "../other")
    let (bare, sub) = (Worktree(path: root + "/bare.git"), Worktree(path: root + "/tree/Sub"))

    try expect(tree.path, root + "/tree/.git/hooks")
    try expect(root + "/other", root + "/tree/.git/hooks")
    try expect(sub.path, root + "/tree/.git/modules/Sub/hooks")
    try expect(bare.path, root + "/bare.git/hooks")

    for one in [tree, bare, sub] { try one.git("config", "core.hooksPath", ".husky/_") }
    try expect(tree.path, root + "/tree/.husky/_", inTree: true)
    try expect(root + "/other", root + "/other/.husky/_", inTree: true)
    try expect(sub.path, root + "/tree/Sub/.husky/_", inTree: true)
    try expect(bare.path, root + "/bare.git/.husky/_")

    for one in [tree, bare, sub] { try one.git("config", "core.hooksPath", root + "/tree/tools/hooks") }
    try expect(tree.path, root + "/tree/tools/hooks", inTree: true)
    try expect(root + "/other", root + "/tree/tools/hooks", inTree: true)
    try expect(sub.path, root + "/tree/tools/hooks", isOwn: false)
    try expect(bare.path, root + "/tree/tools/hooks", isOwn: false)

    for one in [tree, bare, sub] { try one.git("config", "core.hooksPath", "../shared") }
    try expect(tree.path, root + "/shared", isOwn: false)
    try expect(bare.path, root + "/shared", isOwn: false)
    #expect(try hooks(of: tree.path).usual == root + "/tree/.git/hooks")
    #expect(try hooks(of: sub.path).usual == root + "/tree/.git/modules/Sub/hooks")
  }

  @Test("links are followed, also to where nothing is yet")
  func links() throws {
    let scratch = try ScratchFolder("git hooks links")
    defer { scratch.remove() }
    let tree = try scratch.repository("tree")
    _ = try scratch.folder("shared")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/mine", withDestinationPath: scratch.path + "/shared")
    try tree.git("config", "core.hooksPath", "mine/later")
    try expect(tree.path, scratch.path + "/shared/later", isOwn: false)
    try tree.git("config", "--unset", "core.hooksPath")
    try FileManager.default.removeItem(atPath: tree.path + "/.git/hooks")
    try FileManager.default.createSymbolicLink(
      atPath: tree.path + "/.git/hooks", withDestinationPath: "../mine")
    try expect(tree.path, scratch.path + "/shared", isOwn: false)
  }
}
