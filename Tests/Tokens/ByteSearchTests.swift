import Testing
import Tokens

@Suite("Words in bytes") struct ByteSearchTests {
  @Test(
    "a word is found wherever it stands, and a part of it is not enough",
    arguments: [
      ("XCTest", true), ("import XCTest", true), ("XXCTest\n", true), ("XCTes", false), ("", false),
      ("XCTesXCTesXCTest", true), ("X", false), (String(repeating: "X", count: 5000) + "CTest", true),
    ])
  func holds(text: String, isFound: Bool) { #expect(Array(text.utf8).holds("XCTest") == isFound) }
}
