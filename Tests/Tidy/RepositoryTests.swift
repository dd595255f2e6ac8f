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

  @Test("the program itself is main and Assembly alone")
  func program() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root + "/Sources/bothy")
    #expect(files.sorted() == ["Assembly.swift", "main.swift"])
  }

  @Test("no type is named like its module")
  func namesakes() {
    #expect(SourceTree.swift.flatMap(arrows.namesakes) == [])
  }

  /// Outside of Platform, whose rooms are there to hide what is foreign.
  private var ours: [SourceFile] {
    SourceTree.swift.filter { $0.path.hasPrefix("Sources/") && !$0.path.hasPrefix("Sources/Platform/") }
  }

  @Test("raw pointers stand in Platform, and where an exception says why")
  func pointers() {
    #expect(Exception.unexcused(ours.flatMap(Foreign.pointers), but: Exception.pointers) == [])
  }

  @Test("the C library is called in Platform, and where an exception says why")
  func calls() {
    #expect(Exception.unexcused(ours.flatMap(Foreign(ours).calls), but: Exception.calls) == [])
  }

  @Test("a switch over an enum of our own names its cases")
  func catchAlls() {
    let sources = SourceTree.swift.filter { $0.path.hasPrefix("Sources/") }
    let findings = sources.flatMap(CatchAlls(sources).findings)
    #expect(Exception.unexcused(findings, but: Exception.catchAlls) == [])
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
    #expect(bothy?.imports.isSuperset(of: ["Commands", "Terminal"]) == true)
  }
}
