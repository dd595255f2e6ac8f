import Foundation
import Testing

@testable import State

@Suite("What a kill leaves half made")
struct LeftoversTests {
  @Test(
    "only names that Bothy gives to what is half made are taken for that",
    arguments: [
      ("index.html.new-41", "index.html"), (".7-41", "7"), (".7-41-old", "7"),
      ("7", nil), ("history-41", nil), (".git-old", nil), (".build-41", nil), ("a.new-", nil),
      (".7--41", nil),
      ("a.new-x", nil), (".-41", nil), ("-old", nil), (".", nil),
    ] as [(String, String?)])
  func names(name: String, place: String?) {
    let half = HalfMade(name)
    #expect(half?.place == place)
    #expect(half == nil || half?.process == 41)
    #expect(half?.isOld ?? false == name.hasSuffix("-41-old"))
  }

  @Test("what belongs to a process that lives stays; pages whose new ones did not come are put back")
  func removing() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "bothy-left-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let pages = scratch.appending(path: "site/bots/parser")
    for folder in ["7", ".7-41", ".7-42", ".8-41", ".8-41-old", "history"] {
      try FileManager.default.createDirectory(
        at: pages.appending(path: folder), withIntermediateDirectories: true)
    }
    for file in ["index.html", "index.html.new-41", "history/0.html.new-41", ".8-41-old/index.html"] {
      try Data(file.utf8).write(to: pages.appending(path: file))
    }
    Leftovers(state: StateFolder(path: scratch.path), isAlive: { $0 == 42 }).removeAll()
    let left = try FileManager.default.subpathsOfDirectory(atPath: pages.path).sorted()
    #expect(left == [".7-42", "7", "8", "8/index.html", "history", "index.html"])
  }

  @Test("where the tests of a killed one were at home goes with it, and nothing that is no such place")
  func rooms() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "bothy-left-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    for (name, isGone) in [("bothy-room-1", true), ("photos", false)] {
      let folder = IntegrationFolder(scratch.appending(path: "1").path)
      let room = scratch.appending(path: name)
      for path in [room.path + "/home", folder.scratch] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      try Data(room.path.utf8).write(to: URL(fileURLWithPath: folder.roomMark))
      Leftovers(state: StateFolder(path: scratch.path)).remove(of: folder)
      #expect(FileManager.default.fileExists(atPath: room.path) != isGone)
      #expect(!FileManager.default.fileExists(atPath: folder.scratch))
    }
  }

  @Test("what tests attached goes with a killed one, unless there is a report that names it")
  func attachments() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "bothy-left-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    for hasReport in [true, false] {
      let folder = IntegrationFolder(scratch.appending(path: "\(hasReport)").path)
      try FileManager.default.createDirectory(
        atPath: folder.attachments, withIntermediateDirectories: true)
      for file in [folder.attachments + "/a.txt", folder.log] + (hasReport ? [folder.report] : []) {
        try Data("a".utf8).write(to: URL(fileURLWithPath: file))
      }
      Leftovers(state: StateFolder(path: scratch.path)).remove(of: folder)
      #expect(FileManager.default.fileExists(atPath: folder.attachments + "/a.txt") == hasReport)
      #expect(FileManager.default.fileExists(atPath: folder.log))
    }
  }
}
