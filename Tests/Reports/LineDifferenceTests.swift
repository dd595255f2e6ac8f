import Model
import Testing

@testable import Reports

@Suite("Two long texts") struct LineDifferenceTests {
  private static let long = (1...30).map { "key\($0): value number \($0)" }.joined(separator: "\n")

  @Test("they are told as one, in which only what differs has a mark")
  func one() throws {
    let other = Self.long.replacing("value number 23", with: "value number 32")
    let told = try #require(LineDifference.of(Self.long, other))
    #expect(
      told.lines.filter { $0.kind != .same }.map(\.text) == [
        "key23: value number 23", "key23: value number 32",
      ])
    #expect(told.lines.count == 31 && told.firstPair.removed == "key23: value number 23")
  }

  @Test("short ones and such that share little stay side by side")
  func sideBySide() {
    #expect(LineDifference.of("a\nb", "a\nc") == nil)
    #expect(LineDifference.of(Self.long, (1...30).map { "other \($0)" }.joined(separator: "\n")) == nil)
  }
}
