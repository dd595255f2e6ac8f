import Files
import Formats
import Model
import Threads
import Tokens

/// Where XCTest's test methods are declared; the library itself does not tell.
struct TestPlaces {
  struct Place: Equatable {
    var file: PackagePath
    var line: Int
    var body: TestBody?
  }

  private struct Found {
    var place: Place
    var isSure: Bool
  }

  /// Keyed by module, type and method; several where it is not known which of them is built.
  private var places: [String: [Found]] = [:]
  /// What a class inherits from, by module and class.
  private var parents: [String: String] = [:]
  /// The modules that declare a class of this name.
  private var modules: [String: Set<String>] = [:]
  /// Nested types, by module and last name.
  private var nested: [String: Set<String>] = [:]
  /// Of Swift Testing, by file and name.
  private var functions: [String: [(lines: ClosedRange<Int>, body: TestBody?)]] = [:]
  /// The same by module, suite and name.
  private var declared: Set<String> = []
  /// Where those stand that take nothing, by the same.
  private var plain: [String: [(file: PackagePath, lines: ClosedRange<Int>)]] = [:]

  init(_ sources: [TestSource]) {
    for source in sources { read(source) }
  }

  /// What it does, of one of Swift Testing, which tells its places itself.
  func body(of test: TestCase) -> TestBody? {
    guard let file = test.file, let line = test.line else { return nil }
    let found = (functions["\(file)|\(test.functionName)"] ?? []).filter { $0.lines.contains(line) }
    return found.count == 1 ? found[0].body : nil
  }

  /// By its file too, as it is called where its namesakes run: a selection may have left them out.
  func toldApart(_ test: TestCase) -> TestCase {
    guard test.library == .swiftTesting, test.id.stem.end == "/", let file = test.file, let line = test.line
    else { return test }
    let all = plain[key(test)] ?? []
    let same = all.filter { $0.file == file }.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    guard all.count > 1, let index = same.firstIndex(where: { $0.lines.contains(line) }) else { return test }
    var test = test
    test.id = TestID(
      test.id.rawValue, file: String(file.rawValue.split(separator: "/").last ?? ""),
      number: same.count > 1 ? index + 1 : nil)
    return test
  }

  private func key(_ test: TestCase) -> String {
    "\(test.target)|\(test.suite.filter { $0 != "`" }.replacing("/", with: "."))|\(test.functionName)"
  }

  /// Whether it still stands in the sources.
  func declares(_ test: TestCase) -> Bool {
    switch test.library {
    case .xctest: place(of: test) != nil || !test.groups.isEmpty
    case .swiftTesting: declared.contains(key(test))
    }
  }

  /// A class of this module comes before one of another.
  func place(of test: TestCase) -> Place? {
    var module = test.target
    var type = test.suite.split(separator: ".").last.map { String($0) } ?? test.suite
    for _ in 0..<16 {
      if let found = found(module, type, test.name) { return found }
      guard let parent = parents["\(module)|\(type)"] else { return nil }
      let owners = modules[parent] ?? []
      if !owners.contains(module) {
        guard owners.count == 1, let owner = owners.first else { return nil }
        module = owner
      }
      type = parent
    }
    return nil
  }

  private func found(_ module: String, _ type: String, _ method: String) -> Place? {
    let paths = places["\(module)|\(type)|\(method)"] == nil ? nested["\(module)|\(type)"] ?? [] : [type]
    guard paths.count == 1, let path = paths.first else { return nil }
    let all = places["\(module)|\(path)|\(method)"] ?? []
    let sure = all.filter(\.isSure)
    // Of two that may be built, either could be it.
    return sure.first?.place ?? (all.count == 1 ? all.first?.place : nil)
  }

  private mutating func read(_ source: TestSource) {
    let module = source.target.c99name
    let paths = source.declarations.types.map { $0.path(in: module) }
    for (path, type) in zip(paths, source.declarations.types) where type.condition.answer != .no {
      if let name = path.split(separator: ".").last.map({ String($0) }), name != path {
        nested["\(module)|\(name)", default: []].insert(path)
      }
      guard type.kind == "class" else { continue }
      if let parent = type.parents.first, parents["\(module)|\(path)"] == nil {
        parents["\(module)|\(path)"] = parent
      }
      modules[path, default: []].insert(module)
    }
    let code = source.declarations.code
    for function in source.declarations.functions where function.condition.answer != .no {
      if function.isSwiftTesting {
        let lines = function.firstLine...max(function.firstLine, function.line)
        functions["\(source.file)|\(function.name)", default: []].append((lines, function.mark(in: code)))
        let key = "\(module)|\(function.type.map { paths[$0] } ?? "")|\(function.name)"
        declared.insert(key)
        if !function.hasParameters { plain[key, default: []].append((source.file, lines)) }
      }
      guard function.mayBeTest, let type = function.type else { continue }
      let place = Place(file: source.file, line: function.line, body: function.mark(in: code))
      places["\(module)|\(paths[type])|\(function.name)", default: []].append(
        Found(place: place, isSure: function.condition.answer == .yes))
    }
  }
}

/// A source that tests may stand in.
struct TestSource {
  var file: PackagePath
  var target: PackageDescription.Target
  var declarations: TestDeclarations

  /// Those of test targets, those that others make their base classes from, and those in which Swift Testing
  /// may find tests.
  static func all(
    of package: PackageDescription, _ conditions: BuildConditions,
    read: @Sendable (PackagePath) -> [UInt8]?
  ) -> [TestSource] {
    let files = package.targets.filter { !$0.isPlugin && !$0.isClang }.flatMap { target in
      let own = conditions.within(target)
      return target.packagePaths.filter { $0.rawValue.hasSuffix(".swift") }.map { (target, own, $0) }
    }
    return Parallel.map(files) { target, own, file -> TestSource? in
      guard let bytes = read(file),
        target.isTest || bytes.holds("XCTest") || bytes.holds("import Testing")
      else { return nil }
      return TestSource(
        file: file, target: target, declarations: TestDeclarations(bytes, conditions: own))
    }.compactMap(\.self)
  }
}

extension TestSource {
  /// Whether it surely has a test of Swift Testing that is built.
  var hasSwiftTesting: Bool {
    target.isTest && declarations.code.imports("Testing")
      && declarations.functions.contains {
        $0.isSwiftTesting && $0.body != nil && $0.condition.answer == .yes
      }
  }
}

extension TestDeclarations.DeclaredType {
  /// An extension may name its module too.
  func path(in module: String) -> String {
    path.hasPrefix(module + ".") && !isWithinType ? String(path.dropFirst(module.count + 1)) : path
  }
}

extension TestDeclarations.Function {
  /// As XCTest finds it: by its name, on an instance, without anything to be given.
  var mayBeTest: Bool {
    name.hasPrefix("test") && !hasParameters && modifiers.isDisjoint(with: ["static", "class"])
  }
}

extension TestCase {
  /// What has no place of its own is shown where its test is declared.
  var withPlaces: TestCase {
    var row = self
    guard file != nil else { return row }
    if row.crash != nil, row.crash?.file == nil {
      row.crash?.file = file
      row.crash?.line = line
      row.crash?.isAtDeclaration = true
    }
    for index in row.failures.indices where row.failures[index].file == nil {
      row.failures[index].file = file
      row.failures[index].line = line
      row.failures[index].isAtDeclaration = true
    }
    return row
  }
}

extension TestCode {
  func imports(_ module: String) -> Bool {
    tokens.indices.contains { kind($0) == .keyword && text($0) == "import" && text($0 + 1) == module }
  }
}
