import Model

/// The tests of XCTest that classes have from the classes that they inherit from.
struct InheritedTests {
  private let sources: [TestSource]
  private let classes: TestClasses
  /// By module and class: the names of those that it declares.
  private let own: [[String]: Set<String>]

  init(_ sources: [TestSource], _ classes: TestClasses) {
    self.sources = sources.filter(\.target.isTest)
    self.classes = classes
    var own: [[String]: Set<String>] = [:]
    for source in self.sources {
      for function in source.declarations.functions where function.name.hasPrefix("test") {
        guard let type = function.type.map({ source.declarations.types[$0] }), function.body != nil,
          function.condition.answer != .no, function.whyNoTest(in: type) == nil
        else { continue }
        own[[source.target.c99name, type.name], default: []].insert(function.name)
      }
    }
    self.own = own
  }

  /// Classes of which no test ran because they declare none: on Linux those are not found. `silent`: the
  /// modules of which nothing ran at all; `told`: what ran, as `Module|Class`.
  func rows(
    besides silent: Set<String>, told: Set<String>, _ entry: TestEntryPoint?
  ) -> [DidNotRun] {
    sources.filter { !silent.contains($0.target.c99name) }.flatMap { source in
      let module = source.target.c99name
      return source.declarations.types.compactMap { type -> DidNotRun? in
        guard type.kind == "class", type.condition.answer == .yes, own[[module, type.name]] == nil,
          !told.contains("\(module)|\(type.name)"), classes.kind(of: type.name, in: module) == .xctest,
          !(entry?.classes.contains(type.name) ?? false)
        else { return nil }
        let inherited = classes.ancestors(of: type.name, in: module).reduce(into: Set<String>()) {
          $0.formUnion(own[[module, $1]] ?? [])
        }
        guard !inherited.isEmpty else { return nil }
        let why = entry.map { "\($0.file) does not list it" }
        return DidNotRun(
          .suite, type.path(in: module), target: source.target.name, file: source.file, line: type.line,
          why: why ?? "it only inherits its tests, and on Linux a class is found by one of its own",
          tests: inherited.count)
      }
    }
  }
}
