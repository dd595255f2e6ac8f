import Foundation
import Kit
import Testing

/// A state directory of its own, packages to spoil, and a mark on every process that is started.
struct BadInputWorld: Sendable {
  let scratch: ScratchFolder
  private let marker = UUID().uuidString
  var state: String { scratch.path + "/state" }

  /// Runs the body when it is its turn, then looks that no process and no temporary file is left.
  static func with(
    _ name: String, turns: Lanes = Turns.building, _ place: Lanes.Place = .usual,
    _ body: @Sendable (BadInputWorld) async throws -> Void
  ) async throws {
    try await turns.run(place) {
      let world = BadInputWorld(scratch: try ScratchFolder(name))
      defer { world.remove() }
      _ = try world.scratch.folder("tmp")
      try await body(world)
      world.expectNothingLeft()
    }
  }

  func remove() {
    for id in processes.keys { kill(id, SIGKILL) }
    scratch.remove()
  }

  var processes: [Int32: String] { MarkedProcesses.find(marker) }

  func expectNothingLeft(_ place: SourceLocation = #_sourceLocation) {
    #expect(processes == [:], "processes are left", sourceLocation: place)
    let temporary = FileManager.default.enumerator(atPath: scratch.path + "/tmp")?.compactMap {
      $0 as? String
    }
    // SwiftPM and the compiler never remove these, whoever starts them.
    let theirs = [
      "TemporaryDirectory.", "clang-module-cache", "swift-crash-reproducer.", "swift-generated-sources",
    ]
    let left = (temporary ?? []).filter { name in
      !name.hasSuffix(".lock") && !theirs.contains { name.hasPrefix($0) }
    }
    #expect(left == [], sourceLocation: place)
  }

  /// How long until no marked process is alive, at most `seconds`.
  func waitForNoProcess(seconds: Double) async -> Bool {
    (try? await eventually(within: seconds, everyMilliseconds: 100) { processes.isEmpty }) ?? false
  }

  func waitForProcess(_ words: String) async throws -> Int32 {
    var found: Int32?
    _ = try await eventually(everyMilliseconds: 100) {
      found = processes.first { $0.value.contains(words) }?.key
      return found != nil
    }
    guard let found else {
      throw FixtureTrouble(what: "no process with \(words) was started in five minutes")
    }
    return found
  }

  /// Whether one was seen before `program` ended.
  func waitForProcess(_ words: String, of program: Int32) async throws -> Bool {
    var seen = false
    _ = try await eventually(everyMilliseconds: 20) {
      let processes = self.processes
      seen = processes.values.contains { $0.contains(words) }
      return seen || processes[program] == nil
    }
    return seen
  }

  // MARK: Commands

  func environment(_ extra: [String: String?] = [:]) -> [String: String] {
    var result = ProcessInfo.processInfo.environment
    result["BOTHY_STATE"] = nil
    result["BOTHY_FIXTURE_MARKER"] = marker
    result["TMPDIR"] = scratch.path + "/tmp"
    result["GIT_CONFIG_GLOBAL"] = "/dev/null"
    for (key, value) in extra { result[key] = value }
    return result
  }

  /// `bothy WORDS --state …`, where the state is not named by the words.
  func command(_ words: [String], _ extra: [String: String?] = [:]) throws -> Command {
    let named = words.contains("--state") ? words : words + ["--state", state]
    return Command(
      try Program.bothy, named, in: scratch.url, environment: environment(extra), limitSeconds: 600)
  }

  func bothy(_ words: String..., with extra: [String: String?] = [:]) async throws -> CommandEnd {
    let end = try await command(words, extra).run()
    #expect(!end.ranTooLong)
    return end
  }

  /// The report of `bothy run … --json`, whatever its result.
  func report(_ words: String..., with extra: [String: String?] = [:]) async throws -> (Int32, JSON) {
    let end = try await command(["run"] + words + ["--json", "--quiet"], extra).run()
    let report = try #require(try? JSON(end.output), "no report: \(end.errorText.suffix(3000))")
    return (end.status, report)
  }

  /// What the store says of an integration.
  func shown(_ address: String) async throws -> (Int32, String) {
    let end = try await bothy("show", address)
    return (end.status, end.outputText)
  }

  func git(_ words: String..., in folder: String) async throws {
    let identity = [
      "-c", "user.name=Bad", "-c", "user.email=bad@example.org", "-c", "protocol.file.allow=always",
    ]
    let end = try await Command(
      "/usr/bin/git", identity + words, in: url(folder), environment: environment()
    ).run()
    guard end.status == 0 else { throw FixtureTrouble(what: "git \(words): \(end.errorText)") }
  }

  func gitSays(_ words: String..., in folder: String) async throws -> String {
    let end = try await Command("/usr/bin/git", words, in: url(folder), environment: environment()).run()
    return end.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Files

  func url(_ name: String) -> URL { scratch.url.appending(path: name) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = url(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Written by another process: a child that is started beside it would hold ours open for a moment, and
  /// what is being written cannot be run.
  func script(_ text: String, as name: String) async throws {
    let source = try write(text, to: name + ".text")
    _ = try await Command("/usr/bin/install", ["-m", "755", source, url(name).path], in: scratch.url).run()
  }

  /// The smallest package, in a repository of its own: it builds in three seconds and has no tests.
  @discardableResult
  func package(_ name: String, manifest: String = Self.plainManifest) async throws -> String {
    try write(manifest, to: "\(name)/Package.swift")
    try write("public func toy() -> Int { 1 }\n", to: "\(name)/Sources/Toy/Toy.swift")
    try await git("init", "-q", "-b", "main", in: name)
    try await git("add", "-A", in: name)
    try await git("commit", "-q", "-m", "one", in: name)
    return url(name).path
  }

  static let plainManifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Toy", targets: [.target(name: "Toy")])

    """

  func bot(_ name: String, for repository: String, _ rest: String) throws -> String {
    try write("repository: \"\(repository)\"\n\(rest)", to: name)
  }
}

/// One sentence on standard error: what was being done, what went wrong, what to do.
func expectSentence(
  _ end: CommandEnd, status: Int32, _ pattern: String, _ place: SourceLocation = #_sourceLocation
) {
  let text = end.errorText
  #expect(end.status == status, "\(text.suffix(2000))", sourceLocation: place)
  let sentences = text.split(separator: "\n").filter { $0.hasPrefix("bothy: ") }
  #expect(sentences.count == 1, "\(text)", sourceLocation: place)
  let parts = sentences.first?.components(separatedBy: ": ") ?? []
  #expect(parts.count >= 4, "doing, wrong and advice: \(text)", sourceLocation: place)
  #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(text)", sourceLocation: place)
  expectPlainWords(text, place)
}

/// No Swift type, no stack trace.
func expectPlainWords(_ text: String, _ place: SourceLocation = #_sourceLocation) {
  for word in [
    "Error(", "Optional(", "GitError", "Explanation", "NSError", "Fatal error", "Stack dump", "0x0",
  ] {
    #expect(!text.contains(word), "\(text)", sourceLocation: place)
  }
}

extension JSON {
  var result: String? { self["result"]?.text }
  var reason: String { self["reason"]?.text ?? "" }
  var cases: [JSON] { self["tests"]?["cases"]?.elements ?? [] }

  func outcome(of test: String) -> String? {
    cases.first { $0["id"]?.text == test }?["outcome"]?.text
  }

  func count(_ key: String) -> Int? { self["tests"]?[key]?.number.map { Int($0) } }

  var newIssues: [JSON] { self["issues"]?["new"]?.elements ?? [] }
}
