import Model
import Testing

@testable import Coverage

@Suite("How often bodies were begun")
struct BodyCountsTests {
  private func export(_ functions: [(line: Int32, column: Int32, count: UInt64)]) -> LLVMExport {
    var export = LLVMExport()
    export.fileNames = ["/real/p/Tests/T/A.swift", "/else/B.swift"]
    for (line, column, count) in functions {
      let place = LLVMExport.Place(line: line, column: column, endLine: line + 1, endColumn: 1)
      export.regions.append(LLVMExport.Region(place: place, file: 0, count: count))
      let index = export.regions.count - 1
      export.functions.append(
        LLVMExport.Function(name: "f\(index)", count: count, files: [0], regions: index..<index + 1))
    }
    return export
  }

  private func counts(_ functions: [(line: Int32, column: Int32, count: UInt64)]) -> BodyCounts {
    let package = PackageDescription(name: "P", path: "/real/p", targets: [])
    return BodyCounts(export(functions), in: ["Tests/T/A.swift"], of: package, folder: "/linked/p")
  }

  @Test("is known by the place of each, though others begin on its line, and behind a link")
  func places() {
    let found = counts([(3, 9, 0), (3, 40, 2), (5, 1, 1)])
    func isIdle(_ line: Int, _ column: Int) -> Bool {
      found.areIdle(in: "Tests/T/A.swift", line: line, column: column)
    }
    #expect(isIdle(3, 9) && !isIdle(3, 40) && !isIdle(5, 1))
    #expect(!isIdle(3, 10) && !isIdle(4, 1), "nothing begins there")
    #expect(!found.areIdle(in: "Tests/T/B.swift", line: 3, column: 9))
  }

  @Test("is the sum over all that the compiler made of one")
  func several() {
    #expect(!counts([(3, 9, 0), (3, 9, 1)]).areIdle(in: "Tests/T/A.swift", line: 3, column: 9))
  }
}
