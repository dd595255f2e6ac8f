import XCTest

final class WaitingTests: XCTestCase {
  func testTimeout() {
    let never = expectation(description: "the tide")
    wait(for: [never], timeout: 0.01)
  }

  func testTimeoutOfTwo() {
    let first = expectation(description: "the first")
    let second = expectation(description: "the second, with a comma")
    wait(for: [first, second], timeout: 0.01)
  }

  func testAsynchronousThrow() async throws {
    try await Task.sleep(nanoseconds: 1000)
    throw CocoaError(.fileNoSuchFile)
  }

  func testUnwaited() {
    _ = expectation(description: "nobody waits for me")
  }

  func testInverted() {
    let inverted = expectation(description: "must not come")
    inverted.isInverted = true
    inverted.fulfill()
    wait(for: [inverted], timeout: 0.01)
  }
}
