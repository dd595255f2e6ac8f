import Model
import Testing

@Suite("What runs while others are built")
struct SourceMakingTests {
  private func target(
    _ name: String, _ type: String = "library", needs dependencies: [String] = [], _ capability: String? = nil
  ) -> PackageDescription.Target {
    var target = PackageDescription.Target(
      name: name, type: type, path: "Sources/\(name)", sources: [], dependencies: dependencies)
    target.capability = capability.map { .init(type: $0) }
    return target
  }

  private func makers(_ targets: PackageDescription.Target...) -> [String] {
    PackageDescription(name: "P", path: "/p", targets: targets).targetsThatMakeSources.map(\.name)
  }

  @Test("is a macro, and what a plugin of the build calls, with all that they are made with")
  func makers() {
    #expect(
      makers(
        target("Lib"), target("Core"), target("Macros", "macro", needs: ["Core"]),
        target("tool", "executable", needs: ["Writing"]), target("Writing"),
        target("Plugin", "plugin", needs: ["tool"], "buildTool")) == ["Core", "Macros", "tool", "Writing"])
  }

  @Test("is nothing that people call by hand")
  func commands() {
    #expect(
      makers(
        target("Lib"), target("tool", "executable", needs: ["Lib"]),
        target("Plugin", "plugin", needs: ["tool"], "command")) == [])
  }
}
