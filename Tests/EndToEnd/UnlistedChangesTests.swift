import Foundation
import Kit
import Testing

/// Git tells no lines of what stands behind links, in submodules, or holds a zero.
@Suite("Changed lines that git does not list", .nightly)
struct UnlistedChangesTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Plain",
      targets: [
        .target(name: "Inner"), .target(name: "Plain", dependencies: ["Inner"]),
        .testTarget(name: "PlainTests", dependencies: ["Plain"]),
      ])

    """

  private static func dead(_ name: String, _ value: Int) -> String {
    "public func \(name)() -> Int {\n  return \(value)\n}\n"
  }

  private static let places = [
    "Sources/Inner/inner.swift", "Sources/Plain/folder/deep.swift", "Sources/Plain/link.swift",
    "Sources/Plain/zero.swift",
  ]

  @Test("are required to run as others are: behind links, in a submodule, beside a zero")
  func required() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("unlisted")
      defer { scratch.remove() }
      let inner = try Worktree.make(at: scratch.path + "/Inner")
      let tree = try Worktree.make(at: scratch.path + "/Plain")
      try inner.write("inner.swift", Self.dead("inner", 1)).commit()
      try tree.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "Sources/Inner")
      try tree.write("Package.swift", Self.manifest)
      try tree.write("Sources/Plain/plain.swift", "import Inner\npublic func plain() -> Int { 1 }\n")
      try tree.write("Tests/PlainTests/Tests.swift", Self.tests)
      try FileManager.default.createSymbolicLink(
        atPath: tree.path + "/Sources/Plain/link.swift", withDestinationPath: "../../shared/link.swift")
      try FileManager.default.createSymbolicLink(
        atPath: tree.path + "/Sources/Plain/folder", withDestinationPath: "../../shared/folder")
      for value in [1, 2] {
        try tree.write("shared/link.swift", Self.dead("link", value))
        try tree.write("shared/folder/deep.swift", Self.dead("deep", value))
        try tree.write("Sources/Plain/zero.swift", "// \0\n" + Self.dead("zero", value))
        let module = Worktree(path: tree.path + "/Sources/Inner")
        if value == 2 { try module.write("inner.swift", Self.dead("inner", value)).commit() }
        try tree.commit("Be \(value)")
        let (end, report) = try await Self.run(tree, scratch)
        #expect(end.status == (value == 1 ? 4 : 1), "\(end.errorText)")
        guard value == 2 else { continue }
        #expect(Self.lines(report) == ["2...2", "2...2", "2...2", "3...3"], "\(report)")
      }
      // The same of a tree as it stands, the submodule too.
      try tree.write("Sources/Inner/inner.swift", Self.dead("inner", 3))
      let (end, report) = try await Self.run(tree, scratch)
      #expect(end.status == 1, "\(end.errorText)")
      #expect(Self.lines(report, ["Sources/Inner/inner.swift"]) == ["2...2"], "\(report)")
    }
  }

  private static func run(_ tree: Worktree, _ scratch: ScratchFolder) async throws -> (CommandEnd, JSON) {
    let words = ["run", tree.path, "--state", scratch.path + "/state", "--json", "--require", "changed"]
    let end = try await Command(try Program.bothy, words, in: scratch.url).run()
    return (end, (try? JSON(end.output)) ?? .null)
  }

  private static func lines(_ report: JSON, _ places: [String] = places) -> [String] {
    let files = report["changes"]?["files"]?.elements ?? []
    return places.map { place in
      let file = files.first { $0["path"]?.text == place }
      return (file?["lines"]?.elements ?? []).map { range in
        (range.elements ?? []).compactMap(\.number).map { "\(Int($0))" }.joined(separator: "...")
      }.joined(separator: ", ")
    }
  }

  private static let tests = """
    import Plain
    import Testing

    @Test func isOne() { #expect(Plain.plain() == 1) }

    """
}
