import Foundation
import Kit
import Testing

/// `bothy run` takes the files as they stand on disk and leaves the user's repository alone.
@Suite("The user's own checkout")
struct WorkingTreeTests {
  private static let source = "Sources/OnlySwiftTesting/Library.swift"
  private static let tests = "Tests/OnlySwiftTestingTests"

  @Test("a dirty tree is integrated as it stands, and stays as it was")
  func dirtyTree() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("dirty")
      defer { scratch.remove() }
      let fixture = try Fixture("OnlySwiftTesting")
      let repository = try await fixture.makeRepository(in: scratch)
      try await Self.soil(repository)
      let before = try FolderSnapshot(of: repository)

      let end = try await Self.bothy(repository, scratch, marker: "unused").run()

      #expect(end.status == 0, "\(end.errorText.suffix(3000))")
      let report = try JSON(end.output)
      let expected = """
        {"result": "succeeded", "commit": {"changes": true, "subject": "Set the trap"}, "tests": {"cases": {
          "OnlySwiftTestingTests.staged()": {"outcome": "passed"},
          "OnlySwiftTestingTests.untracked()": {"outcome": "passed"}}}}
        """
      #expect(Match.differences(try JSON(Data(expected.utf8)), report) == [])
      try Self.expectChanges(in: scratch.url.appending(path: "state/site/bots"))
      #expect(try before.changes(to: FolderSnapshot(of: repository)) == [])
    }
  }

  @Test("a commit is integrated as it was committed, whatever stands on disk")
  func commitOfADirtyTree() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("commit")
      defer { scratch.remove() }
      let fixture = try Fixture("OnlySwiftTesting")
      let repository = try await fixture.makeRepository(in: scratch)
      try await Self.soil(repository)
      let before = try FolderSnapshot(of: repository)

      let end = try await Self.bothy(repository, scratch, marker: "unused", ["--commit", "HEAD"]).run()

      #expect(end.status == 0, "\(end.errorText.suffix(3000))")
      let expected = """
        {"result": "succeeded", "commit": {"changes": false},
         "tests": {"cases": {"OnlySwiftTestingTests.isLonely()": {"outcome": "passed"}}}}
        """
      #expect(Match.differences(try JSON(Data(expected.utf8)), try JSON(end.output)) == [])
      #expect(try before.changes(to: FolderSnapshot(of: repository)) == [])
    }
  }

  @Test("an interrupt ends everything soon and is kept as canceled")
  func interrupted() async throws {
    try await Turns.building.run {
      let scratch = try ScratchFolder("interrupted")
      let marker = UUID().uuidString
      defer {
        for id in MarkedProcesses.find(marker).keys { kill(id, SIGKILL) }
        scratch.remove()
      }
      let repository = try await Fixture("Hang").makeRepository(in: scratch)
      let before = try FolderSnapshot(of: repository)
      let interruption = Interruption()

      let end = try await Self.bothy(repository, scratch, marker: marker).run { id in
        try await Self.waitForATest(marker)
        await interruption.interrupt(id)
      }

      let seconds = await interruption.seconds
      #expect(seconds < 20, "it took \(seconds) s")
      #expect(end.status == 130, "\(end.errorText.suffix(3000))")
      #expect(MarkedProcesses.find(marker) == [:], "processes are left")
      #expect(try before.changes(to: FolderSnapshot(of: repository)) == [])
      let integrations = scratch.url.appending(path: "state/integrations")
      let kept = FileManager.default.enumerator(atPath: integrations.path)?.compactMap { $0 as? String } ?? []
      let file = try #require(kept.first { $0.hasSuffix("/report.json") }, "\(kept)")
      let report = try JSON(Data(contentsOf: integrations.appending(path: file)))
      #expect(report["result"] == .string("canceled"))
    }
  }

  /// Changes of every kind: staged, not staged, deleted, untracked, ignored.
  private static func soil(_ repository: URL) async throws {
    let write = { (text: String, path: String) in
      try Data(text.utf8).write(to: repository.appending(path: path))
    }
    let head = "import OnlySwiftTesting\nimport Testing\n\n"
    try write(head + "@Test func staged() { #expect(lonely() == 2) }\n", "\(tests)/Staged.swift")
    _ = try await Command("/usr/bin/git", ["add", "\(tests)/Staged.swift"], in: repository).run()
    try write("public func lonely() -> Int {\n  2\n}\n", source)
    try FileManager.default.removeItem(at: repository.appending(path: "\(tests)/Tests.swift"))
    try write(head + "@Test func untracked() { #expect(lonely() == 2) }\n", "\(tests)/Untracked ö.swift")
    try write("Ignored.swift\n", ".gitignore")
    try write("this does not compile\n", "\(tests)/Ignored.swift")
    try FileManager.default.createSymbolicLink(
      atPath: repository.path + "/a link", withDestinationPath: "nowhere")
  }

  /// Of what is not committed the pages tell what came and went; and nothing runs any more.
  private static func expectChanges(in bots: URL) throws {
    let bot = try #require(try FileManager.default.contentsOfDirectory(atPath: bots.path).first)
    let pages = bots.appending(path: bot)
    func page(_ name: String) throws -> String {
      try String(contentsOf: pages.appending(path: name), encoding: .utf8)
    }
    let changes = try page("1/changes.html")
    for text in [
      "files changed since the commit", "Untracked ö.swift", "Staged.swift", source, "Tests.swift",
      "@Test func untracked()", "<span class=sign>−</span>",
    ] {
      #expect(changes.contains(text), "\(text)")
    }
    #expect(!changes.contains("Ignored.swift</a>") && !changes.contains("this does not compile"))
    #expect(try page("1/summary.md").hasPrefix("### ✓ succeeded: `local-"))
    #expect(try page("running.html").contains("data-to=\"1/index.html\""))
  }

  private static func bothy(
    _ repository: URL, _ scratch: ScratchFolder, marker: String, _ options: [String] = []
  ) throws -> Command {
    var environment = ProcessInfo.processInfo.environment
    environment["BOTHY_FIXTURE_MARKER"] = marker
    let arguments = ["run", repository.path, "--json", "--state", scratch.path + "/state"] + options
    return Command(try Program.bothy, arguments, in: scratch.url, environment: environment, limitSeconds: 600)
  }

  private static func waitForATest(_ marker: String) async throws {
    let began = try await eventually(within: 300) {
      MarkedProcesses.find(marker).values.contains { $0.contains(".xctest") }
    }
    guard began else { throw FixtureTrouble(what: "no test was started within two minutes") }
    try await Task.sleep(for: .seconds(1))
  }
}

/// Remembers when it sent the signal, and how long the process took to end.
private actor Interruption {
  private(set) var seconds = Double.infinity

  func interrupt(_ id: Int32) async {
    let start = ContinuousClock.now
    kill(id, SIGINT)
    _ = try? await eventually(within: 20) { !isAlive(id) }
    seconds = start.duration(to: .now) / .seconds(1)
  }

  private func isAlive(_ id: Int32) -> Bool {
    let words = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
    return !words.isEmpty && !words.contains(") Z ")
  }
}
