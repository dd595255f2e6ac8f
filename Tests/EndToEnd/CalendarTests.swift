import Foundation
import Kit
import Testing

/// What a day of the week, the morning and a new swift bring, by a watcher whose clock is another; what it
/// builds and tests has the machine's.
@Suite("What time brings")
struct CalendarTests {
  private static let mailed = """
    SELECT recipient || ' ' || topic || ' of #' || number || ' ' || state FROM message
    ORDER BY recipient, id
    """
  private static let ended = """
    SELECT bot.name || ' #' || number || ' ' || result FROM integration JOIN bot ON bot.id = integration.bot
    WHERE settled ORDER BY integration.id
    """

  /// A webhook for each of these conditions is told of these integrations.
  private static let told = [
    "succeeded": [1], "test-failures": [2, 3], "analyzer-warnings": [2, 3], "build-warnings": [4],
    "mended": [4], "new-issues": [2, 4],
  ]

  private static func writeBots(
    in scratch: ScratchFolder, of repository: URL, mail port: Int, hooks: Int
  ) throws {
    let mailed = """
      repository: \(repository.path)
      coverage: {enabled: false}
      environment: {LD_PRELOAD: ""}
      toolchain: \(scratch.path)/tools
      schedule: {on: commit, on-toolchain-upgrade: true, timezone: UTC}
      actions: [analyze, test]
      analyze: [{run: "cat lint.txt 2>/dev/null || true"}]
      triggers:
        - email: {to: [day@example.org], report: daily, committers: true}
        - email: {to: [week@example.org], report: weekly}
        - email: {report: weekly, committers: true}
        - email: {to: [team@example.org], committers: true, warnings: true}
        - email: {report: every, committers: true}
        - webhook: {url: "http://127.0.0.1:\(hooks)/a", template: github-status, start: false, when: [broke]}
        - webhook: {url: "http://127.0.0.1:\(hooks)/b", template: gitlab-status, start: false, when: [broke]}

      """
    let posted = told.keys.sorted().map {
      "  - webhook: {url: \"http://127.0.0.1:\(hooks)/when/\($0)\", when: [\($0)]}\n"
    }
    try scratch.write("bots/mailed.yaml", mailed + posted.joined())
    for (name, keys, more) in [
      (
        "timed",
        "every: week, weekday: tuesday, at: \"02:30\", timezone: Europe/Berlin, on-toolchain-upgrade: false",
        "toolchain: \(scratch.path)/tools\n"
      ),
      ("always", "every: day, at: \"06:00\", timezone: UTC, only-if-changed: false", "keep: {days: 1}\n"),
      ("changed", "every: day, at: \"06:05\", timezone: UTC, only-if-changed: true", ""),
    ] {
      let text = """
        repository: \(repository.path)
        environment: {LD_PRELOAD: ""}
        triggers: [{before: exit 1}]
        schedule: {on: periodic, \(keys)}

        """
      try scratch.write("bots/\(name).yaml", text + more)
    }
    let server = """
      host: 127.0.0.1
      port: \(port)
      tls: none
      from: bothy@example.org
      domains: [example.org, home.example]

      """
    try scratch.write("state/mail.yaml", server)
  }

  /// The machine's swift, which says that it is another one.
  private static func writeSwift(_ version: String, in scratch: ScratchFolder) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let real = try #require(folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/swift") })
    let text = """
      #!/bin/sh
      [ "$1" = --version ] || exec '\(real)/swift' "$@"
      '\(real)/swift' --version | sed 's/Swift version [0-9.]*/Swift version \(version)/'

      """
    try scratch.write("tools/swift", text, mode: 0o755)
  }

  /// What was mailed, and what has ended, until there is nothing more to do at that time; what was said.
  @discardableResult
  private static func watch(
    at time: String, _ watcher: Watcher, until rows: [String], mails: [String],
    during: @escaping @Sendable (Int32) async throws -> Void = { _ in }
  ) async throws -> String {
    var watcher = watcher
    watcher.environment = try FakeClock.environment(time)
    let following = watcher
    let end = try await watcher.run { id in
      try await during(id)
      // What is due at once has no order.
      try await following.wait("\(rows) at \(time)", ended) { $0.split(separator: "\n").count == rows.count }
      try await following.wait("\(mails) at \(time)", mailed) { $0 == mails.joined(separator: "\n") }
      try await Task.sleep(for: .seconds(1))
      kill(id, SIGTERM)
    }
    #expect(end.status == 0, "\(end.errorText)")
    #expect(try await watcher.rows(ended).sorted() == rows.sorted(), "at \(time)")
    #expect(try await watcher.rows(mailed) == mails, "at \(time)")
    return end.errorText
  }

  private static func serve(
    in scratch: ScratchFolder, _ body: @escaping @Sendable (MailBox, Receiver) async throws -> Void
  ) async throws {
    try await MailBox.run(in: scratch) { box in
      try await Receiver.run(in: scratch) { receiver in try await body(box, receiver) }
    }
  }

  @Test("days, weeks, who wrote it, and another swift are told of and integrated once each", .nightly)
  func calendar() async throws {
    try await Turns.waiting.run(.first) {
      let scratch = try ScratchFolder("calendar")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      try Self.writeSwift("6.3.1", in: scratch)
      try await Self.serve(in: scratch) { box, receiver in
        try Self.writeBots(in: scratch, of: repository, mail: box.port, hooks: receiver.port)
        let watcher = Watcher(
          bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
        // On a Sunday somebody breaks it.
        let guilty = ["issues", "every"].map { "guilty@home.example \($0) of #2 taken" }
        let team = "team@example.org issues of #2 taken"
        let news = Self.posts(1...2, receiver) + [team]
        let author = "fixture@example.org"
        let first = "mailed #1 succeeded"
        var rows = [first, "mailed #2 test-failures"]
        try await Self.watch(
          at: "2031-05-11 12:00:00", watcher, until: rows,
          mails: ["\(author) every of #1 taken"] + guilty + news
        ) { _ in
          try await watcher.wait("the first is green", Self.ended) { $0 == first }
          try Self.breakIt(tree)
        }
        let digests = ["daily", "weekly"].map { "\($0) of #2 taken" }
        let authors = ["every of #1 taken"] + digests
        let told =
          ["day@example.org daily of #2 taken"] + authors.map { "\(author) \($0)" } + guilty
          + digests.map { "guilty@home.example \($0)" }
        let all = told + news + ["week@example.org weekly of #2 taken"]
        rows += ["always #1 trigger-error", "changed #1 trigger-error"]
        try await Self.watch(at: "2031-05-12 07:00:10", watcher, until: rows, mails: all)
        // What is due on Tuesdays was not on Monday.
        rows.append("timed #1 trigger-error")
        try await Self.watch(at: "2031-05-13 00:30:10", watcher, until: rows, mails: all)
        // Nothing happened since, but that swift is another one now.
        try Self.writeSwift("6.3.2", in: scratch)
        // A day is over, for as long as which one bot keeps anything.
        rows.removeAll { $0.hasPrefix("always #1 ") }
        rows += ["always #2 trigger-error", "mailed #3 test-failures", "mailed #4 warnings"]
        // Who mended it and left something else is told that alone.
        let helper = ["warnings", "every"].map { "helper@home.example \($0) of #4 taken" }
        let mended = ["guilty@home.example green of #4 taken"] + helper + Self.posts(1...4, receiver)
        let last = told + mended + [team, "team@example.org green of #4 taken"]
        let said = try await Self.watch(
          at: "2031-05-13 08:00:10", watcher, until: rows, mails: last + all.suffix(1)
        ) { _ in
          try await watcher.wait("the new swift is tried", Self.ended) { $0.contains("mailed #3") }
          try Self.mendIt(tree)
        }
        try Self.expectPosts(try receiver.requests())
        #expect(said.contains(/changed: Nothing was integrated at .*: nothing changed since/), "\(said)")
        try Self.expectWords(try box.mails())
        try Self.expectAgain(tree, below: watcher.state)
      }
    }
  }

  private static func breakIt(_ tree: Worktree) throws {
    try tree.write("Tests/OnlyXCTestTests/More.swift", red)
    try tree.write("lint.txt", "Sources/OnlyXCTest/Library.swift:1: warning: too lonely\n")
    try tree.git("add", "-A")
    try tree.git("commit", "-q", "-m", "Break it", "--author", "G <guilty@home.example>")
  }

  /// By somebody else, who leaves a warning.
  private static func mendIt(_ tree: Worktree) throws {
    try tree.git("rm", "-q", "lint.txt")
    try tree.write("Tests/OnlyXCTestTests/More.swift", red.replacing("XCTFail", with: "print"))
    try tree.write("Sources/OnlyXCTest/More.swift", "func more() {\n  let unused = 1\n}\n")
    try tree.git("add", "-A")
    try tree.git("commit", "-q", "-m", "Mend it", "--author", "H <helper@home.example>")
  }

  /// What is kept of webhooks that were told of these integrations: two more are for what broke.
  private static func posts(_ numbers: ClosedRange<Int>, _ receiver: Receiver) -> [String] {
    let all = told.values.flatMap(\.self) + [2, 2]
    return all.filter(numbers.contains).sorted().map {
      "http://127.0.0.1:\(receiver.port) end of #\($0) taken"
    }
  }

  private static func expectPosts(_ requests: [Receiver.Request]) throws {
    let posts = try requests.map { ($0.path, try JSON(Data($0.body.utf8))) }
    #expect(posts.compactMap { $0.1["state"]?.text }.sorted() == ["failed", "failure"])
    for (condition, numbers) in told {
      let came = posts.filter { $0.0 == "/when/" + condition }.compactMap { $0.1["integration"]?.number }
      #expect(came.map { Int($0) }.sorted() == numbers, "\(condition)")
    }
  }

  /// The commit before the last, built anew by another swift.
  private static func expectAgain(_ tree: Worktree, below state: String) throws {
    let commit = try tree.git("rev-parse", "HEAD~1").trimmingCharacters(in: .whitespacesAndNewlines)
    let file = URL(fileURLWithPath: state + "/integrations/mailed/3/report.json")
    let again = try JSON(Data(contentsOf: file))
    #expect(again["clean"] == .bool(true) && again["commit"]?["id"]?.text == commit)
    let issues = again["issues"]
    #expect(issues?["new"]?.elements == [] && issues?["unresolved"]?.elements?.count == 2)
  }

  private static func writeSmallBots(in scratch: ScratchFolder, of repository: URL, hooks port: Int) throws {
    for (name, keys) in [
      ("asked", "schedule: {on: manual}\ntriggers: [{before: exit 1}]"),
      (
        "hourly",
        "schedule: {on: periodic, every: hour}\ntriggers: [{before: exit 1}, "
          + "{webhook: {url: \"http://127.0.0.1:\(port)/begun\", start: true, when: [succeeded]}}]"
      ),
      ("short", "limits: {minutes: 0.05}\ntriggers: [{before: sleep 60}]"),
      ("silent", "limits: {silent-minutes: 0.05}\ntriggers: [{before: sleep 61}]"),
      // These have their limits from their branch.
      ("brief", "branches: [brief]\ntriggers: [{before: sleep 62}]"),
      ("still", "branches: [still]\ntriggers: [{before: sleep 63}]"),
    ] {
      try scratch.write(
        "bots/\(name).yaml",
        "repository: \(repository.path)\nenvironment: {LD_PRELOAD: \"\"}\n\(keys)\n")
    }
  }

  @Test("each hour, only when somebody asks, not longer than it may, and its beginning is told", .nightly)
  func hours() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("hours")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlyXCTest").makeRepository(in: scratch)
      let tree = Worktree(path: repository.path)
      for (branch, key) in [("brief", "minutes"), ("still", "silent-minutes")] {
        try tree.git("checkout", "-q", "-b", branch, "main")
        try tree.write(".bothy.yaml", "limits: {\(key): 0.05}\n").commit()
      }
      try tree.git("checkout", "-q", "main")
      try await Receiver.run(in: scratch) { receiver in
        try Self.writeSmallBots(in: scratch, of: repository, hooks: receiver.port)
        let watcher = Watcher(
          bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
        var rows = ["short", "silent", "brief", "still"].map { "\($0) #1 trigger-error" }
        try await Self.watch(at: "2031-05-12 10:30:00", watcher, until: rows, mails: [])
        rows.append("asked #1 trigger-error")
        try await Self.watch(at: "2031-05-12 10:40:00", watcher, until: rows, mails: []) { _ in
          try await watcher.wait("it answers", "SELECT 1") { _ in
            (try? FileManager.default.attributesOfItem(atPath: scratch.path + "/state/watch.socket")) != nil
          }
          try await watcher.ask("integrate", "asked")
        }
        rows.append("hourly #1 trigger-error")
        // Its own alarm rings by the machine's clock.
        // Who was told that it began is told its end, whatever `when` says.
        let hook = "http://127.0.0.1:\(receiver.port)"
        try await Self.watch(
          at: "2031-05-12 10:59:56", watcher, until: rows,
          mails: ["\(hook) start of #1 taken", "\(hook) end of #1 taken"]
        ) { id in
          try await Task.sleep(for: .seconds(6))
          kill(id, SIGHUP)
        }
        let told = try receiver.requests()
        #expect(told.map(\.path) == ["/begun", "/begun"], "\(told)")
        let why = try await watcher.rows("SELECT reason FROM integration WHERE reason LIKE '%sleep%'")
        let long = "was ended: the limit of 0.05 minutes was reached."
        let silent = "was ended: nothing was printed for 0.05 minutes."
        let words = [long, silent, long, silent].enumerated().map { "The script `sleep \(60 + $0)` \($1)" }
        #expect(why.sorted() == words)
      }
    }
  }

  /// The file that says nothing of it is for Mondays.
  @Test("each day of the week is the one that it is called", .nightly)
  func weekdays() async throws {
    let scratch = try ScratchFolder("weekdays")
    defer { scratch.remove() }
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for (name, key) in [("", "")] + days.map({ ($0, ", weekday: \($0)") }) {
      try scratch.write(
        "bots/\(name.isEmpty ? "unsaid" : name).yaml",
        "repository: /srv/r\nschedule: {on: periodic, every: week, at: \"23:00\"\(key), timezone: UTC}\n")
    }
    let end = try await Command(
      try Program.bothy,
      ["bots", "--json", "--bots", scratch.path + "/bots", "--state", scratch.path + "/state"],
      in: scratch.url,
      environment: ProcessInfo.processInfo.environment
        .merging(try FakeClock.environment("2031-05-12 11:00:00")) { $1 }
    ).run()
    let rows = try JSON(end.output).elements ?? []
    let due = rows.map { "\($0["bot"]?.text ?? "?") \($0["due"]?.text?.prefix(16) ?? "never")" }
    let expected = days.enumerated().map { "\($1) 2031-05-\(12 + $0)T23:00" } + ["unsaid 2031-05-12T23:00"]
    #expect(due.sorted() == expected.sorted(), "\(end.errorText)")
  }

  private static func expectWords(_ mails: [MailBox.Mail]) throws {
    func text(to address: String) throws -> String {
      try #require(mails.first { $0.to == [address] }?.text)
    }
    #expect(try text(to: "guilty@home.example").contains("testMore"))
    #expect(try text(to: "day@example.org").contains("2031-05-12"))
    #expect(try text(to: "week@example.org").contains("week to 2031-05-12"))
    let digests = mails.filter { $0.to == ["guilty@home.example"] }.map(\.decoded).filter {
      $0.contains("HOW IT STANDS")
    }
    #expect(digests.count == 2 && digests.allSatisfy { $0.contains(/because [0-9a-f]+ is yours/) })
  }

  private static let red = """
    import XCTest

    final class MoreTests: XCTestCase {
      func testMore() { XCTFail("more") }
    }
    """
}
