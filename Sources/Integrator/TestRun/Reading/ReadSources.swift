import Files
import Foundation
import Model
import Threads

/// The package's sources before the first test: as the compiler read them, and what those of tests say.
struct ReadSources {
  var compiled: CompiledSources?
  var tests: [TestSource] = []
  var late = LateFailures()
  var undeclared: UndeclaredImports?

  init() {}

  private init(
    of package: PackageDescription, in folder: String, _ conditions: BuildConditions
  ) {
    let compiled = CompiledSources(of: package, in: folder)
    tests = TestSource.all(of: package, conditions) { compiled.bytes(of: $0) }
    late = LateFailures(tests)
    undeclared = UndeclaredImports(of: package) { compiled.bytes(of: $0) }
    self.compiled = compiled
  }

  /// Nil where another build system has no such folder.
  private static func builtModules(_ products: String) -> Set<String>? {
    func names(_ folder: String) -> [Substring] {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "\(products)/\(folder)")) ?? []
      return all.filter { $0.hasSuffix(".swiftmodule") }.map { $0.dropLast(".swiftmodule".count) }
    }
    let found = names("Modules")
    return found.isEmpty ? nil : Set((found + names("Modules-tool")).map { String($0) })
  }

  static func later(
    of package: PackageDescription, _ toolchain: Toolchain, at workbench: Workbench
  ) -> Later<ReadSources> {
    let (folder, buildFolder) = (workbench.packageFolder, workbench.order.buildFolder)
    let configuration = workbench.settings.configuration
    return Later {
      let manifest = contents(of: folder + "/Package.swift") ?? []
      let conditions = BuildConditions(
        package: package, manifest: String(decoding: manifest, as: UTF8.self),
        configuration: configuration, toolchain: toolchain.version,
        flags: CompilerFlags(buildFolder: buildFolder, configuration),
        built: builtModules("\(buildFolder)/\(configuration.rawValue)"))
      return ReadSources(of: package, in: folder, conditions)
    }
  }
}
