import Files
import Foundation
import Kit
import Testing

@Suite struct PublishingTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.path }

  init() throws {
    scratch = try ScratchFolder("files")
    try makeFolder(folder + "/a/b")
  }

  @Test("a published file replaces the one before and leaves nothing beside it")
  func publishing() throws {
    try publish([1, 2], as: folder + "/x")
    try publish([3], as: folder + "/x")
    #expect(contents(of: folder + "/x") == [3])
    #expect(FileTree.names(below: folder) == ["x"])
  }

  @Test("a folder that is missing is told with its path and what to do")
  func missing() {
    let path = folder + "/none/x"
    #expect(throws: FileError.self) { try publish([1], as: path) }
    #expect(contents(of: path) == nil)
  }

  @Test("what cannot be read now is told apart from what is not there")
  func unreadable() throws {
    for none in ["/none", "/none/x", "/a", "/a/b/c"] { #expect(try wholeFile(at: folder + none) == nil) }
    // Whatever lies there, no name is so long.
    let name = folder + "/" + String(repeating: "x", count: 300)
    #expect(throws: FileError.self) { try wholeFile(at: name) }
    #expect(contents(of: name) == nil)
  }

  @Test("a follower reads each byte once, also of a file that comes later")
  func following() throws {
    var seen: [UInt8] = []
    let follower = FollowedFile(folder + "/log")
    follower.readNew { seen += $0 }
    let file = try GrowingFile(folder + "/log")
    for part in [[1, 2], [3], []] as [[UInt8]] {
      try part.withUnsafeBytes { try file.append($0) }
      follower.readNew { seen += $0 }
    }
    #expect(seen == [1, 2, 3])
    #expect(file.length == 3)
  }

  @Test("a walk names files with odd names, does not follow links, and leaves out what it is told to")
  func walking() throws {
    try makeFolder(folder + "/.git")
    try publish([], as: folder + "/.git/index")
    try publish([], as: folder + "/a/b/ä +\n.swift")
    symlink("/etc", folder + "/a/link")
    #expect(FileTree.names(below: folder, skipping: [".git"]) == ["a/b/ä +\n.swift", "a/link"])
  }

  @Test("which folders hold a file of a name is told of many at once, and of none where there is no place")
  func holding() throws {
    try publish([], as: folder + "/a/index.html")
    try makeFolder(folder + "/c")
    #expect(FileTree.holds("index.html", in: ["c", "a", "d"], of: folder) == [false, true, false])
    #expect(FileTree.holds("index.html", in: ["a"], of: folder + "/none") == [false])
  }

  @Test("a file where a folder should be is an error, not a folder")
  func notAFolder() throws {
    try publish([], as: folder + "/x")
    #expect(throws: FileError.self) { try makeFolder(folder + "/x") }
  }
}
