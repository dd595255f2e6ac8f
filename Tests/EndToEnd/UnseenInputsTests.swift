import Foundation
import Kit
import Testing

/// What a build reads and nobody looks at again.
@Suite("What a build reads unseen", .nightly)
struct UnseenInputsTests {
  @Test("what a manifest reads is asked for in each commit")
  func manifests() async throws {
    try await check("manifest") { tree, value in
      try tree.write("Package.swift", Self.readingManifest)
      try tree.write("Sources/Unseen/Unseen.swift", Self.defining)
      try tree.write("VALUE", "\(value)")
    }
  }

  @Test("headers of a system library are read anew, however its module map calls it")
  func systemHeaders() async throws {
    try await check("system") { tree, value in
      try tree.write("Package.swift", Self.systemManifest)
      try tree.write(
        "Sources/CShim/module.modulemap", "module CShim [system] { header \"shim.h\" export * }\n")
      try tree.write("Sources/CShim/shim.h", "#include \"deep.h\"\n")
      try tree.write("Sources/CShim/deep.h", "static inline int deep(void) { return \(value); }\n")
      try tree.write(
        "Sources/Unseen/Unseen.swift", "import CShim\npublic func unseen() -> Int { Int(deep()) }\n")
    }
  }

  @Test("so are those that lie elsewhere on the machine")
  func systemHeadersElsewhere() async throws {
    try await check("elsewhere") { tree, value in
      let elsewhere = tree.path + "-elsewhere"
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      try Data("static inline int deep(void) { return \(value); }\n".utf8)
        .write(to: URL(fileURLWithPath: elsewhere + "/deep.h"))
      try tree.write("Package.swift", Self.systemManifest)
      try tree.write(
        "Sources/CShim/module.modulemap", "module CShim [system] { header \"shim.h\" export * }\n")
      try tree.write("Sources/CShim/shim.h", "#include \"\(elsewhere)/deep.h\"\n")
      try tree.write(
        "Sources/Unseen/Unseen.swift", "import CShim\npublic func unseen() -> Int { Int(deep()) }\n")
      try tree.write("turn", "\(value)")
    }
  }

  @Test("a test that leaves what lets it pass fails, also where it is repeated alone")
  func leaving() async throws {
    try await check("leaving") { tree, value in
      try tree.write("Package.swift", Self.manifest)
      try tree.write("Sources/Unseen/Unseen.swift", "public func unseen() -> Int { 1 }\n")
      guard value == 2 else {
        try tree.write("Tests/UnseenTests/Snapshots/one", "1")
        return
      }
      try tree.git("rm", "-q", "Tests/UnseenTests/Snapshots/one")
      let record = """
        import Foundation
        import Testing
        @Test func snapshot() throws {
          let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          let folder = tests.appending(path: "Snapshots")
          let file = folder.appending(path: "one")
          guard (try? String(contentsOf: file, encoding: .utf8)) == nil else { return }
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          try "1".write(to: file, atomically: true, encoding: .utf8)
          Issue.record("recorded")
        }

        """
      try tree.write("Tests/UnseenTests/Snapshot.swift", record)
      try tree.write(".bothy.yaml", "tests: {flaky: pass}\n")
    }
  }

  @Test("a source that is a link is what it leads to now")
  func links() async throws {
    try await check("links") { tree, value in
      try tree.write("Package.swift", Self.manifest)
      for each in [1, 2] {
        try tree.write("shared/\(each).swift", "public func unseen() -> Int { \(each) }\n")
      }
      let link = tree.path + "/Sources/Unseen/Unseen.swift"
      try FileManager.default.createDirectory(
        atPath: tree.path + "/Sources/Unseen", withIntermediateDirectories: true)
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "../../shared/\(value).swift")
    }
  }

  /// Green with 1, and red with 2.
  private func check(_ name: String, _ write: @Sendable (Worktree, Int) throws -> Void) async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder(name)
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Unseen")
      try tree.write("Tests/UnseenTests/Tests.swift", Self.tests)
      for (turn, value) in [1, 2].enumerated() {
        try write(tree, value)
        try tree.commit("Be \(value) in turn \(turn)")
        let commit = try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
        let words = ["run", tree.path, "--commit", commit, "--state", scratch.path + "/state", "--quiet"]
        let end = try await Command(try Program.bothy, words, in: scratch.url).run()
        #expect(end.status == (value == 1 ? 0 : 1), "\(turn): \(end.outputText) \(end.errorText)")
      }
    }
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Unseen",
      targets: [.target(name: "Unseen"), .testTarget(name: "UnseenTests", dependencies: ["Unseen"])])

    """

  private static let readingManifest = """
    // swift-tools-version: 6.0
    import Foundation
    import PackageDescription
    let value = (try? String(contentsOfFile: Context.packageDirectory + "/VALUE", encoding: .utf8)) ?? ""
    let package = Package(
      name: "Unseen",
      targets: [
        .target(name: "Unseen", swiftSettings: [.define("VALUE_" + value)]),
        .testTarget(name: "UnseenTests", dependencies: ["Unseen"]),
      ])

    """

  private static let defining = """
    #if VALUE_1
    public func unseen() -> Int { 1 }
    #else
    public func unseen() -> Int { 2 }
    #endif

    """

  private static let systemManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Unseen",
      targets: [
        .systemLibrary(name: "CShim"), .target(name: "Unseen", dependencies: ["CShim"]),
        .testTarget(name: "UnseenTests", dependencies: ["Unseen"]),
      ])

    """

  private static let tests = """
    import Testing
    import Unseen

    @Test func isOne() { #expect(unseen() == 1) }

    """
}
