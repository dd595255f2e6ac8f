import Model
import Testing

@Suite("How long a group of tests took") struct DurationTests {
  private func test(_ seconds: Double?, from: Double? = nil, to: Double? = nil) -> TestCase {
    var test = TestCase(id: "T.a()", library: .swiftTesting, target: "T", suite: "", name: "a()")
    test.seconds = seconds
    if let from, let to { test.span = TestSpan(from: from, to: to) }
    return test
  }

  @Test("tests that ran side by side take from the first beginning to the last end")
  func beside() {
    #expect([test(nil, from: 1, to: 7), test(2, from: 0.5, to: 6)].duration == 6.5)
  }

  @Test("tests that ran one after the other take the sum, and what is not known takes no time")
  func alone() {
    #expect([test(1), test(2), test(nil)].duration == 3)
    #expect([test(1), test(nil, from: 4, to: 6)].duration == 3)
    #expect([test(nil)].duration == nil && [TestCase]().duration == nil)
  }

  @Test("spans are counted from the first beginning")
  func counted() {
    let spans = [test(nil, from: 14, to: 20), test(1), test(nil, from: 12, to: 13)].countedFromTheFirst.map(
      \.span)
    #expect(spans == [TestSpan(from: 2, to: 8), nil, TestSpan(from: 0, to: 1)])
  }
}
