import Model
import Testing

@testable import Terminal

@Suite("What differs, in short")
struct DifferenceTextTests {
  @Test(
    "the first lines that differ are found in a text of them, and in no list",
    arguments: [
      ("not equal:\n-a\n+b", "-a  +b"), ("x:\n a\n–b\n–c\n+d\n e\n+f", "-b  +d"),
      ("x:\n+n\n a\n-b", "+n"), ("x:\n- one\n- two", nil), ("- a\n+ b", nil), ("", nil),
      (
        "x\n-\(String(repeating: "k", count: 80))1\n+\(String(repeating: "k", count: 80))2",
        "-…kkkkkkkkkkkk1  +…kkkkkkkkkkkk2"
      ),
    ] as [(String, String?)])
  func pairs(message: String, line: String?) { #expect(DifferenceText(message)?.line(to: 122) == line) }

  @Test(
    "of two compared values a short one leaves its room to the other, and a long common beginning goes",
    arguments: [
      ("1", "2", "why", 40, "1 ≠ 2: why"), ("a..", "a  ", "", 40, "a.. ≠ a··"), ("a", "", "", 40, "a ≠ \"\""),
      ("a b", "c", "", 40, "a b ≠ c"), ("nil", "\u{1B}[31mred", "", 40, "nil ≠ ^[[31mred"),
      ("3", String(repeating: "x", count: 50), "why", 20, "3 ≠ xxxxxxxxxxxxxxx…"),
      (
        String(repeating: "k", count: 40) + "1", String(repeating: "k", count: 40) + "2", "", 40,
        "…kkkk1 ≠ …kkkk2"
      ),
    ] as [(String, String, String, Int, String)])
  func values(first: String, second: String, comment: String, width: Int, line: String) {
    var failure = TestFailure(message: "XCTAssertEqual failed", file: nil, line: nil, kind: .assertion)
    failure.values = ComparedValues(.init(first), .init(second), comment: comment)
    #expect(DifferenceText.of(failure)?.line(to: width) == line)
  }
}
