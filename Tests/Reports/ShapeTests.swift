import Templates
import Testing

@testable import Reports

@Suite struct ShapeTests {
  @Test("the samples have one of everything that a page is given, so that every name can be checked")
  func complete() {
    for (page, shape) in PageShapes.all().sorted(by: { $0.key < $1.key }) {
      // Rows of sums have no line to lead to; the rows of files, which have the same cells, do.
      let unknown = shape.unknownPaths().filter {
        !$0.hasSuffix("counts.missedHref") && !$0.hasSuffix("counts.partialHref")
          && !$0.hasPrefix("coverage.totals.")
      }
      #expect(unknown == [], "\(page): give each of these a value in ShapeSample.swift")
    }
  }

  @Test("no shipped template names anything that its page is not given")
  func shippedTemplates() {
    let library = Sample.library()
    for (page, shape) in PageShapes.all() {
      #expect(library.problems(of: page, given: shape) == [])
    }
  }

  @Test("each page that is made is one whose values are known")
  func pages() throws {
    let shapes = PageShapes.all()
    for view in Site.pages(Sample.input(), templates: Sample.library()).compactMap(\.view) {
      #expect(shapes[view.template] != nil)
    }
  }
}
