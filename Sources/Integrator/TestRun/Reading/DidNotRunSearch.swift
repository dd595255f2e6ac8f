import Model
import Words

/// Finds the tests that the sources declare and no library reported.
struct DidNotRunSearch {
  let sources: [TestSource]
  let package: PackageDescription
  private let cases: [TestCase]
  let entry: TestEntryPoint?
  /// Each library told all of its tests and none was left out, so that what is missing is not there for it.
  private let isWhole: Bool
  let selection: TestSelection?
  let classes: TestClasses
  let overrides: NameOverrides
  /// `Class|method` and `Module|Class|method` of what XCTest told.
  private(set) var told: Set<String> = []
  /// `Module|file|name`, `Module|file|Suite|name` and `Module|file||Outer.Suite|name` of what Swift Testing
  /// told.
  private var toldBySwiftTesting: Set<String> = []
  /// `Module|Class|name` of XCTest: of two names that look alike the package manager finds one.
  private var toldByteForByte: Set<[UInt8]> = []
  /// `Module|Class` of both.
  private(set) var toldSuites: Set<String> = []
  /// The modules of both.
  private(set) var toldModules: Set<String> = []
  private(set) var absent: [Absent] = []
  var rows: [DidNotRun] = []

  /// In the order in which they are told. `isComplete`: each library told all of its tests; `leftOut`: how
  /// many of XCTest's the selection did not ask for, and `unasked`, which these are.
  static func rows(
    _ sources: [TestSource], _ package: PackageDescription, _ cases: [TestCase],
    entry: TestEntryPoint? = nil, isComplete: Bool = true, selection: TestSelection? = nil, leftOut: Int = 0,
    unasked: [TestCase] = []
  ) -> [DidNotRun] {
    var search = DidNotRunSearch(
      sources, package, cases, entry: entry, isWhole: isComplete && selection == nil, selection: selection)
    for test in unasked { search.tell(test) }
    let isByName = selection.map { $0.affectedSince == nil && $0.failedIn == nil } ?? true
    return search.all(leftOut: leftOut, tellsAbsent: isComplete && isByName).inOrder
  }

  private init(
    _ sources: [TestSource], _ package: PackageDescription, _ cases: [TestCase], entry: TestEntryPoint?,
    isWhole: Bool, selection: TestSelection?
  ) {
    (self.sources, self.package, self.cases) = (sources, package, cases)
    (self.entry, self.isWhole, self.selection) = (entry, isWhole, selection)
    classes = TestClasses(sources)
    overrides = NameOverrides(sources, classes)
    for test in cases { tell(test) }
  }

  private mutating func tell(_ test: TestCase) {
    let name = TypePath.last(of: test.suite)
    toldModules.insert(test.target)
    toldSuites.insert("\(test.target)|\(name)")
    switch test.library {
    case .xctest:
      told.formUnion(["\(name)|\(test.name)", "\(test.target)|\(name)|\(test.name)"])
      toldByteForByte.insert(Array("\(test.target)|\(name)|\(test.name)".utf8))
    case .swiftTesting:
      let place = "\(test.target)|\(test.file?.rawValue ?? "")"
      let ways = ["", "|\(name)", "||\(TypePath.plain(test.suite))"]
      toldBySwiftTesting.formUnion(ways.map { "\(place)\($0)|\(test.functionName)" })
    }
  }

  private mutating func all(leftOut: Int, tellsAbsent: Bool) -> [DidNotRun] {
    for source in sources { read(source) }
    rows += outcomes
    if tellsAbsent { tellAbsent() }
    let number = leftOut + absent.count { $0.isSwiftTesting }
    if let selection, number > 0 {
      rows.append(DidNotRun(.filtered, Figures.count(number, "test"), why: selection.sentence, tests: number))
    }
    return rows
  }

  /// A test that nobody told of, though it is built.
  struct Absent {
    var source: TestSource
    var type: TestDeclarations.DeclaredType?
    var function: TestDeclarations.Function
    var isSwiftTesting: Bool

    var module: String { source.target.c99name }
    var suite: String { type?.path(in: module) ?? "" }
    var key: String { "\(module)|\(suite)|\(isSwiftTesting)" }
  }
}

// MARK: What is told of tests that were announced

extension DidNotRunSearch {
  private var outcomes: [DidNotRun] {
    cases.compactMap { test in
      func row(_ kind: DidNotRun.Kind, _ why: String) -> DidNotRun {
        DidNotRun(
          kind, test.name, target: test.target, suite: test.suite, file: test.file, line: test.line, why: why)
      }
      switch test.outcome {
      case .skipped:
        // What a trait holds back never begins; nor does what has no arguments to run with.
        let isDisabled =
          test.library == .swiftTesting && test.span == nil && test.seconds == nil
          && test.skipReason != "No test cases found."
        return row(isDisabled ? .disabled : .skipped, test.skipReason ?? "no reason was given")
      case .expectedFailure:
        guard let issue = test.failures.expected else { return nil }
        var known = row(.knownIssue, issue.onOneLine)
        if issue.file != nil { (known.file, known.line) = (issue.file, issue.line) }
        return known
      case .passed, .failed, .flaky, .crashed, .timedOut, .notRun: return nil
      }
    }
  }
}

// MARK: Sources

extension DidNotRunSearch {
  private mutating func read(_ source: TestSource) {
    let declarations = source.declarations
    var unbuilt: [(type: Int?, function: TestDeclarations.Function)] = []
    var namesakes: [String: [String]] = [:]
    for function in declarations.functions where function.isSwiftTesting {
      namesakes[function.name, default: []].append(function.type.map { declarations.types[$0].name } ?? "")
    }
    for function in declarations.functions where function.body != nil {
      let type = function.type.map { declarations.types[$0] }
      if function.isSwiftTesting, mayRun(in: source) {
        // Where a name stands in several suites of a file, one that ran does not speak for the others.
        let ways = Self.ways(of: type, in: source.target.c99name, among: namesakes[function.name] ?? [])
        let places = [source.file.rawValue, ""].flatMap { file in
          ways.map { "\(source.target.c99name)|\(file)\($0)|\(function.name)" }
        }
        guard toldBySwiftTesting.isDisjoint(with: places) else { continue }
        if function.condition.answer == .yes {
          absent.append(.init(source: source, type: type, function: function, isSwiftTesting: true))
        } else {
          unbuilt.append((function.type, function))
        }
      } else if function.name.hasPrefix("test") {
        switch kind(of: type, in: source) {
        case .xctest where !isTold(function, of: type, in: source):
          guard function.isTest(in: type) else { break }
          if function.condition.answer == .yes {
            absent.append(.init(source: source, type: type, function: function, isSwiftTesting: false))
          } else if source.target.isTest {
            unbuilt.append((function.type, function))
          }
        case .xctest, .quick, .other, .unknown: break
        }
      }
    }
    if source.target.isTest { tell(unbuilt, in: source) }
    for (index, type) in declarations.types.enumerated() where source.target.isTest {
      let spec = declarations.functions.first { $0.type == index && $0.name == "spec" && $0.isStatic }
      if let spec, type.kind == "class", type.condition.answer == .yes { readSpec(type, spec, source) }
    }
  }

  /// By its suites, or by as much of them as tells it from its namesakes: an extension may call one by
  /// another name.
  private static func ways(
    of type: TestDeclarations.DeclaredType?, in module: String, among suites: [String]
  ) -> [String] {
    let name = type?.name ?? ""
    return ["||\(TypePath.plain(type?.path(in: module) ?? ""))"]
      + (suites.count { $0 == name } == 1 ? ["|\(name.filter { $0 != "`" })"] : [])
      + (suites.count == 1 ? [""] : [])
  }

  /// Swift Testing finds also what a library has that the tests are linked with; of what did not run there it
  /// is only known that it was not asked for.
  private func mayRun(in source: TestSource) -> Bool {
    source.target.isTest || selection != nil && package.testedTargets.contains(source.target.name)
  }

  private func kind(of type: TestDeclarations.DeclaredType?, in source: TestSource) -> TestClasses.Kind {
    guard let type else { return .other }
    if type.kind == "protocol" { return .unknown }
    let kind = classes.kind(of: type.name, in: source.target.c99name)
    let isKnown = toldSuites.contains("\(source.target.c99name)|\(type.name)")
    return kind == .unknown && isKnown ? .xctest : kind
  }

  /// Its own class ran it, or one that inherits it did.
  private func isTold(
    _ function: TestDeclarations.Function, of type: TestDeclarations.DeclaredType?, in source: TestSource
  ) -> Bool {
    guard let name = type?.name else { return false }
    let key = "\(source.target.c99name)|\(name)|\(function.name)"
    if told.contains(key) {
      return toldByteForByte.contains(Array(key.utf8)) || !Self.hasTwin(function, source)
    }
    return classes.family(of: name).contains { $0 != name && told.contains("\($0)|\(function.name)") }
  }

  /// Another one of its type is called as it is, to the eye alone.
  private static func hasTwin(_ function: TestDeclarations.Function, _ source: TestSource) -> Bool {
    source.declarations.functions.contains {
      $0.type == function.type && $0.name == function.name
        && !$0.name.utf8.elementsEqual(function.name.utf8)
    }
  }

  mutating func add(
    _ kind: DidNotRun.Kind, _ function: TestDeclarations.Function, _ type: TestDeclarations.DeclaredType?,
    _ source: TestSource, entry: PackagePath? = nil, why: String
  ) {
    rows.append(
      DidNotRun(
        kind, function.name, target: source.target.name, suite: type?.path(in: source.target.c99name) ?? "",
        file: source.file, line: function.line, entry: entry, why: why))
  }

  /// A type that is not built is one row; so is a test whose type is.
  private mutating func tell(
    _ unbuilt: [(type: Int?, function: TestDeclarations.Function)], in source: TestSource
  ) {
    let declarations = source.declarations
    let found = unbuilt.filter { $0.function.condition.answer == .no || isWhole }
    let groups = Dictionary(grouping: found) { row -> Int in
      guard let type = row.type, declarations.types[type].condition == row.function.condition else {
        return -1
      }
      return type
    }
    for (index, members) in groups {
      let why = { (condition: TestDeclarations.Condition) in "\(condition.words) is not taken here" }
      guard index >= 0, members.count > 1 else {
        for (type, function) in members {
          let type = type.map { declarations.types[$0] }
          add(.condition, function, type, source, why: why(function.condition))
        }
        continue
      }
      let type = declarations.types[index]
      rows.append(
        DidNotRun(
          .condition, type.path(in: source.target.c99name), target: source.target.name, file: source.file,
          line: type.line, why: "\(why(type.condition)): \(Figures.count(members.count, "test"))",
          tests: members.count))
    }
  }

  private mutating func readSpec(
    _ type: TestDeclarations.DeclaredType, _ spec: TestDeclarations.Function, _ source: TestSource
  ) {
    let module = source.target.c99name
    guard classes.kind(of: type.name, in: module) == .quick, classes.family(of: type.name).count == 1,
      !toldSuites.contains("\(module)|\(type.name)"), isWhole,
      !(entry?.names.contains(type.name) ?? false)
    else { return }
    let file = entry.map { "\($0.file) does not list it" }
    rows.append(
      DidNotRun(
        .noEntry, type.path(in: module), target: source.target.name, file: source.file, line: type.line,
        entry: entry?.file, why: file ?? "no entry file, as Tests/LinuxMain.swift, gives it to `QCKMain`"))
  }
}

extension TestDeclarations.Function {
  /// XCTest takes it for a test, where its name says so.
  func isTest(in type: TestDeclarations.DeclaredType?) -> Bool {
    let isHidden = isPrivate || type?.kind == "extension" && type?.isPrivate ?? false
    return !isHidden && !isStatic && !hasParameters && !returnsValue && !isGeneric
  }
}

extension TestCase {
  /// Of one of Swift Testing, without what it is given; a raw name may hold anything.
  var functionName: String {
    let isRaw = name.hasPrefix("`")
    return String(isRaw ? name.dropFirst().prefix { $0 != "`" } : name.prefix { $0 != "(" })
  }
}

extension TestSelection {
  /// "this integration ran only A or B, without C"
  var sentence: String { "this integration ran " + words.joined(separator: ", ") }
}
