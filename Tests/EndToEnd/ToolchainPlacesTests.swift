import Foundation
import Kit
import Testing

/// Two toolchains for one real package, in turn.
@Suite("Build folders by toolchain", .nightly)
struct ToolchainPlacesTests {
  @Test("a toolchain that comes back finds what it built: nothing is compiled, and nothing is another one's")
  func turns() async throws {
    try await Turns.building.run {
      let bench = try Bench()
      defer { bench.scratch.remove() }
      try await bench.run(.machine, status: 0)
      #expect(try bench.compiled > 0)
      try await bench.run(.other, status: 0)
      #expect(try bench.compiled > 0 && bench.log.contains("Putting aside what Swift "))
      #expect(try bench.toolchain.hasPrefix("Swift 6.99"))
      try await bench.run(.machine, status: 0)
      #expect(try bench.compiled == 0 && bench.log.contains("Taking what Swift "))
      // What changed meanwhile is compiled by each of them.
      try bench.tree.write("Sources/Bench/Value.swift", Bench.value(2)).commit("Another value")
      try await bench.run(.other, status: 1)
      #expect(try bench.compiled > 0 && bench.log.contains("Taking what Swift 6.99"))
      try await bench.run(.machine, status: 1)
      #expect(try bench.compiled > 0)
      try await bench.run(.other, status: 1)
      #expect(try bench.compiled == 0)
      #expect(try bench.aside.count == 1)
    }
  }

  @Test(
    "with `build-gigabytes: 0` there is one folder, and what another toolchain built is never gone on with")
  func shared() async throws {
    try await Turns.building.run {
      let bench = try Bench(keep: "keep: {build-gigabytes: 0}\n")
      defer { bench.scratch.remove() }
      for toolchain in [Bench.Swift.machine, .other, .machine] {
        try await bench.run(toolchain, status: 0)
        #expect(try bench.compiled > 0)
      }
      #expect(try bench.aside == [])
    }
  }

  @Test("swiftly's swift is what the package names, or what is in use, and one that is not there is told")
  func chosen() async throws {
    try await Turns.building.run {
      let bench = try Bench()
      defer { bench.scratch.remove() }
      try bench.installChooser()
      try bench.choose("first")
      try await bench.run(.chosen, status: 0)
      #expect(try bench.compiled > 0 && bench.toolchain.hasPrefix("Swift 6.1.1"))
      // Its program stays as it was.
      try bench.choose("second")
      try await bench.run(.chosen, status: 0)
      #expect(try bench.compiled > 0 && bench.toolchain.hasPrefix("Swift 6.2.2"))
      try bench.tree.write(".swift-version", "first\n").commit("Name one")
      try await bench.run(.chosen, status: 0)
      #expect(try bench.compiled == 0 && bench.toolchain.hasPrefix("Swift 6.1.1"))
      #expect(try bench.log.contains("\(bench.scratch.path)/toolchains/first/usr/bin/swift"))
      try bench.tree.write(".swift-version", "third\n").commit("Name another")
      try await bench.run(.chosen, status: 5)
      #expect(try bench.told("reason").contains("swiftly leads to none: third is not installed"))
    }
  }
}

private struct Bench {
  enum Swift { case machine, other, chosen }

  let scratch: ScratchFolder
  let tree: Worktree
  private let keep: String
  /// Where the machine's swift stands.
  private let real: String

  init(keep: String = "") throws {
    self.keep = keep
    scratch = try ScratchFolder("toolchains")
    tree = try Worktree.make(at: scratch.path + "/bench")
    try tree.write("Package.swift", Self.manifest).write("Sources/Bench/Value.swift", Self.value(1))
      .write("Tests/BenchTests/Tests.swift", Self.test).commit("First")
    // The machine's swift, which says that it is another one.
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    real = try #require(folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/swift") })
    try scratch.write(
      "tools/swift",
      """
      #!/bin/sh
      [ "$1" = --version ] || exec '\(real)/swift' "$@"
      '\(real)/swift' --version | sed 's/Swift version [0-9.]*/Swift version 6.99/'

      """, mode: 0o755)
  }

  /// As swiftly is laid out: its program by the names of a toolchain's, and toolchains elsewhere.
  func installChooser() throws {
    try scratch.write(
      "swiftly/swiftly",
      """
      #!/bin/bash
      folder=$PWD
      until [ -z "$folder" ] || [ -f "$folder/.swift-version" ]; do folder=${folder%/*}; done
      chosen=$(cat "$folder/.swift-version" 2>/dev/null || cat '\(scratch.path)/in-use')
      tool='\(scratch.path)'/toolchains/$chosen/usr/bin/${0##*/}
      [ -x "$tool" ] || { echo "$chosen is not installed" >&2; exit 1; }
      exec "$tool" "$@"

      """, mode: 0o755)
    for name in ["swift", "llvm-cov", "llvm-profdata"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/swiftly/" + name, withDestinationPath: "swiftly")
    }
    for (name, version) in [("first", "6.1.1"), ("second", "6.2.2")] {
      let root = scratch.path + "/toolchains/" + name
      try scratch.write(
        "toolchains/\(name)/usr/bin/swift",
        """
        #!/bin/sh
        case $1 in
          --version) '\(real)/swift' --version | sed 's/Swift version [0-9.]*/Swift version \(version)/' ;;
          -print-target-info)
            '\(real)/swift' -print-target-info | sed 's,"[^"]*/lib/swift","\(root)/usr/lib/swift",' ;;
          *) exec '\(real)/swift' "$@" ;;
        esac

        """, mode: 0o755)
      try FileManager.default.createDirectory(atPath: root + "/usr/lib", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: root + "/usr/lib/swift", withDestinationPath: real + "/../lib/swift")
    }
  }

  func choose(_ name: String) throws { try scratch.write("in-use", name) }

  static func value(_ value: Int) -> String { "public let value = \(value)\n" }

  private static let test = """
    import Bench
    import XCTest

    final class BenchTests: XCTestCase {
      func testValue() { XCTAssertEqual(value, 1) }
    }

    """

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Bench",
      targets: [.target(name: "Bench"), .testTarget(name: "BenchTests", dependencies: ["Bench"])])

    """

  func run(_ swift: Swift, status: Int32) async throws {
    let folder = [Swift.other: "tools", .chosen: "swiftly"][swift]
    let named = folder.map { "toolchain: \(scratch.path)/\($0)\n" } ?? ""
    let bot = try scratch.write(
      "bench.yaml",
      "repository: \(tree.path)\ncoverage: {enabled: false}\ntests: {repeat: 0}\n" + named + keep)
    let end = try await Command(
      try Program.bothy,
      ["run", tree.path, "--bot", bot, "--commit", "main", "--state", scratch.path + "/state", "--quiet"],
      in: scratch.url
    ).run()
    #expect(end.status == status, "\(swift): \(end.outputText) \(end.errorText)\n\((try? log) ?? "")")
  }

  /// Of the newest integration.
  private var folder: String {
    get throws {
      let integrations = scratch.path + "/state/integrations/local-bench"
      let names = try FileManager.default.contentsOfDirectory(atPath: integrations)
      return "\(integrations)/\(try #require(names.compactMap(Int.init).max()))"
    }
  }

  var log: String { get throws { try String(contentsOfFile: folder + "/log.txt", encoding: .utf8) } }

  var compiled: Int {
    get throws { try log.split(separator: "\n").count { $0.hasPrefix("[") && $0.contains("] Compiling ") } }
  }

  var toolchain: String { get throws { try told("toolchain") } }

  func told(_ member: String) throws -> String {
    try JSON(Data(contentsOf: URL(fileURLWithPath: folder + "/report.json")))[member]?.text ?? ""
  }

  var aside: [String] {
    get throws {
      let path = scratch.path + "/state/bots/local-bench/build-others"
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: path)
    }
  }
}
