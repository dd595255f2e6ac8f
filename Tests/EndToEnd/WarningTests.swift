import Foundation
import Kit
import Testing

/// Warnings of what an incremental build does not compile again stay, and those of what it does are its own.
@Suite("Warnings between two builds") struct WarningTests {
  @Test("each warning holds until its source is compiled again without it")
  func edits() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("warnings")
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Warns")
      try Self.write(tree)
      func warnings(_ edit: String) async throws -> [String] {
        let words = ["run", tree.path, "--state", scratch.path + "/state", "--quiet", "--json"]
        let end = try await Command(try Program.bothy, words, in: scratch.url).run()
        let report = try JSON(end.output)
        #expect(end.status == 0, "\(edit): \(end.outputText.suffix(3000)) \(end.errorText)")
        let all = report["issues"]?["new"]?.elements ?? []
        let open = report["issues"]?["unresolved"]?.elements ?? []
        return (all + open).filter { $0["kind"]?.text == "warning" }
          .map { "\($0["file"]?.text ?? ""):\(Int($0["line"]?.number ?? 0))" }.sorted()
      }
      let first = [
        "Sources/CPart/include/part.h:2", "Sources/CPart/part.c:3", "Sources/Lib/Old.swift:2",
        "Sources/Lib/User.swift:1", "Tests/LibTests/Tests.swift:5",
      ]
      #expect(try await warnings("the first build") == first)
      #expect(try await warnings("nothing") == first)
      try tree.write("Sources/Lib/Other.swift", "func other() -> Int { 2 }\n")
      #expect(try await warnings("a source without a warning") == first)
      try tree.write("Sources/Lib/Old.swift", "\n\nfunc old() { var unused = 1 }\n")
      let moved = first.map { $0 == "Sources/Lib/Old.swift:2" ? "Sources/Lib/Old.swift:3" : $0 }
      #expect(try await warnings("a warning that moves") == moved)
      try tree.write("Sources/Lib/Deprecated.swift", "public func deprecated() {}\n")
      try tree.write("Sources/CPart/part.c", "#include \"part.h\"\nint other(void) { return 1; }\n")
      let mended = moved.filter { !$0.contains("User.swift") && !$0.contains("part.c") }
      #expect(try await warnings("what another source and a C source warn of, mended") == mended)
      try tree.remove("Sources/Lib/Old.swift")
      #expect(try await warnings("a deleted source") == mended.filter { !$0.contains("Old.swift") })
    }
  }

  private static func write(_ tree: Worktree) throws {
    try tree.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Warns",
        targets: [
          .target(name: "CPart", cSettings: [.unsafeFlags(["-Wall"])]), .target(name: "Lib"),
          .testTarget(name: "LibTests", dependencies: ["Lib", "CPart"]),
        ])
      """)
    try tree.write(
      "Sources/CPart/include/part.h",
      "int other(void);\nstatic inline int in_header(void) { int a; return 1; }\n")
    try tree.write(
      "Sources/CPart/part.c", "#include \"part.h\"\nint other(void) {\n  int unused;\n  return 1;\n}\n")
    try tree.write("Sources/Lib/Old.swift", "\nfunc old() { var unused = 1 }\n")
    try tree.write("Sources/Lib/Other.swift", "func other() -> Int { 1 }\n")
    try tree.write(
      "Sources/Lib/Deprecated.swift", "@available(*, deprecated) public func deprecated() {}\n")
    try tree.write("Sources/Lib/User.swift", "public func uses() { deprecated() }\n")
    try tree.write(
      "Tests/LibTests/Tests.swift",
      """
      import Testing
      import Lib
      @Test func passes() {
        uses()
        let unused = 1
      }
      """)
    try tree.commit("Begin")
  }
}
