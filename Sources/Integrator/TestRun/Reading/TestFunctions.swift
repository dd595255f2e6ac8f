import Model

/// What the sources declare where a test says that it stands.
struct TestFunctions {
  struct Found {
    var source: TestSource
    var function: TestDeclarations.Function
  }

  /// By file and name; with a body.
  private var all: [String: [Found]] = [:]

  init(_ sources: [TestSource]) {
    for source in sources {
      for function in source.declarations.functions where function.body != nil {
        all["\(source.file)|\(function.name)", default: []].append(Found(source: source, function: function))
      }
    }
  }

  /// Nil where it may be one of several.
  subscript(test: TestCase) -> Found? {
    guard let file = test.file, let line = test.line else { return nil }
    let name = test.library == .xctest ? test.name : test.functionName
    let found = (all["\(file)|\(name)"] ?? []).filter {
      $0.function.isSwiftTesting == (test.library == .swiftTesting)
        && ($0.function.firstLine...max($0.function.firstLine, $0.function.line)).contains(line)
    }
    return found.count == 1 ? found[0] : nil
  }
}
