import Foundation
import Kit
import Testing

/// A real `bothy watch` on bots of a test.
struct Watcher: Sendable {
  var bots: String
  var state: String
  var folder: URL
  var limitSeconds = 600.0
  /// Besides what the tests have.
  var environment: [String: String] = [:]

  func run(during: @escaping @Sendable (Int32) async throws -> Void) async throws -> CommandEnd {
    try await Command(
      try Program.bothy, ["watch", "--bots", bots, "--state", state, "--jobs", "1"], in: folder,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, limitSeconds: limitSeconds
    ).run(during: during)
  }

  /// As sqlite3 sees them, from outside.
  func integrations() async throws -> [String] {
    try await rows(Self.question)
  }

  private static let question = """
    SELECT number, result, queueReason || coalesce('; again, because ' || again, '')
    FROM integration ORDER BY number
    """

  func rows(_ question: String) async throws -> [String] {
    let end = try await Command(
      "/usr/bin/env",
      ["sqlite3", "-readonly", "-cmd", ".timeout 5000", state + "/bothy.sqlite", question], in: folder
    ).run()
    // Before the watcher has made it there is nothing to ask.
    let isToCome = ["no such table", "unable to open"].contains(where: end.errorText.contains)
    if end.status != 0, !isToCome { throw FixtureTrouble(what: end.errorText) }
    return end.outputText.split(separator: "\n").map(String.init)
  }

  @discardableResult
  func ask(_ words: String...) async throws -> String {
    let end = try await Command(
      try Program.bothy, words + ["--bots", bots, "--state", state], in: folder
    ).run()
    try #require(end.status == 0, "\(end.errorText)")
    return end.outputText
  }

  func wait(_ what: String, until holds: @Sendable (String) -> Bool) async throws {
    try await wait(what, Self.question, until: holds)
  }

  func wait(_ what: String, _ question: String, until holds: @Sendable (String) -> Bool) async throws {
    let came = try await eventually(within: 300, everyMilliseconds: 200) {
      try await holds(rows(question).joined(separator: "\n"))
    }
    #expect(came, "it never came to this: \(what)")
  }
}
