import Testing

@testable import Model

@Suite("Which side broke")
struct TestBuildErrorTests {
  private let package = PackageDescription(
    name: "p", path: "/p",
    targets: [
      .init(name: "A", path: "Sources/A", sources: ["a.swift", "shared.swift"]),
      .init(name: "T", type: "test", path: "Tests/T", sources: ["t.swift"], dependencies: ["A"]),
      // A test target may lie anywhere, also around a library.
      .init(name: "U", type: "test", path: "Sources", sources: ["u.swift", "A/shared.swift"]),
    ])

  private func error(_ file: String?, column: Int? = 3) -> Diagnostic {
    Diagnostic(severity: .error, message: "no", file: file, line: 4, column: column)
  }

  @Test("errors are those of tests alone only where each lies in a source that no other target has")
  func alone() {
    #expect(package.hasErrorsInTestsAlone([error("Tests/T/t.swift"), error("Sources/u.swift")]))
    #expect(!package.hasErrorsInTestsAlone([error("Tests/T/t.swift"), error("Sources/A/a.swift")]))
    #expect(!package.hasErrorsInTestsAlone([error("Sources/A/shared.swift")]))
    #expect(!package.hasErrorsInTestsAlone([error("Tests/T/made.swift")]))
    #expect(package.hasErrorsInTestsAlone([error("LinuxMain.swift"), error("Tests/XCTMain.swift")]))
    let made = "/b/debug/PPackageDiscoveredTests.derived/T.swift"
    #expect(package.hasErrorsInTestsAlone([error("Tests/T/t.swift"), error(made)]))
    #expect(!package.hasErrorsInTestsAlone([error("/b/debug/A.derived/resource_bundle_accessor.swift")]))
    #expect(!package.hasErrorsInTestsAlone([error(nil)]) && !package.hasErrorsInTestsAlone([]))
    #expect(!package.hasErrorsInTestsAlone([error("Tests/T/t.swift", column: nil)]), "the linker's")
  }

  private func judged(productsBuild: Bool, open: [Model.Issue] = []) -> Judgement {
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.package) = (8, package)
    (evidence.buildFailed, evidence.productsBuild) = (true, productsBuild)
    evidence.diagnostics = [error("Tests/T/t.swift")]
    evidence.baseline = Baseline(
      integration: 7, commit: nil, openIssues: open, coverage: nil, testCount: 1, phaseSeconds: [:])
    return .of(evidence)
  }

  @Test("it is said, and an issue of its own kind; the same error stays the same when products break too")
  func judgement() {
    let tests = judged(productsBuild: true)
    #expect(tests.result == .buildErrors)
    #expect(tests.reason == "The tests do not compile; the products do: 1 error")
    #expect(tests.issues.new.map(\.kind) == [.testBuildError])
    let both = judged(productsBuild: false, open: tests.issues.open)
    #expect(both.reason == "The package did not build: 1 error")
    #expect(both.issues.new.isEmpty && both.issues.unresolved.map(\.kind) == [.buildError])
    #expect(both.issues.unresolved.map(\.since) == [8] || both.issues.resolved.isEmpty)
  }
}
