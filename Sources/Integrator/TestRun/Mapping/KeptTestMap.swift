package import Coverage
import Files
import Formats
import Foundation
package import Model

/// The map of a branch on disk, with a journal beside it while it is made: what was measured is never lost.
package struct KeptTestMap {
  let path: String
  private var journal: String { path + ".journal" }

  package init(_ path: String) { self.path = path }

  /// The newest that is known. `since`: the tests that were measured for it already, where it is being made.
  package func read() -> (map: TestMap, since: Set<TestID>)? {
    if let bytes = contents(of: journal), let found = TestMapJSON.decode(journal: bytes) { return found }
    return contents(of: path).flatMap(TestMapJSON.decode).map { ($0, []) }
  }

  /// From now on each test that is measured is kept.
  func begin(_ map: TestMap) throws -> Journal {
    try makeFolder((path as NSString).deletingLastPathComponent)
    let head = try TestMapJSON.encode(map) + [UInt8(ascii: "\n")]
    return Journal(file: try GrowingFile(journal, beginningWith: head))
  }

  /// It is made, or as much of it as will be.
  func finish(_ map: TestMap, copy: String) throws {
    let bytes = try TestMapJSON.encode(map)
    try makeFolder((path as NSString).deletingLastPathComponent)
    try publish(bytes, as: copy)
    try publish(bytes, as: path)
    try? FileManager.default.removeItem(atPath: journal)
  }

  struct Journal {
    fileprivate let file: GrowingFile

    func add(_ test: MeasuredTest) throws {
      try file.append(TestMapJSON.line(test))
    }
  }
}

extension Order {
  /// What is known of the branch, or else of its base.
  var formerTestMap: TestMap? { keptTestMap?.map }

  var keptTestMap: (map: TestMap, since: Set<TestID>)? {
    // The first of a lazy sequence would be read twice.
    for path in [testMap, baseTestMap].compactMap(\.self) {
      if let found = KeptTestMap(path).read() { return found }
    }
    return nil
  }
}
