import Files
import Foundation
import Kit
import Model
import State
import Testing

@testable import Keeping

@Suite("A hosted repository in a backup") struct HostedBackupTests {
  private let scratch: ScratchFolder
  private let work: Worktree
  private var bare: String { scratch.path + "/toy.git" }
  private var copy: String { scratch.path + "/copy.git" }

  init() throws {
    scratch = try ScratchFolder("hosted")
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/work", withIntermediateDirectories: true)
    work = try Worktree.make(at: scratch.path + "/work")
    try work.git("init", "-q", "--bare", "-b", "main", bare)
    try commitAndPush(3)
    for folder in HostedContents.folders {
      try FileManager.default.createDirectory(
        atPath: copy + "/" + folder, withIntermediateDirectories: true)
    }
  }

  private func commitAndPush(_ count: Int) throws {
    for number in 0..<count {
      try work.write("file", "\(UUID()) \(number)")
      try work.commit()
      try work.git("push", "-q", bare, "main")
    }
  }

  private func lay(_ name: String, _ bytes: [UInt8]) throws {
    let place = scratch.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: place))
  }

  /// - Parameter meanwhile: done before the file of that number is read.
  private func take(meanwhile: @escaping (Int) throws -> Void = { _ in }) throws -> Int {
    var number = 0
    return try HostedTaking(
      path: bare, name: "copy.git",
      addFile: { name, path in
        try meanwhile(number)
        number += 1
        guard let bytes = contents(of: path) else { return false }
        try lay(name, bytes)
        return true
      },
      addBytes: { try lay($0, $1) }
    ).take()
  }

  private func expectWhole(head: String) throws {
    let said = try work.git("-C", copy, "fsck", "--strict", "--no-dangling")
    #expect(!said.contains("error") && !said.contains("missing"), "\(said)")
    #expect(try work.git("-C", copy, "rev-parse", "main").hasPrefix(head))
    #expect(try work.git("-C", copy, "rev-list", "--objects", "main").isEmpty == false)
  }

  @Test("is what its branches named when it began, whole, also when packs are joined and more is pushed")
  func meanwhile() throws {
    try work.git("-C", bare, "config", "gc.pruneExpire", "never")
    let head = try work.head()
    let left = try take { number in
      switch number {
      case 1: try commitAndPush(2)
      case 2: try work.git("-C", bare, "gc", "-q")
      case 5: try commitAndPush(1)
      case 6: try work.git("-C", bare, "repack", "-q", "-a", "-d")
      default: break
      }
    }
    #expect(left == 0)
    try expectWhole(head: head)
  }

  @Test("has all branches, also those that share a file, and tells of what could not be taken")
  func branches() throws {
    try work.git("-C", bare, "branch", "fix/ä")
    try work.git("-C", bare, "pack-refs", "--all")
    try work.git("-C", bare, "branch", "later")
    try FileManager.default.createSymbolicLink(
      atPath: bare + "/refs/heads/.odd", withDestinationPath: "/etc/passwd")
    #expect(try take() == 1)
    try expectWhole(head: work.head())
    let names = try work.git("-C", copy, "for-each-ref", "--format=%(refname)")
    #expect(names.split(separator: "\n") == ["refs/heads/fix/ä", "refs/heads/later", "refs/heads/main"])
  }

  @Test(
    "brings back what git and Bothy keep, and nothing by which something could be run or read elsewhere",
    arguments: [
      ("toy.git/HEAD", true), ("toy.git/packed-refs", true), ("toy.git/bothy.json", true),
      ("toy.git/refs/heads/a/b", true), ("toy.git/logs/refs/heads/main", true), ("toy.git/logs/HEAD", true),
      ("toy.git/objects/ab/\(String(repeating: "c", count: 38))", true),
      ("toy.git/objects/pack/pack-\(String(repeating: "d", count: 40)).pack", true),
      ("toy.git/config", false), ("toy.git/hooks/pre-receive", false), ("toy.git/refs/main", false),
      ("toy.git/objects/info/alternates", false), ("toy.git/objects/pack/x.pack", false),
      ("toy.git/refs/heads/main.lock", false), ("toy.git/refs/heads/.x", false), ("toy/HEAD", false),
      ("-x.git/HEAD", false), ("toy.git/worktrees/x/gitdir", false), ("toy.git", false),
    ])
  func names(name: String, isTaken: Bool) {
    #expect(BackupContents.holds("state/hosted/" + name, bot: nil) == isTaken)
    #expect(!BackupContents.holds("state/hosted/" + name, bot: "toy"))
  }
}
