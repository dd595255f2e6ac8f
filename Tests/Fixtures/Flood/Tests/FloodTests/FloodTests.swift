import Flood
import Foundation
import XCTest

final class FloodTests: XCTestCase {
  func testA_PrintsOneLineOf50Megabytes() {
    let piece = Data(repeating: 0x78, count: 1 << 20)
    for _ in 0..<50 { FileHandle.standardOutput.write(piece) }
    FileHandle.standardOutput.write(Data("\n".utf8))
  }

  func testB_PrintsMegabytesOfLines() {
    let piece = Data(String(repeating: "a line of output, again and again\n", count: 10_000).utf8)
    for _ in 0..<100 { FileHandle.standardOutput.write(piece) }
  }

  func testC_FailsAfterTheFlood() {
    XCTAssertEqual(flood(), 2)
  }
}
