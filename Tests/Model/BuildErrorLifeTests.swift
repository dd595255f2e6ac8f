import Testing

@testable import Model

@Suite("What becomes of errors of a build")
struct BuildErrorLifeTests {
  @Test("a build that fails resolves only the errors that it would have told once more")
  func failedBuild() {
    func error(_ file: String?) -> Model.Issue {
      Model.Issue(
        kind: .buildError, message: "no", target: "T", file: file.map { PackagePath($0) }, line: 1, test: nil,
        since: 1)
    }
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.buildFailed, evidence.lookedInto) = (2, true, ["Sources/a.swift"])
    let open = ["Sources/a.swift", "Tests/t.swift", "Package.swift", nil].map(error)
    evidence.baseline = Baseline(
      integration: 1, commit: nil, openIssues: open, coverage: nil, testCount: 0, phaseSeconds: [:])
    func resolved() -> [String] {
      IssueLifeCycle.judge([], evidence, .buildErrors).resolved.map { $0.file?.rawValue ?? "-" }
    }
    #expect(resolved() == ["Sources/a.swift"])
    evidence.package = PackageDescription(name: "p", path: "/p", targets: [])
    #expect(resolved() == ["Package.swift", "Sources/a.swift"], "what it says of itself was read")
    evidence.buildFailed = false
    #expect(IssueLifeCycle.judge([], evidence, .succeeded).resolved.count == 4)
  }
}
