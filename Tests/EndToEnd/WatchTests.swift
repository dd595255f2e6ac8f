import Foundation
import Kit
import Testing

/// `bothy watch` on a real repository, with real kills.
@Suite("The watcher")
struct WatchTests {
  @Test("each commit is integrated once, also when the watcher is killed while it runs")
  func killed() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("watch")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      let wait = BadInputRepositoryTests.until(scratch.path + "/gate")
      try tree.write("Package.swift", (tree.read("Package.swift") ?? "") + wait).commit("Wait for the gate")
      try scratch.write(
        "bots/lonely.yaml",
        "repository: \(repository.path)\nintegrate: latest\ncoverage: {enabled: false}\n")
      let watcher = Watcher(
        bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)

      // Killed while the first is integrated; the second watcher takes it up again.
      let first = try await watcher.run { id in
        try await watcher.wait("there is a first") { $0.contains("1|") }
        kill(id, SIGKILL)
      }
      #expect(first.status == -SIGKILL)
      try scratch.write("gate", "")
      let second = try await watcher.run { id in
        try await watcher.wait("the first is done again") { $0.contains("2|succeeded") }
        let other = try await watcher.run { _ in }
        #expect(other.status == 5 && other.errorText.contains("process \(id) does that already"))
        try await Self.commit("Two", "Three", in: repository)
        try await watcher.wait("the new ones are integrated") { $0.contains("3|succeeded") }
        kill(id, SIGTERM)
      }
      #expect(second.status == 0, "\(second.errorText)")
      let rows = try await watcher.integrations()
      try #require(rows.map { $0.prefix(2) } == ["1|", "2|", "3|"])
      #expect(rows[0].contains("canceled") && rows[1].contains("because #1 was cut off"))
      #expect(rows[2].contains("new commit"))
      let page = scratch.path + "/state/site/bots/lonely/3/index.html"
      #expect(FileManager.default.fileExists(atPath: page))
    }
  }

  @Test("a watcher ends when its state directory is replaced, instead of working beside its successor")
  func replaced() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("replaced")
      defer { scratch.remove() }
      let bots = scratch.path + "/bots"
      try FileManager.default.createDirectory(atPath: bots, withIntermediateDirectories: true)
      let watcher = Watcher(bots: bots, state: scratch.path + "/state", folder: scratch.url)
      let end = try await watcher.run { _ in
        let socket = watcher.state + "/watch.socket"
        let isThere = { FileManager.default.fileExists(atPath: socket) }
        try #require(try await eventually(everyMilliseconds: 100) { isThere() })
        try FileManager.default.moveItem(atPath: watcher.state, toPath: watcher.state + "-before")
        // Whatever wakes it.
        try Data("repository: /nowhere\n".utf8).write(to: URL(fileURLWithPath: bots + "/new.yaml"))
      }
      #expect(end.status == 5)
      #expect(end.errorText.contains("state directory was removed or replaced"), "\(end.errorText)")
    }
  }

  @Test("a script that kills what runs it is not begun for ever, and holds up no other bot", .nightly)
  func killing() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("watch-killing")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let plain = "repository: \(repository.path)\ncoverage: {enabled: false}\n"
      try scratch.write("bots/bad.yaml", plain + "triggers: [{before: kill -9 $PPID}]\n")
      try scratch.write("bots/good.yaml", plain)
      let watcher = Watcher(
        bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      let question = """
        SELECT bot.name || ' ' || coalesce(result, '') FROM integration JOIN bot ON bot.id = integration.bot
        ORDER BY integration.id
        """
      let end = try await watcher.run { id in
        try await watcher.wait("both have ended", question) {
          $0.contains("good succeeded") && $0.contains("bad internal-error")
        }
        try await Task.sleep(for: .seconds(5))
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let rows = try await watcher.rows(question)
      #expect(rows.count { $0.hasPrefix("bad") } <= 3, "\(rows)")
    }
  }

  @Test("what was passed over before the first integration of a branch is in its report")
  func passedOverFirst() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("watch-first")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let bots = scratch.url.appendingPathComponent("bots")
      try FileManager.default.createDirectory(at: bots, withIntermediateDirectories: true)
      let file =
        "repository: \(repository.path)\nbranches: [topic]\nintegrate: latest\ncoverage: {enabled: false}\n"
      try Data(file.utf8).write(to: bots.appendingPathComponent("lonely.yaml"))
      let watcher = Watcher(bots: bots.path, state: scratch.path + "/state", folder: scratch.url)
      let end = try await watcher.run { id in
        try await watcher.wait("the bot is known", "SELECT name FROM bot") { $0 == "lonely" }
        try await watcher.ask("pause", "lonely")
        try await Self.git(["checkout", "-q", "-b", "topic"], in: repository)
        try await watcher.wait("the first waits", "SELECT count(*) FROM pending") { $0 == "1" }
        try await Self.commit("Two", in: repository)
        try await watcher.wait("it is passed over", "SELECT sum(passed) FROM seen") { $0 == "1" }
        try await watcher.ask("resume", "lonely")
        try await watcher.wait("the newer one is done") { $0.contains("1|succeeded") }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let path = "state/integrations/lonely/1/report.json"
      let report = try JSON(Data(contentsOf: scratch.url.appendingPathComponent(path)))
      let commits = try #require(report["commits"]?.elements)
      #expect(commits.map { $0["skipped"] } == [.bool(false), .bool(true)])
      #expect(commits.first?["subject"]?.text == "Two")
    }
  }

  @Test("a force push back to a green commit leaves no red face behind", .nightly)
  func putBack() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("watch-back")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let bots = scratch.url.appendingPathComponent("bots")
      try FileManager.default.createDirectory(at: bots, withIntermediateDirectories: true)
      try Data("repository: \(repository.path)\ncoverage: {enabled: false}\n".utf8).write(
        to: bots.appendingPathComponent("lonely.yaml"))
      let watcher = Watcher(bots: bots.path, state: scratch.path + "/state", folder: scratch.url)
      let green = try await Self.git(["rev-parse", "HEAD"], in: repository)
      let end = try await watcher.run { id in
        try await watcher.wait("the first is green") { $0.contains("1|succeeded") }
        let test = repository.appendingPathComponent("Tests/OnlySwiftTestingTests/Red.swift")
        let text = "import Testing\n@Test func red() { #expect(Bool(false)) }\n"
        try Data(text.utf8).write(to: test)
        try await Self.git(["add", "-A"], in: repository)
        try await Self.git(["commit", "-q", "-m", "Red"], in: repository)
        try await watcher.wait("the second is red") { $0.contains("2|test-failures") }
        try await Self.git(["reset", "-q", "--hard", green], in: repository)
        try await watcher.wait("the commit of before is shown again") { $0.contains("3|succeeded") }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      #expect(try await watcher.integrations().last?.contains(", which was integrated in #1") == true)
      let badge = scratch.path + "/state/site/bots/lonely/badge.svg"
      #expect(try String(contentsOfFile: badge, encoding: .utf8).contains("succeeded"))
      #expect(try await watcher.ask("show", "lonely").contains("The history of main was rewritten: "))
    }
  }

  @Test("a branch is judged against the commit where it left its base, also its first time")
  func branch() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("watch-branch")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      @Sendable func commit(_ name: String, _ test: String) async throws {
        let file = repository.appendingPathComponent("Tests/OnlySwiftTestingTests/\(name).swift")
        try Data("import Testing\n@Test func \(test)\n".utf8).write(to: file)
        try await Self.git(["add", "-A"], in: repository)
        try await Self.git(["commit", "-q", "-m", name], in: repository)
      }
      try await commit("Known", "known() { #expect(Bool(false)) }")
      let bots = scratch.url.appendingPathComponent("bots")
      try FileManager.default.createDirectory(at: bots, withIntermediateDirectories: true)
      try Data("repository: \(repository.path)\nbranches: ['*']\nbase: main\n".utf8).write(
        to: bots.appendingPathComponent("lonely.yaml"))
      let watcher = Watcher(bots: bots.path, state: scratch.path + "/state", folder: scratch.url)
      let end = try await watcher.run { id in
        try await watcher.wait("main is red") { $0.contains("1|test-failures") }
        try await Self.git(["checkout", "-q", "--detach"], in: repository)
        try await commit("Mine", "mine() { #expect(Bool(false)) }")
        // HEAD names another branch than `base` does.
        let tip = try await Self.git(["rev-parse", "HEAD"], in: repository)
        try await Self.git(["symbolic-ref", "HEAD", "refs/heads/feature"], in: repository)
        try await Self.git(["update-ref", "refs/heads/feature", tip], in: repository)
        try await watcher.wait("the branch is red") { $0.contains("2|test-failures") }
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      let path = "state/integrations/lonely/2/report.json"
      let report = try JSON(Data(contentsOf: scratch.url.appendingPathComponent(path)))
      let base = try #require(report["comparedWith"]?["base"])
      #expect(base["branch"]?.text == "main" && base["integration"] == .number(1))
      #expect(base["tests"]?["added"] == .number(1) && base["tests"]?["gone"] == .number(0))
      #expect(
        report["issues"]?["new"]?.elements?.compactMap { $0["test"]?.text }.first?.contains("mine") == true)
      let known = try #require(report["issues"]?["unresolved"]?.elements?.first)
      #expect(known["knownOn"]?.text == "main" && known["since"] == .number(1))
      #expect(report["commits"]?.elements?.count == 1)
      #expect(report["reason"]?.text == "2 of 3 tests failed")
      // What HEAD names is another one, so that nothing else tells the base.
      let notes = report["notes"]?.elements?.compactMap(\.text) ?? []
      #expect(!notes.contains { $0.hasPrefix("Compared with") }, "\(notes)")
      #expect(try await watcher.rows("SELECT base FROM bot") == ["main"])
    }
  }

  @discardableResult
  private static func git(_ arguments: [String], in repository: URL) async throws -> String {
    let end = try await Command(
      "/usr/bin/git", ["-c", "user.name=A", "-c", "user.email=a@b.c"] + arguments, in: repository
    ).run()
    try #require(end.status == 0, "\(end.errorText)")
    return end.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// They arrive at once, as with a push: the watcher sees each move of a branch as it happens.
  private static func commit(_ subjects: String..., in repository: URL) async throws {
    let git = { (arguments: [String]) in try await Self.git(arguments, in: repository) }
    var tip = try await git(["rev-parse", "HEAD"])
    for subject in subjects {
      let file = repository.appendingPathComponent("Sources/OnlySwiftTesting/\(subject).swift")
      try Data("// \(subject)\n".utf8).write(to: file)
      _ = try await git(["add", "-A"])
      let tree = try await git(["write-tree"])
      tip = try await git(["commit-tree", tree, "-p", tip, "-m", subject])
    }
    _ = try await git(["update-ref", "HEAD", tip])
  }
}
