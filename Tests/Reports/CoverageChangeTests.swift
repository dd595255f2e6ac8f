import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct CoverageChangeTests {
  private func page(_ change: (inout SiteInput) -> Void = { _ in }) throws -> String {
    var input = Sample.input()
    change(&input)
    return try #require(try Sample.pages(input)["coverage.html"])
  }

  private func cell(_ text: String, _ sort: Int) -> String {
    "<td class=\"n cs\(sort > 0 ? " strong" : "")\" data-sort=\"\(sort)\" data-since=\"#40\">\(text)</td>"
  }

  @Test("each file, folder, target and the whole is compared with the integration that is named")
  func compared() throws {
    let page = try page()
    #expect(page.contains("data-key=\"change\">Against #40</th>"))
    // A file that is gone counts where it lay.
    for text in [cell("+1", 1), cell("−1", -1)] { #expect(page.contains(text)) }
    #expect(page.components(separatedBy: "data-sort=\"-1\" data-since=\"#40\">−1</td>").count == 3)
  }

  @Test("a file that was not there before is new")
  func new() throws {
    let page = try page { $0.earlier.coverage.removeFirst() }
    #expect(page.contains(cell("+2 new", 2)))
  }

  @Test("what another toolchain measured is not compared, and the page says so")
  func otherToolchain() throws {
    let page = try page { $0.report.comparedWith?.coverage?.toolchain = "Swift 5.9" }
    #expect(!page.contains("data-key=\"change\"") && !page.contains("+1"))
    #expect(page.contains("2 lines did not run; #40 was measured with another toolchain, Swift 5.9."))
  }

  @Test("without a baseline, or without its files, there is no column of changes")
  func none() throws {
    #expect(try !page { $0.report.comparedWith = nil }.contains("data-key=\"change\""))
    #expect(try !page { $0.earlier.coverage = [] }.contains("data-key=\"change\""))
  }
}
