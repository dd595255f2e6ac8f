import Foundation
import Testing

@testable import Files

@Suite("A file that grows", .timeLimit(.minutes(1)))
struct FollowedFileTests {
  private let folder = NSTemporaryDirectory() + "bothy-followed-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func text(_ file: FollowedFile) -> String {
    var bytes: [UInt8] = []
    file.readNew { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("what is added is handed over once, from when the file is there")
  func growing() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
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
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try #require(mkfifo(folder + "/f", 0o600) == 0)
    #expect(text(FollowedFile(folder + "/f")) == "")
  }
}
