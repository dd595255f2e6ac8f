import Foundation
import Rewritten
import Testing
import XCTest

final class RewrittenTests: XCTestCase {
  private var sources: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Rewritten").standardizedFileURL
  }

  /// As tests of code generators do that record.
  func testRecords() throws {
    XCTAssertEqual(generated() + gone(), 4)
    let file = sources.appendingPathComponent("Generated.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    try ("// recorded\n//\n//\n" + text).write(to: file, atomically: false, encoding: .utf8)
    try FileManager.default.removeItem(at: sources.appendingPathComponent("Gone.swift"))
  }
}

@Test func seesNoTerminal() {
  #expect(isatty(0) == 0 && isatty(1) == 0 && isatty(2) == 0)
}
