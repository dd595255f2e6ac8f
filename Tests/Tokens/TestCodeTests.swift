import Testing
import Tokens

@Suite("The words of a test's source") struct TestCodeTests {
  private let code = TestCode(
    Array(
      """
      import XCTest // names said beside it
      @testable import Sample
      func testNames() {
        let environment = process.environment["A"] ?? "environment \\(names) of names"
        read(#filePath, `environment`)
      }
      """.utf8))

  @Test("names, directives and attributes of a range are told once each, neither what texts say nor comments")
  func names() {
    let all = code.names(in: 0..<code.tokens.count)
    #expect(
      all == [
        "XCTest", "testable", "Sample", "testNames", "environment", "process", "names", "read", "#filePath",
      ])
    #expect(code.names(in: 0..<2) == ["XCTest"] && code.names(in: 0..<0).isEmpty)
  }

  @Test("a word is found wherever it is one, in backticks too")
  func indices() {
    #expect(code.indices(of: "environment").map { code.lines[$0] } == [4, 4, 5])
    #expect(code.indices(of: "#filePath").map { code.lines[$0] } == [5])
    #expect(code.indices(of: "environ").isEmpty)
  }

  @Test("parts of a text that something is put into are texts")
  func texts() { #expect(code.texts.count == 3) }
}
