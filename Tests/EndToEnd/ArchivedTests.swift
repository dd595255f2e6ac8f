import Foundation
import Kit
import Testing

/// What a bot with the action `archive` leaves of a real package, as whoever gets it finds it.
@Suite("An archive")
struct ArchivedTests {
  private static let name = "say it"

  private struct World: Sendable {
    let scratch: ScratchFolder
    let fixture: Fixture
    let tree: Worktree
    var state: String { scratch.path + "/state" }

    func integrate(
      _ more: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> (status: Int32, report: JSON) {
      let end = try await Command(
        try Program.bothy,
        ["run", tree.path, "--json", "--state", state, "--bot", scratch.path + "/archived.yaml"] + more,
        in: scratch.url, environment: environment
      ).run()
      return (end.status, try JSON(end.output))
    }

    func folder(_ report: JSON) -> String {
      let number = Int(report["integration"]?.number ?? 0)
      return "\(state)/integrations/\(report["bot"]?.text ?? "?")/\(number)/archive"
    }

    /// Files of that integration's archive, by name.
    func files(_ report: JSON) -> [String: Data] {
      let folder = folder(report)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
        })
    }

    /// What leads to the newest green ones.
    func stable(_ report: JSON) -> [String: Data] {
      let place = "\(state)/site/bots/\(report["bot"]?.text ?? "?")/latest-green"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      return Dictionary(
        uniqueKeysWithValues: names.filter { $0.hasPrefix(ArchivedTests.name) }.map { name in
          (name, FileManager.default.contents(atPath: "\(place)/\(name)") ?? Data())
        })
    }

    func reading(_ program: String, _ words: String...) async throws -> CommandEnd {
      let end = try await Command("/usr/bin/env", [program] + words, in: scratch.url).run()
      try #require(end.status == 0, "\(program): \(end.errorText)")
      return end
    }
  }

  @Test(
    "holds a program that runs and says what it is, is the same for the same commit, and is of green alone",
    .nightly)
  func archive() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("archived")
      defer { scratch.remove() }
      let fixture = try Fixture("Archived")
      let repository = try await fixture.makeRepository(in: scratch)
      let world = World(scratch: scratch, fixture: fixture, tree: Worktree(path: repository.path))
      try scratch.write(
        "archived.yaml", (fixture.bot ?? "").replacing("REPOSITORY", with: repository.path))
      let stem = "\(Self.name)-\(try world.tree.head().prefix(8))"

      let first = try await world.integrate()
      expectNone(Match.differences(fixture.report ?? .null, first.report))
      let laid = world.files(first.report)
      #expect(first.status == 0 && Set(laid.keys) == ["\(stem).tar.zst", "\(stem).debug"])
      #expect(world.stable(first.report) == Self.stable(laid))

      let again = try await world.integrate(["--clean"])
      #expect(again.report["clean"] == .bool(true) && world.files(again.report) == laid)

      let gzipped = try await world.integrate(environment: Self.withoutZstd(in: scratch))
      let packed = world.files(gzipped.report)
      #expect(Set(packed.keys) == ["\(stem).tar.gz", "\(stem).debug"])
      #expect(world.stable(gzipped.report) == Self.stable(packed), "those of another kind are gone")

      try await expectNoneOfRed(world, stable: Self.stable(packed))
      try await expectContent(world, stem, first.report)
    }
  }

  private func expectNone(_ differences: [String]) {
    for difference in differences { Issue.record("\(difference)") }
  }

  /// The same files under names that stay.
  private static func stable(_ files: [String: Data]) -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: files.map { name, bytes in
        (Self.name + name[(name.firstIndex(of: ".") ?? name.startIndex)...], bytes)
      })
  }

  /// All programs but that one, and the compiler's own.
  private static func withoutZstd(in scratch: ScratchFolder) throws -> [String: String] {
    let place = try scratch.folder("programs").path
    var environment = ProcessInfo.processInfo.environment
    let swift = (environment["PATH"] ?? "").split(separator: ":").map(String.init).first {
      FileManager.default.isExecutableFile(atPath: $0 + "/swift")
    }
    for folder in ["/usr/local/bin", "/usr/bin", "/bin"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where !name.contains("zstd") && !name.hasPrefix("swift") {
        try? FileManager.default.createSymbolicLink(
          atPath: "\(place)/\(name)", withDestinationPath: "\(folder)/\(name)")
      }
    }
    let real = URL(fileURLWithPath: try #require(swift) + "/swift").resolvingSymlinksInPath()
    environment["PATH"] = "\(place):\(real.deletingLastPathComponent().path)"
    return environment
  }

  private func expectNoneOfRed(_ world: World, stable: [String: Data]) async throws {
    try world.tree.write(
      "Tests/WordsTests/RedTests.swift",
      "import XCTest\n\nfinal class RedTests: XCTestCase {\n  func testRed() { XCTFail(\"red\") }\n}\n"
    ).commit("Be red")
    let red = try await world.integrate()
    #expect(red.status == 1 && world.files(red.report) == [:])
    #expect(!FileManager.default.fileExists(atPath: world.folder(red.report)))
    #expect(red.report["archive"]?.elements ?? [] == [])
    let phase = red.report["phases"]?.elements?.first { $0["name"]?.text == "archive" }
    #expect(phase?["status"]?.text == "skipped", "\(phase ?? .null)")
    #expect(phase?["why"]?.text == "no build product: 1 of 2 tests failed", "\(phase ?? .null)")
    let log = try await world.reading(
      try Program.bothy, "log", red.report["bot"]?.text ?? "?", "--state", world.state)
    #expect(log.outputText.contains("Nothing is archived: no build product: 1 of 2 tests failed.\n"))
    #expect(world.stable(red.report) == stable, "the last green one is still led to")
  }

  /// At last: what was built goes, and the program has nothing but what came with it.
  private func expectContent(_ world: World, _ stem: String, _ report: JSON) async throws {
    let place = try world.scratch.folder("somewhere else").path
    let laid = world.folder(report)
    let archived = try #require(report["archive"]?.elements?.first)
    let sum = try await world.reading("sha256sum", "\(laid)/\(stem).tar.zst").outputText.prefix(64)
    #expect(archived["sha256"]?.text == String(sum) && archived["path"]?.text == "archive/\(stem).tar.zst")
    #expect(archived["symbols"]?.text == "archive/\(stem).debug", "\(archived)")

    _ = try await world.reading("tar", "--zstd", "-xf", "\(laid)/\(stem).tar.zst", "-C", place)
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(place)/\(stem)")
    #expect(Set(files) == [Self.name, "manifest.json", "Archived_Words.resources"])
    let manifest = try JSON(Data(contentsOf: URL(fileURLWithPath: "\(place)/\(stem)/manifest.json")))
    let expected: [String: JSON] = [
      "product": .string(Self.name), "configuration": .string("release"), "changes": .bool(false),
      "bot": report["bot"] ?? .null, "commit": report["commit"]?["id"] ?? .null,
      "toolchain": report["toolchain"] ?? .null, "date": .string("2026-01-02T03:04:05Z"),
    ]
    #expect(manifest == .object(expected), "\(manifest)")
    #expect(manifest["commit"]?.text?.prefix(8) == stem.suffix(8))

    let program = try Data(contentsOf: URL(fileURLWithPath: "\(place)/\(stem)/\(Self.name)"))
    let symbols = try Data(contentsOf: URL(fileURLWithPath: "\(laid)/\(stem).debug"))
    func has(_ text: String, _ data: Data) -> Bool { data.range(of: Data("\(text)\0".utf8)) != nil }
    // As a debugger looks for them: the program names the file, which has what it has not.
    #expect(has(".gnu_debuglink", program) && has("\(stem).debug", program))
    #expect(!has(".symtab", program) && !has(".debug_info", program))
    #expect(has(".symtab", symbols) && has(".debug_info", symbols))

    for built in ["bots", "integrations"] {
      try FileManager.default.removeItem(atPath: "\(world.state)/\(built)")
    }
    try FileManager.default.removeItem(atPath: world.tree.path)
    let said = try await world.reading("\(place)/\(stem)/\(Self.name)")
    let hello = Fixture.root.appending(path: "Archived/Sources/Words/Texts/hello.txt")
    #expect(said.outputText == (try String(contentsOf: hello, encoding: .utf8)) + "\n")
  }
}
