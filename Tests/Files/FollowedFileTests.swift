import Foundation
import Kit
import Testing

@testable import Files

@Suite("A file that grows", .timeLimit(.minutes(5)))
struct FollowedFileTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.path }

  init() throws { scratch = try ScratchFolder("followed") }

  private func text(_ file: FollowedFile) -> String {
    var bytes: [UInt8] = []
    file.readNew { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("what is added is handed over once, from when the file is there")
  func growing() throws {
    let followed = FollowedFile(folder + "/f")
    #expect(text(followed) == "")
    let file = try GrowingFile(folder + "/f")
    try Array("one".utf8).withUnsafeBytes { try file.append($0) }
    #expect(text(followed) == "one")
    #expect(text(followed) == "")
    try Array("two".utf8).withUnsafeBytes { try file.append($0) }
    #expect(text(followed) == "two")
  }

  @Test("a pipe in its place holds up nobody")
  func pipe() throws {
    try #require(mkfifo(folder + "/f", 0o600) == 0)
    #expect(text(FollowedFile(folder + "/f")) == "")
  }

  @Test("nor does a device that has no end", arguments: ["/dev/zero", "/dev/null", "/"])
  func device(_ path: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder + "/f", withDestinationPath: path)
    let followed = FollowedFile(folder + "/f")
    #expect(text(followed) == "")
    try FileManager.default.removeItem(atPath: folder + "/f")
    try Data("one".utf8).write(to: URL(fileURLWithPath: folder + "/f"))
    #expect(text(followed) == "one")
  }
}
