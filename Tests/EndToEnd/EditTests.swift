import Foundation
import Kit
import Testing

/// One edit after the other in one package: what is built again, and that the verdict is a clean build's.
@Suite("Edits between two builds", .nightly)
struct EditTests {
  @Test("headers, bodies, resources, links, packages beside, variables and toolchains that change are seen")
  func plain() async throws {
    try await Turns.building.run {
      let world = try EditWorld("plain")
      defer { world.scratch.remove() }
      try world.writePlain()
      try await world.run("the first build", status: 0, isClean: false)
      let tree = world.tree
      try tree.write("Sources/User/User.swift", Self.user + "// A comment.\n")
      try await world.run("a comment", status: 0, isClean: false)
      try tree.write("Sources/Low/Low.swift", Self.low(2))
      try await world.run("an @inlinable body", status: 1, isClean: false)
      try tree.write("Sources/Low/Low.swift", Self.low(1))
      try tree.git("mv", "Sources/User/More.swift", "Sources/User/Most.swift")
      try await world.run("a renamed file", status: 0, isClean: false)
      try tree.write("Sources/CHead/include/chead.h", "static inline int chead(void) { return 2; }\n")
      try await world.run("a header that only Swift reads", status: 1, isClean: true)
      try tree.write("Sources/CHead/include/chead.h", "static inline int chead(void) { return 1; }\n")
      try await world.run("the header as it was", status: 0, isClean: true)
      try tree.remove("Tests/UserTests/Data/goes.txt")
      try await world.run("a deleted resource", status: 1, isClean: false)
      try tree.write("Tests/UserTests/Data/goes.txt", "")
      try world.scratch.write("beside/Sources/Beside/Beside.swift", Self.beside(2))
      try await world.run("a package beside", status: 1, isClean: true)
      try world.scratch.write("beside/Sources/Beside/Beside.swift", Self.beside(1))
      try world.scratch.write("pc/edits.pc", Self.pc(world.scratch.path + "/two"))
      try await world.run("a .pc file", status: 1, isClean: true)
      try world.scratch.write("pc/edits.pc", Self.pc(world.scratch.path + "/one"))
      world.environment["EDIT_FLAG"] = "1"
      try await world.run("a variable of the environment", status: 1, isClean: true)
      world.environment["EDIT_FLAG"] = nil
      try world.useOtherToolchainPath()
      try await world.run("another path of the toolchain", status: 0, isClean: false)
      try tree.write("Sources/User/Slow.swift", "public func slow() -> Int { 1 }\n")
      try await world.runAndKillWhileBuilding()
      try await world.run("a build that was cut off", status: 0, isClean: true)
    }
  }

  @Test("a macro's source and what a plugin reads are in no test as they were before")
  func makers() async throws {
    try await Turns.building.run {
      let world = try EditWorld("makers")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.makersManifest)
      try world.tree.write("Sources/Plain/Plain.swift", Self.declaring)
      try world.tree.write("Sources/Maker/Maker.swift", Self.macro(1))
      try world.tree.write("Sources/Tool/main.swift", Self.tool)
      try world.tree.write("Plugins/Reader/Reader.swift", Self.plugin)
      try world.tree.write("unnamed.txt", "1")
      try world.tree.write("Tests/PlainTests/Tests.swift", Self.makersTests)
      try await world.run("the first build", status: 0, isClean: false)
      try world.tree.write("Sources/Maker/Maker.swift", Self.macro(2))
      try await world.run("a macro's source", status: 1, isClean: true)
      try world.tree.write("Sources/Maker/Maker.swift", Self.macro(1))
      try world.tree.write("unnamed.txt", "2")
      try await world.run("what a plugin's tool reads", status: 1, isClean: true)
    }
  }

  /// A package, its state, and the environment that it is integrated in.
  final class EditWorld {
    let scratch: ScratchFolder
    let tree: Worktree
    var environment = ProcessInfo.processInfo.environment
    private var number = 0

    init(_ name: String) throws {
      scratch = try ScratchFolder(name)
      tree = try Worktree.make(at: scratch.path + "/Edits")
      environment["PKG_CONFIG_PATH"] = scratch.path + "/pc"
    }

    private var words: [String] {
      ["run", tree.path, "--state", scratch.path + "/state", "--quiet", "--json"]
    }

    func run(_ edit: String, status: Int32, isClean: Bool) async throws {
      let end = try await Command(try Program.bothy, words, in: scratch.url, environment: environment).run()
      #expect(end.status == status, "\(edit): \(end.outputText.suffix(3000)) \(end.errorText)")
      let notes = try JSON(end.output)["notes"]?.elements?.compactMap(\.text) ?? []
      let built = notes.filter { $0.hasPrefix("Bothy built clean") }
      #expect(built.isEmpty != isClean, "\(edit): \(notes)")
      number += 1
    }

    /// Kills all that runs here once the compiler is at work.
    func runAndKillWhileBuilding() async throws {
      let marker = "EDIT_MARKER=\(UUID().uuidString)"
      var marked = environment
      let parts = marker.split(separator: "=").map(String.init)
      marked[parts[0]] = parts[1]
      let end = try await Command(try Program.bothy, words, in: scratch.url, environment: marked).run { _ in
        let isBuilding = try await eventually {
          MarkedProcesses.find(marker).values.contains { $0.contains("-module-name User") }
        }
        #expect(isBuilding)
        // Bothy first: it must not see how the build ends.
        let all = MarkedProcesses.find(marker)
        for (id, words) in all {
          let isBothy = words.contains("exe perform ") || words.contains("/bothy run ")
          if isBothy { kill(id, SIGKILL) }
        }
        for id in all.keys { kill(id, SIGKILL) }
      }
      #expect(end.status != 0)
      for id in MarkedProcesses.find(marker).keys { kill(id, SIGKILL) }
    }

    func useOtherToolchainPath() throws {
      let path = environment["PATH"] ?? ""
      let swift = path.split(separator: ":").first { FileManager.default.fileExists(atPath: $0 + "/swift") }
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/tools", withDestinationPath: String(swift ?? "/usr/bin"))
      environment["PATH"] = scratch.path + "/tools:" + path
    }

    func writePlain() throws {
      try scratch.write("beside/Package.swift", EditTests.besideManifest)
      try scratch.write("beside/Sources/Beside/Beside.swift", EditTests.beside(1))
      for (folder, value) in [("one", 1), ("two", 2)] {
        try scratch.write("\(folder)/edits.h", "static inline int edits(void) { return \(value); }\n")
      }
      try scratch.write("pc/edits.pc", EditTests.pc(scratch.path + "/one"))
      try tree.write(
        "Package.swift", EditTests.manifest.replacing("BESIDE", with: scratch.path + "/beside"))
      try tree.write("Sources/CEdits/module.modulemap", "module CEdits { header \"shim.h\" }\n")
      try tree.write("Sources/CEdits/shim.h", "#include <edits.h>\n")
      try tree.write("Sources/CHead/chead.c", "#include \"chead.h\"\nint dummy(void) { return chead(); }\n")
      try tree.write("Sources/CHead/include/chead.h", "static inline int chead(void) { return 1; }\n")
      try tree.write("Sources/Low/Low.swift", EditTests.low(1))
      try tree.write("Sources/User/User.swift", EditTests.user)
      try tree.write("Sources/User/More.swift", "public func more() -> Int { 1 }\n")
      for name in ["stays", "goes"] { try tree.write("Tests/UserTests/Data/\(name).txt", "") }
      try tree.write("Tests/UserTests/Tests.swift", EditTests.tests)
      try tree.commit("Begin")
    }
  }

  static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let flag: [SwiftSetting] = Context.environment["EDIT_FLAG"] == nil ? [] : [.define("EDIT_FLAG")]
    let package = Package(
      name: "Edits", dependencies: [.package(path: "BESIDE")],
      targets: [
        .systemLibrary(name: "CEdits", pkgConfig: "edits"), .target(name: "CHead"), .target(name: "Low"),
        .target(
          name: "User", dependencies: ["CEdits", "CHead", "Low", .product(name: "Beside", package: "beside")],
          swiftSettings: flag),
        .testTarget(name: "UserTests", dependencies: ["User"], resources: [.process("Data")]),
      ])

    """
  static let besideManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "beside", products: [.library(name: "Beside", targets: ["Beside"])],
      targets: [.target(name: "Beside")])

    """
  static func beside(_ value: Int) -> String { "public func beside() -> Int { \(value) }\n" }
  static func low(_ value: Int) -> String { "@inlinable public func low() -> Int { \(value) }\n" }
  static func pc(_ folder: String) -> String {
    "Name: edits\nDescription: edits\nVersion: 1\nCflags: -I\(folder)\n"
  }
  static let user = """
    import Beside
    import CEdits
    import CHead
    import Low

    public func all() -> [Int] {
      #if EDIT_FLAG
      let flag = 2
      #else
      let flag = 1
      #endif
      return [beside(), Int(edits()), Int(chead()), low(), flag, more()]
    }

    """
  static let tests = """
    import Foundation
    import Testing
    import User

    @Test func isOne() { #expect(all() == [1, 1, 1, 1, 1, 1]) }
    @Test(arguments: ["stays", "goes"]) func isThere(_ name: String) {
      #expect(Bundle.module.url(forResource: name, withExtension: "txt") != nil)
    }

    """

  private static let makersManifest = """
    // swift-tools-version: 6.0
    import CompilerPluginSupport
    import PackageDescription
    let package = Package(
      name: "Edits",
      targets: [
        .macro(name: "Maker"), .target(name: "Plain", dependencies: ["Maker"]),
        .executableTarget(name: "Tool"),
        .plugin(name: "Reader", capability: .buildTool(), dependencies: ["Tool"]),
        .testTarget(name: "PlainTests", dependencies: ["Plain"], plugins: ["Reader"]),
      ])

    """
  private static let declaring = """
    @freestanding(expression) public macro value() -> Int = #externalMacro(module: "Maker", type: "Value")

    """

  /// Answers the compiler by itself, so that nothing else is needed.
  private static func macro(_ value: Int) -> String {
    """
    import Foundation

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
            answer("{\\"expandMacroResult\\":{\\"expandedSource\\":\\"\(value)\\",\\"diagnostics\\":[]}}")
          }
        }
      }
    }

    """
  }

  private static let tool = """
    import Foundation
    let words = CommandLine.arguments
    let read = (try? String(contentsOfFile: words[2], encoding: .utf8)) ?? ""
    try "let made = \\(read)\\n".write(toFile: words[1], atomically: true, encoding: .utf8)

    """

  private static let plugin = """
    import Foundation
    import PackagePlugin

    @main struct Reader: BuildToolPlugin {
      func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "made.swift")
        let file = context.package.directoryURL.appending(path: "unnamed.txt")
        return [
          .buildCommand(
            displayName: "Making", executable: try context.tool(named: "Tool").url,
            arguments: [output.path, file.path], outputFiles: [output])
        ]
      }
    }

    """

  private static let makersTests = """
    import Plain
    import Testing

    @Test func expands() { #expect(#value == 1) }
    @Test func reads() { #expect(made == 1) }

    """
}
