import Formats
import Model

/// Of which module each class of XCTest is, where XCTest's own list cannot be read: its console names none.
enum ClassModules {
  /// As the sources declare them, else as they were known before. One that stands in several is of none.
  static func find(_ sources: [TestSource], _ former: TestReport?) -> [String: String] {
    let classes = TestClasses(sources)
    var declared: [String: Set<String>] = [:]
    for source in sources where source.target.isTest {
      let module = source.target.c99name
      for type in source.declarations.types where type.kind == "class" && type.condition.answer != .no {
        guard classes.kind(of: type.name, in: module) == .xctest else { continue }
        declared[type.path(in: module), default: []].insert(module)
      }
    }
    var known: [String: Set<String>] = [:]
    for test in former?.cases ?? [] where test.library == .xctest && !test.target.isEmpty {
      known[test.suite, default: []].insert(test.target)
    }
    return known.merging(declared) { $1 }.compactMapValues { $0.count == 1 ? $0.first : nil }
  }
}
