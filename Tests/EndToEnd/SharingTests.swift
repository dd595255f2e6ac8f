import Foundation
import Kit
import Testing

/// `bothy run --processes 2` on a package whose tests are in each other's way.
@Suite("Tests side by side")
struct SharingTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Beside",
      targets: [.target(name: "Beside"), .testTarget(name: "BesideTests", dependencies: ["Beside"])],
      swiftLanguageModes: [.v5])

    """

  private static let library = """
    public final class Register {
      public static let shared = Register()
      public var words: [String] = []
    }

    """

  /// `Door` fails beside `OtherDoor` alone, `Order` without the one before it; `Counted` where it is parted.
  private static let tests = """
    import Beside
    import Foundation
    import XCTest

    class Door: XCTestCase {
      static var folder: String { ProcessInfo.processInfo.environment["DOOR"] ?? "/tmp/none" }
      func enter() throws {
        try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: false)
        Thread.sleep(forTimeInterval: 1.5)
        try FileManager.default.removeItem(atPath: Self.folder)
      }
      func testDoor() throws { try enter() }
    }
    class OtherDoor: XCTestCase {
      func testOtherDoor() throws {
        let folder = ProcessInfo.processInfo.environment["DOOR"] ?? "/tmp/none"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        Thread.sleep(forTimeInterval: 1.5)
        try FileManager.default.removeItem(atPath: folder)
      }
    }
    class Counted: XCTestCase {
      static var count = 0
      override class func setUp() { count += 1 }
      func testOne() { XCTAssertEqual(Counted.count, 1); Register.shared.words.append("one") }
      func testTwo() { XCTAssertEqual(Register.shared.words.last, "one") }
    }
    class Plain: XCTestCase {
      func testA() { Thread.sleep(forTimeInterval: 0.1) }
      func testB() { Thread.sleep(forTimeInterval: 0.1) }
    }

    """

  private struct World {
    let scratch: ScratchFolder
    let package: String

    func run(_ options: String...) async throws -> (end: CommandEnd, report: JSON) {
      let end = try await Command(
        try Program.bothy,
        ["run", package, "--json", "--state", scratch.path + "/state"] + options,
        in: scratch.url,
        environment: ProcessInfo.processInfo.environment.merging(["DOOR": scratch.path + "/door"]) { $1 },
        limitSeconds: 600
      ).run()
      return (end, try JSON(end.output))
    }
  }

  private func sharing(_ report: JSON) -> String {
    let sharing = report["tests"]?["sharing"]
    return "\(sharing?["processes"]?.number.map { Int($0) } ?? 0) \(sharing?["why"]?.text ?? "")"
  }

  private func apart(_ report: JSON) -> [String] {
    (report["tests"]?["cases"]?.elements ?? []).compactMap { row in
      row["apart"]?.text.map { "\(row["name"]?.text ?? "?") \($0)" }
    }
  }

  @Test("what fails beside others alone is green as swift test has it, told, and kept apart from then on")
  func beside() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("beside")
      defer { scratch.remove() }
      let tree = try Worktree.make(at: scratch.path + "/Beside")
      try tree.write("Package.swift", Self.manifest)
      try tree.write("Sources/Beside/Register.swift", Self.library)
      try tree.write("Tests/BesideTests/Tests.swift", Self.tests)
      try tree.git("add", "-A")
      try tree.git("commit", "-q", "-m", "Begin")
      let world = World(scratch: scratch, package: tree.path)

      let first = try await world.run("--processes", "2")
      #expect(first.end.status == 0 && sharing(first.report) == "1 first", "\(first.end.errorText)")
      #expect(first.report["tests"]?["passed"] == .number(6))

      let second = try await world.run("--processes", "2")
      #expect(second.end.status == 0 && sharing(second.report) == "1 doubt", "\(second.end.errorText)")
      #expect(second.report["tests"]?["passed"] == .number(6))
      #expect(!apart(second.report).isEmpty)
      #expect(apart(second.report).allSatisfy { ["testDoor beside", "testOtherDoor beside"].contains($0) })
      #expect(second.end.outputText.contains("the others not to run beside"))

      let bot = try scratch.write(
        "beside.yaml", "repository: \(tree.path)\nhome: user\ntests: {processes: 2}\n")
      let third = try await world.run("--bot", bot)
      #expect(third.end.status == 0 && sharing(third.report) == "2 ", "\(third.end.errorText)")
      #expect(third.report["tests"]?["passed"] == .number(6))
      #expect(apart(third.report) == apart(second.report))

      // As many as there are cores or, where tests wait more than they work, twice as many; where that pays.
      try scratch.write("beside.yaml", "repository: \(tree.path)\nhome: user\ntests: {processes: auto}\n")
      let auto = try await world.run("--bot", bot)
      let cores = ProcessInfo.processInfo.activeProcessorCount
      let good = ["1 short"] + (cores...2 * cores).map { "\($0) " }
      #expect(good.contains(sharing(auto.report)), "\(auto.end.errorText)")

      // What is wrong is red, side by side or not, and its failure is told once.
      try tree.write(".bothy.yaml", "tests: {processes: 2}\n")
      try tree.write(
        "Tests/BesideTests/Tests.swift",
        Self.tests.replacingOccurrences(of: "func testB() {", with: "func testB() { XCTFail(\"no\");"))
      let red = try await world.run()
      #expect(red.end.status == 1 && sharing(red.report) == "1 doubt", "\(red.end.errorText)")
      #expect(red.report["tests"]?["failed"] == .number(1) && red.report["tests"]?["passed"] == .number(5))
      #expect(red.end.errorText.components(separatedBy: "testB failed").count <= 2)
      try scratch.write("beside.yaml", "repository: \(tree.path)\nhome: user\ntests: {processes: 1}\n")
      let alone = try await world.run("--bot", bot)
      #expect(alone.end.status == 1 && alone.report["tests"]?["sharing"] ?? .null == .null)
      let still = try await world.run()
      #expect(still.end.status == 1 && sharing(still.report) == "1 not-green", "\(still.end.errorText)")
    }
  }
}
