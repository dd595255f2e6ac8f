import Coverage
import Files
import Model
import Profiles
import Words

/// Tells what of a build is still what it was: each function, each test, what else targets of tests have,
/// and all the rest in one.
struct CodeMarks {
  let workbench: Workbench
  let toolchain: Toolchain
  let package: PackageDescription
  let sources: CompiledSources
  let tests: [TestSource]

  /// What is larger is known by its size and time.
  private static let mostBytes = 1 << 20
  /// No test reads them, and nothing is built of them.
  private static let idle: Set<String> = [".build", ".git", ".github"]
  /// What children of tests leave where they stand comes and goes.
  private static let idleEnds = [".md", ".profraw"]

  func code(_ index: CodeIndex, modules: [PackagePath: String]) -> MappedCode {
    var functions: [TestMap.Function] = []
    var cuts: [PackagePath: [Range<Int>]] = [:]
    var texts: [PackagePath: (lines: SourceLines, tokens: CodeTokens)] = [:]
    for function in index.functions {
      let known = texts[function.path]
      let text = known ?? read(function.path)
      if known == nil { texts[function.path] = text }
      let range = text.lines.range(function.place)
      let name = MeasuredFiles.name(
        function.symbol, module: modules[function.path] ?? "", demangle: workbench.surroundings.demangle)
      // What stands in a function is part of its body; what stands elsewhere has no body of its own.
      if !name.contains("closure #"), text.tokens.isBody(range) {
        cuts[function.path, default: []].append(range)
      }
      functions.append(
        TestMap.Function(
          path: function.path, symbol: function.symbol, name: name, line: Int(function.place.line),
          mark: range.isEmpty ? "" : Self.short(ContentMark(Array(text.lines.bytes[range]))),
          code: range.isEmpty ? "" : Self.short(text.tokens.mark(of: range))))
    }
    let whole = Set(package.targetsThatMakeSources.flatMap { $0.packagePaths })
    let rest = rest { path in
      let text = texts[path]?.tokens ?? sources.bytes(of: path).map(CodeTokens.init)
      return text?.mark(without: whole.contains(path) ? [] : cuts[path] ?? [])
    }
    return MappedCode(functions: functions, mark: rest.text, testMarks: testMarks)
  }

  private func read(_ path: PackagePath) -> (SourceLines, CodeTokens) {
    let bytes = sources.bytes(of: path) ?? []
    return (SourceLines(bytes), CodeTokens(bytes))
  }

  private static func short(_ mark: ContentMark) -> String { String(mark.text.prefix(16)) }

  private var testMarks: [String: TestTargetMarks] {
    let own = Dictionary(grouping: tests.filter(\.target.isTest), by: \.target.c99name)
      .mapValues(OwnTests.init)
    let targets = package.targets.filter(\.isTest)
    return Dictionary(
      targets.map { target in
        let own = own[target.c99name]
        let rest = mark(below: target.path) { path in own?.rest(of: path) }
        return (
          target.c99name,
          TestTargetMarks(rest: Self.short(rest), all: own?.all ?? "", own: own?.marks ?? [:])
        )
      }, uniquingKeysWith: { one, _ in one })
  }

  /// All that is neither the body of a function nor of a target of tests.
  private func rest(_ source: (PackagePath) -> ContentMark?) -> ContentMark {
    let settings = workbench.settings
    var mark = ContentMark("2")
    for word in [toolchain.swift, toolchain.version, settings.configuration.rawValue, settings.home.rawValue]
    {
      mark.add(word)
    }
    for word in settings.buildArguments { mark.add(word) }
    for (name, value) in settings.environment.sorted(by: { $0.key < $1.key }) {
      mark.add(name)
      mark.add(value)
    }
    for target in package.targets where target.type != "test" {
      mark.add(target.name)
      let swift = Set(target.isClang ? [] : target.packagePaths.filter { $0.rawValue.hasSuffix(".swift") })
      mark.add(self.mark(below: target.path) { swift.contains($0) ? source($0) : nil })
    }
    mark.add(besideTargets)
    // They are built as they lie there.
    for folder in package.dependencies.compactMap(\.path) {
      for name in FileTree.names(below: folder, skipping: [".build", ".git"]) {
        add(file: folder + "/" + name, to: &mark)
      }
    }
    return mark
  }

  /// Manifests, settings, and what tests may read: only what is written for people is nobody's.
  private var besideTargets: ContentMark {
    var mark = ContentMark()
    let folders = package.targets.map { PackageDescription.normal($0.path) + "/" }
    for name in FileTree.names(below: workbench.packageFolder, skipping: Self.idle) {
      let isOfTarget = folders.contains { $0 != "/" && name.hasPrefix($0) }
      guard !isOfTarget, !Self.idleEnds.contains(where: name.lowercased().hasSuffix), name != ".gitignore"
      else { continue }
      mark.add(name)
      add(file: workbench.packageFolder + "/" + name, to: &mark)
    }
    return mark
  }

  private func mark(
    below folder: String, _ source: (PackagePath) -> ContentMark? = { _ in nil }
  ) -> ContentMark {
    var mark = ContentMark()
    let folder = PackageDescription.normal(folder)
    let whole = folder.isEmpty ? workbench.packageFolder : "\(workbench.packageFolder)/\(folder)"
    for name in FileTree.names(below: whole, skipping: [".build", ".git"]) {
      let path = PackagePath(folder.isEmpty ? name : "\(folder)/\(name)")
      mark.add(name)
      if let known = source(path) { mark.add(known) } else { add(file: "\(whole)/\(name)", to: &mark) }
    }
    return mark
  }

  private func add(file: String, to mark: inout ContentMark) {
    guard let facts = FileFacts(file) else { return mark.add(-1) }
    mark.add(facts.size)
    if facts.size <= Self.mostBytes, let bytes = contents(of: file) {
      mark.add(bytes)
    } else {
      mark.add("\(facts.modified)")
    }
  }
}

/// What is each test's own in the sources of a target of tests.
private struct OwnTests {
  private(set) var marks: [String: String] = [:]
  private var rests: [PackagePath: ContentMark] = [:]

  var all: String {
    var mark = ContentMark()
    for (key, one) in marks.sorted(by: { $0.key < $1.key }) {
      mark.add(key)
      mark.add(one)
    }
    return String(mark.text.prefix(16))
  }

  init(_ sources: [TestSource]) {
    let shared = Self.shared(sources)
    for source in sources {
      let code = source.declarations.code
      let tokens = CodeTokens(code.bytes)
      var cuts: [Range<Int>] = []
      for function in source.declarations.functions {
        guard function.isTest, !shared.contains(function.name), let body = function.body else { continue }
        let range = code.tokens[function.first].start..<code.tokens[code.closing(body, "{", "}")].end
        let suite = function.type.map { source.declarations.types[$0].path } ?? ""
        let key = TestTargetMarks.key(suite: suite, name: function.name)
        // Of several of one name, each may be meant.
        marks[key, default: ""] += String(tokens.mark(of: range).text.prefix(16))
        cuts.append(range)
      }
      rests[source.file] = tokens.mark(without: cuts, isTold: false)
    }
  }

  func rest(of path: PackagePath) -> ContentMark? { rests[path] }

  /// Names of tests that are mentioned elsewhere: others may call them.
  private static func shared(_ sources: [TestSource]) -> Set<String> {
    var declared: [String: Int] = [:]
    for function in sources.flatMap(\.declarations.functions) where function.isTest {
      declared[function.name, default: 0] += 1
    }
    var mentioned: [String: Int] = [:]
    for code in sources.map(\.declarations.code) {
      for index in code.tokens.indices where code.kind(index) == .identifier {
        let name = code.text(index)
        if declared[name] != nil { mentioned[name, default: 0] += 1 }
      }
    }
    return Set(declared.filter { mentioned[$0.key] != $0.value }.keys)
  }
}

extension TestDeclarations.Function {
  fileprivate var isTest: Bool { isSwiftTesting || mayBeTest && type != nil }
}

/// A source by lines and columns.
struct SourceLines {
  let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Empty where there is no such place.
  func range(_ place: LLVMExport.Place) -> Range<Int> {
    guard let start = offset(place.line, place.column), let end = offset(place.endLine, place.endColumn),
      start < end
    else { return 0..<0 }
    return start..<end
  }

  private func offset(_ line: Int32, _ column: Int32) -> Int? {
    guard starts.indices.contains(Int(line) - 1), column > 0 else { return nil }
    let offset = starts[Int(line) - 1] + Int(column) - 1
    return offset <= bytes.count ? offset : nil
  }
}
