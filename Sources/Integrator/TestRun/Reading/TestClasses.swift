/// What the types of test sources are, by what they inherit from.
struct TestClasses {
  enum Kind { case xctest, quick, other, unknown }

  private struct Declared {
    var module: String
    var isClass: Bool
    var isProtocol: Bool
    var parents: [String]
  }

  /// Of no package and of no tests: what has one of these for its parent is no class of tests.
  static let plain: Set<String> = [
    "NSObject", "Sendable", "Equatable", "Hashable", "Comparable", "Codable", "Encodable", "Decodable",
    "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible", "Error",
  ]

  private var declared: [String: [Declared]] = [:]
  private var children: [String: Set<String>] = [:]

  init(_ sources: [TestSource]) {
    for source in sources {
      for type in source.declarations.types where type.kind != "extension" {
        let isClass = type.kind == "class"
        declared[type.name, default: []].append(
          Declared(
            module: source.target.c99name, isClass: isClass, isProtocol: type.kind == "protocol",
            parents: type.parents))
        if isClass, let parent = type.parents.first { children[parent, default: []].insert(type.name) }
      }
    }
  }

  /// By its last name; a class of this module comes before one of another.
  func kind(of name: String, in module: String) -> Kind {
    var name = name
    for _ in 0..<16 {
      if name == "XCTestCase" { return .xctest }
      if name == "QuickSpec" || name == "AsyncSpec" { return .quick }
      guard let all = declared[name], let found = all.first(where: { $0.module == module }) ?? all.first
      else { return Self.plain.contains(name) ? .other : .unknown }
      guard found.isClass, let parent = found.parents.first, parent != name else { return .other }
      name = parent
    }
    return .unknown
  }

  /// What its members are is known: it is declared here, and no protocol.
  func isConcrete(_ name: String) -> Bool { declared[name]?.allSatisfy { !$0.isProtocol } ?? false }

  /// The classes of the module that it inherits from, up to the first that is declared elsewhere.
  func ancestors(of name: String, in module: String) -> [String] {
    var found: [String] = []
    var name = name
    while found.count < 16, let own = declared[name]?.first(where: { $0.module == module }), own.isClass,
      let parent = own.parents.first, parent != name,
      declared[parent]?.contains(where: { $0.module == module }) ?? false
    {
      found.append(parent)
      name = parent
    }
    return found
  }

  /// The classes that it inherits from in other modules, the nearest first.
  func foreignAncestors(of name: String, in module: String) -> [(module: String, name: String)] {
    var found: [(module: String, name: String)] = []
    var (name, here) = (name, module)
    for _ in 0..<16 {
      guard let all = declared[name], let own = all.first(where: { $0.module == here }) ?? all.first,
        own.isClass, let parent = own.parents.first, parent != name
      else { break }
      if own.module != module { found.append((own.module, name)) }
      (name, here) = (parent, own.module)
    }
    return found
  }

  /// It, and all that inherit from it.
  func family(of name: String) -> Set<String> {
    var family: Set<String> = [name]
    var waiting = [name]
    while let next = waiting.popLast() {
      for child in children[next] ?? [] where family.insert(child).inserted { waiting.append(child) }
    }
    return family
  }
}

extension TestDeclarations.DeclaredType {
  /// The last one of its path.
  var name: String { path.split(separator: ".").last.map { String($0) } ?? path }
}
