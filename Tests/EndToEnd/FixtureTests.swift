import Foundation
import Kit
import Testing

/// Small packages, each a trap, integrated for real.
@Suite("Fixtures")
struct FixtureTests {
  @Test("the report tells the truth about", arguments: Fixture.all)
  func truth(of fixture: Fixture) async throws {
    try await Turns.building.run { try await check(fixture) }
  }

  private func check(_ fixture: Fixture) async throws {
    let isKept = ProcessInfo.processInfo.environment["BOTHY_KEEP"] != nil
    let scratch = try ScratchFolder(fixture.name, isKept: isKept)
    let marker = "BOTHY_FIXTURE_MARKER=\(UUID().uuidString)"
    defer {
      for id in MarkedProcesses.find(marker).keys { kill(id, SIGKILL) }
      if !isKept { scratch.remove() }
    }
    let repository = try await fixture.makeRepository(in: scratch)
    let before = try FolderSnapshot(of: repository)
    for integration in 1...fixture.integrations {
      let end = try await integrate(fixture, repository, scratch, marker: marker)
      #expect(!end.ranTooLong, "bothy did not end by itself: \(end.errorText.suffix(2000))")
      #expect(
        fixture.exitStatuses.contains(end.status), "ended with \(end.status): \(end.errorText.suffix(2000))")
      #expect(MarkedProcesses.find(marker) == [:], "processes are left")
      keep(end, of: fixture)
      if integration == fixture.integrations { try compare(end, with: fixture) }
    }
    let changes = try before.changes(to: FolderSnapshot(of: repository))
    #expect(changes == [], "the user's repository must stay as it was")
  }

  private func compare(_ end: CommandEnd, with fixture: Fixture) throws {
    guard let expected = fixture.report else {
      let sentences = end.errorText.split(separator: "\n").filter { $0.hasPrefix("bothy: ") }
      #expect(sentences.count == 1, "\(end.errorText)")
      #expect(sentences.allSatisfy { $0.components(separatedBy: ": ").count >= 4 }, "\(end.errorText)")
      return
    }
    let report = try #require(try? JSON(end.output), "no report.json: \(end.errorText.suffix(4000))")
    for difference in Match.differences(expected, report) {
      Issue.record("\(fixture.name): \(difference)")
    }
    if let stock = fixture.stock { compare(report, with: stock) }
  }

  private func integrate(
    _ fixture: Fixture, _ repository: URL, _ scratch: ScratchFolder, marker: String
  ) async throws -> CommandEnd {
    let state = scratch.url.appending(path: "state").path
    let path = repository.appending(path: fixture.path).standardizedFileURL.path
    var arguments = ["run", path, "--json", "--state", state] + fixture.options
    if let bot = fixture.bot {
      let file = scratch.url.appending(path: "\(fixture.name).yaml")
      try Data(bot.replacing("REPOSITORY", with: repository.path).utf8).write(to: file)
      arguments += ["--bot", file.path]
    }
    var environment = ProcessInfo.processInfo.environment
    let parts = marker.split(separator: "=").map(String.init)
    environment[parts[0]] = parts[1]
    environment["BOTHY_STATE"] = nil
    return try await Command(
      try Program.bothy, arguments, in: scratch.url, environment: environment, limitSeconds: 600
    ).run()
  }

  /// With `BOTHY_KEEP=FOLDER` the reports stay there, to be looked at.
  private func keep(_ end: CommandEnd, of fixture: Fixture) {
    guard let folder = ProcessInfo.processInfo.environment["BOTHY_KEEP"] else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? end.output.write(to: URL(fileURLWithPath: "\(folder)/\(fixture.name).report.json"))
    try? end.errors.write(to: URL(fileURLWithPath: "\(folder)/\(fixture.name).stderr"))
  }

  private func compare(_ report: JSON, with stock: Fixture.Stock) {
    let cases = report["tests"]?["cases"]?.elements ?? []
    let old = cases.filter { $0["library"]?.text == "xctest" }
    #expect(old.count == stock.executed, "XCTest's own count")
    #expect(cases.count - old.count == stock.swiftTesting, "Swift Testing's own count")
    #expect(old.reduce(0) { $0 + ($1["failures"]?.elements?.count ?? 0) } == stock.failures)
  }
}

/// The program under test: `BOTHY_BINARY`, or the one that was built beside this test bundle.
enum Program {
  static var bothy: String {
    get throws {
      if let path = ProcessInfo.processInfo.environment["BOTHY_BINARY"] { return path }
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "bothy").path
    }
  }
}
