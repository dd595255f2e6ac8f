import XCTest

@testable import Words

final class WordsTests: XCTestCase {
  func testWords() { XCTAssertEqual(words(), "hello from a resource\n") }
}
