import Failing
import Testing

@Suite("Broken things") struct Broken {
  @Test("an expectation") func expectation() throws {
    #expect(try half(4) == 3)
  }

  @Test func expectationWithComment() {
    #expect(1 == 2, "numbers differ\nin two lines")
  }

  @Test func requirement() throws {
    let nothing: Int? = nil
    _ = try #require(nothing)
    Issue.record("not reached")
  }

  @Test func throwing() throws {
    _ = try half(3)
  }

  @Test func recorded() {
    Issue.record("first line\nsecond line")
  }

  @Test func recordedError() {
    Issue.record(Bad(5), "with a comment")
  }

  @Test func severalIssues() {
    #expect(Bool(false))
    Issue.record("only a warning", severity: .warning)
    withKnownIssue { Issue.record("known") }
    #expect("a" == "b")
  }

  @Test func knownIssueThatDidNotHappen() {
    withKnownIssue("must happen") {}
  }

  @Test func forwarded() {
    check(5, SourceLocation(fileID: #fileID, filePath: #filePath, line: 77, column: 3))
  }

  func check(_ number: Int, _ place: SourceLocation) {
    #expect(number == 6, sourceLocation: place)
  }

  @Test func confirmed() async {
    await confirmation("the bell rings", expectedCount: 2) { bell in bell() }
  }

  @Test(arguments: [2, 3, 4, 5]) func halves(_ number: Int) throws {
    #expect(try half(number) >= 1)
  }

  @Test func fine() {}
}

@Test func failsInExitTest() async {
  await #expect(processExitsWith: .success) { fatalError("unwanted") }
}
