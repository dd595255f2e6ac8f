import Kit

/// A package whose repository, files and tests have names that try to become something else. One test waits
/// at a gate once the others have failed.
struct HostilePackage {
  /// What runs nowhere: `hostile` is not there, so that the console would tell. `mark` tells where it stands.
  static func word(_ mark: String) -> String {
    "\(mark)\"><script>hostile()</script><img src=x onerror=hostile()>' onmouseover='hostile() {{x}} &lt;"
  }
  /// Right to left.
  static let turned = "\u{202E}gpj"
  /// Red, where a terminal reads it.
  static let painted = "\u{1B}[31mPAINTED\u{1B}[0m"
  static let long = String(repeating: "long", count: 2500)
  static let botName = "\(word("theName"))\(turned)"
  /// Of what git takes in a branch.
  static let branch =
    "theBranch<script>hostile('1')</script>\"&amp;\(turned)\(String(repeating: "x", count: 150))"

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Pets", targets: [
      .target(name: "Pets"), .testTarget(name: "PetsTests", dependencies: ["Pets"])])
    """

  private static let classic = """
    import XCTest
    import Pets
    final class PetsTests: XCTestCase {
      func testA() { XCTAssertEqual(sound(), "woof", #"\(word("theComment"))\(turned)"#) }
    }
    """

  private static func newer(gate: String) -> String {
    """
    import Foundation
    import Testing
    @Test(#"\(word("theDisplayName"))\(turned)"#) func odd() {
      Issue.record(Comment(rawValue: "\\u{1B}[31mred\\u{1B}[0m" + #"\(word("theMessage"))\(turned)"#))
    }
    @Test func `\(word("theTest"))\(turned)`() { Issue.record("\(long)") }
    @Test func gate() async throws {
      print("\\u{1B}[31mwaits at the gate\\u{1B}[0m \(word("theLog").replacing("\"", with: "\\\""))")
      while !FileManager.default.fileExists(atPath: "\(gate)") { try await Task.sleep(for: .seconds(0.1)) }
    }
    """
  }

  static func make(at path: String, gate: String) throws {
    let tree = try Worktree.make(at: path)
    try tree.git("checkout", "-q", "--orphan", branch)
    try tree.write("Package.swift", manifest)
    try tree.write("Sources/Pets/Pets.swift", "public func sound() -> String { \"meow\" }\n")
    // The package manager takes no quote in a name, and no system a slash.
    let name = word("theFile").filter { $0 != "\"" && $0 != "/" } + turned
    try tree.write("Tests/PetsTests/\(name).swift", classic)
    try tree.write("Tests/PetsTests/Newer.swift", newer(gate: gate))
    try tree.git("add", "-A")
    let author = "Mallory\(word("").filter { $0 != "<" && $0 != ">" })\(turned)\(long) <'&@b.c>"
    try tree.git(
      "commit", "-q", "--author", author, "-m", "\(word("theSubject"))\(painted)\(turned)\(long)")
  }
}
