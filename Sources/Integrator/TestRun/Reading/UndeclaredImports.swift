import Model
import Tokens
import Words

/// Imports of a target of the package that the importing one does not depend on, in one step or more: the
/// package manager builds both at the same time, so that it is chance whether the module is there by then.
struct UndeclaredImports: Equatable {
  struct Found: Equatable {
    var target: String
    var module: String
    var path: PackagePath
    var line: Int
  }

  private(set) var all: [Found] = []

  /// `read`: what the compiler read of a source.
  init(of package: PackageDescription, read: (PackagePath) -> [UInt8]?) {
    let modules = package.targets.filter { $0.moduleType == "SwiftTarget" && !$0.isSnippet }
    for target in package.targets where !target.isSnippet && !target.isPlugin && !target.isClang {
      let known = package.reached(from: [target.name])
      let others = modules.filter { !known.contains($0.name) }.map(\.c99name)
      guard !others.isEmpty else { continue }
      for path in target.packagePaths {
        guard let bytes = read(path), others.contains(where: { bytes.holds($0) }) else { continue }
        all += Self.imports(in: bytes, of: Set(others)).map {
          Found(target: target.name, module: $0.module, path: path, line: $0.line)
        }
      }
    }
  }

  /// What stands in a condition may not be compiled.
  private static func imports(
    in bytes: [UInt8], of modules: Set<String>
  ) -> [(module: String, line: Int)] {
    let code = TestCode(bytes)
    var told: Set<String> = []
    var depth = 0
    return code.tokens.indices.compactMap { index in
      if code.kind(index) == .directive {
        if code.text(index) == "#if" { depth += 1 } else if code.text(index) == "#endif" { depth -= 1 }
      }
      guard depth == 0, code.kind(index) == .keyword, code.text(index) == "import" else { return nil }
      let isOfKind = code.kind(index + 1) == .keyword
      guard let name = code.name(from: index + (isOfKind ? 2 : 1))?.name.first, modules.contains(name),
        told.insert(name).inserted
      else { return nil }
      return (name, code.lines[index])
    }
  }

  /// Nil where there is none.
  var note: String? {
    guard let first = all.first else { return nil }
    let count = all.count - 1
    let more = count > 0 ? " \(Figures.count(count, "more import is", "more imports are")) of this kind." : ""
    return "\(first.path):\(first.line) imports \(first.module), which the target \(first.target) does not "
      + "depend on: whether it builds is chance, because nothing says which is built first. Name it among "
      + "the target's `dependencies`.\(more)"
  }
}
