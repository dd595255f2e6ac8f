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
    for source in sources {
      for function in source.declarations.functions where function.name.hasPrefix("test") {
        guard let type = function.type.map({ source.declarations.types[$0] }), function.body != nil,
          function.condition.answer != .no, function.isTest(in: type)
        else { continue }
        own[[source.target.c99name, type.name], default: []].insert(function.name)
      }
    }
    self.own = own
  }

  /// What ran, as `Module|Class` and `Module|Class|method`.
  struct Known {
    let suites: Set<String>
    let tests: Set<String>
  }

  /// Classes of which no test ran because they declare none: on Linux those are not found; and of others the
  /// tests that they have from a class that is no test target's. `silent`: the modules of which nothing ran
  /// at all.
  func rows(
    besides silent: Set<String>, _ known: Known, _ entry: TestEntryPoint?
  ) -> [DidNotRun] {
    sources.filter { !silent.contains($0.target.c99name) }.flatMap { source in
      let module = source.target.c99name
      return source.declarations.types.flatMap { type -> [DidNotRun] in
        guard type.kind == "class", type.condition.answer == .yes,
          classes.kind(of: type.name, in: module) == .xctest, !(entry?.classes.contains(type.name) ?? false)
        else { return [] }
        let foreign = foreign(type, in: module)
        let place = "\(module)|\(type.name)"
        if known.suites.contains(place) {
          let declared = own[[module, type.name]] ?? []
          let missing = foreign.filter {
            !declared.contains($0.key) && !known.tests.contains("\(place)|\($0.key)")
          }
          return missing.sorted { $0.key < $1.key }.map {
            DidNotRun(
              .test, $0.key, target: source.target.name, suite: type.path(in: module), file: source.file,
              line: type.line,
              why: "it is inherited from \($0.value), and on Linux such tests are not found")
          }
        }
        let inherited = classes.ancestors(of: type.name, in: module).reduce(into: Set(foreign.keys)) {
          $0.formUnion(own[[module, $1]] ?? [])
        }
        guard own[[module, type.name]] == nil, !inherited.isEmpty else { return [] }
        let why = entry.map { "\($0.file) does not list it" }
        return [
          DidNotRun(
            .suite, type.path(in: module), target: source.target.name, file: source.file, line: type.line,
            entry: entry?.file,
            why: why ?? "it only inherits its tests, and on Linux a class is found by one of its own",
            tests: inherited.count)
        ]
      }
    }
  }

  /// By name, and of which class each is.
  private func foreign(_ type: TestDeclarations.DeclaredType, in module: String) -> [String: String] {
    var found: [String: String] = [:]
    for base in classes.foreignAncestors(of: type.name, in: module) {
      for name in own[[base.module, base.name]] ?? [] where found[name] == nil {
        found[name] = "\(base.name) of \(base.module)"
      }
    }
    return found
  }
}
