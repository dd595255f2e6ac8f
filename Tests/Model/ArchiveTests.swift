import Foundation
import Testing

@testable import Model

@Suite("Archives")
struct ArchiveTests {
  private func package(_ products: [(String, Bool)]) -> PackageDescription {
    var package = PackageDescription(name: "p", path: "/p", targets: [])
    package.products = products.map { .init(name: $0.0, isExecutable: $0.1) }
    return package
  }

  @Test("all executable products are meant where none is named")
  func all() {
    let package = package([("b", true), ("Lib", false), ("a", true)])
    #expect(ArchivePlan.of([], in: package) == .products(["a", "b"]))
    #expect(ArchivePlan.of(["b"], in: package) == .products(["b"]))
    #expect(ArchivePlan.of([], in: self.package([("Lib", false)])) == .none)
  }

  @Test("one that is not there is told with those that are")
  func unknown() {
    let one = package([("a", true), ("Lib", false)])
    #expect(
      ArchivePlan.of(["Lib"], in: one) == .unknown("there is no executable product `Lib`: there is `a`"))
    #expect(
      ArchivePlan.of(["x", "y"], in: package([]))
        == .unknown("there is no executable product called `x`, `y`: the package has none"))
  }

  private func evidence(_ outcomes: [TestOutcome]) -> Judgement.Evidence {
    var evidence = Judgement.Evidence()
    evidence.tests = TestReport(
      cases: outcomes.enumerated().map {
        TestCase(
          id: TestID("T.C/t\($0.offset)"), library: .xctest, target: "T", suite: "C", name: "t\($0.offset)",
          outcome: $0.element)
      })
    return evidence
  }

  @Test("only what is green, and all that was asked for, is archived")
  func obstacle() {
    #expect(evidence([.passed]).archiveObstacle == nil)
    #expect(evidence([.passed, .failed]).archiveObstacle == "no build product: 1 of 2 tests failed")
    #expect(evidence([]).archiveObstacle == "no build product: there was no test to run")
    var limited = evidence([.passed])
    limited.isLimited = true
    #expect(limited.archiveObstacle == "no build product: it was asked for less than its bot asks for")
    var warned = evidence([.passed])
    warned.diagnostics = [Diagnostic(severity: .warning, message: "w", file: nil, line: nil, column: nil)]
    #expect(warned.archiveObstacle == nil)
    var doubtful = evidence([.passed])
    doubtful.doubts = ["XCTest counted 3"]
    #expect(doubtful.archiveObstacle == "no build product: XCTest counted 3")
  }

  @Test("an error of an archive is closed by the next archive and by nothing else")
  func closing() {
    var evidence = evidence([.passed])
    evidence.archiveErrors = [
      Diagnostic(severity: .error, message: "archive: no", file: nil, line: nil, column: nil)
    ]
    let failed = Judgement.of(evidence)
    #expect(failed.result == .buildErrors && failed.issues.new.map(\.kind) == [.buildError])
    var next = self.evidence([.passed])
    next.baseline = Baseline(
      integration: 1, commit: nil, openIssues: failed.issues.new, coverage: nil, testCount: 1,
      phaseSeconds: [:])
    #expect(Judgement.of(next).issues.unresolved.map(\.seen) == [false])
    next.isArchived = true
    #expect(Judgement.of(next).issues.resolved.count == 1)
  }

  @Test("a report tells what was archived, or why nothing was, where that was asked for")
  func reported() {
    var report = Report(
      bot: "b", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 0))
    #expect(report.archiveWords.isEmpty)
    report.phases = [Phase(name: .archive, status: .failed, seconds: 1)]
    #expect(report.archiveWords == "none: the phase failed")
    report.phases[0].why = "no executable product to archive"
    #expect(report.archiveWords == "no executable product to archive")
    report.archive = ["a", "b"].map { ArchivedProduct(product: $0, path: $0, bytes: 7, sha256: "") }
    #expect(report.archiveWords == "a: 7 bytes; b: 7 bytes")
  }

  @Test("the newest archives stay, the latest green one and what is pinned")
  func retention() {
    var keep = Bot.Keep()
    keep.archives = 2
    #expect(Retention.archives(of: [1, 2, 3, 4, 5, 6], keep: keep, pinned: [2], green: 3) == [4, 1])
    keep.archives = 0
    #expect(Retention.archives(of: [1, 2], keep: keep, pinned: [], green: nil) == [1])
  }

  @Test(
    "an address that stays names no commit",
    arguments: [
      ("tool-1a2b3c4d.tar.zst", "tool.tar.zst"), ("my tool-1a2b3c4d-changed.tar.gz", "my tool.tar.gz"),
      ("tool-uncommitted.debug", "tool.debug"), ("a-1a2b3c4d-2.tar.zst", "a-2.tar.zst"),
      ("a-1a2b3c4d-1a2b3c4d.debug", "a-1a2b3c4d.debug"), ("manifest", "manifest"),
    ])
  func stable(file: String, name: String) { #expect(ArchiveName.stable(file) == name) }

  @Test("its size is told with its change")
  func words() {
    var product = ArchivedProduct(product: "tool", path: "p", bytes: 2_000, sha256: "")
    #expect(product.words == "tool: 2.0 kB")
    product.earlier = .init(integration: 3, bytes: 1_500)
    #expect(product.words.hasSuffix("more than in #3"))
    product.earlier = .init(integration: 3, bytes: 2_000)
    #expect(product.words == "tool: 2.0 kB, as in #3")
  }
}
