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

  @Test("errors may be those of tests alone where none lies in a source that another target has")
  func alone() {
    #expect(package.mayHaveErrorsInTestsAlone([error("Tests/T/t.swift"), error("Sources/u.swift")]))
    #expect(!package.mayHaveErrorsInTestsAlone([error("Tests/T/t.swift"), error("Sources/A/a.swift")]))
    #expect(!package.mayHaveErrorsInTestsAlone([error("Sources/A/shared.swift")]))
    #expect(!package.mayHaveErrorsInTestsAlone([error("Tests/T/made.swift")]))
    #expect(package.mayHaveErrorsInTestsAlone([error("LinuxMain.swift"), error("Tests/XCTMain.swift")]))
    let made = "/b/debug/PPackageDiscoveredTests.derived/T.swift"
    #expect(package.mayHaveErrorsInTestsAlone([error("Tests/T/t.swift"), error(made)]))
    #expect(!package.mayHaveErrorsInTestsAlone([error("/b/debug/A.derived/resource_bundle_accessor.swift")]))
    #expect(package.mayHaveErrorsInTestsAlone([error("/b/macro.swift", column: nil)]), "the linker's")
    #expect(!package.mayHaveErrorsInTestsAlone([]))
    #expect(
      package.mayHaveErrorsInTestsAlone([error(nil), error("Tests/T/t.swift", column: nil)]), "the linker's")
    #expect(!package.mayHaveErrorsInTestsAlone([error(nil), error("Sources/A/a.swift", column: nil)]))
  }

  private func judged(
    productsBuild: Bool, open: [Model.Issue] = [], column: Int? = 3
  ) -> Judgement {
    var evidence = Judgement.Evidence()
    (evidence.integration, evidence.package) = (8, package)
    (evidence.buildFailed, evidence.productsBuild) = (true, productsBuild)
    evidence.diagnostics = [error("Tests/T/t.swift", column: column)]
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
    let linked = judged(productsBuild: true, column: nil)
    #expect(linked.reason == "The tests do not build; the products do: 1 error")
    let both = judged(productsBuild: false, open: tests.issues.open)
    #expect(both.reason == "The package did not build: 1 error")
    #expect(both.issues.new.isEmpty && both.issues.unresolved.map(\.kind) == [.buildError])
    #expect(both.issues.unresolved.map(\.since) == [8] || both.issues.resolved.isEmpty)
  }
}
