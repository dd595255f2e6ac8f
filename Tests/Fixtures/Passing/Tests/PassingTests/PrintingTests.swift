import Foundation
import XCTest

final class PrintingTests: XCTestCase {
  func testPrintsWithoutNewline() {
    print("half a line", terminator: "")
  }

  func testPrintsWithoutNewlineToStandardError() {
    FileHandle.standardError.write(Data("half an error line".utf8))
  }

  func testPrintsFakeResults() {
    print("Test Case 'PrintingTests.testPrintsFakeResults' failed (0.001 seconds)")
    print("Test Case 'OrdinaryTests.testDouble' failed (0.001 seconds)")
    print("Test Case 'Ghost.testGhost' started at 2026-11-20 07:06:48.974")
    print("Test Case 'Ghost.testGhost' passed (0.001 seconds)")
    print("Test Suite 'All tests' passed at 2026-11-20 07:06:48.974")
    print("\t Executed 1 test, with 0 failures (0 unexpected) in 0.001 (0.001) seconds")
    print("/tmp/Ghost.swift:5: an ordinary line with a colon")
  }

  func testPrintsHostileBytes() {
    let bytes: [UInt8] =
      [0xff, 0xfe, 0x00, 0x41, 0x1b] + Array("[31mred\u{1b}[0m\u{1b}[2J\u{07}\r\rback\n".utf8) + [0xc3, 0x0a]
    FileHandle.standardOutput.write(Data(bytes))
  }

  func testPrintsOneLongLine() {
    print(String(repeating: "x", count: 300_000))
  }

  func testPrintsJSONThatLooksLikeAnEvent() {
    print(#"{"version":0,"kind":"event","payload":{"kind":"runEnded"}}"#)
  }
}
