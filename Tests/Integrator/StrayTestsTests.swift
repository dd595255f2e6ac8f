import Kit
import Model
import Testing

@testable import Integrator

@Suite("Tests in files of no target")
struct StrayTestsTests {
  private let scratch: ScratchFolder
  private let xctest = "import XCTest\nfinal class A: XCTestCase {\n  func testA() {}\n}\n"

  private func package(_ resources: [String] = []) -> PackageDescription {
    var target = PackageDescription.Target(
      name: "OwnTests", type: "test", path: "Tests/OwnTests", sources: ["Own.swift"])
    target.resources = resources.map { .init(path: scratch.path + "/" + $0) }
    return PackageDescription(name: "P", path: scratch.path, targets: [target])
  }

  init() throws { scratch = try ScratchFolder("strays") }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files { try scratch.write(name, text) }
  }

  private func rows(_ package: PackageDescription) -> [DidNotRun] {
    let conditions = BuildConditions(
      package: package, manifest: "", configuration: .debug,
      toolchain: "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    let strays = StraySources.all(of: package, in: scratch.path, conditions)
    return StrayTests(strays, beside: []).rows.inOrder
  }

  @Test("neither what a target has or carries is one, nor what belongs to a package further down")
  func paths() throws {
    try write([
      "Tests/OwnTests/Own.swift": xctest, "Tests/OwnTests/Off.swift": xctest, "Tests/Else/A.swift": xctest,
      "Tests/LinuxMain.swift": xctest, "Tests/OwnTests/Data/One.swift": xctest, "Tests/A.txt": "",
      "Tests/Inner/Package.swift": "", "Tests/Inner/Tests/B.swift": xctest, "Sources/P/P.swift": xctest,
    ])
    #expect(
      StraySources.paths(of: package(["Tests/OwnTests/Data"]), in: scratch.path)
        == ["Tests/Else/A.swift", "Tests/OwnTests/Off.swift"])
  }

  @Test("each is told with how many tests it holds, and who leaves it out; a helper is none")
  func told() throws {
    try write([
      "Tests/OwnTests/Own.swift": xctest, "Tests/OwnTests/Off.swift": xctest,
      "Tests/Else/A.swift": "import Testing\n\n@Test func a() {}\n@Test func b() {}\n",
      "Tests/Else/Helper.swift": "import XCTest\nfunc help() {}\n",
      "Tests/Else/Mac.swift": "#if os(macOS)\n\(xctest)#endif\n",
    ])
    let found = rows(package())
    #expect(found.map(\.kind) == [.noTarget, .noTarget])
    #expect(found.map(\.file) == ["Tests/Else/A.swift", "Tests/OwnTests/Off.swift"])
    #expect(found.map(\.line) == [3, 3] && found.map(\.tests) == [2, 1])
    #expect(
      found.map(\.why) == [
        "Package.swift gives it to none: 2 tests",
        "Package.swift leaves it out of OwnTests: 1 test",
      ])
  }

  @Test("many of one folder are told as that folder")
  func folder() throws {
    try write(
      Dictionary(uniqueKeysWithValues: (1...5).map { ("Tests/Else/A\($0).swift", xctest) }))
    let found = rows(package())
    #expect(found.map(\.name) == ["Tests/Else"] && found.map(\.tests) == [5])
    #expect(found.map(\.why) == ["Package.swift gives them to none: 5 files with 5 tests"])
  }
}
