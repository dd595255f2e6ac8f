import Foundation
import Kit
import Testing

/// The same command line, here and by a server.
@Suite("bothy --server", .nightly)
struct RemoteTests {
  private struct World: Sendable {
    let served: Served
    let mark = "65432.\(UInt32.random(in: 1_000_000...9_999_999))"
    var folders: [String] { ["--state", served.state, "--bots", served.scratch.path + "/bots"] }

    init() async throws {
      served = try Served()
      let script = """
        mkdir bots && git init -qb main r && cd r
        printf '// swift-tools-version: 6.0\\nimport PackageDescription\\n' >Package.swift
        echo 'let package = Package(name: "r")' >>Package.swift && git add .
        git -c user.name=a -c user.email=a@b.c commit -qm One
        printf 'repository: ../r\\npackage: nowhere\\nschedule: {on: manual}\\n' >../bots/q.yaml
        printf 'repository: ../r\\nschedule: {on: manual}\\ntriggers:\\n  - before: sleep \(mark)\\n' \
        >../bots/p.yaml
        "$0" integrate q --state ../state --bots ../bots || test $? = 5
        "$0" token create all --role administrator --state ../state >../all
        "$0" token create see --role reader --state ../state >../see
        chmod 600 ../all ../see
        """
      let end = try await Command("/bin/sh", ["-ec", script, try Program.bothy], in: served.scratch.url).run()
      try #require(end.status == 0, "\(end.errorText)")
    }

    func there(_ words: String..., token: String = "all") async throws -> CommandEnd {
      try await Command(
        try Program.bothy,
        words + ["--server", "http://127.0.0.1:\(served.port)", "--token-file", token],
        in: served.scratch.url,
        limitSeconds: 600
      ).run()
    }
  }

  @Test("what is asked there is told in the same words and ends the same")
  func same() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try await world.served.run { _ in
      for words in [
        ["bots", "--json"], ["show", "q", "--json"], ["show", "q#1", "--markdown"],
        ["history", "q", "--csv"],
        ["history", "q"], ["log", "q"], ["log", "q#1", "-f"], ["silence", "q"], ["issues", "q"],
        ["issues", "q", "--json"], ["show", "q#7"],
        ["show", "w"],
        ["cancel", "q"], ["pin", "q#7"], ["rerun", "q#7"], ["integrate", "w"],
      ] {
        func run(_ words: [String], _ further: [String]) async throws -> CommandEnd {
          try await Command(
            try Program.bothy, words + further, in: world.served.scratch.url, limitSeconds: 600
          ).run()
        }
        let here = try await run(words, world.folders)
        let there = try await run(
          words, ["--server", "http://127.0.0.1:\(world.served.port)", "--token-file", "all"])
        func plain(_ text: String) -> String {
          text.replacing(" --bots \(world.served.scratch.path)/bots --state \(world.served.state)", with: "")
            .replacing(#/"(diskBytes|next|due)" : [^,]*,/#, with: "")
            // What is to be typed next is typed where it was asked.
            .replacing(" --server http://127.0.0.1:\(world.served.port)", with: "")
        }
        #expect(plain(here.outputText) == plain(there.outputText), "\(words)")
        #expect(plain(here.errorText) == plain(there.errorText) && here.status == there.status, "\(words)")
      }
      let shown = try await world.there("show", "q")
      #expect(shown.status == 5 && !shown.outputText.contains(world.served.site), "\(shown.outputText)")
    }
  }

  @Test("what is done there is done as here, once, and by who may")
  func done() async throws {
    let world = try await World()
    defer { world.served.scratch.remove() }
    try await world.served.run { _ in
      #expect(try await world.there("pin", "q#1").outputText.contains("is pinned"))
      #expect(try await world.there("pause", "q").outputText.contains("will be paused"))
      #expect(try await world.there("resume", "--all").status == 0)
      let begun = try await world.there("integrate", "p")
      #expect(begun.status == 0 && begun.outputText.contains("is integrated here"), "\(begun.errorText)")
      let isHeld = try await eventually { MarkedProcesses.isRunning("sleep \(world.mark)") }
      #expect(isHeld)
      let early = try await world.there("show", "p#1")
      #expect(early.status == 4 && early.errorText.contains("has not ended"), "\(early.errorText)")
      let canceled = try await world.there("cancel", "p")
      #expect(canceled.status == 0 && canceled.outputText.contains("Canceled"), "\(canceled.errorText)")
      let refused = try await world.there("pause", "q", token: "see")
      #expect(refused.status == 2 && refused.errorText.contains("takes an operator"), "\(refused.errorText)")
      #expect(try await world.there("bots", token: "see").status == 0)
      for words in ["run", "watch", "audit", "check"] {
        let never = try await world.there(words)
        #expect(never.status == 2 && never.errorText.contains("a server does not do that"), "\(words)")
      }
    }
    let gone = try await world.there("bots")
    #expect(gone.status == 5 && gone.errorText.contains("nobody answers there"), "\(gone.errorText)")
  }
}
