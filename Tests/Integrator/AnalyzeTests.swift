import Files
import Kit
import Model
import Processes
import Synchronization
import Testing

@testable import Integrator

@Suite("What analyzers come to") struct AnalyzeTests {
  private func perform(_ world: SmallWorld, _ analyzers: [Analyzer]) throws -> Report {
    try world.perform(
      world.order {
        ($0.settings.actions, $0.settings.analyze) = ([.analyze, .test], analyzers)
      })
  }

  @Test("a linter that found something ends as it likes, and its warnings have its name")
  func found() throws {
    let world = try SmallWorld()
    world.processes.change(.lint) {
      $0.output =
        "a: one\nSources/A.swift:3: warning: no\nB.swift:1:2: error: bad\nSources/A.swift:3: warning: no\n"
      $0.ending = .exited(2)
    }
    let report = try perform(world, [.command("lint")])
    #expect(report.result == .analyzerWarnings)
    #expect(report.analysis.map(\.words) == ["lint: 2 warnings"])
    #expect(report.issues.new.map(\.message) == ["lint: bad", "lint: no"])
    #expect(report.issues.new.map(\.line) == [1, 3] && report.phases.contains { $0.name == .analyze })
  }

  @Test("a linter finds the checkout in the folder that it is told of, though no script ran before")
  func sources() throws {
    let world = try SmallWorld()
    let seen = Mutex(false)
    world.processes.change(.lint) { play in
      play.effect = { command in
        let folder = command.environment["XCS_SOURCE_DIR"] ?? ""
        seen.withLock { $0 = FileFacts(folder + "/repository/Package.swift") != nil }
      }
    }
    _ = try world.perform(
      world.order {
        ($0.settings.actions, $0.settings.analyze) = ([.analyze, .test], [.command("lint")])
        $0.settings.triggers = []
      })
    #expect(seen.withLock { $0 })
  }

  @Test(
    "one that came to no end makes a green inconclusive, with the reason",
    arguments: [
      (Ending.exited(3), "it ended with status 3 and named no place"),
      (.exited(127), "it, or a command of it, was not found"),
      (.signaled(9), "it ended with SIGKILL and named no place"),
    ])
  func problem(ending: Ending, reason: String) throws {
    let world = try SmallWorld()
    world.processes.change(.lint) { $0.ending = ending }
    let report = try perform(world, [.command("lint"), .format])
    #expect(
      report.result == .inconclusive
        && report.reason.hasPrefix("The analyzer `lint` failed: \(reason)"))
    #expect(report.analysis.map(\.problem) == [reason, nil])
    #expect(report.phases.first { $0.name == .analyze }?.status == .failed)
  }

  @Test(
    "one that names no place, or whose command a signal ended, came to no end, whatever it said",
    arguments: [
      (Ending.exited(1), "<unknown>: error: Unable to read configuration\n", "status 1 and named no place"),
      (.exited(132), "lib/w.swift:58: Fatal error: no\n", "a command of it was ended by SIGILL"),
    ])
  func nameless(ending: Ending, said: String, reason: String) throws {
    let world = try SmallWorld()
    world.processes.change(.lint) { ($0.ending, $0.output) = (ending, said) }
    let report = try perform(world, [.command("lint")])
    #expect(report.result == .inconclusive)
    #expect(report.analysis.first?.problem?.hasSuffix(reason) == true, "\(report.analysis)")
  }

  @Test("one that falls silent comes to no end, and the tests run all the same")
  func silent() throws {
    let world = try SmallWorld()
    world.processes.change(.format) { ($0.stopped, $0.ending) = (.silence, .signaled(9)) }
    let report = try perform(world, [.format])
    #expect(report.result == .inconclusive && report.tests.ranCount > 0)
    #expect(report.reason.contains("failed: it was ended: nothing was printed for 15 minutes"))
    #expect(report.analysis.map { $0.problem != nil } == [true])
  }

  @Test("one that runs into the limit of all ends the integration")
  func limit() throws {
    let world = try SmallWorld()
    world.processes.change(.format) { ($0.stopped, $0.ending) = (.time, .signaled(9)) }
    let report = try perform(world, [.format])
    #expect(report.result == .inconclusive && report.tests.ranCount == 0)
  }

  @Test("of the package manager's plan the package's own C sources are analyzed, with their own flags")
  func clang() {
    let plan = """
      commands:
        "/b/x.o":
          tool: clang
          args: ["/t/clang","-DHELLO=3","-MD","-MT","d","-MF","/b/a.d","-c","/p/Sources/a c.c","-o","/b/x.o"]
          args: ["/t/clang","-index-store-path","/b/i","-fprofile-instr-generate","-c","/p/b.cpp","-g"]
          args: ["/t/clang","-c","/p/s.S","-o","/b/s.o"]
          args: ["/t/clang","-c","/b/checkouts/other/o.c","-o","/b/o.o"]
          args: ["/t/swiftc","-c","/p/a.swift"]
          args: [broken
      """
    let analyzing = ["--analyze", "-Xclang", "-analyzer-output=text"]
    #expect(
      ClangCommands(plan: Array(plan.utf8), package: "/p").commands == [
        ClangCommands.Command(
          file: "Sources/a c.c", program: "/t/clang",
          arguments: ["-DHELLO=3"] + analyzing + ["/p/Sources/a c.c"]),
        ClangCommands.Command(
          file: "b.cpp", program: "/t/clang", arguments: ["-g"] + analyzing + ["/p/b.cpp"]),
      ])
  }
}
