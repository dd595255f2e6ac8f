import Model
import Testing

@testable import Integrator

@Suite("An import that no dependency stands for")
struct UndeclaredImportsTests {
  private func found(_ source: String, of target: String = "High", uses: [String] = []) -> UndeclaredImports {
    func made(_ name: String, _ uses: [String] = [], module: String = "SwiftTarget")
      -> PackageDescription.Target
    {
      .init(
        name: name, moduleType: module, path: "Sources/\(name)", sources: ["A.swift"], dependencies: uses)
    }
    let package = PackageDescription(
      name: "P", path: "/p",
      targets: [
        made("Low"), made("Middle", ["Low"]), made("CSide", module: "ClangTarget"),
        made(target, uses),
      ])
    return UndeclaredImports(of: package) { path in
      path.rawValue == "Sources/\(target)/A.swift" ? Array(source.utf8) : []
    }
  }

  @Test(
    "is told with its place, however it is written",
    arguments: [
      "import Low", "@testable import Low", "public import struct Low.Thing", "import Foundation; import Low",
    ])
  func told(line: String) {
    let found = found("// import Middle\nlet text = \"import Middle\"\n\(line)\n\(line)\n")
    #expect(found.all == [.init(target: "High", module: "Low", path: "Sources/High/A.swift", line: 3)])
    #expect(
      found.note?.hasPrefix("Sources/High/A.swift:3 imports Low, which the target High does not") == true)
  }

  @Test(
    "is none where a dependency reaches it, a condition stands around it, or it is built otherwise",
    arguments: ["import Low", "#if canImport(Low)\nimport Low\n#endif", "import CSide", "import High"])
  func notTold(text: String) {
    #expect(found(text + "\n", uses: text == "import Low" ? ["Middle"] : []).note == nil)
  }

  @Test("others are counted")
  func counted() {
    #expect(found("import Low\nimport Middle\n").note?.hasSuffix(" 1 more import is of this kind.") == true)
  }
}
