import Model
import Tokens
import Words

/// Test classes of XCTest that override `name`: XCTest prints that in place of the names of their tests.
struct NameOverrides {
  private struct Class: Hashable {
    var module: String
    var name: String
  }

  private let sources: [TestSource]
  private let classes: TestClasses
  private var overriding: Set<Class> = []

  init(_ sources: [TestSource], _ classes: TestClasses) {
    (self.sources, self.classes) = (sources, classes)
    for source in sources { overriding.formUnion(Self.found(in: source)) }
  }

  private static func found(in source: TestSource) -> [Class] {
    let (code, types) = (source.declarations.code, source.declarations.types)
    return code.indices(of: "name").compactMap { index in
      guard code.text(index - 1) == "var",
        source.declarations.isBuilt(index),
        (2...4).contains(where: { index >= $0 && code.text(index - $0) == "override" })
      else { return nil }
      let line = code.lines[index]
      let type = types.last { ($0.line...max($0.line, $0.lastLine)).contains(line) }
      return type.map { Class(module: source.target.c99name, name: $0.name) }
    }
  }

  /// It, or a class of its module that it inherits from.
  func concern(_ type: String?, in module: String) -> Bool {
    guard let type, !overriding.isEmpty else { return false }
    return ([type] + classes.ancestors(of: type, in: module)).contains {
      overriding.contains(Class(module: module, name: $0))
    }
  }

  /// Where XCTest ran more than was seen, why that may be; nil where this is not the reason.
  func doubt(besides cases: [TestCase], _ selection: TestSelection?) -> String? {
    guard !overriding.isEmpty else { return nil }
    let seen = Set(cases.filter { $0.outcome != .notRun }.map { Class(module: $0.target, name: $0.suite) })
    var names: Set<String> = []
    for source in sources {
      let module = source.target.c99name
      for function in source.declarations.functions where function.name.hasPrefix("test") {
        guard let type = function.type.map({ source.declarations.types[$0] }),
          function.isTest(in: type), concern(type.name, in: module),
          !seen.contains(Class(module: module, name: type.path(in: module))),
          selection?.admits(TestID("\(module).\(type.path(in: module))/\(function.name)")) ?? true
        else { continue }
        names.insert(type.path(in: module))
      }
    }
    guard !names.isEmpty else { return nil }
    let list = names.sorted()
    let shown = list.count > Self.mostNames ? list.prefix(Self.mostNames) + ["others"] : list[...]
    let subject =
      shown.count == 1 ? shown[0] : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
    let (verb, whose) = shown.count == 1 ? ("overrides", "its") : ("override", "their")
    return "\(subject) \(verb) `name`, which XCTest prints in place of the names of \(whose) tests, so that "
      + "nothing tells what became of these"
  }

  private static let mostNames = 5
}
