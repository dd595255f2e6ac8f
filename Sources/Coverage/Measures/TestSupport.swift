internal import Model
internal import Tokens

/// What only helps tests is none of what they test: it is listed, and not counted.
enum TestSupport {
  /// Why a target is test support, by its name.
  static func targets(
    of package: PackageDescription, read: (PackagePath) -> [UInt8]?
  ) -> [String: String] {
    let unused = package.targetsForTestsAlone
    var found: [String: String] = [:]
    for target in package.targets where target.isMeasured && target.type == "library" && !target.isClang {
      let sources = target.packagePaths.filter { $0.rawValue.hasSuffix(".swift") }
      var library: String?
      for path in sources where library == nil { library = read(path).flatMap(imported) }
      if let library {
        found[target.name] = "test support: it imports \(library)"
      } else if unused.contains(target.name) {
        found[target.name] = NewTestSupport.why
      }
    }
    return found
  }

  /// The library of tests that a source needs whatever else can be imported.
  private static func imported(by source: [UInt8]) -> String? {
    guard source.holds("XCTest") || source.holds("Testing") else { return nil }
    var conditions = 0
    var isImport = false
    for token in SourceTokens(source) where !token.kind.isBlank {
      let text = String(decoding: source[token.range], as: UTF8.self)
      if token.kind == .directive { conditions += ["#if": 1, "#endif": -1][text] ?? 0 }
      // `import class XCTest.XCTestCase`
      if token.kind == .keyword {
        isImport = text == "import" || isImport
      } else {
        let isLibrary = token.kind == .identifier && (text == "XCTest" || text == "Testing")
        if isImport, isLibrary, conditions == 0 { return text }
        isImport = false
      }
    }
    return nil
  }
}
