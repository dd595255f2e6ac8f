import Files
import Foundation
import Model
import State
import Testing

import class Kit.ScratchFolder

@testable import Integrator

@Suite("The clean room of tests")
struct CleanRoomTests {
  private let base = [
    "HOME": "/home/ada", "TMPDIR": "/tmp", "TMP": "/tmp", "PATH": "/bin", "BOTHY_STATE": "/s",
    "BOTHY_FAULT": "x",
  ]

  @Test("who fails with that home in its words is told what it is")
  func home() {
    func note(_ message: String, _ outcome: TestOutcome = .failed) -> String? {
      var test = TestCase(
        id: "T.A/a", library: .xctest, target: "T", suite: "A", name: "a", outcome: outcome)
      test.failures = [TestFailure(message: message, file: nil, line: nil, kind: .assertion)]
      return CleanRoom.homeNote([test])
    }
    let place = "/tmp/\(IntegrationFolder.roomName)0123abcd"
    #expect(note("XCTAssertNil failed: \"\(place)/home\"")?.hasPrefix("T.A/a failed with the home") == true)
    #expect(note("\(place)/tmp/a is not there") == nil)
    #expect(note("\(place)/home", .passed) == nil && note("/home") == nil)
  }

  @Test("home, XDG folders and TMPDIR lie in the room, and what the bot names itself wins")
  func own() {
    let found = CleanRoom.environment(base, folder: "/r", chosen: ["XDG_CACHE_HOME"])
    #expect(found["HOME"] == "/r/home" && found["TMPDIR"] == "/r/tmp" && found["TMP"] == nil)
    #expect(found["CFFIXED_USER_HOME"] == "/r/home")
    #expect(found["XDG_CONFIG_HOME"] == "/r/home/.config" && found["XDG_CACHE_HOME"] == nil)
    #expect(found["CI"] == "true" && found["BOTHY"] == "1" && found["PATH"] == "/bin")
    #expect(found["BOTHY_STATE"] == nil && found["BOTHY_FAULT"] == nil)
    let chosen = CleanRoom.environment(
      base.merging(["CI": "no"]) { $1 }, folder: "/r", chosen: ["HOME", "CI", "TMPDIR", "TMP"])
    #expect(chosen["HOME"] == "/home/ada" && chosen["CI"] == "no")
    #expect(chosen["TMPDIR"] == "/tmp" && chosen["TMP"] == "/tmp")
  }

  @Test("the user's is as it was, but for what only Bothy understands")
  func user() {
    var expected = base
    for name in ["BOTHY_STATE", "BOTHY_FAULT"] { expected[name] = nil }
    #expect(CleanRoom.environment(base, folder: nil, chosen: []) == expected)
  }

  @Test("it is made with its folders and removed with all that was put there; what nobody lives in is swept")
  func life() throws {
    let scratch = try ScratchFolder("room")
    let dead = scratch.path + "/bothy-room-dead"
    try makeFolder(dead + "/home")
    let old = Date(timeIntervalSinceNow: -7200)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: dead)
    let young = scratch.path + "/bothy-room-young"
    try makeFolder(young)
    let room = try CleanRoom(in: scratch.path)
    #expect(FileFacts(dead) == nil && FileFacts(young) != nil)
    #expect(FileFacts(room.folder + "/home/.config")?.mode == 0o700)
    try publish([1], as: room.folder + "/tmp/a")
    #expect(room.remove() && FileFacts(room.folder) == nil)
  }

  @Test("what tests left is told by place, of many files the first")
  func left() throws {
    let scratch = try ScratchFolder("left")
    for name in ["same", "changed", "gone"] { try publish([1], as: scratch.path + "/" + name) }
    let before = CheckoutSight(scratch.path)
    try publish([1, 2], as: scratch.path + "/changed")
    try FileManager.default.removeItem(atPath: scratch.path + "/gone")
    try makeFolder(scratch.path + "/new/.build")
    for name in ["new/a", "new/b.profraw", "new/.build/c"] { try publish([1], as: scratch.path + "/" + name) }
    let room = try CleanRoom(in: scratch.path + "/new/.build")
    for name in [".rc", ".swiftpm/x", ".cache/org.swift.swiftpm/y", ".cache/mine"] {
      try makeFolder((room.folder + "/home/" + name as NSString).deletingLastPathComponent)
      try publish([1], as: room.folder + "/home/" + name)
    }
    // The package manager's own.
    for name in ["home/.config/swiftpm/cache", "tmp/TemporaryDirectory.x1/.keep-directory"] {
      try makeFolder((room.folder + "/" + name as NSString).deletingLastPathComponent)
      try publish([1], as: room.folder + "/" + name)
    }
    for n in 1...7 { try publish([1], as: room.folder + "/tmp/f\(n)") }
    for place in ["tmp", "home"] { try publish([1], as: "\(room.folder)/\(place)/default.profraw") }
    #expect(
      room.sentences(of: CheckoutSight(scratch.path), then: before) == [
        "Tests left a file in the checkout: new/a.", "Tests changed a file in the checkout: changed.",
        "Tests removed a file in the checkout: gone.", "Tests left 2 files in their home: .cache/mine, .rc.",
        "Tests left 7 files in their TMPDIR: f1, f2, f3, f4, f5 and 2 more.",
      ])
    #expect(room.remove())
  }

  @Test("emptied it is as it was at first")
  func emptied() throws {
    let scratch = try ScratchFolder("emptied")
    let room = try CleanRoom(in: scratch.path)
    let before = try FileManager.default.subpathsOfDirectory(atPath: room.folder).sorted()
    for place in ["home/.config/defaults", "home/a", "tmp/b", "run/c"] {
      try publish([1], as: room.folder + "/" + place)
    }
    room.empty()
    #expect(try FileManager.default.subpathsOfDirectory(atPath: room.folder).sorted() == before)
  }

  @Test("a folder is new where one was left, closed, taken away or led elsewhere, and else the same one")
  func untouched() throws {
    let scratch = try ScratchFolder("untouched")
    let room = try CleanRoom(in: scratch.path)
    let place = { (name: String) in room.folder + "/" + name }
    let before = try FileManager.default.subpathsOfDirectory(atPath: room.folder).sorted()
    let inode = FoundFile(at: place("home/.cache")).inode
    room.empty()
    #expect(FoundFile(at: place("home/.cache")).inode == inode)

    try makeFolder(place("home/.local/share/empty"))
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: place("run"))
    try FileManager.default.removeItem(atPath: place("tmp"))
    try FileManager.default.createSymbolicLink(atPath: place("tmp"), withDestinationPath: scratch.path)
    room.empty()
    #expect(try FileManager.default.subpathsOfDirectory(atPath: room.folder).sorted() == before)
    #expect(FoundFile(at: place("tmp")).isFolder && FileFacts(place("run"))?.mode == 0o700)

    try FileManager.default.removeItem(atPath: place("home/.config"))
    room.empty()
    #expect(try FileManager.default.subpathsOfDirectory(atPath: room.folder).sorted() == before)
  }
}
