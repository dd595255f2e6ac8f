import Model
import Tokens

/// Which functions of the test sources a test may call, read without a compiler: by names alone, so that it
/// is rather one too many. What it does not reach it surely did not call.
struct TestReach {
  private struct Function {
    var name: String
    var type: String?
    var place: (file: PackagePath, lines: ClosedRange<Int>)
    var words: Set<String>
    var isAlways: Bool
  }

  private var functions: [Function] = []
  private var byName: [String: [Int]] = [:]
  private var byType: [String: [Int]] = [:]
  /// What stands in a type outside of its functions, and what it inherits from.
  private var typeWords: [String: Set<String>] = [:]
  /// The types that declare a value of that name.
  private var byMember: [String: Set<String>] = [:]
  private var isOfTests: Set<String> = []
  /// What stands outside of all of them: anybody may use it.
  private var loose: Set<String> = []

  /// XCTest calls them by itself.
  private static let hooks: Set<String> = [
    "setUp", "setUpWithError", "tearDown", "tearDownWithError", "invokeTest", "record", "perform", "run",
  ]

  init(_ sources: [TestSource]) {
    for source in sources { add(source) }
  }

  private mutating func add(_ source: TestSource) {
    let (declarations, code) = (source.declarations, source.declarations.code)
    var owned: [Range<Int>] = []
    for function in declarations.functions {
      let type = function.type.map { Self.last(declarations.types[$0].path) }
      var words = code.words(in: function.parameters)
      var last = function.line
      if let body = function.body {
        let end = code.closing(body, "{", "}")
        words.formUnion(code.words(in: function.parameters.lowerBound..<max(end, body)))
        last = max(last, code.lines[end])
        owned.append(function.parameters.lowerBound..<max(end, body))
      }
      if let type, function.mayBeTest { isOfTests.insert(type) }
      byName[function.name, default: []].append(functions.count)
      if let type { byType[type, default: []].append(functions.count) }
      functions.append(
        Function(
          name: function.name, type: type, place: (source.file, function.line...last), words: words,
          isAlways: function.name.isEmpty || function.modifiers.contains("override")
            || Self.hooks.contains(function.name)))
    }
    addRest(source, owned)
  }

  private mutating func addRest(_ source: TestSource, _ owned: [Range<Int>]) {
    let (declarations, code) = (source.declarations, source.declarations.code)
    for type in declarations.types { typeWords[Self.last(type.path), default: []].formUnion(type.parents) }
    var rest = owned.sorted { $0.lowerBound < $1.lowerBound }[...]
    var index = 0
    while index < code.tokens.count {
      if let next = rest.first, index >= next.lowerBound {
        index = max(index, next.upperBound)
        rest = rest.dropFirst()
        continue
      }
      let line = code.lines[index]
      let type = declarations.types.last { $0.line <= line && line <= $0.lastLine }.map { Self.last($0.path) }
      if code.kind(index) == .identifier || code.kind(index) == .keyword {
        let word = index > 0 && code.text(index - 1) == "func" ? "" : code.text(index)
        if let type { typeWords[type, default: []].insert(word) } else { loose.insert(word) }
      }
      if let type, code.kind(index) == .keyword, ["var", "let", "case"].contains(code.text(index)),
        code.kind(index + 1) == .identifier
      {
        byMember[code.text(index + 1), default: []].insert(type)
      }
      index += 1
    }
  }

  private static func last(_ path: String) -> String {
    String(path.split(separator: ".").last ?? Substring(path))
  }

  /// The function that stands there, where it is the only one.
  func function(_ file: PackagePath, _ line: Int) -> (index: Int, name: String)? {
    let found = functions.indices.filter {
      functions[$0].place.file == file && functions[$0].place.lines.contains(line)
    }
    guard let only = found.first, found.count == 1 else { return nil }
    return (only, functions[only].name)
  }

  /// All that a test of this class may call; nil where it is not known.
  func reach(of test: String, in suite: String) -> Set<Int>? {
    let suite = Self.last(suite)
    let own = (byName[test] ?? []).filter { functions[$0].type == suite }
    guard own.count == 1, let first = own.first else { return nil }
    var search = Search(waiting: Array(functions[first].words.union(loose)))
    search.functions.insert(first)
    take(class: suite, &search)
    while let word = search.waiting.popLast() {
      guard search.words.insert(word).inserted else { continue }
      for index in byName[word] ?? [] { take(function: index, &search) }
      for type in byMember[word] ?? [] { take(type: type, &search) }
      if typeWords[word] != nil { take(type: word, &search) }
    }
    return search.functions
  }

  private struct Search {
    var waiting: [String]
    var words: Set<String> = []
    var functions: Set<Int> = []
    var types: Set<String> = []
  }

  private func take(function index: Int, _ search: inout Search) {
    guard search.functions.insert(index).inserted else { return }
    search.waiting += functions[index].words
    if let type = functions[index].type { take(type: type, &search) }
  }

  /// Of a class of tests only what runs by itself: the rest is called by its name.
  private func take(type: String, _ search: inout Search) {
    guard !isOfTests.contains(type), type != "XCTestCase" else { return take(class: type, &search) }
    guard search.types.insert(type).inserted else { return }
    search.waiting += typeWords[type] ?? []
    for index in byType[type] ?? [] { take(function: index, &search) }
  }

  private func take(class type: String, _ search: inout Search) {
    guard search.types.insert(type).inserted else { return }
    search.waiting += typeWords[type] ?? []
    for index in byType[type] ?? [] where functions[index].isAlways { take(function: index, &search) }
  }
}

extension TestCode {
  /// All names in it; some words are keywords only where they are meant so.
  fileprivate func words(in range: Range<Int>) -> Set<String> {
    Set(range.lazy.filter { kind($0) == .identifier || kind($0) == .keyword }.map(text))
  }
}
