import Foundation
import Hang
import Testing
import XCTest

final class HangTests: XCTestCase {
  func testA_Quick() { XCTAssertEqual(quick(), 1) }

  func testB_Hangs() {
    print("before the hang")
    waitForever(0.2)
  }

  func testC_AfterTheHang() { XCTAssertEqual(quick(), 1) }

  func testD_HangsAndIgnoresSIGTERM() {
    signal(SIGTERM, SIG_IGN)
    signal(SIGINT, SIG_IGN)
    while true { usleep(1000) }
  }

  func testE_HangsInAsync() async throws {
    try await Task.sleep(nanoseconds: 1_000_000_000_000)
  }

  func testF_FailsAtTheEnd() { XCTFail("for real") }
}

@Suite struct Modern {
  @Test func before() {}
  @Test func hangs() async throws { try await Task.sleep(nanoseconds: 1_000_000_000_000) }
  @Test func other() async throws {
    try await Task.sleep(nanoseconds: 100_000_000)
    #expect(quick() == 2)
  }
}
