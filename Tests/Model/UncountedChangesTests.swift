import Testing

@testable import Model

@Suite("Changed files that no target counts")
struct UncountedChangesTests {
  private let package: PackageDescription = {
    var core = PackageDescription.Target(name: "C", type: "library", path: "Sources/C", sources: ["c.c"])
    core.moduleType = "ClangTarget"
    return PackageDescription(
      name: "P", path: "/p",
      targets: [
        core, .init(name: "A", type: "library", path: "Sources/A", sources: ["A.swift"]),
        .init(
          name: "Z", moduleType: "SystemLibraryTarget", type: "system-target", path: "Sources/Z",
          sources: []),
        .init(name: "ATests", type: "test", path: "Tests/ATests", sources: ["T.swift"]),
      ],
      dependencies: [.init(identity: "dep", path: "/p/Vendor/Dep"), .init(identity: "far", path: nil)])
  }()

  private func told(_ paths: PackagePath..., lines: [[Int]] = [[3, 3]]) -> [NotMeasured] {
    UncountedChanges.among(
      Changes(since: nil, files: paths.map { ChangedFile(path: $0, lines: lines) }, note: nil),
      IntegrationDifferenceTests.coverage([("Sources/A/A.swift", 5, 3)]), package)
  }

  @Test("headers of C and a package that lies in this one are told, and nothing else")
  func among() {
    let found = told(
      "Sources/C/include/c.h", "Sources/C/inner.inc", "Vendor/Dep/Sources/Dep/D.swift", "Sources/A/A.swift",
      "Tests/ATests/T.swift", "Tests/ATests/help.h", "Scripts/x.swift", "Package.swift", "README.md",
      "Vendor/Dep/Package.swift", "Vendor/Dep/Tests/DepTests/T.swift", "Vendor/Dep/README.md",
      "Sources/C/c.c", "Sources/Z/shim.h", "Sources/Z/module.modulemap")
    #expect(
      found.map(\.path)
        == [
          "Sources/C/include/c.h", "Sources/C/inner.inc", "Vendor/Dep/Sources/Dep/D.swift",
          "Sources/Z/shim.h",
        ])
    #expect(
      found.first { $0.path.rawValue.hasPrefix("Vendor") }?.why
        == "it is of the package dep, of which nothing is counted here")
    #expect(told("Sources/C/include/c.h", lines: []).isEmpty)
  }

  @Test("the next integration does not tell of them as of what left its target")
  func afterwards() {
    var before = IntegrationDifferenceTests.coverage([("Sources/A/A.swift", 5, 3)])
    let now = before
    before.notMeasured = told("Sources/C/include/c.h", "Vendor/Dep/Sources/Dep/D.swift")
    #expect(StrayedSources.among(before: before, now: now, package) { _ in true } == [])
  }
}
