import Foundation
import Testing

@testable import Files

@Suite("Room on a disk")
struct FreeSpaceTests {
  @Test("what is free is told, and nothing of a path that is not there")
  func told() throws {
    let space = try #require(FreeSpace(at: NSTemporaryDirectory()))
    #expect(space.bytes > 0)
    #expect(FreeSpace(at: "/nowhere/at/all") == nil)
  }

  @Test("a file system that claims more than there can be ends nothing")
  func huge() {
    #expect(FreeSpace.bytes(blocks: 3, of: 4096) == 12_288)
    #expect(FreeSpace.bytes(blocks: 1 << 62, of: 4096) == .max)
    #expect(FreeSpace.bytes(blocks: 1 << 63, of: 1) == .max)
  }
}
