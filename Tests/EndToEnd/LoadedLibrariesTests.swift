import Foundation
import Kit
import Testing

/// Each image has counters of its own, and would write them where the program's are.
@Suite("A library that a test loads", .nightly)
struct LoadedLibrariesTests {
  @Test("takes nothing away from what is counted, nor from how the tests end")
  func loaded() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("loaded")
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Loaded")
      try tree.write("Package.swift", Self.manifest)
      try tree.write("Sources/Plug/Plug.swift", "@_cdecl(\"plug\") public func plug() -> Int32 { 7 }\n")
      try tree.write("Sources/Lib/Lib.swift", Self.library)
      try tree.write("Tests/LibTests/Tests.swift", Self.tests).commit("Load it")
      let words = ["run", tree.path, "--state", scratch.path + "/state", "--json", "--quiet"]
      let end = try await Command(try Program.bothy, words, in: scratch.url).run()
      #expect(end.status == 1, "\(end.errorText)")
      let report = try JSON(Data(end.outputText.utf8))
      let outcomes = (report["tests"]?["cases"]?.elements ?? []).map {
        ($0["name"]?.text ?? "", $0["outcome"]?.text ?? "")
      }
      #expect(
        Dictionary(outcomes) { first, _ in first } == [
          "testA": "passed", "testB": "crashed", "testC": "passed",
        ])
      let files = (report["coverage"]?["targets"]?.elements ?? []).flatMap { $0["files"]?.elements ?? [] }
      let library = files.first { $0["path"]?.text == "Sources/Lib/Lib.swift" }
      // What ran before the crash, in another process, and behind the loading of the library.
      #expect(library?["missedLines"]?.elements?.count == 1, "\(String(describing: library))")
      #expect(report["notes"]?.elements?.contains { $0.text?.contains("not counted") ?? false } == false)
    }
  }

  private static let manifest = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Loaded",
      products: [
        .library(name: "Plug", type: .dynamic, targets: ["Plug"]), .library(name: "Lib", targets: ["Lib"]),
      ],
      targets: [
        .target(name: "Plug"), .target(name: "Lib"), .testTarget(name: "LibTests", dependencies: ["Lib"]),
      ])

    """

  private static let library = """
    public func before() -> Int { 1 }
    public func behind() -> Int { 2 }
    public func never() -> Int { 3 }
    public func dying() -> Int { 4 }

    """

  private static let tests = """
    import Foundation
    import Lib
    import XCTest
    final class LibTests: XCTestCase {
      func load() throws -> Int32 {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let place = URL(fileURLWithPath: program).deletingLastPathComponent().path + "/libPlug.so"
        let library = try XCTUnwrap(dlopen(place, RTLD_NOW))
        let plug = try XCTUnwrap(dlsym(library, "plug"))
        return unsafeBitCast(plug, to: (@convention(c) () -> Int32).self)()
      }
      func testA() throws {
        XCTAssertEqual(before(), 1)
        XCTAssertEqual(try load(), 7)
        XCTAssertEqual(behind(), 2)
      }
      func testB() throws {
        XCTAssertEqual(try load(), 7)
        XCTAssertEqual(dying(), 4)
        fatalError("on purpose")
      }
      func testC() {}
    }

    """
}
