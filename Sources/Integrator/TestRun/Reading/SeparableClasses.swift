import Tokens

/// Which classes of tests may be parted: nothing in the sources says that one of their tests could see what
/// another one left. In doubt they may not.
struct SeparableClasses {
  private struct Declared {
    var module: String
    var parent: String?
    var isShared: Bool
  }

  private var declared: [String: [Declared]] = [:]

  private static let hooks: Set<String> = ["setUp", "tearDown"]
  init(_ sources: [TestSource]) {
    for source in sources { read(source) }
  }

  /// A class of this module comes before one of another.
  func mayPart(_ suite: String, of module: String) -> Bool {
    var name = suite.split(separator: ".").last.map { String($0) } ?? suite
    for _ in 0..<16 {
      if name == "XCTestCase" { return true }
      let all = declared[name] ?? []
      let own = all.filter { $0.module == module }
      let found = own.isEmpty ? all : own
      // Several of one name, or a part of it in an extension: what holds for one holds for it.
      guard !found.isEmpty, !found.contains(where: \.isShared) else { return false }
      let parents = Set(found.compactMap(\.parent))
      guard parents.count == 1, let parent = parents.first, parent != name else { return false }
      name = parent
    }
    return false
  }

  private mutating func read(_ source: TestSource) {
    let declarations = source.declarations
    let variables = VariableSearch(declarations)
    let hooked = Set(
      declarations.functions.filter { $0.isStatic && Self.hooks.contains($0.name) }.compactMap(\.type))
    for (index, type) in declarations.types.enumerated() where ["class", "extension"].contains(type.kind) {
      let name = type.path.split(separator: ".").last.map { String($0) } ?? type.path
      declared[name, default: []].append(
        Declared(
          module: source.target.c99name, parent: type.kind == "class" ? type.parents.first : nil,
          isShared: variables.hasGlobals || variables.typesWithShared.contains(index)
            || hooked.contains(index)))
    }
  }
}

/// Variables that outlive a test: of a file, or of a type itself.
private struct VariableSearch {
  private(set) var hasGlobals = false
  private(set) var typesWithShared: Set<Int> = []

  init(_ declarations: TestDeclarations) {
    let code = declarations.code
    var depth = 0
    for index in code.tokens.indices {
      if code.isSign(index, "{") { depth += 1 }
      if code.isSign(index, "}") { depth -= 1 }
      guard code.kind(index) == .keyword, code.text(index) == "var" else { continue }
      guard depth > 0 else {
        hasGlobals = hasGlobals || Self.isStored(index, in: code)
        continue
      }
      // As old entry files want it.
      guard Self.isOfType(index, in: code), code.text(index + 1) != "allTests" else { continue }
      guard Self.isStored(index, in: code) else { continue }
      let line = code.lines[index]
      let owner = declarations.types.lastIndex { $0.line <= line && line <= $0.lastLine }
      if let owner { typesWithShared.insert(owner) }
    }
  }

  /// `private(set) static var`
  private static func isOfType(_ index: Int, in code: TestCode) -> Bool {
    for before in stride(from: index - 1, through: max(index - 6, 0), by: -1) {
      if ["static", "class"].contains(code.text(before)) { return true }
      guard
        code.kind(before) == .keyword || code.isSign(before, ")") || code.isSign(before, "(")
          || code.kind(before) == .identifier && code.isSign(before + 1, ")")
      else { return false }
    }
    return false
  }

  /// Not where a brace comes before a value, as where it is computed each time.
  private static func isStored(_ index: Int, in code: TestCode) -> Bool {
    var at = index + 1
    while at < min(code.tokens.count, index + 60) {
      if code.isSign(at, "=") || code.isSign(at, ";") || code.isSign(at, "}") { return true }
      if code.isSign(at, "{") { return ["willSet", "didSet"].contains(code.text(at + 1)) }
      if code.kind(at) == .keyword, at > index + 1,
        ["var", "let", "func", "static", "class", "private", "init", "override"].contains(code.text(at))
      {
        return true
      }
      at += 1
    }
    return true
  }
}
