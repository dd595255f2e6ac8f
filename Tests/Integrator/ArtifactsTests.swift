import Coverage
import Files
import Formats
import Foundation
import Kit
import Model
import State
import Testing

@testable import Integrator

@Suite("Exports of coverage")
struct ArtifactsTests {
  private let scratch: ScratchFolder
  private let first: IntegrationFolder
  private let second: IntegrationFolder
  private let report: CoverageReport
  private var detail: CoverageDetail

  init() throws {
    scratch = try ScratchFolder("artifacts")
    first = IntegrationFolder(scratch.path + "/1")
    second = IntegrationFolder(scratch.path + "/2")
    for folder in [first, second] { try makeFolder(folder.path) }
    let file = FileCoverage(
      path: "Sources/A.swift", lines: LineCounts(executable: 1, executed: 1), regions: PlaceCounts(),
      functions: PlaceCounts(), llvm: LLVMTotals(), missedLines: [], partialLines: [], unusedMessageLines: [])
    report = CoverageReport(
      targets: [TargetCoverage(name: "A", files: [file])], notMeasured: [], excluded: [])
    detail = CoverageDetail(files: [
      CoverageDetail.File(
        path: "Sources/A.swift", target: "A", lines: [LineCoverage(number: 1, state: .executed, count: 1)])
    ])
  }

  /// A made export that says which time it was made, so that one can see whether it was.
  private func export(
    _ detail: CoverageDetail, in folder: IntegrationFolder, earlier: IntegrationFolder? = nil,
    maker: String = "1", isShared: Bool = false, as text: String
  ) throws -> (text: String, artifact: Artifact?) {
    var exports = try Artifacts.exports(
      report, detail, rows: CoverageDetailFile.rows(detail), timestamp: 1, maker: maker,
      earlier: earlier?.path, isShared: isShared, in: folder)
    exports[0].bytes = { Array(text.utf8) }
    let (artifacts, failures) = Artifacts.write([exports[0]], in: folder)
    #expect(failures.isEmpty)
    return (String(decoding: contents(of: folder.lcov) ?? [], as: UTF8.self), artifacts.first)
  }

  @Test("the same coverage by the same program is not exported again")
  func same() throws {
    let before = try export(detail, in: first, as: "made once")
    let after = try export(detail, in: second, earlier: first, as: "made again")
    #expect(after.text == "made once")
    #expect(after.artifact == before.artifact)
    #expect(after.artifact?.sha256 == SHA256.hex(Array("made once".utf8)))
  }

  @Test("it is a file of its own where scripts may write into it, else the very same")
  func shared() throws {
    _ = try export(detail, in: first, as: "made once")
    for isShared in [false, true] {
      unlink(second.lcov)
      #expect(
        try export(detail, in: second, earlier: first, isShared: isShared, as: "no").text == "made once")
      var status = stat()
      #expect(stat(second.lcov, &status) == 0 && (status.st_nlink == 2) == isShared)
    }
  }

  @Test("other coverage, another program, or a file that somebody changed: it is made")
  func different() throws {
    _ = try export(detail, in: first, as: "made once")
    var other = detail
    other.files[0].lines[0].count = 2
    #expect(try export(other, in: second, earlier: first, as: "again").text == "again")
    #expect(try export(detail, in: second, earlier: first, maker: "2", as: "again").text == "again")
    try publish(Array("made twice".utf8), as: first.lcov)
    #expect(try export(detail, in: second, earlier: first, as: "again").text == "again")
    unlink(first.lcov)
    #expect(try export(detail, in: second, earlier: first, as: "once more").text == "once more")
    try publish(Array("no\tsuch\trow\n\n".utf8), as: first.exports)
    #expect(try export(detail, in: second, earlier: first, as: "again").text == "again")
  }
}
