import Model
import Testing

@Suite("Targets that became test support")
struct NewTestSupportTests {
  private func coverage(_ rows: NotMeasured...) -> CoverageReport {
    CoverageReport(targets: [], notMeasured: rows, excluded: [])
  }

  private func row(_ path: PackagePath, _ support: String?) -> NotMeasured {
    NotMeasured(path: path, why: NewTestSupport.why, support: support)
  }

  @Test("are told once, with what has them counted")
  func once() throws {
    let now = coverage(row("Sources/Help/A.swift", "Help"), row("Sources/Help/B.swift", "Help"))
    let told = try #require(NewTestSupport.note(now, before: coverage()))
    #expect(told.hasPrefix("Help is test support, and its lines are not counted: "), "\(told)")
    #expect(told.contains("A product of Package.swift with it in it"))
    #expect(NewTestSupport.note(now, before: nil) == nil, "the first of all has its page of coverage")
    #expect(NewTestSupport.note(now, before: coverage(row("Sources/Help/A.swift", "Help"))) == nil)
    let former = coverage(row("Sources/Help/A.swift", nil), row("Sources/Help/B.swift", nil))
    #expect(NewTestSupport.note(now, before: former) == nil, "a former version told it")
    let two = coverage(row("Sources/Help/A.swift", "Help"), row("Sources/Aid/A.swift", "Aid"))
    #expect(NewTestSupport.note(two, before: coverage())?.hasPrefix("Aid and 1 more target are ") == true)
  }

  @Test("one that imports a library of tests says so itself")
  func imports() {
    let row = NotMeasured(path: "Sources/Help/A.swift", why: "test support: it imports XCTest")
    #expect(NewTestSupport.note(coverage(row), before: coverage()) == nil)
  }
}
