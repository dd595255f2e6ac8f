import Foundation
import Testing
import Warnings

@Test func warnsAndPasses() {
  let unused = 1
  #expect(warns() == 1)
}

/// The second integration must not find what the first one left in the checkout.
@Test func nothingIsLeftFromBefore() throws {
  #expect(!FileManager.default.fileExists(atPath: "left behind.txt"))
  try "x".write(toFile: "left behind.txt", atomically: true, encoding: .utf8)
}
