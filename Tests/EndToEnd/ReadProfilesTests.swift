import Foundation
import Kit
import Testing

/// From its second integration on, Bothy reads itself what the tests executed. llvm-cov is asked here.
@Suite("Profiles that Bothy reads", .nightly)
struct ReadProfilesTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Toy", targets: [.target(name: "Toy"), .testTarget(name: "ToyTests", dependencies: ["Toy"])])

    """
  private static let source = """
    public struct Pair<Value: Comparable> {
      public var left, right: Value
      public init(_ left: Value, _ right: Value) { (self.left, self.right) = (left, right) }
      public func larger() -> Value {
        if left < right {
          return right
        }
        return left
      }
    }
    public func toy(_ n: Int) throws -> Int {
      guard n >= 0 else { throw Negative() }
      return (0..<n).filter { $0 % 2 == 0 }.reduce(0) { $0 + $1 }
    }
    public struct Negative: Error {}

    """

  private static func tests(_ calls: [String]) -> String {
    "import Testing\nimport Toy\n"
      + calls.enumerated().map { "@Test func test\($0.offset)() throws { \($0.element) }\n" }.joined()
  }

  @Test("tell the totals, lines and functions that llvm-cov tells of them")
  func totals() async throws {
    try await BadInputWorld.with("profiles") { world in
      try await world.package("p", manifest: Self.manifest)
      try world.write(Self.source, to: "p/Sources/Toy/Toy.swift")
      var calls = ["#expect(try toy(3) == 2)"]
      for (number, more) in [
        (1, "#expect(Pair(1, 2).larger() == 2)"), (2, "#expect(Pair(\"b\", \"a\").larger() == \"b\")"),
        (3, "#expect(throws: Negative.self) { try toy(-1) }"),
      ] {
        calls.append(more)
        try world.write(Self.tests(calls), to: "p/Tests/ToyTests/ToyTests.swift")
        let (status, report) = try await world.report("p")
        #expect(status == 0, "\(report.reason)")
        let told = try await exported(number, in: world)
        let file = try #require(report["coverage"]?["targets"]?.elements?.first?["files"]?.elements?.first)
        for kind in ["lines", "regions", "functions"] {
          for count in ["count", "covered"] {
            let own = try #require(file["llvm"]?[kind]?[count]?.number)
            #expect(own == told["summary"]?[kind]?[count]?.number, "\(number): \(kind) \(count)")
          }
        }
        #expect(!FileManager.default.fileExists(atPath: world.state + "/bots/local-p/distrusted-reading"))
      }
    }
  }

  /// Of what the integration left, by the toolchain's own tool.
  private func exported(_ number: Int, in world: BadInputWorld) async throws -> JSON {
    let tool = "$(dirname \"$(readlink -f \"$(command -v swiftc)\")\")/llvm-cov"
    let program = world.state + "/bots/local-p/build/debug/ToyPackageTests.xctest"
    let profile = world.state + "/integrations/local-p/\(number)/coverage.profdata"
    let end = try await Command(
      "/bin/sh", ["-c", "\"\(tool)\" export -summary-only -instr-profile \"$0\" \"$1\"", profile, program],
      in: world.scratch.url, environment: world.environment(), limitSeconds: 600
    ).run()
    #expect(end.status == 0, "\(end.errorText)")
    let files = try JSON(end.output)["data"]?.elements?.first?["files"]?.elements ?? []
    return try #require(files.first { $0["filename"]?.text?.hasSuffix("/Sources/Toy/Toy.swift") == true })
  }
}
