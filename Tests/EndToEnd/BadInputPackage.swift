import Foundation
import Kit
import Testing

/// A package whose second test does what the variable `BOTHY_BAD` wishes.
enum BadPackage {
  static func make(in world: BadInputWorld) async throws -> String {
    try world.write(
      "public func bad(_ value: Int) -> Int {\n  value + 1\n}\n", to: "bad/Sources/Bad/Bad.swift")
    try world.write(tests, to: "bad/Tests/BadTests/BadTests.swift")
    try world.write(manifest, to: "bad/Package.swift")
    try await world.git("init", "-q", "-b", "main", in: "bad")
    try await world.git("add", "-A", in: "bad")
    try await world.git("commit", "-q", "-m", "bad", in: "bad")
    return world.url("bad").path
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Bad", targets: [.target(name: "Bad"), .testTarget(name: "BadTests", dependencies: ["Bad"])])

    """

  private static let tests = #"""
    import Bad
    import Foundation
    import Testing
    import XCTest

    let wish = ProcessInfo.processInfo.environment["BOTHY_BAD"] ?? ""

    func put(_ bytes: [UInt8], times: Int = 1) {
      let data = Data(bytes)
      for _ in 0..<times { FileHandle.standardOutput.write(data) }
    }

    func startChild() throws {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sh")
      child.arguments = ["-c", "exec setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done'"]
      try child.run()
      Thread.sleep(forTimeInterval: 0.3)
    }

    final class BadTests: XCTestCase {
      func testA_Passes() { XCTAssertEqual(bad(1), 2) }

      func testB_DoesAsWished() throws {
        switch wish {
        case "fail": XCTFail("as wished")
        case "crash": fatalError("as wished")
        case "slow": Thread.sleep(forTimeInterval: 5)
        case "sleep": Thread.sleep(forTimeInterval: 600)
        case "flood":
          let lines = Array("one of very many lines, again and again\n".utf8)
          let megabyte = Array(repeatElement(lines, count: (1 << 20) / lines.count).joined())
          put(megabyte, times: 150)
          put([UInt8](repeating: 0x78, count: 1 << 20), times: 50)
          put([10])
        case "bytes":
          put([0xFF, 0xFE, 0xC3, 0x28, 0, 0x41, 0, 10])
          put(Array("\u{1B}[31mred\u{1B}[0m\u{1B}[2J\u{1B}]0;title\u{07}\r\n".utf8))
          put(Array("half a line".utf8) + [0, 0xC3])
          XCTFail("\u{1B}[2Jcleared \u{202E}turned")
        case "children": try startChild()
        case "deaf":
          try startChild()
          for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
          Thread.sleep(forTimeInterval: 600)
        default: break
        }
      }

      func testC_PassesToo() { XCTAssertEqual(bad(2), 3) }
    }

    @Suite struct Modern {
      @Test func one() { #expect(bad(1) == 2) }
      @Test func two() { if wish == "moderncrash" { Thread.sleep(forTimeInterval: 1) } }
      @Test func wished() {
        if wish == "fail" { Issue.record("as wished") }
        if wish == "moderncrash" { fatalError("as wished") }
      }
    }

    """#
}
