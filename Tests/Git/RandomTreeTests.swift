import Foundation
import Kit
import Testing

@testable import Git

@Suite struct RandomTreeTests {
  /// More of them can be asked for, as in `BOTHY_SEEDS=50`.
  static let seeds = Array(
    1...(ProcessInfo.processInfo.environment["BOTHY_SEEDS"].flatMap { UInt64($0) } ?? 3))

  static let parts = [
    "a", "b", "src", "x.log", "out", "B", "é", "q\"s", "long name", ".hidden", "foo.o", "bar",
  ]
  static let patterns = [
    "*.log", "out/", "/a", "!x.log", "src/b", "**/foo.o", "b/**", "*.o\n!foo.o", "é", "q*", "/out",
    "a/*\n!a/b",
    "long\\ name", "[ab]", "#c\n", "bar   ", "\\!x", "out", "!out/", "/src/*/b", "**/src/bar",
  ]

  @Test("whatever happens to a working tree, the checkout is what git lists", .slow, arguments: seeds)
  func random(seed: UInt64) throws {
    let scratch = try ScratchFolder("git clone")
    let tree = try scratch.repository()
    try tree.write("a", "1").write("src/b", "2").commit()
    var chance = SeededRandom(seed: seed)
    for step in 0..<100 {
      for _ in 0..<Int.random(in: 1...4, using: &chance) { try mutate(tree, &chance, step) }
      if step % 13 == 12 { try litter(scratch.checkout, &chance) }
      if step % 29 == 28 {
        try scratch.clone.bring(commit: "HEAD", from: tree.path, keep: [])
        let truth = scratch.path + "/truth \(step)"
        try tree.git("clone", "-q", ".", truth)
        try #require(
          files(of: scratch.checkout).differences(from: files(of: truth)) == [], "seed \(seed) step \(step)")
      }
      let before = try Fingerprint(of: tree.path)
      let result = try scratch.clone.bringWorkingTree(of: tree.path, keep: [])
      let after = try Fingerprint(of: tree.path)
      try #require(after.differences(from: before) == [], "seed \(seed) step \(step)")

      let truth = try truth(of: tree)
      let found = try files(of: scratch.checkout)
      if found != truth {
        let rules = truth.things.filter { $0.key.suffix(10).elementsEqual(".gitignore".utf8) }
          .map {
            "\(String(decoding: $0.key, as: UTF8.self)): \(String(decoding: $0.value.content, as: UTF8.self))"
          }
        print("seed \(seed) step \(step):", rules.joined(separator: "\n"), try tree.git("ls-files"))
      }
      try #require(found.differences(from: truth) == [], "seed \(seed) step \(step)")
      let status = try tree.git(
        "--no-optional-locks", "-c", "core.untrackedCache=false", "diff", "--stat", "HEAD")
      let listed = try tree.git("ls-files", "-o", "--exclude-standard")
      try #require(result.changes == !(status.isEmpty && listed.isEmpty), "seed \(seed) step \(step)")
    }
  }

  private func truth(of tree: Worktree) throws -> Fingerprint {
    let listed = try tree.listed()
    var all = try files(of: tree.path)
    all.things = all.things.filter {
      listed.contains($0.key) && [0o100000, 0o120000].contains($0.value.mode & 0o170000)
    }
    return all
  }

  private func mutate(_ tree: Worktree, _ chance: inout SeededRandom, _ step: Int) throws {
    let depth = Int.random(in: 1...3, using: &chance)
    let name = (0..<depth).map { _ in Self.parts.randomElement(using: &chance) ?? "a" }.joined(separator: "/")
    let path = tree.path + "/" + name
    let manager = FileManager.default
    switch Int.random(in: 0..<16, using: &chance) {
    case 0...4: _ = try? tree.write(name, "content \(Int.random(in: 0..<4, using: &chance))")
    case 5: try? manager.removeItem(atPath: path)
    case 6:
      let other = tree.path + "/" + (Self.parts.randomElement(using: &chance) ?? "b")
      rename(path, other)
    case 7:
      var status = stat()
      // Only files: a folder that can't be entered is another test's matter.
      if lstat(path, &status) == 0, FileStamp(status).sort == .file {
        chmod(path, Bool.random(using: &chance) ? 0o755 : 0o644)
      }
    case 8: try? manager.createSymbolicLink(atPath: path, withDestinationPath: "../src")
    case 9, 10:
      let ignore = Self.patterns.shuffled(using: &chance).prefix(3).joined(separator: "\n")
      let folder = Bool.random(using: &chance) ? "" : name + "/"
      _ = try? tree.write(folder + ".gitignore", ignore + "\n")
    case 11: try tree.git(["add", "-A", "-f", "--", name], fails: true)
    case 12: try tree.git("add", "-A")
    case 13: try tree.git(["commit", "-q", "-m", "step \(step)"], fails: true)
    case 14: try tree.git(["rm", "-q", "-r", "--cached", "--", name], fails: true)
    default:
      try? manager.removeItem(atPath: path)
      _ = try? tree.write(name + "/deep", "d")
    }
  }

  private func litter(_ checkout: String, _ chance: inout SeededRandom) throws {
    let own = Worktree(path: checkout)
    _ = try? own.write("litter/x", "x")
    for part in Self.parts.shuffled(using: &chance).prefix(3) {
      try? FileManager.default.removeItem(atPath: checkout + "/" + part)
      if Bool.random(using: &chance) {
        try? FileManager.default.createSymbolicLink(
          atPath: checkout + "/" + part, withDestinationPath: "/tmp")
      }
    }
  }
}
