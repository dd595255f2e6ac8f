import Model
import Testing

@testable import Coverage

@Suite("Test support") struct TestSupportTests {
  private func target(
    _ name: String, _ type: String = "library", needs: [String] = [], products: [String] = []
  ) -> PackageDescription.Target {
    var target = PackageDescription.Target(
      name: name, type: type, path: "Sources/\(name)", sources: ["\(name).swift"], dependencies: needs)
    target.products = products
    return target
  }

  private func support(
    _ targets: [PackageDescription.Target], _ sources: [PackagePath: String] = [:]
  ) -> [String: String] {
    var package = PackageDescription(name: "P", path: "/p", targets: targets)
    // A program has the name of its target.
    package.products = Set(targets.flatMap(\.products)).sorted().map { name in
      let isProgram = targets.contains { $0.name == name && $0.type == "executable" }
      return .init(name: name, isExecutable: isProgram, isLibrary: !isProgram)
    }
    return TestSupport.targets(of: package) { Array((sources[$0] ?? "").utf8) }
  }

  @Test(
    "a library that imports a library of tests is test support",
    arguments: [
      ("import XCTest\n", "XCTest"), ("@_exported import Testing", "Testing"),
      ("import class XCTest.XCTestCase", "XCTest"), ("#if canImport(XCTest)\nimport XCTest\n#endif", nil),
      ("// import XCTest\n", nil), ("let text = \"import XCTest\"", nil), ("import XCTestSupport", nil),
      ("#if DEBUG\n#endif\nimport XCTest", "XCTest"),
    ] as [(String, String?)])
  func imports(source: String, library: String?) {
    let found = support(
      [target("Lib", products: ["Lib"]), target("Help", products: ["Help"])],
      ["Sources/Help/Help.swift": source])
    #expect(found == (library.map { ["Help": "test support: it imports \($0)"] } ?? [:]))
  }

  @Test("a library that only tests use is test support, in a package that says what it makes")
  func used() {
    let targets = [
      target("Lib", needs: ["Core"], products: ["Lib"]), target("Core"), target("Help", needs: ["Core"]),
      target("LibTests", "test", needs: ["Lib", "Help"]),
    ]
    #expect(support(targets) == ["Help": "test support: only tests use it"])
    let bare = targets.map { target($0.name, $0.type, needs: $0.dependencies) }
    #expect(support(bare) == [:])
    // What a plugin of a library runs is part of that product, too.
    let tool = target("tool", "executable", products: ["Lib", "tool"])
    #expect(support(targets + [tool]) == ["Help": "test support: only tests use it"])
    #expect(support(bare + [target("tool", "executable", products: ["tool"])]) == [:])
  }
}
