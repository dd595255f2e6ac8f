import Lines
import XCTest

final class LinesTests: XCTestCase {
  func testBranches() {
    XCTAssertEqual(title(of: 2), "two")
    XCTAssertEqual(title(of: 3), "many")
    XCTAssertEqual(fallback("text"), "text")
    XCTAssertFalse(both(false, true))
    XCTAssertTrue(either(true, false))
    XCTAssertEqual(absolute(-1), 1)
    XCTAssertEqual(positive(1), 1)
    XCTAssertEqual(sign(1), 1)
    XCTAssertEqual(oneLine(true), 1)
    XCTAssertEqual(checked(1), 1)
    XCTAssertEqual(parity(1), "odd")
    XCTAssertEqual(checkedAlone(1), 1)
    XCTAssertEqual(loop(0), 0)
    logs()
  }

  func testClosures() {
    XCTAssertEqual(doubled([1]), [2])
    XCTAssertEqual(filtered([]), [])
    XCTAssertEqual(unused(), 0)
    XCTAssertEqual(biggest([1, 2]), 2)
    XCTAssertNil(biggest([String]()))
    XCTAssertEqual(Box(1).described, "1")
  }

  func testErrors() {
    XCTAssertEqual(attempt(.small), -1)
    XCTAssertEqual(optional(nil), 1)
    XCTAssertThrowsError(try chain(.large))
    XCTAssertEqual(global, [2, 3, 4])
    XCTAssertEqual(Synthesised(), Synthesised())
  }

  func testOddFiles() {
    XCTAssertEqual(carriage(false), 2)
    XCTAssertEqual(größe("a"), "a")
    XCTAssertEqual(unicode(true), "ä")
  }

  func testThreads() {
    shares(of: 1_000_000)
  }
}
