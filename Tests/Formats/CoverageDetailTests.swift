import Formats
import Foundation
import Model
import Testing

@Suite("Coverage line by line")
struct CoverageDetailTests {
  @Test("the detail comes back from disk as it was, and is small")
  func roundTrip() throws {
    let detail = try CapturedTraps.measure().detail
    let json = try JSONEncoder().encode(detail)
    #expect(try JSONDecoder().decode(CoverageDetail.self, from: json) == detail)
    let lines = detail.files.reduce(0) { $0 + $1.lines.count }
    #expect(json.count < 16 * lines + 100 * detail.files.count)
  }

  @Test("everything that a line may have comes back, the largest counts too")
  func everything() throws {
    let lines = [
      LineCoverage(number: 1, state: .executed, count: .max),
      LineCoverage(number: 2, state: .executed, count: .max),
      LineCoverage(
        number: 9, state: .partlyExecuted, count: 12,
        missed: [ColumnSpan(start: 1, end: 4), ColumnSpan(start: 7, end: 9)],
        starts: [RegionStart(column: 1, count: .max), RegionStart(column: 2, count: 0)], carried: [0, 77],
        unusedMessages: [ColumnSpan(start: 20, end: 30)]),
      LineCoverage(number: 10, state: .notExecuted, count: 0),
    ]
    let detail = CoverageDetail(files: [CoverageDetail.File(path: "a\"é", target: "T", lines: lines)])
    #expect(try JSONDecoder().decode(CoverageDetail.self, from: JSONEncoder().encode(detail)) == detail)
  }

  @Test(
    "text that was not written here is refused",
    arguments: [
      "x", "1", "1e", "0e1", "1e1*", "1e1-", "1e1-1", "1e1(1:", "1e99999999999999999999",
      "1e1*99999999", "99999999e1", "1e1  1e1", "-1e1",
    ])
  func refused(text: String) {
    let json = #"{"files":[{"path":"a","target":"T","lines":"\#(text)"}]}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CoverageDetail.self, from: Foundation.Data(json.utf8))
    }
  }

  @Test("a file is found by its path")
  func lookUp() {
    let files = ["b", "a", "d"].map { CoverageDetail.File(path: PackagePath($0), target: "T", lines: []) }
    let detail = CoverageDetail(files: files)
    #expect(["a", "b", "d"].allSatisfy { detail.file(PackagePath($0))?.path.rawValue == $0 })
    #expect(["", "c", "e"].allSatisfy { detail.file(PackagePath($0)) == nil })
  }
}

@Suite("The description of a package")
struct PackageDescriptionTests {
  @Test("targets come with their modules, kinds, paths and sources")
  func captured() throws {
    let package = try CapturedTraps.package()
    #expect(package.name == "traps")
    #expect(package.path == "/package")
    let core = try #require(package.targets.first { $0.name == "Core" })
    #expect(core.packagePaths.contains("Sources/Core/Only declarations+ü.swift"))
    #expect(core.dependencies == ["CThing"] && core.productDependencies == ["Dep"])
    #expect(package.targets.first { $0.name == "CThing" }?.isClang == true)
    #expect(package.ownSources.count == 12)
    #expect(package.sourceMapTargets.contains { $0.module == "CoreTests" && $0.path == "Tests/CoreTests" })
    #expect(package.testedTargets == ["Core", "CThing", "Tool", "Gen", "Extra"])
    #expect(package.dependencies.map(\.path) == ["/package/vendor/Dep"])
  }

  @Test(
    "what is no description is refused with what to do",
    arguments: ["", "{}", "[1]", "{\"name\":3}", "error: x"])
  func refused(text: String) throws {
    let error = try #require(throws: CoverageError.self) { try PackageDescription.read(Array(text.utf8)) }
    #expect(error.advice.contains("swift package describe --type json"))
  }
}
