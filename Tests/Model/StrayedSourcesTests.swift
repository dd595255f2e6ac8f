import Testing

@testable import Model

@Suite("Sources that left with their target")
struct StrayedSourcesTests {
  private func coverage(_ files: [PackagePath], notMeasured: [NotMeasured] = []) -> CoverageReport {
    var report = IntegrationDifferenceTests.coverage(files.map { ($0, 5, 3) })
    report.notMeasured = notMeasured
    return report
  }

  private let package = PackageDescription(
    name: "P", path: "/p",
    targets: [PackageDescription.Target(name: "A", type: "test", path: "Sources/A", sources: ["Test.swift"])])

  @Test("are told as long as they stand there, and what is gone, or told otherwise, is not")
  func strayed() {
    let before = coverage([
      "Sources/A/Test.swift", "Sources/B/B.swift", "Sources/B/Gone.swift", "Sources/C.swift",
    ])
    let now = coverage(["Sources/C.swift"])
    func told(_ before: CoverageReport?, _ now: CoverageReport) -> [NotMeasured] {
      StrayedSources.among(before: before, now: now, package) { $0 != "Sources/B/Gone.swift" }
    }
    let first = told(before, now)
    #expect(first.map(\.path) == ["Sources/B/B.swift"])
    #expect(told(coverage(["Sources/C.swift"], notMeasured: first), now) == first)
    #expect(told(before, before) == [] && told(nil, now) == [])
    let support = NotMeasured(path: "Sources/D.swift", why: "test support: only tests use it")
    #expect(told(coverage(["Sources/C.swift"], notMeasured: [support]), now).map(\.path) == [support.path])
  }
}
