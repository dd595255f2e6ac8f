import Kit
import Model
import Testing

@testable import Integrator

@Suite("Plugins for commands")
struct IdlePluginsTests {
  private func names(_ test: String, _ script: String = "", type: String = "command") throws -> Set<String> {
    let scratch = try ScratchFolder("plugins")
    defer { scratch.remove() }
    try scratch.write("Plugins/Make/Make.swift", "let tool = \"swift\"\n")
    try scratch.write("Tests/T/T.swift", "// swift package make\n\(test)\n")
    try scratch.write("check.sh", script)
    try scratch.write("README.md", "swift package make\n")
    var plugin = PackageDescription.Target(
      name: "Make", type: "plugin", path: "Plugins/Make", sources: ["Make.swift"])
    plugin.capability = .init(type: type)
    let package = PackageDescription(name: "P", path: scratch.path, targets: [plugin])
    return IdlePlugins(package: package, packageFolder: scratch.path) { $0.hasSuffix(".md") }.names
  }

  @Test("are nobody's where no text and no script has a word of the package manager")
  func idle() throws {
    #expect(try names("let name = \"swift-parser.swift\"") == ["Make"])
    #expect(try names("", type: "buildTool") == [])
    for text in ["swift", "/usr/bin/swift", "env swift package make", "swift-package"] {
      #expect(try names("let tool = \"\(text)\"") == [], "\(text)")
    }
    #expect(try names("", "swift package make\n") == [])
    #expect(try names("", "cp a.swift b # what swift reads\n") == ["Make"])
  }
}
