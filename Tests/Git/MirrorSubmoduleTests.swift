import Foundation
import Kit
import Testing

@testable import Git

/// A repository "elsewhere" with a submodule that has one: their folders are away when it is checked out.
@Suite("Submodules of a mirror")
struct MirrorSubmoduleTests {
  private let world: SubmoduleTests
  private var scratch: ScratchFolder { world.scratch }
  private var mirror: String { scratch.path + "/state/bots/p/mirror.git" }

  init() throws { world = try SubmoduleTests() }

  private func bring(_ folder: String, _ address: String) throws {
    _ = try MirrorFetch(
      folder: folder, address: address, credentials: .init(), knownHosts: KnownHosts(files: [], own: "/none"),
      certificates: nil, heard: { _ in }
    ).perform()
  }

  /// The addresses that were asked.
  @discardableResult private func fetch(now: Date = Date()) throws -> [String] {
    try bring(mirror, world.tree.path)
    var asked: [String] = []
    try MirrorSubmodules { folder, address in
      asked.append((address as NSString).lastPathComponent)
      try bring(folder, address)
    }.perform(in: mirror, at: world.tree.path, now: now)
    return asked
  }

  private func move(_ names: [String], away: Bool = true) throws {
    for name in names {
      let (here, there) = (scratch.path + "/" + name, scratch.path + "/away-" + name)
      try FileManager.default.moveItem(atPath: away ? here : there, toPath: away ? there : here)
    }
  }

  @Test("they come with it, and theirs, once")
  func brought() throws {
    defer { scratch.remove() }
    #expect(try fetch() == ["library", "base"])
    #expect(try fetch() == [])
    try world.tree.write("main.swift", "other").commit()
    #expect(try fetch() == [], "what is named is there")
    let commit = try world.tree.head()
    let source = (world.tree.path as NSString).lastPathComponent
    try move([source, "library", "base"])
    try scratch.clone.bring(commit: commit, from: mirror, keep: [])
    #expect(try world.names() == world.all)
  }

  @Test(
    "what cannot be had is told with why when it is checked out, and asked for again, but not at each look")
  func missing() throws {
    defer { scratch.remove() }
    let now = Date()
    let commit = try world.tree.head()
    try move(["library"])
    #expect(try fetch(now: now) == ["library"])
    #expect(try fetch(now: now + 60) == [])
    let source = (world.tree.path as NSString).lastPathComponent
    try move([source])
    #expect(throws: GitError.self) { try scratch.clone.bring(commit: commit, from: mirror, keep: []) }
    do { try scratch.clone.bring(commit: commit, from: mirror, keep: []) } catch let error as GitError {
      #expect(
        error.kind == .submoduleMissing && error.sentence.contains("Vendor/Lib rary"), "\(error.sentence)")
      #expect(!error.sentence.contains("submodule update"), "\(error.sentence)")
    }
    try move([source, "library"], away: false)
    #expect(try fetch(now: now + 200) == ["library", "base"])
    try scratch.clone.bring(commit: commit, from: mirror, keep: [])
    #expect(try world.names() == world.all)
  }

  @Test(
    "a relative address is taken from that of the repository that names it",
    arguments: [
      ("../lib.git", "https://forge.example/team/parser.git", "https://forge.example/team/lib.git"),
      ("../../other/lib", "ssh://git@forge.example:22/team/parser", "ssh://git@forge.example:22/other/lib"),
      ("./inner.git", "git@forge.example:team/parser.git", "git@forge.example:team/parser.git/inner.git"),
      ("../lib.git", "git@forge.example:parser.git", "git@forge.example:lib.git"),
      ("../../../../lib", "https://forge.example/a", "https://forge.example/lib"),
      ("https://elsewhere.example/x", "https://forge.example/a", "https://elsewhere.example/x"),
    ])
  func relative(address: String, base: String, whole: String) {
    #expect(Submodules.far(address, from: base) == whole)
  }

  @Test("a name leads to no folder above, whatever its slashes are joined with")
  func names() {
    for name in ["a", "a/b", "..a/b..", "a\u{301}/b"] { #expect(Submodules.isName(name), "\(name)") }
    for name in ["", "/a", "/\u{301}a", "..", "a/../b", "../\u{301}b", "\u{600}/.."] {
      #expect(!Submodules.isName(name), "\(name)")
    }
  }
}
