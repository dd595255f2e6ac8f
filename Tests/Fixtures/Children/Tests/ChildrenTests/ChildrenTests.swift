import Children
import Foundation
import XCTest

final class ChildrenTests: XCTestCase {
  func testA_LeavesAChildThatIgnoresSIGTERM() throws {
    try spawn("trap '' TERM HUP INT; while :; do sleep 1; done")
    Thread.sleep(forTimeInterval: 0.2)
  }

  func testB_LeavesAChildInASessionOfItsOwn() throws {
    try spawn("exec setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done'")
    Thread.sleep(forTimeInterval: 0.2)
  }

  func testC_LeavesADaemon() throws {
    try spawn("(setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done' </dev/null >/dev/null 2>&1 &) &")
    Thread.sleep(forTimeInterval: 0.2)
  }

  func testD_HangsWithChildren() throws {
    try spawn("exec setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done'")
    while true { sleep(1) }
  }

  func testE_Passes() {}
}
