import Kit
import Testing

@testable import Integrator

@Suite("A manifest that looks around")
struct OpenManifestTests {
  private func mark(_ scratch: ScratchFolder) -> String? {
    OpenManifest(checkoutFolder: scratch.path, packageFolder: scratch.path, turn: "1").mark
  }

  @Test(
    "is asked anew where a file is another that it may read, also a source of its package",
    arguments: [
      ("String(contentsOfFile: \"flags.swift\")", true), ("Data(contentsOf: url)", true),
      ("FileManager.default.fileExists(atPath: \"flags.swift\")", false),
      ("FileManager.default.contentsOfDirectory(atPath: \".\")", false),
    ])
  func sources(expression: String, reads: Bool) throws {
    let scratch = try ScratchFolder("manifest")
    defer { scratch.remove() }
    try scratch.write(
      "Package.swift", "import PackageDescription\nimport Foundation\nlet a = \(expression)\n")
    try scratch.write("flags.swift", "// one\n")
    try scratch.write("flags.md", "one\n")
    let first = try #require(mark(scratch))
    #expect(mark(scratch) == first)
    try scratch.write("flags.swift", "// two\n")
    #expect((mark(scratch) != first) == reads)
    let second = mark(scratch)
    try scratch.write("flags.md", "two\n")
    #expect(mark(scratch) != second)
    let third = mark(scratch)
    try scratch.write("more.swift", "")
    #expect(mark(scratch) != third)
  }

  @Test("of one that says what its text says, or whose package has nothing else, there is no mark")
  func plain() throws {
    let scratch = try ScratchFolder("manifest")
    defer { scratch.remove() }
    try scratch.write("Package.swift", "import PackageDescription\nlet a = 1\n")
    #expect(mark(scratch) == nil)
    try scratch.write("Package.swift", "import Foundation\nimport PackageDescription\nlet a = 1\n")
    #expect(mark(scratch) == nil)
  }
}
