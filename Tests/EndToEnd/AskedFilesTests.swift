import Foundation
import Kit
import Testing

/// What was compiled when a file or a module was not there yet, or read what no compiler lists.
@Suite("A file or module that comes", .nightly)
struct AskedFilesTests {
  @Test("what sources and headers of C asked for in vain, and what the assembler takes in, is compiled again")
  func files() async throws {
    try await Turns.building.run {
      let world = try World("asked-files")
      defer { world.scratch.remove() }
      let tree = world.tree
      try tree.write("Package.swift", Self.filesManifest)
      try tree.write("Sources/CAsk/include/ask.h", Self.header)
      try tree.write("Sources/CAsk/asked.c", Self.asking("later.h", "asked"))
      try tree.write("Sources/CAsk/found.c", "#include <here.h>\nint found(void) { return HERE; }\n")
      try tree.write("Sources/CAsk/far/here.h", "#define HERE 1\n")
      try tree.write("Sources/CAsk/bytes.S", Self.assembler)
      try tree.write(
        "Sources/CAsk/taken.c", "extern const char bytes[];\nint taken(void) { return bytes[0]; }\n")
      try tree.write("bytes.dat", "A").write("bytes.inc", ".set GIVEN, 1\n")
      try tree.write("Tests/AskTests/Tests.swift", Self.fileTests).commit("Ask in vain")
      try await world.expect(0)
      try tree.write("Sources/CAsk/later.h", "#define ANSWER 2\n")
      try tree.write("Sources/CAsk/near/here.h", "#define HERE 2\n")
      try tree.write("Sources/CAsk/include/inline.h", "#define ANSWER 2\n")
      try tree.write("bytes.dat", "B").write("bytes.inc", ".set GIVEN, 2\n").commit("Answer")
      let text = try await world.expect(1)
      for name in ["isAsked", "isFound", "isInlined", "isTaken", "isGiven"] {
        #expect(text.contains("AskTests.\(name)()"), "\(text)")
      }
    }
  }

  @Test("a module that a source asked for is seen, and a header beside others of its module")
  func modules() async throws {
    try await Turns.building.run {
      let world = try World("asked-modules")
      defer { world.scratch.remove() }
      let tree = world.tree
      try tree.write("Package.swift", Self.modulesManifest(with: ""))
      try tree.write("Sources/CMany/include/one.h", "int one(void);\n")
      try tree.write("Sources/CMany/one.c", "int one(void) { return 1; }\n")
      try tree.write("Sources/Kept/Kept.swift", "import CMany\npublic func kept() -> Int { Int(one()) }\n")
      try tree.write("Sources/Kept/Asking.swift", Self.askingModule)
      try tree.write("Tests/KeptTests/Tests.swift", Self.moduleTests).commit("Have neither")
      try await world.expect(0)
      try tree.write("Package.swift", Self.modulesManifest(with: #""Late","#))
      try tree.write("Sources/Late/Late.swift", "public func late() -> Int { 2 }\n")
      try tree.write("Sources/CMany/include/two.h", "int two(void);\n")
      try tree.write("Sources/CMany/two.c", "int two(void) { return 1; }\n")
      try tree.write("Sources/Kept/Kept.swift", "import CMany\npublic func kept() -> Int { Int(two()) }\n")
      try tree.commit("Have both")
      let text = try await world.expect(1)
      #expect(text.contains("KeptTests.isAsked()") && !text.contains("KeptTests.isCalled()"), "\(text)")
      #expect(text.contains("Late came, and sources ask by `canImport`"), "\(text)")
      try tree.write("Sources/Kept/Asking.swift", "func asked() -> Int { 1 }\n").commit("Ask no more")
      #expect(try await !world.expect(0).contains("built anew"))
    }
  }

  @Test("what a test leaves beside its program or in its resources is not there for the next commit")
  func left() async throws {
    try await Turns.building.run {
      let world = try World("left-beside")
      defer { world.scratch.remove() }
      let tree = world.tree
      try tree.write("Package.swift", Self.leavingManifest)
      try tree.write("Tests/LeftTests/told.txt", "1")
      try tree.write("Tests/LeftTests/Tests.swift", Self.leaving).commit("Leave it")
      #expect(try await world.expect(0).contains("Tests left or changed 2 files in the build folder: "))
      let none = Self.leaving.split(separator: "\n").filter { !$0.contains("try \"2\"") }
      try tree.write("Tests/LeftTests/Tests.swift", none.joined(separator: "\n") + "\n").commit("Leave none")
      let text = try await world.expect(1)
      #expect(text.contains("isThere()") && !text.contains("isOne()"), "\(text)")
    }
  }

  private struct World {
    let scratch: ScratchFolder
    let tree: Worktree

    init(_ name: String) throws {
      scratch = try ScratchFolder(name)
      tree = try Worktree.make(at: scratch.path + "/Asking")
    }

    @discardableResult
    func expect(_ status: Int32) async throws -> String {
      let words = ["run", tree.path, "--state", scratch.path + "/state"]
      // What the compiler makes of headers lies where Bothy has it.
      let own = ProcessInfo.processInfo.environment.filter { !SharedModules.none.keys.contains($0.key) }
      let end = try await Command(try Program.bothy, words, in: scratch.url, environment: own).run()
      #expect(end.status == status, "\(end.outputText) \(end.errorText)")
      return end.outputText
    }
  }

  private static let filesManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Asking",
      targets: [
        .target(name: "CAsk", cSettings: [.headerSearchPath("near"), .headerSearchPath("far")]),
        .testTarget(name: "AskTests", dependencies: ["CAsk"]),
      ])

    """

  private static func asking(_ header: String, _ name: String) -> String {
    """
    #if __has_include("\(header)")
    #include "\(header)"
    #else
    #define ANSWER 1
    #endif
    int \(name)(void) { return ANSWER; }

    """
  }

  private static let header =
    """
    int asked(void);
    int found(void);
    int given(void);
    int taken(void);
    #ifndef ANSWERED
    #define ANSWERED
    #if __has_include("inline.h")
    #define INLINED 2
    #else
    #define INLINED 1
    #endif
    #endif

    """

  private static let assembler = """
    .section .rodata
    .global bytes
    bytes:
    .incbin "bytes.dat"
    .byte 0
    .text
    .include "bytes.inc"
    .global given
    given:
    #if defined(__x86_64__)
     mov $GIVEN, %eax
     ret
    #else
     mov w0, #GIVEN
     ret
    #endif
    .section .note.GNU-stack,"",%progbits

    """

  private static let fileTests = """
    import CAsk
    import Testing

    @Test func isAsked() { #expect(asked() == 1) }
    @Test func isFound() { #expect(found() == 1) }
    @Test func isGiven() { #expect(given() == 1) }
    @Test func isInlined() { #expect(INLINED == 1) }
    @Test func isTaken() { #expect(taken() == 65) }

    """

  private static let leavingManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Asking",
      targets: [.testTarget(name: "LeftTests", resources: [.copy("told.txt")])])

    """

  private static let leaving = """
    import Foundation
    import Testing

    let told = Bundle.module.bundlePath + "/told.txt"
    let beside = Bundle.main.bundlePath + "/left.txt"
    @Suite(.serialized) struct LeftTests {
      @Test func isOne() { #expect((try? String(contentsOfFile: told, encoding: .utf8)) == "1") }
      @Test func leaves() throws {
        try "2".write(toFile: told, atomically: true, encoding: .utf8)
        try "2".write(toFile: beside, atomically: true, encoding: .utf8)
      }
      @Test func isThere() { #expect(FileManager.default.fileExists(atPath: beside)) }
    }

    """

  private static func modulesManifest(with target: String) -> String {
    let name = target.filter { $0 != "," }
    return """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Asking",
        targets: [
          .target(name: "CMany"), .target(name: "Kept", dependencies: [\(target) "CMany"]),
          \(name.isEmpty ? "" : ".target(name: \(name)),")
          .testTarget(name: "KeptTests", dependencies: ["Kept"]),
        ])

      """
  }

  private static let askingModule = """
    #if canImport(Late)
    import Late
    func asked() -> Int { late() }
    #else
    func asked() -> Int { 1 }
    #endif

    """

  private static let moduleTests = """
    import Testing
    @testable import Kept

    @Test func isAsked() { #expect(asked() == 1) }
    @Test func isCalled() { #expect(kept() == 1) }

    """
}
