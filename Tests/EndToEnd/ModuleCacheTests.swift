import Foundation
import Kit
import Testing

@Suite("What is made of C headers, from end to end", .nightly)
struct ModuleCacheTests {
  @Test("is in no build folder, and made anew where it was broken")
  func shared() async throws {
    try await BadInputWorld.with("modules") { world in
      try await world.package("toy")
      try world.write("import Foundation\npublic let toy = Date()\n", to: "toy/Sources/Toy/Toy.swift")
      let cache = world.scratch.path + "/cache"
      let own = SharedModules.none.merging(["XDG_CACHE_HOME": cache]) { $1 }
      let (status, report) = try await world.report("toy", with: own)
      #expect(status == 4 && report.result == "inconclusive", "\(report)")
      let made = Self.modules(below: cache + "/bothy")
      #expect(!made.isEmpty && Self.modules(below: world.state).isEmpty)
      for file in made { #expect(truncate(file, 100) == 0) }
      let (again, mended) = try await world.report("toy", "--clean", with: own)
      #expect(again == 4 && mended.result == "inconclusive", "\(mended)")
      let notes = mended["notes"]?.elements?.compactMap(\.text) ?? []
      #expect(notes.contains { $0.contains("C headers") && $0.contains("made anew") }, "\(notes)")
    }
  }

  /// Whether the second build is hit too is up to the machine.
  @Test("costs no result, whoever breaks it as soon as it is there")
  func disturbed() async throws {
    try await BadInputWorld.with("modules-disturbed") { world in
      try await world.package("toy")
      try world.write("import Foundation\npublic let toy = Date()\n", to: "toy/Sources/Toy/Toy.swift")
      let cache = world.scratch.path + "/cache"
      let own = SharedModules.none.merging(["XDG_CACHE_HOME": cache]) { $1 }
      let breaking = Task.detached {
        while !Task.isCancelled {
          for file in Self.modules(below: cache + "/bothy") { truncate(file, 100) }
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      defer { breaking.cancel() }
      let (status, report) = try await world.report("toy", with: own)
      #expect(status == 4 && report.result == "inconclusive", "\(report)")
      let notes = report["notes"]?.elements?.compactMap(\.text) ?? []
      #expect(notes.contains { $0.contains("C headers") && $0.contains("made anew") }, "\(notes)")
    }
  }

  private static func modules(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".pcm") }.map { "\(folder)/\($0)" }
  }
}
