import Coverage
import Foundation
import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite("Who tests what, on pages")
struct WhoTestsPageTests {
  @Test("each line that other tests execute than the one above says how many, and below it which")
  func lines() throws {
    let page = try #require(try Sample.pages(Sample.input())["coverage/Sources/Stack/Stack.swift.html"])
    func row(_ line: Int) -> Substring {
      page.split(separator: "\n").first {
        $0.hasPrefix("<tr id=L\(line) ") || $0.hasPrefix("<tr id=L\(line)>")
      }
        ?? ""
    }
    #expect(row(5).hasSuffix("<td title=\"StackTests.StackTests/testPush and 1 more\">2 tests"))
    #expect(row(6).hasSuffix(">2 tests") && row(7).hasSuffix("<td title=\"StackTests.pushes(_:)\">1 test"))
    #expect(!row(8).contains(" test") && !row(11).contains(" test"))
    #expect(page.contains("2 tests, and before the first one: line 5"))
    #expect(page.contains("1 test: lines 7–9"))
    #expect(page.contains("<ul><li><a href=\"../../../tests.html#t"))
  }

  @Test("a file of ten thousand lines and ten thousand tests has a page of bounded size")
  func large() throws {
    let path: PackagePath = "Sources/Stack/Stack.swift"
    let count = 10_000
    var input = Sample.input()
    input.source = { [text = Array(String(repeating: "a\n", count: count).utf8)] _ in text }
    input.detail = { path in
      CoverageDetail.File(
        path: path, target: "Stack",
        lines: (1...count).map { LineCoverage(number: $0, state: .executed, count: 1) })
    }
    var map = TestMap(commit: nil, mark: "")
    map.functions = [TestMap.Function(path: path, symbol: "", name: "f()", line: 1, mark: "")]
    map.traces = (0..<count).map { TestMap.Trace(function: 0, lines: [$0...$0]) }
    map.tests = (0..<count).map { number in
      TestMap.Test(
        id: TestID("StackTests.StackTests/testNumber\(number)"), outcome: .passed, mark: "",
        traces: Array(number..<min(number + 100, count)), measuredAt: nil)
    }
    input.testMap = map
    let page = try #require(try Sample.pages(input)["coverage/Sources/Stack/Stack.swift.html"])
    #expect(page.utf8.count < 1_500_000)
    #expect(page.contains("9,700 more groups of lines"))
  }

  @Test("nothing is said where nobody found out")
  func unknown() throws {
    var input = Sample.input()
    input.testMap = nil
    let page = try #require(try Sample.pages(input)["coverage/Sources/Stack/Stack.swift.html"])
    #expect(!page.contains("Which tests execute") && !page.contains("<th>Tests"))
  }
}
