import Testing

@testable import Coverage

@Suite("Branches of what is deferred")
struct DeferredBranchesTests {
  private static let source = """
    func f() {
      defer {
        g()
        if a {
          g()
        } else {
          g()
          switch b {
          case 1: g()
          default: g()
          }
        }
        run {
          g()
          if a {
            g()
          }
        }
        if b { g() }
      }
      if a {
        defer { g() }
        g()
      }
      f.defer {
        if a {
          g()
        }
      }
    }
    """

  @Test("their lines count as what is around them, but not those of a closure, which has a count of its own")
  func lines() {
    let closure = LLVMExport.Place(line: 13, column: 9, endLine: 18, endColumn: 6)
    let regions = [LLVMExport.Region(place: closure, file: 0, count: 1)]
    #expect(
      DeferredBranches.lines(in: Array(Self.source.utf8), regions).sorted() == [5, 7, 8, 9, 10, 11, 19])
  }

  @Test("so do those of `? :`")
  func chosen() {
    let source =
      "defer {\n  f(\n    a\n      ? b\n      : c)\n  d ? e : f\n  g?.h(i: j) ?? k\n}\na\n  ? b : c\n"
    #expect(DeferredBranches.lines(in: Array(source.utf8), []).sorted() == [4, 5, 6])
  }

  @Test("what is deferred without a branch, and text about it, is counted as it ran")
  func plain() {
    for source in ["defer { f() }", "let defer = 1\nif a {\n  f()\n}", "// defer {\nif a {\n  f()\n}\n// }"] {
      #expect(DeferredBranches.lines(in: Array(source.utf8), []).isEmpty, "\(source)")
    }
  }
}
