import Foundation
import Git
import Kit
import Testing

@testable import Integrator

@Suite("Links of a checkout")
struct LinkedPlacesTests {
  private func paths(_ changed: [String], _ links: [(String, String)]) -> [String] {
    LinkedPlaces.spread(
      changed.map { ChangedLines.File(path: $0, lines: [2...3]) },
      along: links.map { .init(name: $0.0, target: $0.1) }
    ).map(\.path)
  }

  @Test("what changed is told by each name that leads there, through links of links, and no other")
  func spread() {
    let links = [("S/a", "shared/a"), ("T", "S"), ("U/all", "shared"), ("V", "elsewhere")]
    #expect(paths(["shared/a"], links) == ["S/a", "T/a", "U/all/a", "shared/a"])
    #expect(paths(["shared/ab", "x"], links) == ["U/all/ab", "shared/ab", "x"])
    #expect(paths(["shared/a"], []) == ["shared/a"])
  }

  @Test("folders that lead into each other come to an end")
  func circles() {
    #expect(paths(["a/x"], [("a/b", "a")]).count >= 2)
  }

  @Test("a link that leads elsewhere now is new as a whole, a file or a folder")
  func moved() throws {
    let scratch = try ScratchFolder("links")
    defer { scratch.remove() }
    try scratch.write("shared/a.swift", "1\n2\n3")
    try scratch.write("shared/b.swift", "1\n")
    for (name, target) in [("one.swift", "shared/a.swift"), ("all", "shared"), ("gone", "nothing")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/" + name, withDestinationPath: target)
    }
    let places = LinkedPlaces(in: scratch.path)
    #expect(places.links.map(\.name) == ["all", "one.swift"])
    let changed = ["one.swift", "all"].map { ChangedLines.File(path: $0, lines: [1...1]) }
    let told = Dictionary(uniqueKeysWithValues: places.spread(changed).map { ($0.path, $0.lines) })
    #expect(told == ["all/a.swift": [1...3], "all/b.swift": [1...1], "one.swift": [1...3]])
  }
}
