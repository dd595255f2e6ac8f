import Foundation
import Kit
import Testing

/// Commands about what runs, with a watcher and without: real processes, no package to build.
@Suite("Commands about what runs")
struct LiveTests {
  /// A repository without a package, and a bot that a script holds up for as long as nobody ends it.
  private struct HeldUpBots: Sendable {
    let scratch: ScratchFolder
    let mark = "43210.\(UInt32.random(in: 1_000_000...9_999_999))"
    var folder: URL { scratch.url }

    init() async throws {
      scratch = try ScratchFolder("live")
      let script = """
        mkdir bots && git init -qb main r && cd r
        printf '// swift-tools-version: 6.0\\nimport PackageDescription\\n' >Package.swift
        echo 'let package = Package(name: "r")' >>Package.swift && git add .
        git -c user.name=a -c user.email=a@b.c commit -qm One
        printf 'repository: ../r\\npackage: nowhere\\nschedule: {on: manual}\\n' >../bots/quick.yaml
        printf 'repository: ../r\\nschedule: {on: manual}\\ntriggers:\\n  - before: sleep \(mark)\\n' \
        >../bots/slow.yaml
        """
      let end = try await Command("/bin/sh", ["-ec", script], in: scratch.url).run()
      try #require(end.status == 0, "\(end.errorText)")
    }

    func bothy(_ words: String..., during: (@Sendable (Int32) async throws -> Void)? = nil) async throws
      -> CommandEnd
    {
      var environment = ProcessInfo.processInfo.environment
      // Its signs are looked for, which it shows where there is UTF-8.
      environment["LC_ALL"] = "C.UTF-8"
      return try await Command(
        try Program.bothy, words + ["--bots", "bots", "--state", "state"], in: folder,
        environment: environment
      ).run(during: during)
    }

    /// While a watcher runs, which is then told to end.
    func watched(_ body: @escaping @Sendable () async throws -> Void) async throws {
      let end = try await bothy("watch", "--grace", "1s") { id in
        defer { kill(id, SIGTERM) }
        try await until("the watcher answers") { try await !bot("quick", "watcher").isEmpty }
        try await body()
      }
      #expect(end.status == 0, "\(end.errorText)")
    }

    /// A field of a bot in `bothy bots --json`, in words; empty when it is null.
    func bot(_ id: String, _ field: String) async throws -> String {
      let bots = try JSONSerialization.jsonObject(with: try await bothy("bots", "--json").output)
      let one = (bots as? [[String: Any]])?.first { $0["bot"] as? String == id }
      guard let value = one?[field], !(value is NSNull) else { return "" }
      return "\(value)"
    }

    var isHeldUp: Bool { MarkedProcesses.isRunning("sleep \(mark)") }

    func until(_ what: String, holds: @Sendable () async throws -> Bool) async throws {
      let came = try await eventually(everyMilliseconds: 100) { try await holds() }
      #expect(came, "it never came to this: \(what)")
    }
  }

  @Test("an integration of the watcher is shown while it runs, canceled, and waited for to its status")
  func watched() async throws {
    let world = try await HeldUpBots()
    defer { world.scratch.remove() }
    try await world.watched {
      let waiting = try await world.bothy("integrate", "slow", "--wait") { _ in
        try await world.until("it is held up") { world.isHeldUp }
        #expect(try await world.bot("slow", "running") == "1")
        let phase = try await world.bot("slow", "phase")
        #expect(!phase.isEmpty)
        let table = try await world.bothy("bots").outputText
        #expect(table.contains("▸ running") && table.contains(phase), "\(table)")
        #expect(!table.contains("No watcher"))
        let running = try await world.bothy("show", "slow")
        #expect(running.status == 4 && running.errorText.contains("has not ended: \(phase)"))
        let canceled = try await world.bothy("cancel", "slow#1")
        #expect(canceled.status == 0, "\(canceled.errorText)")
        #expect(canceled.outputText == "Canceled: 1 integration.\n")
      }
      #expect(waiting.status == 130, "\(waiting.errorText)")
      #expect(!world.isHeldUp)
      #expect(try await world.bothy("show", "slow#1").status == 130)
      // The watcher knows nothing of what a command integrates beside it.
      let again = try await world.bothy("rerun", "slow#1") { _ in
        try await world.until("it is held up again") { world.isHeldUp }
        let canceled = try await world.bothy("cancel", "slow#2")
        #expect(canceled.outputText == "Canceled: 1 integration.\n", "\(canceled.errorText)")
      }
      #expect(again.status == 130 && !world.isHeldUp, "\(again.errorText)")
      // Nor of a local checkout, which is no bot of its.
      let local = try await world.bothy("run", "r", "--bot", "bots/slow.yaml") { _ in
        try await world.until("a local checkout is held up") { world.isHeldUp }
        let canceled = try await world.bothy("cancel", "local-r")
        #expect(canceled.outputText == "Canceled: 1 integration.\n", "\(canceled.errorText)")
      }
      #expect(local.status == 130 && !world.isHeldUp, "\(local.errorText)")
      #expect(try await world.bot("slow", "result") == "canceled")
      #expect(try await world.bothy("cancel", "slow#1").status == 2)
    }
  }

  @Test("what ends at once is waited for to its own status, never to success")
  func quick() async throws {
    let world = try await HeldUpBots()
    defer { world.scratch.remove() }
    try await world.watched {
      for number in 1...8 {
        let waiting = try await world.bothy("integrate", "quick", "--wait")
        let shown = try await world.bothy("show", "quick#\(number)")
        #expect(waiting.status == shown.status && waiting.status != 0, "\(waiting.errorText)")
      }
    }
    #expect(try await !world.bot("quick", "diskBytes").isEmpty)
  }

  @Test("without a watcher what runs is canceled too, and nothing of it is left")
  func alone() async throws {
    let world = try await HeldUpBots()
    defer { world.scratch.remove() }
    let end = try await world.bothy("integrate", "slow") { _ in
      try await world.until("it is held up") { world.isHeldUp }
      let canceled = try await world.bothy("cancel", "slow")
      #expect(canceled.status == 0, "\(canceled.errorText)")
      #expect(canceled.outputText == "No watcher is running. Canceled: 1 integration.\n")
    }
    #expect(end.status == 130, "\(end.errorText)")
    #expect(!world.isHeldUp)
    #expect(try await world.bot("slow", "result") == "canceled")
  }
}
