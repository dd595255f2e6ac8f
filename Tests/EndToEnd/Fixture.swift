import Foundation
import Kit
import Testing

/// A small package that is a trap, and what must hold of its report: `<name>.expected.json`.
struct Fixture: Sendable, CustomTestStringConvertible {
  struct Stock: Sendable {
    var executed: Int
    var failures: Int
    var skipped: Int
    var swiftTesting: Int
  }

  var name: String
  var folder: URL
  /// Where PATH of `bothy run PATH` points, below the repository.
  var path: String
  var options: [String]
  /// A bot file; `REPOSITORY` in it stands for the repository's path.
  var bot: String?
  var integrations: Int
  /// More than one where either is right.
  var exitStatuses: [Int32]
  /// Absent where there is nothing to report on: then one sentence of error is expected.
  var report: JSON?
  /// What `swift test` itself says of the package.
  var stock: Stock?
  /// A suite of its own, which integrates it more than once.
  var suite: String?

  var testDescription: String { name }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  /// Left out of the landing tier: `"tier": "nightly"`.
  var isNightly: Bool

  /// Those of this tier that no suite has for itself; or those that `BOTHY_FIXTURES` names, by commas.
  static let all: [Fixture] = {
    let suffix = ".expected.json"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let chosen = ProcessInfo.processInfo.environment["BOTHY_FIXTURES"]?.split(separator: ",").map(String.init)
    return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
      .filter { chosen?.contains($0) ?? true }
      .map { name in
        do { return try Fixture(name) } catch { fatalError("\(name)\(suffix) cannot be read: \(error)") }
      }
      .filter { chosen != nil || ($0.suite == nil && (Tier.current == .nightly || !$0.isNightly)) }
  }()

  init(_ name: String) throws {
    let file = Self.root.appending(path: name + ".expected.json")
    let expected = try JSON(Data(contentsOf: file))
    self.name = name
    folder = Self.root.appending(path: expected["folder"]?.text ?? name)
    path = expected["path"]?.text ?? "."
    options = expected["options"]?.elements?.compactMap(\.text) ?? []
    bot = expected["bot"]?.text
    integrations = Int(expected["integrations"]?.number ?? 1)
    let statuses = expected["exitStatus"]?.elements ?? [expected["exitStatus"] ?? .number(0)]
    exitStatuses = statuses.compactMap(\.number).map { Int32($0) }
    report = expected["report"]
    suite = expected["in"]?.text
    isNightly = expected["tier"]?.text == "nightly"
    if let stock = expected["stock"] {
      let count = { (key: String) in Int(stock[key]?.number ?? 0) }
      self.stock = Stock(
        executed: count("executed"), failures: count("failures"), skipped: count("skipped"),
        swiftTesting: count("swiftTesting"))
    }
  }

  /// A repository with the package's files in one commit, always with the same id.
  func makeRepository(in scratch: ScratchFolder) async throws -> URL {
    let repository = scratch.url.appending(path: name)
    try FileManager.default.copyItem(at: folder, to: repository)
    for extra in [".build", ".swiftpm"] {
      try? FileManager.default.removeItem(at: repository.appending(path: extra))
    }
    var environment = ProcessInfo.processInfo.environment
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "Fixture"
      environment["GIT_\(role)_EMAIL"] = "fixture@example.org"
      environment["GIT_\(role)_DATE"] = "2026-01-02T03:04:05Z"
    }
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    for arguments in [["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "Set the trap"]] {
      let end = try await Command("/usr/bin/git", arguments, in: repository, environment: environment).run()
      guard end.status == 0 else { throw FixtureTrouble(what: "git \(arguments[0]): \(end.errorText)") }
    }
    return repository
  }
}

struct FixtureTrouble: Error, CustomStringConvertible {
  var what: String
  var description: String { what }
}
