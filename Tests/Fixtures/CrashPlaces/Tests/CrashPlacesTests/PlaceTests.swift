import CrashPlaces
import XCTest

final class PlaceTests: XCTestCase {
  func testEnumInitializer() {
    _ = Side(5)
  }

  func testStructInitializer() {
    XCTAssertEqual(Chosen(5).value, 1)
  }

  func testUnwrapsInAnArgument() {
    let none = Int("no number")

    XCTAssertEqual(none!, 1)
  }
}

final class SilentTests: XCTestCase {
  func testA_Passes() {}

  func testB_ClosesOutput() {
    close(1)
  }

  func testC_StopsUnheard() {
    XCTAssertEqual(stop(), 1)
  }

  func testD_Passes() {}
}
