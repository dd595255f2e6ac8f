import Coverage
import Formats
import Testing

@testable import Profiles

@Suite("What is read of profiles")
struct SameAsToolsTests {
  @Test("is to the digit what the toolchain's llvm-cov exports of them", arguments: 0...3)
  func same(run: Int) async throws {
    let program = try await CountedProgram.shared.value
    let map = try ProgramMap(program.sections)
    var counts = Counts()
    for index in run == 3 ? Array(0..<3) : [run] { try counts.add(RawProfile(program.profiles[index])) }
    let ours = map.export(counts)
    let theirs = try program.exports[run].withUnsafeBytes { try LLVMExport.read($0) }
    #expect(ours.files.map(\.name) == theirs.files.map(\.name))
    #expect(ours.files.contains { $0.name.hasSuffix("/one.c") })
    for (file, other) in zip(ours.files, theirs.files) {
      #expect(file.segments == other.segments, "\(file.name)")
      #expect(file.totals == other.totals, "\(file.name)")
    }
    #expect(ours.functions.map(\.name) == theirs.functions.map(\.name))
    #expect(ours.functions.map(\.count) == theirs.functions.map(\.count))
    for (function, other) in zip(ours.functions, theirs.functions) {
      #expect(
        function.files.map { ours.fileNames[Int($0)] } == other.files.map { theirs.fileNames[Int($0)] })
      #expect(ours.regions[function.regions] == theirs.regions[other.regions], "\(function.name)")
    }
    #expect(ours.functions.contains { $0.count > 0 })
    #expect(ours.difference(from: theirs) == nil)
    var changed = ours
    changed.regions[changed.regions.count - 1].count += 1
    #expect(changed.difference(from: theirs) != nil)
  }

  @Test("of no process at all is a map in which nothing ran")
  func nothing() async throws {
    let map = try ProgramMap(await CountedProgram.shared.value.sections)
    let export = map.export(Counts())
    #expect(!export.functions.isEmpty)
    #expect(export.regions.allSatisfy { $0.count == 0 })
  }

  @Test("is known by the first half of MD5")
  func hashes() {
    #expect(NameHash.of([]) == 0x04b2_008f_d98c_1dd4)
    #expect(NameHash.of("abc".utf8) == 0xb04f_d23c_9850_0190)
    let long = "12345678901234567890123456789012345678901234567890123456789012345678901234567890"
    #expect(NameHash.of(long.utf8) == 0x55c9_e32b_a2f4_ed57)
  }

  @Test(
    "has files at their absolute places",
    arguments: [
      ("a.swift", "/w/a.swift"), ("./b/../a.swift", "/w/a.swift"), ("/x/../a.swift", "/x/../a.swift"),
      ("../../../a", "/a"),
    ])
  func places(name: String, place: String) { #expect(FilePath.absolute(name, in: "/w") == place) }
}
