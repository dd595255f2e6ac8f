import Foundation
import Model
import Testing

@testable import State

@Suite("Cleaning") struct CleaningMarkTests {
  @Test(
    "build products are thrown away when they are as old as the bot file says",
    arguments: [
      (Bot.Cleaning.never, 30.0, false), (.always, 0, true), (.daily, 0.9, false), (.daily, 1.1, true),
      (.weekly, 6.9, false), (.weekly, 7.1, true),
    ])
  func due(cleaning: Bot.Cleaning, days: Double, expected: Bool) throws {
    let folder = NSTemporaryDirectory() + "bothy-mark-\(UInt64.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(FileManager.default.createFile(atPath: Order.buildMark(in: folder), contents: nil))
    let now = Date().addingTimeInterval(days * 86400)
    #expect(CleaningMark(buildFolder: folder).isDue(cleaning, now: now) == expected)
  }

  @Test("what was never built needs no cleaning")
  func neverBuilt() {
    #expect(!CleaningMark(buildFolder: "/nowhere").isDue(.daily, now: Date()))
  }
}
