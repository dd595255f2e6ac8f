import Foundation
import Once
import XCTest

final class OldTests: XCTestCase {
  func testA_Passes() {}
  func testB_EndsTheProcessOnce() { if isFirst("exit") { exit(0) } }
  func testC_Passes() {}
}
