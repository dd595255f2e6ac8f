import Coverage
import Foundation
import Model
import Profiles

/// The test program as the map of who tests what sees it.
struct MappedProgram {
  let index: CodeIndex
  let code: MappedCode

  init(
    _ map: ProgramMap, _ package: PackageDescription, _ toolchain: Toolchain, sources: CompiledSources,
    tests: [TestSource], at workbench: Workbench
  ) {
    let files = MeasuredFiles.paths(of: map.fileNames, in: package, folder: workbench.packageFolder)
    index = CodeIndex(map, paths: files.mapValues(\.path)) { sources.bytes(of: $0) }
    let modules = Dictionary(files.values.map { ($0.path, $0.module) }) { first, _ in first }
    code = CodeMarks(
      workbench: workbench, toolchain: toolchain, package: package, sources: sources, tests: tests
    ).code(index, modules: modules)
  }
}

extension ProgramMap {
  init(ofProgramAt path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try self.init(
      ProgramSections { offset, count in
        try? file.seek(toOffset: offset)
        return (try? file.read(upToCount: count)).map { [UInt8]($0) }
      })
  }
}
