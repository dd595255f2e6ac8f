import Foundation
import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct SiteTests {
  @Test("every link and anchor of every page leads somewhere inside the site")
  func linksResolve() throws {
    let site = SiteReader(try Sample.pages(Sample.input()), besides: ["report.json", "log.txt"])
    #expect(site.pages.count == 8)
    #expect(site.brokenLinks.isEmpty)
  }

  @Test("from the first page one click leads to the line that failed, and to the first line that did not run")
  func oneClickToTheLine() throws {
    let index = PageReader(try #require(try Sample.pages(Sample.input())["index.html"]))
    #expect(index.links.contains("coverage/Tests/StackTests/StackTests.swift.html#L5"))
    #expect(index.links.contains("coverage/Sources/Stack/Stack.swift.html#L11"))
  }

  @Test("every page forbids what is remote and what is inline, and has neither")
  func pagesAreClosed() throws {
    for (path, text) in try Sample.pages(Sample.input()) where path.hasSuffix(".html") {
      #expect(text.hasPrefix("<!DOCTYPE html>\n"), "\(path)")
      #expect(text.contains("default-src 'none'; style-src 'self'; script-src 'self'"), "\(path)")
      #expect(!text.contains("}}") && !text.contains("{{"), "\(path)")
      let page = PageReader(text)
      let scripts = page.tags.filter { $0.name == "script" }
      #expect(scripts.count == 1 && scripts.allSatisfy { $0.attributes["src"] != nil }, "\(path)")
      let keys = page.tags.flatMap(\.attributes.keys)
      #expect(!keys.contains { $0 == "style" || $0.hasPrefix("on") }, "\(path)")
    }
  }

  @Test("an integration without tests, coverage, commits or log has all its pages")
  func emptyIntegration() throws {
    let now = Date(timeIntervalSince1970: 0)
    let report = Report(
      bot: "empty", integration: 1, result: .checkoutError, reason: "there is no such commit", commit: nil,
      toolchain: "", configuration: .release, queued: now, started: now)
    let input = SiteInput(
      report: report, botName: "empty", packagePath: ".", source: { _ in nil }, detail: { _ in nil },
      detailMark: { _ in nil }, log: [],
      exports: [],
      assets: Sample.input().assets)
    let site = SiteReader(try Sample.pages(input), besides: [])
    #expect(site.pages.count == 6)
    #expect(site.brokenLinks.isEmpty)
  }

  @Test("the style and the script are small")
  func assetsAreSmall() throws {
    let folder = Sample.root + "/templates/assets/"
    let sizes = try ["bothy.css", "bothy.js"].map {
      try Data(contentsOf: URL(fileURLWithPath: folder + $0)).count
    }
    #expect(sizes.reduce(0, +) < 60_000)
  }

  @Test("a line of source costs at most 120 bytes of HTML on average")
  func sourceIsSmall() throws {
    let path: PackagePath = "Sources/Big/Big.swift"
    let folder = Sample.root + "/Sources/Reports"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let text = try names.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
    var report = Sample.report()
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    report.coverage = CoverageReport(
      targets: [
        TargetCoverage(
          name: "Big",
          files: [
            FileCoverage(
              path: path, lines: LineCounts(executable: count, executed: count), regions: PlaceCounts(),
              functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [],
              unusedMessageLines: [])
          ])
      ], notMeasured: [], excluded: [])
    var input = Sample.input(report, sources: [path.rawValue: text])
    let lines = (1...count).map { LineCoverage(number: $0, state: .executed, count: 1) }
    input.detail = { $0 == path ? SourceDetail(lines: lines, functions: []) : nil }
    let page = try #require(try Sample.pages(input)["coverage/Sources/Big/Big.swift.html"])
    #expect(count > 1000)
    #expect(page.utf8.count / count <= 120)
  }
}
