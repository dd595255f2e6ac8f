import Foundation
import Kit
import Testing

@testable import Git

@Suite("Packs of mirrors")
struct MirrorPacksTests {
  private static func names(_ bytes: [Int]) -> [String] {
    MirrorPacks.joined(bytes.enumerated().map { MirrorPacks.Pack(name: "\($0)", bytes: $1) }).map(\.name)
      .sorted()
  }

  @Test("a pack that is larger than all the others together is not packed again")
  func chosen() {
    #expect(Self.names([10, 10, 10]) == ["0", "1", "2"])
    #expect(Self.names([1000, 10, 10, 10]) == ["1", "2", "3"])
    #expect(Self.names([1000, 90_000, 10, 10]) == ["2", "3"])
    #expect(Self.names([50, 10, 10, 10]) == ["0", "1", "2", "3"])
    #expect(Self.names([7]) == ["0"])
    #expect(Self.names([]) == [])
  }

  /// A mirror with sixty packs, and commits that a forced push left.
  private struct World {
    let scratch: ScratchFolder
    let tree: Worktree
    var mirror: Worktree { Worktree(path: scratch.path + "/mirror.git") }
    var all: [String] = []
    var left = ""

    init() throws {
      scratch = try ScratchFolder("packs")
      tree = try .make(at: scratch.path + "/far")
      for n in 0..<60 {
        all.append(try tree.write("a\(n % 7)", "\(n)\n").commit("\(n)"))
        try fetch()
      }
      left = all[59]
      try tree.git("reset", "-q", "--hard", "HEAD~3")
      all.append(try tree.write("b", "after\n").commit("after"))
      try fetch()
    }

    func fetch() throws {
      _ = try MirrorFetch(
        folder: mirror.path, address: tree.path, credentials: .init(),
        knownHosts: KnownHosts(files: [], own: "/none"), certificates: nil, heard: { _ in }
      ).perform()
    }

    func packs() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: mirror.path + "/objects/pack").sorted()
    }

    /// As git sees it.
    func expectWhole(_ place: SourceLocation = #_sourceLocation) throws {
      try mirror.git("fsck", "--full", "--strict")
      let commits = try mirror.git("rev-list", "--count", left)
      try mirror.git("rev-list", "--objects", left, all[60])
      #expect(commits == "60\n", sourceLocation: place)
    }
  }

  @Test("sixty packs become one, what a forced push left is there, and who reads meanwhile reads on")
  func joined() throws {
    let world = try World()
    defer { world.scratch.remove() }
    #expect(try world.packs().count > 2 * MirrorPacks.most)
    // What takes longer than it may is left as it was.
    let before = try world.packs()
    #expect(throws: GitError.self) { try MirrorPacks(mirror: world.mirror.path, mostSeconds: -1).join() }
    #expect(try world.packs().filter { $0.hasPrefix("pack-") } == before)
    let reader = try Repository(ownAt: world.mirror.path)
    #expect(try reader.commit(world.all[3]).subject == "3")
    // So are those of a submodule, which lie in a mirror of their own.
    let outer = world.scratch.path + "/outer.git"
    let inner = outer + "/modules/libs/one/modules/two"
    for folder in [outer, outer + "/modules/libs/one"] {
      try FileManager.default.createDirectory(atPath: folder + "/modules", withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: folder + "/HEAD"))
    }
    try FileManager.default.copyItem(atPath: world.mirror.path, toPath: inner)
    #expect(MirrorPacks.mirrors(below: outer + "/modules") == [outer + "/modules/libs/one", inner])
    MirrorPacks.joinAll(in: outer)
    #expect(try FileManager.default.contentsOfDirectory(atPath: inner + "/objects/pack").count == 2)
    #expect(try Worktree(path: inner).git("rev-list", "--count", world.left) == "60\n")
    try MirrorPacks(mirror: world.mirror.path).join()
    #expect(try world.packs().count == 2)
    try world.expectWhole()
    #expect(try reader.commit(world.left).subject == "59")
    #expect(try reader.commits(after: nil, upTo: world.all[30], limit: 100).count == 31)
    // There is nothing to be done then, and what is fetched next is one more.
    try MirrorPacks(mirror: world.mirror.path).join()
    try world.tree.write("b", "later\n").commit("later")
    try world.fetch()
    #expect(try world.packs().count == 4)
    try world.expectWhole()
  }

  @Test("cut off at any moment a mirror is whole, and is joined the next time")
  func cut() throws {
    let world = try World()
    defer { world.scratch.remove() }
    let folder = world.mirror.path + "/objects/pack"
    let old = try world.packs()
    let files = FileManager.default
    let aside = world.scratch.path + "/aside"
    try files.copyItem(atPath: folder, toPath: aside)
    try MirrorPacks(mirror: world.mirror.path).join()
    let new = try world.packs()
    /// The new one is there, and of the old ones those from there on, one of them half gone.
    func lay(_ gone: Int, isHalf: Bool) throws {
      try files.removeItem(atPath: folder)
      try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let stems = Set(old.map { $0.prefix { $0 != "." } }).sorted()
      for stem in stems.dropFirst(gone) {
        for end in [".pack", ".idx"] {
          try files.copyItem(atPath: "\(aside)/\(stem)\(end)", toPath: "\(folder)/\(stem)\(end)")
        }
      }
      if isHalf, gone < stems.count { try files.removeItem(atPath: "\(folder)/\(stems[gone]).idx") }
    }
    let joined = try new.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")) }
    for (gone, isHalf) in [(0, false), (0, true), (20, true), (58, true), (60, false)] {
      try lay(gone, isHalf: isHalf)
      for (name, data) in zip(new, joined) { try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      for name in ["pack_git2_x1", "pack-1.idx.lock"] {
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try world.expectWhole()
      try world.fetch()
      try MirrorPacks(mirror: world.mirror.path).join()
      try world.expectWhole()
      #expect(try !world.packs().contains { !$0.hasSuffix(".pack") && !$0.hasSuffix(".idx") })
      #expect(try world.packs().count <= 2 * MirrorPacks.most, "\(gone)")
    }
  }
}
