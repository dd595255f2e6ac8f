import Foundation
import Testing

@Suite("The repository")
struct RepositoryTests {
  private let arrows = Arrows(
    manifest: SourceTree.swift.first { $0.path == "Package.swift" }?.lines.joined(separator: "\n") ?? "")

  @Test("every file keeps the rules of the house")
  func rules() {
    let findings = SourceTree.swift.flatMap { file in Rules.all.flatMap { $0(file) } }
    #expect(findings == [])
  }

  @Test("scripts are not wider than code, and nothing that ships is left open")
  func shipped() {
    let shipped = SourceTree.swift.filter { !$0.isTest } + SourceTree.scripts + SourceTree.templates
    #expect(SourceTree.scripts.flatMap(Rules.columns) == [])
    #expect(shipped.flatMap { Rules.leftOpen($0) + Rules.stubs($0) } == [])
  }

  @Test("the rooms know only whom Package.swift says, and it says no more than they need")
  func arrowsPointOneWay() {
    #expect(SourceTree.swift.flatMap(arrows.undeclared) == [])
    #expect(arrows.needless(SourceTree.swift) == [])
  }

  @Test("no type is named like its module")
  func namesakes() {
    #expect(SourceTree.swift.flatMap(arrows.namesakes) == [])
  }

  @Test("the whole repository was looked at")
  func everything() {
    #expect(SourceTree.swift.count > 100)
    #expect(!SourceTree.scripts.isEmpty)
    for path in ["Package.swift", "Sources/bothy/main.swift", "Tests/Tidy/Rules.swift"] {
      #expect(SourceTree.swift.contains { $0.path == path })
    }
    for room in ["Model", "bothy", "YAML", "CGit2", "Kit", "TidyTests"] {
      #expect(arrows.rooms.contains { $0.name == room })
    }
    let bothy = arrows.rooms.first { $0.name == "bothy" }
    #expect(bothy?.imports.isSuperset(of: ["Model", "Integrator"]) == true)
  }
}
