import Templates
import Testing

@testable import Reports
@testable import SamplePages

@Suite struct ShapeTests {
  @Test("the samples have one of everything that a page is given, so that every name can be checked")
  func complete() {
    let unknown = PageShapes.learnt().mapValues { Set($0.unknownPaths()) }
    for (page, paths) in unknown {
      // Partials are shared: what one page never has, another one shows.
      let nowhere = paths.filter { path in unknown.values.allSatisfy { $0.contains(path) } || !isShared(path)
      }
      // Rows of sums have no line to lead to; the rows of files, which have the same cells, do.
      let left = nowhere.filter { !$0.hasSuffix(".missedHref") && !$0.hasSuffix(".partialHref") }
        // The deepest groups have none inside; only build errors are shown with their source.
        .filter { !$0.hasSuffix(".groups") && !$0.hasSuffix(".excerpt") }
        // Whoever and whatever is suspected is told of what is new.
        .filter { ![".suspects", "].dependencies"].contains(where: $0.hasSuffix) || $0.hasPrefix("lists") }
        // Only tables have days, and only what has no figures says why.
        .filter { !$0.hasSuffix(".day") && !$0.hasSuffix(".says") }
        // Charts and chips on pages of one test or one branch have less than those of a bot.
        .filter { !Self.onlyOfBots.contains($0) }
      #expect(left == [], "\(page): give each of these a value in ShapeSample.swift")
    }
  }

  @Test("what is kept for checking templates is what the pages give")
  func kept() throws {
    #expect(try PageShapes.kept() == PageShapes.learnt())
  }

  private static let onlyOfBots: Set = [
    "durations.marks", "durations.line", "durations.columns[].cold", "trends.branch", "trends.leftOut",
    "chips.left",
  ]

  private func isShared(_ path: String) -> Bool { !path.contains(".") || path.hasPrefix("nav[]") }

  @Test("no shipped template names anything that its page is not given")
  func shippedTemplates() throws {
    let library = Sample.library()
    for (page, shape) in PageShapes.learnt() {
      #expect(library.problems(of: page, given: shape) == [])
    }
  }

  @Test("each page that is made is one whose values are known")
  func pages() {
    let shapes = PageShapes.learnt()
    for view in Site.pages(Sample.input(), templates: Sample.library()).compactMap(\.view) {
      #expect(shapes[view.template] != nil)
    }
  }
}

extension TemplateShape {
  /// The paths that are not known, such as `failures[].crash`.
  fileprivate func unknownPaths(below path: String = "") -> [String] {
    if isUnknown { return [path] }
    var found = element.map { $0.unknownPaths(below: path + "[]") } ?? []
    for (name, member) in members ?? [:] {
      found += member.unknownPaths(below: path.isEmpty ? name : path + "." + name)
    }
    return found.sorted()
  }
}
