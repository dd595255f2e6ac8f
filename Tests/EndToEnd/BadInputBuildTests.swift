import Foundation
import Kit
import Testing

/// Manifests, dependencies and toolchains that don't do.
@Suite("Bad input: manifests and toolchains")
struct BadInputBuildTests {
  @Test("a manifest that does not compile or traps is a build error with its line")
  func manifests() async throws {
    try await BadInputWorld.with("manifest") { world in
      try await world.package("wrong", manifest: BadInputWorld.plainManifest + "let x: Int = \"\"\n")
      let (status, report) = try await world.report("wrong")
      #expect(status == 3)
      #expect(report.result == "build-errors")
      let issue = try #require(report.newIssues.first)
      #expect(issue["file"] == .string("Package.swift") && issue["line"] == .number(4), "\(issue)")
      try await world.package("traps", manifest: BadInputWorld.plainManifest + "fatalError(\"as wished\")\n")
      let (second, trap) = try await world.report("traps")
      #expect(second == 3)
      #expect(trap.newIssues.count == 1, "\(trap.newIssues)")
      #expect(trap.newIssues.first?["message"] == .string("as wished"), "\(trap.newIssues)")
      #expect(trap.newIssues.first?["file"] == .string("Package.swift"), "\(trap.newIssues)")
      #expect(trap.newIssues.first?["line"] == .number(4), "\(trap.newIssues)")
    }
  }

  @Test(
    "a dependency that can't be fetched is a build error that says why, one outside of the repository is none"
  )
  func dependencies() async throws {
    try await BadInputWorld.with("dependency") { world in
      try await world.package(
        "far", manifest: manifest(".package(url: \"https://127.0.0.1:1/x.git\", from: \"1.0.0\")"))
      let (status, report) = try await world.report("far")
      #expect(status == 3)
      #expect(report.result == "build-errors")
      let error = report.newIssues.first { $0["kind"]?.text == "build-error" }
      let message = error?["message"]?.text ?? ""
      #expect(message.contains("https://127.0.0.1:1/x.git") && message.contains("fatal: "), "\(message)")
      try await world.package("near", manifest: manifest(".package(path: \"../x\")"))
      let (second, missing) = try await world.report("near")
      #expect(second == 5 && missing.result == "checkout-error" && missing.newIssues.isEmpty)
      let told = missing["reason"]?.text ?? ""
      #expect(told.contains("../x, a path outside of its repository"), "\(told)")
    }
  }

  @Test("a package may name the one around it after their repository's folder", .nightly)
  func packageInAPackage() async throws {
    try await BadInputWorld.with("inside") { world in
      let offering = BadInputWorld.plainManifest.replacing(
        "targets:", with: "products: [.library(name: \"Toy\", targets: [\"Toy\"])], targets:")
      try await world.package("around", manifest: offering)
      try world.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let toy = Target.Dependency.product(name: "Toy", package: "around")
        let package = Package(
          name: "Examples", dependencies: [.package(path: "..")],
          targets: [.testTarget(name: "ExampleTests", dependencies: [toy])])

        """, to: "around/Examples/Package.swift")
      try world.write(
        "import Testing\nimport Toy\n@Test func one() { #expect(toy() == 1) }\n",
        to: "around/Examples/Tests/ExampleTests/Tests.swift")
      let (status, report) = try await world.report("around", "--package", "Examples")
      #expect(status == 0, "\(report)")
      #expect(report.outcome(of: "ExampleTests.one()") == "passed")
      let bot = report["bot"]?.text ?? ""
      let address = world.state + "/bots/\(bot)/checkout/Examples/Package.swift"
      #expect(FileManager.default.fileExists(atPath: address))
    }
  }

  private func manifest(_ dependency: String) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy", dependencies: [\(dependency)],
      targets: [.target(name: "Toy", dependencies: [.product(name: "X", package: "x")])])

    """
  }

  @Test("without a swift, or with one that is none, the way to get one is told")
  func noSwift() async throws {
    try await BadInputWorld.with("noswift", turns: Turns.waiting) { world in
      let path = try await world.package("toy")
      let none = try await world.bothy("run", "toy", with: ["PATH": "/nowhere"])
      #expect(none.status == 5)
      #expect(none.errorText.contains("there is no swift on PATH, which is /nowhere: "), "\(none.errorText)")
      expectPlainWords(none.errorText)
      try await world.script("#!/bin/sh\necho hello\nexit 3\n", as: "liar/swift")
      for (folder, words) in [("liar", "hello"), ("nowhere", "no swift in")] {
        let bot = try world.bot("\(folder).yaml", for: path, "toolchain: \(world.url(folder).path)\n")
        let end = try await world.bothy("run", "toy", "--bot", bot)
        #expect(end.status == 5)
        let told = end.outputText + end.errorText
        #expect(told.contains(words), "\(told)")
        expectPlainWords(end.errorText)
      }
    }
  }
}

/// What `swift test` itself is run for: a layout that only newer build systems have.
@Suite("Bad input: an unknown layout")
struct BadInputFallbackTests {
  @Test(
    "a test program of an unknown layout is run by swift test, counted, and its crashes are named", .nightly)
  func fallback() async throws {
    try await BadInputWorld.with("fallback", .first) { world in
      let path = try await BadPackage.make(in: world)
      // What another build system left must not be taken for the new build's.
      #expect(try await world.report("bad").1.count("passed") == 6)
      let tree = Worktree(path: path)
      let settings = "build:\n  arguments: [\"--build-system\", \"swiftbuild\"]\ntests: {repeat: 0}\n"
      let bot = try world.bot("swiftbuild.yaml", for: path, settings)
      var (status, report) = try await world.report("bad", "--bot", bot)
      // This build system itself dies now and then.
      for _ in 0..<3 where Self.hasDeathOfTheBuild(report) {
        (status, report) = try await world.report("bad", "--bot", bot)
      }
      #expect(status == 0, "\(report.reason)")
      #expect(report.count("total") == 6 && report.count("passed") == 6, "\(report.cases)")
      #expect(report["coverage"] == .null)
      #expect(report["coverageNote"]?.text?.contains("swift test") == true)
      #expect(report["notes"]?.elements?.contains { $0.text?.contains("`swift test`") == true } == true)
      #expect(report.newIssues.filter { $0["kind"]?.text != "warning" } == [])

      // What its environment tells it to do is no chance, so that each is of a commit of its own.
      try tree.git("commit", "-q", "--allow-empty", "-m", "Fail")
      let (second, failed) = try await world.report("bad", "--bot", bot, with: ["BOTHY_BAD": "fail"])
      #expect(second == 1)
      #expect(failed.outcome(of: "BadTests.BadTests/testB_DoesAsWished") == "failed", "\(failed.cases)")
      #expect(failed.outcome(of: "BadTests.Modern/wished()") == "failed", "\(failed.cases)")
      #expect(failed.count("passed") == 4)

      try tree.git("commit", "-q", "--allow-empty", "-m", "Crash")
      let (third, crashed) = try await world.report("bad", "--bot", bot, with: ["BOTHY_BAD": "crash"])
      #expect(third == 4)
      #expect(crashed.result == "inconclusive")
      #expect(crashed.outcome(of: "BadTests.BadTests/testA_Passes") == "passed")
      #expect(crashed.outcome(of: "BadTests.BadTests/testB_DoesAsWished") == "crashed")
      #expect(crashed.outcome(of: "BadTests.BadTests/testC_PassesToo") == "not-run")
      let crash = crashed.cases.first { $0["outcome"]?.text == "crashed" }?["crash"]
      #expect(crash?["message"] == .string("Fatal error: as wished"), "\(crash ?? .null)")
      #expect(crash?["file"] == .string("Tests/BadTests/BadTests.swift"))

      try tree.git("commit", "-q", "--allow-empty", "-m", "Crash in the other library")
      let (fourth, modern) = try await world.report("bad", "--bot", bot, with: ["BOTHY_BAD": "moderncrash"])
      #expect(fourth == 4)
      #expect(modern.outcome(of: "BadTests.Modern/wished()") == "crashed", "\(modern.cases)")
      #expect(modern.count("crashed") == 1 && modern.count("failed") == 0, "\(modern.cases)")
      #expect(modern.outcome(of: "BadTests.Modern/two()") == "not-run", "\(modern.cases)")
    }
  }

  private static func hasDeathOfTheBuild(_ report: JSON) -> Bool {
    let issues = ["new", "unresolved"].flatMap { report["issues"]?[$0]?.elements ?? [] }
    return issues.contains { $0["message"]?.text?.hasPrefix("swift build was ended by SIG") == true }
  }

  @Test("a swift without llvm-cov tests all the same, and the report says why nothing was measured", .nightly)
  func noCoverageTools() async throws {
    try await BadInputWorld.with("nollvm") { world in
      let path = try await BadPackage.make(in: world)
      let swift = try await Command("/bin/sh", ["-c", "command -v swift"], in: world.scratch.url).run()
        .outputText.trimmingCharacters(in: .whitespacesAndNewlines)
      try await world.script("#!/bin/sh\nexec \(swift) \"$@\"\n", as: "tools/swift")
      let bot = try world.bot("nollvm.yaml", for: path, "toolchain: \(world.url("tools").path)\n")
      let (status, report) = try await world.report("bad", "--bot", bot)
      #expect(status == 0, "\(report.reason)")
      #expect(report.count("passed") == 6)
      #expect(report["coverage"] == .null)
      #expect(report["coverageNote"]?.text?.contains("llvm-cov") == true)
    }
  }
}
