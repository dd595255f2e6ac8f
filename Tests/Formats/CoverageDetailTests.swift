import Coverage
import Explaining
import Formats
import Foundation
import Model
import Testing
import TrapsPackage

@Suite("Coverage line by line")
struct CoverageDetailTests {
  private func read(_ detail: CoverageDetail) -> CoverageDetail? {
    CoverageDetailFile(CoverageDetailFile.write(CoverageDetailFile.rows(detail), maker: "1")).detail
  }

  @Test("the detail comes back from disk as it was, and is small")
  func roundTrip() throws {
    let detail = try CapturedTraps.measure().detail
    let bytes = CoverageDetailFile.write(CoverageDetailFile.rows(detail), maker: "1")
    #expect(CoverageDetailFile(bytes).detail == detail)
    let lines = detail.files.reduce(0) { $0 + $1.lines.count }
    let functions = detail.files.flatMap(\.functions).reduce(0) { $0 + $1.name.utf8.count + 20 }
    #expect(functions > 0 && bytes.count < 16 * lines + 100 * detail.files.count + functions)
  }

  @Test("one file's mark tells whether its own coverage changed, and only that")
  func marks() throws {
    var detail = try CapturedTraps.measure().detail
    let before = CoverageDetailFile(CoverageDetailFile.write(CoverageDetailFile.rows(detail), maker: "1"))
    let paths = detail.files.map(\.path)
    detail.files[0].functions[0].count += 1
    detail.files[1].lines[0].count += 1
    let after = CoverageDetailFile(CoverageDetailFile.write(CoverageDetailFile.rows(detail), maker: "2"))
    #expect(paths.map { before.mark(of: $0) == after.mark(of: $0) } == paths.indices.map { $0 > 1 })
    #expect(before.mark(of: "elsewhere") == nil)
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
    let functions = [FunctionCoverage(name: "f(\"\\é\u{1}\n)", line: 3, column: 4, count: .max)]
    let detail = CoverageDetail(files: [
      CoverageDetail.File(path: "a\"\\\n é", target: "T", lines: lines, functions: functions)
    ])
    #expect(read(detail) == detail)
  }

  @Test(
    "text that was not written here is refused",
    arguments: [
      "x", "1", "1e", "0e1", "1e1*", "1e1-", "1e1-1", "1e1(1:", "1e99999999999999999999",
      "1e1*99999999", "99999999e1", "1e1  1e1", "-1e1",
    ])
  func refused(text: String) {
    let file = CoverageDetailFile(Array(("[]\n" + #"["a","T","\#(text)",[]]"# + "\n").utf8))
    #expect(file.file("a") == nil && file.detail == nil)
  }

  @Test(
    "what is cut off or no row at all is no coverage of anything",
    arguments: ["", "\n", "[]", "[]\n[\"a", "[]\n[\"a\\", "[]\n{}", "[]\n[\"a\"", "[]\n[\"a\",\"T\",3"])
  func cutOff(text: String) {
    let file = CoverageDetailFile(Array(text.utf8))
    #expect(file.file("a") == nil && file.file("") == nil)
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
    #expect(package.sourceMapTargets.contains { $0.module == "CoreTests" && $0.path == "Tests/CoreTests" })
    #expect(package.testedTargets == ["Core", "CThing", "Tool", "Gen", "Extra"])
    #expect(package.dependencies.map(\.path) == ["/package/vendor/Dep"])
  }

  @Test(
    "what is no description is refused with what to do",
    arguments: ["", "{}", "[1]", "{\"name\":3}", "error: x"])
  func refused(text: String) throws {
    let error = try #require(throws: Explanation.self) {
      try PackageDescription.read(Array(text.utf8))
    }
    #expect(error.advice.contains("swift package describe --type json"))
  }
}
