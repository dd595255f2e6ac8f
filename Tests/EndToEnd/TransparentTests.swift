import Foundation
import Kit
import Testing

/// What the compiler does not compile anew is thrown away before it is asked.
@Suite("What the compiler is not asked for again", .nightly)
struct TransparentTests {
  @Test("a body that becomes a part of its callers is in no test as it was before")
  func bodies() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("transparent")
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Clear")
      try tree.write("Package.swift", Self.manifest)
      try tree.write("Tests/ClearTests/Tests.swift", Self.tests)
      let state = scratch.path + "/state"
      for (value, status) in [(1, Int32(0)), (2, 1), (1, 0)] {
        try tree.write("Sources/Clear/Clear.swift", Self.library(value)).commit("Be \(value)")
        let end = try await Command(
          try Program.bothy, ["run", tree.path, "--state", state, "--quiet"], in: scratch.url
        ).run()
        #expect(end.status == status, "\(value): \(end.outputText) \(end.errorText)")
        let isFirst = try tree.git("rev-list", "--count", "HEAD") == "1\n"
        let file = scratch.url.appending(path: "state/integrations")
        let notes = try Self.notes(below: file)
        #expect(notes.contains { $0.hasPrefix("Sources with `@_transparent`") } != isFirst, "\(notes)")
      }
      // What is not transparent costs no build.
      try tree.write("Sources/Clear/Other.swift", "func other() {}\n").commit("Another file")
      let words = ["run", tree.path, "--state", state, "--quiet"]
      _ = try await Command(try Program.bothy, words, in: scratch.url).run()
      let notes = try Self.notes(below: scratch.url.appending(path: "state/integrations"))
      #expect(!notes.contains { $0.hasPrefix("Sources with `@_transparent`") }, "\(notes)")
    }
  }

  @Test("a header that no C source reads is in no test as it was before")
  func headers() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("headers")
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Clear")
      try tree.write("Package.swift", Self.manifestWithHeaders)
      try tree.write("Sources/CShim/module.modulemap", "module CShim { header \"shim.h\" export * }\n")
      try tree.write("Sources/CMore/more.c", "int unused(void) { return 0; }\n")
      try tree.write("Sources/Clear/Clear.swift", Self.readingHeaders)
      try tree.write("Tests/ClearTests/Tests.swift", Self.tests)
      for (shim, more, status) in [(1, 0, Int32(0)), (2, 0, 1), (1, 0, 0), (1, 1, 1)] {
        try tree.write("Sources/CShim/shim.h", "static inline int shim(void) { return \(shim); }\n")
        try tree.write("Sources/CMore/include/more.h", "static inline int more(void) { return \(more); }\n")
          .commit("Be \(shim) and \(more)")
        let words = ["run", tree.path, "--state", scratch.path + "/state", "--quiet"]
        let end = try await Command(try Program.bothy, words, in: scratch.url).run()
        #expect(end.status == status, "\(shim), \(more): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("a header elsewhere is in no test as it was before, though the one in its place is of an older date")
  func headersElsewhere() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("elsewhere")
      defer { scratch.remove() }
      let header = scratch.url.appending(path: "outside.h")
      let tree = try Worktree.make(at: scratch.path + "/Clear")
      try tree.write("Package.swift", Self.manifestWithHeaders)
      let map = "module CShim { header \"\(header.path)\" export * }\n"
      try tree.write("Sources/CShim/module.modulemap", map)
      try tree.write("Sources/CMore/include/more.h", "static inline int more(void) { return 0; }\n")
      try tree.write("Sources/CMore/more.c", "int unused(void) { return 0; }\n")
      try tree.write("Sources/Clear/Clear.swift", Self.readingHeaders)
      try tree.write("Tests/ClearTests/Tests.swift", Self.tests).commit("Read what lies elsewhere")
      // The last one has the date of the one before.
      for (shim, day, status) in [(1, 2.0, Int32(0)), (2, 1, 1), (1, 0, 0), (2, 0, 1)] {
        try Data("static inline int shim(void) { return \(shim); }\n".utf8).write(to: header)
        let date = Date(timeIntervalSince1970: 1_600_000_000 + day * 86400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: header.path)
        let words = ["run", tree.path, "--state", scratch.path + "/state", "--quiet"]
        let end = try await Command(try Program.bothy, words, in: scratch.url).run()
        #expect(end.status == status, "\(shim): \(end.outputText) \(end.errorText)")
      }
    }
  }

  /// Of the newest integration.
  private static func notes(below folder: URL) throws -> [String] {
    let bot = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + bot)
    let newest = try #require(names.compactMap(Int.init).max())
    let report = try JSON(Data(contentsOf: folder.appending(path: "\(bot)/\(newest)/report.json")))
    return report["notes"]?.elements?.compactMap(\.text) ?? []
  }

  private static func library(_ value: Int) -> String {
    "@_transparent public func clear() -> Int {\n  return \(value)\n}\n"
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Clear",
      targets: [.target(name: "Clear"), .testTarget(name: "ClearTests", dependencies: ["Clear"])])

    """

  private static let manifestWithHeaders = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Clear",
      targets: [
        .systemLibrary(name: "CShim"), .target(name: "CMore"),
        .target(name: "Clear", dependencies: ["CShim", "CMore"]),
        .testTarget(name: "ClearTests", dependencies: ["Clear"]),
      ])

    """

  private static let readingHeaders = """
    import CMore
    import CShim
    public func clear() -> Int { Int(shim() + more()) }

    """

  private static let tests = """
    import Clear
    import Testing

    @Test func isOne() { #expect(clear() == 1) }

    """
}
