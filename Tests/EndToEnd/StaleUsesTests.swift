import Foundation
import Kit
import Testing

/// The package manager makes a macro anew, and a library, and asks nothing again that they went into.
@Suite("What went into what was built", .nightly)
struct StaleUsesTests {
  @Test("what a macro expands to is in no test as it was before, nor what that macro is made of")
  func macros() async throws {
    try await Turns.building.run {
      let world = try World("macros")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.macroManifest)
      try world.tree.write("Sources/Plain/Plain.swift", Self.declaring)
      try world.tree.write("Sources/User/One.swift", "import Plain\npublic func one() -> Int { #value }\n")
      try world.tree.write("Tests/UserTests/Tests.swift", Self.macroTests)
      for (value, helper, other, status) in [(1, 1, 0, Int32(0)), (2, 1, 1, 1), (1, 1, 1, 0), (1, 2, 1, 1)] {
        try world.tree.write("Sources/Maker/Maker.swift", Self.plugin(value))
        try world.tree.write("Sources/Help/Help.swift", "public func help() -> Int { \(helper) }\n")
        // One source of a module that is compiled again speaks for no other.
        try world.tree.write(
          "Sources/User/Two.swift", "public func two() -> Int { \(other) }\n"
        ).commit("Be \(value), \(helper), \(other)")
        let end = try await world.run()
        #expect(end.status == status, "\(value), \(helper), \(other): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("a library that a checkout brings is in no test as it was before")
  func libraries() async throws {
    try await Turns.building.run {
      let world = try World("libraries")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.libraryManifest)
      try world.tree.write("Bundle.artifactbundle/info.json", Self.bundle)
      try world.tree.write("Bundle.artifactbundle/include/stone.h", "int stone(void);\n")
      try world.tree.write(
        "Bundle.artifactbundle/include/module.modulemap", "module Stone { header \"stone.h\" export * }\n")
      try world.tree.write("Tests/UserTests/Tests.swift", Self.libraryTests)
      for (value, status) in [(1, Int32(0)), (2, 1)] {
        try await world.archive(value)
        let end = try await world.run()
        #expect(end.status == status, "\(value): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what a plugin generates is what it and its tool say now, whatever they read")
  func plugins() async throws {
    try await Turns.building.run {
      let world = try World("plugins")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.pluginManifest)
      try world.tree.write("Sources/Tool/main.swift", Self.tool)
      try world.tree.write("Tests/UserTests/Tests.swift", Self.pluginTests)
      for (argument, read, status) in [("1", "1", Int32(0)), ("2", "1", 1), ("1", "2", 1)] {
        try world.tree.write("Plugins/Maker/Maker.swift", Self.maker(argument))
        try world.tree.write("unnamed.txt", read).commit("Be \(argument) and \(read)")
        let end = try await world.run()
        #expect(end.status == status, "\(argument), \(read): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what is no resource any more is nowhere to be found")
  func resources() async throws {
    try await Turns.building.run {
      let world = try World("resources")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.resourceManifest)
      try world.tree.write("Tests/UserTests/Tests.swift", Self.resourceTests)
      let data = "Tests/UserTests/Data"
      try world.tree.write("\(data)/stays.txt", "").write("\(data)/goes.txt", "").commit("Have both")
      #expect(try await world.run().status == 0)
      try world.tree.git("rm", "--quiet", "\(data)/goes.txt")
      try world.tree.commit("Have one")
      let end = try await world.run()
      #expect(end.status == 1, "\(end.outputText) \(end.errorText)")
      let report = try JSON(
        Data(contentsOf: world.scratch.url.appending(path: "state/integrations/local-Uses/2/report.json")))
      #expect(report["tests"]?["failed"] == .number(1))
    }
  }

  @Test("what is used through another module is laid out, and called, as it is now")
  func layouts() async throws {
    try await Turns.building.run {
      let world = try World("layouts")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.layeredManifest)
      try world.tree.write(
        "Sources/Low/Low.swift", "public struct Low { var inner = Inner(); public init() {} }\n")
      try world.tree.write("Sources/Middle/Middle.swift", Self.middle)
      try world.tree.write("Sources/High/High.swift", Self.high)
      try world.tree.write("Tests/HighTests/Tests.swift", Self.layeredTests)
      for (kind, name) in [("struct", "First"), ("final class", "Second")] {
        try world.tree.write("Sources/Low/Inner.swift", "\(kind) Inner { var one = 5 }\n").commit(name)
        let end = try await world.run()
        #expect(end.status == 0, "\(kind): \(end.outputText) \(end.errorText)")
      }
      // Forgotten for what it imports, and for what nobody writes down.
      let late = "import Foundation\npublic struct Late { var inner = Inner() }\n"
      try world.tree.write("Sources/Low/Late.swift", late).commit("Late")
      let other = try await world.run()
      #expect(other.status == 0, "\(other.outputText) \(other.errorText)")
      try world.tree.write("Sources/High/High.swift", Self.high + Self.higher)
      // The second calls the same by another symbol; the third has none of that name.
      let ways: [(String, Int32)] = [
        ("extension Low { public func told() -> Int { 1 } }", 0),
        (Self.inherited, 0),
        ("extension Low { public func said() -> Int { 1 } }", 3),
      ]
      for (place, way) in ways.enumerated() {
        try world.tree.write("Sources/Low/More.swift", way.0 + "\n").commit("Way \(place)")
        let end = try await world.run()
        #expect(end.status == way.1, "\(place): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("optimized, bodies that come through another module are those of now too")
  func bodies() async throws {
    try await Turns.building.run {
      let world = try World("bodies")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.layeredManifest)
      try world.tree.write("Sources/Middle/Middle.swift", "import Low\npublic func low() -> Low { Low() }\n")
      try world.tree.write(
        "Sources/High/High.swift", "import Middle\npublic func told() -> Int { low().told() }\n")
      let tests = "import High\nimport Testing\n@Test func isOne() { #expect(told() == 1) }\n"
      try world.tree.write("Tests/HighTests/Tests.swift", tests)
      for value in [1, 2] {
        let low = "public struct Low { public init() {}; public func told() -> Int { helped() } }"
        try world.tree.write("Sources/Low/Low.swift", "\(low)\nfunc helped() -> Int { \(value) }\n")
          .commit("Be \(value)")
        let end = try await world.run("--configuration", "release")
        #expect(end.status == value - 1, "\(value): \(end.outputText) \(end.errorText)")
      }
    }
  }

  struct World {
    let scratch: ScratchFolder
    let tree: Worktree

    init(_ name: String) throws {
      scratch = try ScratchFolder(name)
      tree = try Worktree.make(at: scratch.path + "/Uses")
    }

    func run(_ more: String...) async throws -> CommandEnd { try await run(more) }

    func run(_ more: [String]) async throws -> CommandEnd {
      let words = ["run", tree.path, "--state", scratch.path + "/state", "--json", "--quiet"] + more
      let end = try await Command(try Program.bothy, words, in: scratch.url).run()
      // It comes to rest.
      #expect(!end.outputText.contains("stays older"), "\(end.outputText)")
      return end
    }

    func archive(_ value: Int) async throws {
      try scratch.write("stone.c", "int stone(void) { return \(value); }\n")
      let library = tree.path + "/Bundle.artifactbundle/libStone.a"
      let line = "clang -fPIC -c stone.c -o stone.o && rm -f '\(library)' && ar rcs '\(library)' stone.o"
      let end = try await Command("/bin/sh", ["-c", line], in: scratch.url).run()
      #expect(end.status == 0, "\(end.errorText)")
      try tree.git("add", "--force", "Bundle.artifactbundle")
      try tree.commit("Be \(value)")
    }
  }

  private static let macroManifest = """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(
      name: "Uses",
      targets: [
        .target(name: "Help"), .macro(name: "Maker", dependencies: ["Help"]),
        .target(name: "Plain", dependencies: ["Maker"]), .target(name: "User", dependencies: ["Plain"]),
        .testTarget(name: "UserTests", dependencies: ["User"]),
      ])

    """

  private static let declaring = """
    @freestanding(expression) public macro value() -> Int = #externalMacro(module: "Maker", type: "Value")

    """

  /// Answers the compiler by itself, so that nothing else is needed.
  private static func plugin(_ value: Int) -> String {
    """
    import Foundation
    import Help

    func read(_ count: Int) -> [UInt8]? {
      var bytes: [UInt8] = []
      while bytes.count < count {
        var part = [UInt8](repeating: 0, count: count - bytes.count)
        let got = Foundation.read(0, &part, part.count)
        if got <= 0 { return nil }
        bytes += part.prefix(got)
      }
      return bytes
    }

    func answer(_ text: String) {
      let body = [UInt8](text.utf8)
      var all = withUnsafeBytes(of: UInt64(body.count).littleEndian) { [UInt8]($0) } + body
      while !all.isEmpty { all.removeFirst(max(0, write(1, all, all.count))) }
    }

    @main struct Maker {
      static func main() {
        while let head = read(8) {
          let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
          guard let body = read(count) else { return }
          if String(decoding: body, as: UTF8.self).contains("getCapability") {
            answer("{\\"getCapabilityResult\\":{\\"capability\\":{\\"protocolVersion\\":1}}}")
          } else {
            let source = "\\(\(value) * help())"
            answer("{\\"expandMacroResult\\":{\\"expandedSource\\":\\"\\(source)\\",\\"diagnostics\\":[]}}")
          }
        }
      }
    }

    """
  }

  private static let macroTests = """
    import Plain
    import Testing
    import User

    @Test func there() { #expect(one() == 1) }
    @Test func here() { #expect(#value == 1) }

    """

  private static let pluginManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Uses",
      targets: [
        .executableTarget(name: "Tool"),
        .plugin(name: "Maker", capability: .buildTool(), dependencies: ["Tool"]),
        .testTarget(name: "UserTests", plugins: ["Maker"]),
      ])

    """

  private static let tool = """
    import Foundation
    let words = CommandLine.arguments
    let read = (try? String(contentsOfFile: words[3], encoding: .utf8)) ?? ""
    try "let made = [\\(words[1]), \\(read)]\\n".write(toFile: words[2], atomically: true, encoding: .utf8)

    """

  private static func maker(_ argument: String) -> String {
    """
    import Foundation
    import PackagePlugin

    @main struct Maker: BuildToolPlugin {
      func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "made.swift")
        return [
          .buildCommand(
            displayName: "Making", executable: try context.tool(named: "Tool").url,
            arguments: [
              "\(argument)", output.path, context.package.directoryURL.appending(path: "unnamed.txt").path,
            ], outputFiles: [output])
        ]
      }
    }

    """
  }

  private static let pluginTests = """
    import Testing

    @Test func isOne() { #expect(made == [1, 1]) }

    """

  private static let resourceManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Uses", targets: [.testTarget(name: "UserTests", resources: [.process("Data")])])

    """

  private static let resourceTests = """
    import Foundation
    import Testing

    @Test(arguments: ["stays", "goes"]) func isThere(_ name: String) {
      #expect(Bundle.module.url(forResource: name, withExtension: "txt") != nil)
    }

    """

  static let layeredManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Uses",
      targets: [
        .target(name: "Low"), .target(name: "Middle", dependencies: ["Low"]),
        .target(name: "High", dependencies: ["Middle"]),
        .testTarget(name: "HighTests", dependencies: ["Low", "Middle", "High"]),
      ])

    """

  private static let middle = """
    import Low
    public struct Wrapped { public var low = Low(); public var last = 3; public init() {} }
    public enum Either { case one(Low), none; public init() { self = .one(Low()) } }

    """

  private static let high = """
    import Middle
    public func lasts() -> [Int] { [Wrapped(), Wrapped()].map { $0.last } }
    public func isOne() -> Bool { if case .one = [Either(), Either()][1] { true } else { false } }

    """

  private static let higher = "public func told() -> Int { Wrapped().low.told() }\n"

  private static let inherited = """
    public protocol Told {}
    extension Told { public func told() -> Int { 1 } }
    extension Low: Told {}
    """

  private static let layeredTests = """
    import High
    import Middle
    import Testing

    @Test func wraps() {
      let all = [Wrapped(), Wrapped()]
      #expect(all.map(\\.last) == [3, 3])
      #expect(lasts() == [3, 3])
    }
    @Test func chooses() {
      let all = [Either(), Either()]
      #expect(all.allSatisfy { if case .one = $0 { true } else { false } })
      #expect(isOne())
    }

    """

  private static let libraryManifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "Uses",
      targets: [
        .binaryTarget(name: "Stone", path: "Bundle.artifactbundle"),
        .testTarget(name: "UserTests", dependencies: ["Stone"]),
      ])

    """

  private static let bundle = """
    {"schemaVersion": "1.0", "artifacts": {"Stone": {"type": "staticLibrary", "version": "1.0", "variants": [
      {"path": "libStone.a", "supportedTriples": ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"],
       "staticLibraryMetadata": {"headerPaths": ["include"], "moduleMapPath": "include/module.modulemap"}}]}}}

    """

  private static let libraryTests = """
    import Stone
    import Testing

    @Test func isOne() { #expect(stone() == 1) }

    """
}
