import Coverage
import Model
import Testing
import TrapsPackage

@Suite("Coverage of a package")
struct CoverageMeasureTests {
  private let measured: (report: CoverageReport, detail: CoverageDetail)

  init() throws { measured = try CapturedTraps.measure() }

  private func file(_ path: PackagePath) throws -> FileCoverage {
    try #require(measured.report.targets.flatMap(\.files).first { $0.path == path })
  }

  private func functions(_ path: PackagePath) throws -> [FunctionCoverage] {
    try #require(measured.detail.file(path)).functions
  }

  private func line(_ number: Int, of path: PackagePath = "Sources/Core/Traps.swift") throws -> LineCoverage {
    let lines = try #require(measured.detail.file(path)).lines
    return try #require(lines.first { $0.number == number })
  }

  @Test("only the package's own code is measured: no tests, no dependencies, nothing generated, no plugins")
  func ownOnly() {
    #expect(measured.report.targets.map(\.name) == ["CThing", "Core", "Tool"])
    #expect(
      measured.report.targets.flatMap(\.files).map(\.path) == [
        "Sources/CThing/include/thing.h", "Sources/CThing/second.c", "Sources/CThing/thing.c",
        "Sources/Core/Bom.swift", "Sources/Core/Crlf.swift", "Sources/Core/Traps.swift",
        "Sources/Tool/Other.swift", "Sources/Tool/main.swift",
      ])
  }

  @Test("what can't be measured is listed with the reason")
  func notMeasured() {
    #expect(
      measured.report.notMeasured == [
        NotMeasured(path: "Plugins/MakeSource/plugin.swift", why: "a plugin is not instrumented"),
        NotMeasured(path: "Sources/Core/Only declarations+ü.swift", why: "nothing in it can be executed"),
        NotMeasured(
          path: "Sources/Extra/Extra.swift", why: "test support: only tests use it", support: "Extra"),
        NotMeasured(
          path: "Sources/Gen/Gen.swift", why: "test support: only tests use it", support: "Gen"),
        NotMeasured(path: "Sources/Lonely/main.swift", why: "no test links this target"),
        NotMeasured(path: "Sources/MakeTool/main.swift", why: "no test links this target"),
      ])
  }

  @Test("a C target that tests link but that was built plainly says so, and not that no test links it")
  func plainC() throws {
    var export = try CapturedTraps.export()
    export.files.removeAll { $0.name.contains("/CThing/") }
    let report = CoverageMeasure.measure(
      export: export, package: try CapturedTraps.package(), packageFolder: "/package", exclude: [],
      read: CapturedTraps.source, demangle: { $0 }
    ).report
    #expect(
      report.notMeasured.filter { $0.path.rawValue.contains("CThing") }
        == ["second.c", "thing.c"].map {
          NotMeasured(path: PackagePath("Sources/CThing/" + $0), why: "it was compiled without coverage")
        })
  }

  @Test("a snippet, which no test links, is listed and not counted")
  func snippet() throws {
    var package = try CapturedTraps.package()
    package.targets.append(
      PackageDescription.Target(name: "Show", type: "snippet", path: "Snippets", sources: ["Show.swift"]))
    let report = CoverageMeasure.measure(
      export: try CapturedTraps.export(), package: package, packageFolder: "/package", exclude: [],
      read: CapturedTraps.source, demangle: { $0 }
    ).report
    #expect(
      report.notMeasured.contains(NotMeasured(path: "Snippets/Show.swift", why: "no test links this target")))
    #expect(report.lines == measured.report.lines)
  }

  @Test("every count is the sum over the lines of the detail")
  func oneComputation() throws {
    for file in measured.report.targets.flatMap(\.files) {
      let detail = try #require(measured.detail.file(file.path))
      let lines = detail.lines
      #expect(file.lines.executable == lines.count)
      #expect(file.lines.executed == lines.count { $0.state != .notExecuted })
      #expect(file.partialLines == lines.filter { $0.state == .partlyExecuted }.map(\.number))
      #expect(
        file.missedLines.flatMap { Array($0[0]...$0[1]) }
          == lines.filter { $0.state == .notExecuted }.map(\.number))
      #expect(file.functions.count == detail.functions.count)
      #expect(file.functions.executed == detail.functions.count { $0.count > 0 })
    }
    #expect(measured.report.lines == measured.report.targets.reduce(LineCounts()) { $0 + $1.lines })
  }

  @Test("the states of the traps' lines are those that a person finds by reading")
  func states() throws {
    let traps = try file("Sources/Core/Traps.swift")
    #expect(
      traps.missedLines == [
        [23, 24], [73, 74], [100, 100], [102, 102], [104, 104], [131, 135], [143, 143],
      ])
    #expect(traps.partialLines == [14, 17, 22, 30, 35, 54, 72, 75, 76, 80, 87, 138, 140])
    #expect(try line(14).missed == [ColumnSpan(start: 47, end: 49)])
    #expect(try line(80).missed == [ColumnSpan(start: 75, end: 85)])
    #expect(try file("Sources/Core/Crlf.swift").lines == LineCounts(executable: 5, executed: 5, partial: 1))
    #expect(try file("Sources/Core/Bom.swift").partialLines == [1])
    #expect(try file("Sources/Tool/main.swift").missedLines == [[2, 4]])
  }

  @Test("the message of an assertion that held is no part that did not run")
  func messages() throws {
    let traps = try file("Sources/Core/Traps.swift")
    #expect(traps.unusedMessageLines == [67, 69, 70, 71, 148, 149, 150])
    #expect(try line(67).state == .executed)
    #expect(try line(67).unusedMessages == [ColumnSpan(start: 23, end: 52)])
    #expect(try line(69).state == .executed)
    #expect(try line(149).branches.allSatisfy { $0 > 0 })
    let places = try functions(traps.path).map { [$0.line, $0.column] }
    #expect(!places.contains([67, 23]) && !places.contains([69, 5]) && !places.contains([149, 39]))
  }

  @Test("an assertion that was not reached did not run, and its message is no part of its own")
  func unreachedMessages() throws {
    let traps = try file("Sources/Core/Traps.swift")
    #expect(try line(73).state == .notExecuted)
    #expect(try line(75).state == .partlyExecuted)
    #expect(!traps.unusedMessageLines.contains(73) && !traps.unusedMessageLines.contains(75))
    let places = try functions(traps.path).map { [$0.line, $0.column] }
    #expect(places.contains([73, 12]))
    #expect(!places.contains([73, 21]) && !places.contains([75, 33]) && !places.contains([76, 27]))
  }

  @Test("what is compiled for every file that includes it counts once, executed if any instance was")
  func instances() throws {
    let export = try CapturedTraps.export()
    #expect(export.functions.count { $0.name.hasSuffix("thing_inline") } == 2)
    let header = try file("Sources/CThing/include/thing.h")
    #expect(header.functions == PlaceCounts(count: 1, executed: 1))
    let function = try #require(try functions(header.path).first)
    #expect(function.name == "thing_inline")
    #expect(
      function.count
        == export.functions.filter { $0.name.hasSuffix("thing_inline") }.map(\.count).reduce(0, +))
  }

  @Test("llvm's totals are those of the export, for the same files")
  func totals() throws {
    let export = try CapturedTraps.export()
    let own = Set(measured.report.targets.flatMap(\.files).map { "/package/" + $0.path.rawValue })
    let totals = export.files.filter { own.contains($0.name) }.reduce(LLVMTotals()) { $0 + $1.totals }
    #expect(measured.report.llvm == totals)
    #expect(totals.lines.count == 194)
  }

  @Test("excluded files are listed with their rule and lines, and are in no total")
  func excluded() throws {
    let (report, detail) = try CapturedTraps.measure(exclude: ["Sources/Core/**", "!Sources/Core/Bom.swift"])
    #expect(
      report.excluded == [
        Excluded(path: "Sources/Core/Crlf.swift", rule: "Sources/Core/**", lines: 5),
        Excluded(path: "Sources/Core/Only declarations+ü.swift", rule: "Sources/Core/**", lines: 0),
        Excluded(path: "Sources/Core/Traps.swift", rule: "Sources/Core/**", lines: 123),
      ])
    #expect(report.lines.executable == measured.report.lines.executable - 128)
    let llvm = try file("Sources/Core/Crlf.swift").llvm + (try file("Sources/Core/Traps.swift").llvm)
    #expect(report.llvm.lines.count == measured.report.llvm.lines.count - llvm.lines.count)
    #expect(detail.file("Sources/Core/Traps.swift") == nil)
    #expect(!report.notMeasured.contains { $0.path.rawValue.contains("Only") })
  }

  @Test("a source that can't be read, or is shorter than what was built, is not measured and says why")
  func unreadable() throws {
    let report = CoverageMeasure.measure(
      export: try CapturedTraps.export(), package: try CapturedTraps.package(), packageFolder: "/package/",
      exclude: [],
      read: { path in
        switch path {
        case "Sources/Core/Bom.swift": nil
        case "Sources/Core/Crlf.swift": [UInt8]("a\n".utf8)
        default: CapturedTraps.source(path)
        }
      }, demangle: { $0 }
    ).report
    #expect(
      report.notMeasured.filter { ["Sources/Core/Bom.swift", "Sources/Core/Crlf.swift"].contains($0.path) }
        == [
          NotMeasured(path: "Sources/Core/Bom.swift", why: "its source could not be read"),
          NotMeasured(
            path: "Sources/Core/Crlf.swift", why: "its source is shorter than the one that was built"),
        ])
  }

  @Test(
    "a file belongs to the nearest target; targets may share a folder; a package inside is another package")
  func owners() throws {
    var export = LLVMExport()
    let paths = [
      "a.swift", "b.swift", "Sub/c.swift", "Tests/t.swift", "vendor/D/d.swift", ".build/x.swift",
      "made.swift",
    ]
    export.files = paths.map {
      LLVMExport.File(
        name: "/p/" + $0, segments: [CoverageSegment(line: 1, column: 1, count: 1)], totals: LLVMTotals())
    }
    export.files.append(LLVMExport.File(name: "/pp/a.swift", segments: [], totals: LLVMTotals()))
    let package = PackageDescription(
      name: "p", path: "/p",
      targets: [
        .init(name: "A", path: ".", sources: ["a.swift", "vendor/D/d.swift"]),
        .init(name: "B", path: "./", sources: ["b.swift"]),
        .init(name: "C", path: "Sub", sources: ["c.swift"]),
        .init(name: "T", type: "test", path: "Tests", sources: ["t.swift"], dependencies: ["A"]),
      ], dependencies: [.init(identity: "d", path: "/p/vendor/D")])
    let report = CoverageMeasure.measure(
      export: export, package: package, packageFolder: "/p", exclude: [], read: { _ in [UInt8]("x\n".utf8) },
      demangle: { $0 }
    ).report
    #expect(report.targets.map(\.name) == ["A", "B", "C"])
    #expect(report.targets.flatMap(\.files).map(\.path) == ["a.swift", "b.swift", "Sub/c.swift"])
  }
}
