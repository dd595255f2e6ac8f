import Model
import Testing

@testable import Integrator

@Suite("Names that may have been meant") struct NearTestsTests {
  private let tests: [TestID] = [
    "ParserTests.HelpTests/testVersion", "ParserTests.HelpTests/testUsage", "ParserTests.TreeTests/testDepth",
    "ModernTests.Shapes/area(of:)/Shapes.swift:4:2", "ModernTests.free()/Shapes.swift:9:2",
  ]

  @Test(
    "a filter that matches nothing leads to what is written nearly so",
    arguments: [
      ("HelpTest$", ["HelpTests"]), ("helptests", ["HelpTests"]), ("testVersoin", ["testVersion"]),
      ("Parsertests", ["ParserTests"]), ("ParserTests.HelpTest/testUsag$", ["HelpTests"]),
      ("Shape\\.", ["Shapes"]), ("fre", ["free"]), ("Quite Different", []),
    ])
  func near(filter: String, names: [String]) {
    #expect(NearTests.names(near: [filter], among: tests).first == names.first)
  }

  @Test("no more than three are named, each once")
  func few() {
    let names = NearTests.names(near: ["test", "Test", "tests"], among: tests)
    #expect(names.count == 3 && Set(names).count == 3)
    #expect(NearTests.names(near: ["a"], among: []) == [])
  }
}
