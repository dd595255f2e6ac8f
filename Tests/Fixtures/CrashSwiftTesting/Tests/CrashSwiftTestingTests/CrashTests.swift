import CrashSwiftTesting
import Foundation
import Testing
import XCTest

@Suite struct Crashing {
  @Test func a() { #expect(before() == 1) }

  @Test func dies() {
    let number = before()
    fatalError("stopped at \(number)")
  }

  @Test func c() async throws {
    try await Task.sleep(nanoseconds: 300_000_000)
    #expect(after() == 2)
  }

  @Test func failsForReal() async throws {
    try await Task.sleep(nanoseconds: 200_000_000)
    #expect(after() == 3)
  }

  @Test(.disabled("resting")) func skipped() {}

  @Test("an index out of range") func diesInTheStandardLibrary() async {
    await Task.yield()
    #expect(third(of: [1]) == 1)
  }

  @Test(arguments: [1, 2, 3, 4]) func oneCaseDies(_ number: Int) {
    precondition(number != 3, "three is not allowed")
  }

  struct Nested {
    @Test func `dies with a raw name`() { abort() }
    @Test func survives() {}
  }
}

@Suite(.serialized) struct OneByOne {
  @Test func first() {}
  @Test func second() { print(UnsafePointer<Int>(bitPattern: 8)!.pointee) }
  @Test func third() {}
}

@Test func lastOfAll() {
  withKnownIssue { #expect(after() == 1) }
}

final class OldStyleTests: XCTestCase {
  func testStillRuns() { XCTAssertEqual(after(), 2) }
}
