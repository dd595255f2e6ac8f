import Coverage
import Formats
import Foundation
import Model
import Profiles
import Testing

@Suite("What a test executed")
struct CodeIndexTests {
  private struct Known {
    let program: CountedProgram
    let index: CodeIndex

    init() async throws {
      program = try await CountedProgram.shared.value
      let map = try ProgramMap(program.sections)
      let own = map.fileNames.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }
      let paths = own.map { ($0, PackagePath(($0 as NSString).lastPathComponent)) }
      let folder = program.folder.path
      index = CodeIndex(map, paths: Dictionary(paths) { first, _ in first }) {
        FileManager.default.contents(atPath: "\(folder)/\($0)").map { [UInt8]($0) }
      }
    }

    func executed(_ run: Int) throws -> [ExecutedFunction] {
      index.executed(try Counts(RawProfile(program.profiles[run])))
    }
  }

  @Test("has the lines that the segments of llvm-cov make executed ones", arguments: 0..<3)
  func lines(run: Int) async throws {
    let known = try await Known()
    var found: [PackagePath: Set<Int>] = [:]
    for executed in try known.executed(run) {
      let function = known.index.functions[executed.function]
      for line in executed.lines.joined() {
        found[function.path, default: []].insert(Int(function.place.line) + line)
      }
    }
    let export = try known.program.exports[run].withUnsafeBytes { try LLVMExport.read($0) }
    for file in export.files where !file.name.hasSuffix(".h") {
      let source = try Data(contentsOf: URL(fileURLWithPath: file.name))
      let lines = LineStateScan.lines(of: [UInt8](source), under: file.segments)
      let path = PackagePath((file.name as NSString).lastPathComponent)
      #expect(Set(lines.filter(\.state.didRun).map(\.number)) == found[path] ?? [], "\(path)")
    }
    #expect(found["one.c"] != nil && (found["More.swift"] != nil) == (run == 1))
  }

  @Test("has the functions that were begun, a generic once for all that was made of it")
  func functions() async throws {
    let known = try await Known()
    let lines = try known.executed(1).map { known.index.functions[$0.function] }
      .filter { $0.path == "Library.swift" }.map { Int($0.place.line) }
    #expect(lines.sorted() == [1, 4, 5])
    let all = known.index.functions.filter { $0.path == "Library.swift" }.map { Int($0.place.line) }
    #expect(all.sorted() == [1, 4, 5, 10])
  }

  @Test("of nothing is nothing")
  func nothing() async throws { #expect(try await Known().index.executed(Counts()).isEmpty) }
}
