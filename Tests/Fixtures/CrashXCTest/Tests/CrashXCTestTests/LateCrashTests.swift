import CrashXCTest
import Foundation
import XCTest

/// What one leaves running brings down another, which alone would pass.
final class LateCrashTests: XCTestCase {
  func testA_LeavesACrash() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { _ = checked(-1) }
  }

  func testB_IsInItsWay() { Thread.sleep(forTimeInterval: 1) }
}
