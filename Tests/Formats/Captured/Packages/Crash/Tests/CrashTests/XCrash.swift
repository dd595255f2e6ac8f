import Crasher
import Foundation
import XCTest

final class CrashTests: XCTestCase {
  func testArray() {
    print("printed before")
    _ = Crasher<Int>().index([1, 2], 7)
  }
  func testAsync() async {
    await Task.yield()
    fatal()
  }
  func testAbort() { abort() }
  func testExit() { exit(0) }
  func testFatal() { fatal() }
  func testForcedTry() { try! { throw CocoaError(.featureUnsupported) }() }
  func testNil() {
    let closure = { _ = nothing(nil) }
    closure()
  }
  func testOverflow() { _ = overflow(1) }
  func testPointer() { pointer() }
  func testPrecondition() { precondition(Int.random(in: 2...3) == 1, "must be one") }
  func testThread() {
    Thread.detachNewThread { fatal() }
    Thread.sleep(forTimeInterval: 5)
  }
}

final class SetUpTests: XCTestCase {
  override func setUp() { _ = nothing(nil) }
  func testNever() {}
}

final class ClassSetUpTests: XCTestCase {
  override class func setUp() {
    if CommandLine.arguments.joined().contains("ClassSetUp") { _ = nothing(nil) }
  }
  func testNever() {}
}
