import Foundation
import Kit
import Testing

/// Tests that misbehave, and integrations that are ended by force. One package, built once.
@Suite("Bad input: tests that misbehave")
struct BadInputTestTests {
  @Test("whatever a test prints, starts or ignores, the rest is told truly and nothing is left")
  func misbehaviour() async throws {
    try await BadInputWorld.with("bad", .first) { world in
      _ = try await BadPackage.make(in: world)
      #expect(try await world.report("bad").0 == 0)
      try await flood(world)
      try await bytes(world)
      try await children(world)
      try await noTestOfThatName(world)
      try await twoAtOnce(world)
      for wish in ["sleep", "deaf"] {
        try await killed(world, wish: wish, run: true, perform: false)
        try await killed(world, wish: wish, run: false, perform: true)
        try await killed(world, wish: wish, run: true, perform: true)
      }
      try await interrupted(world)
    }
  }

  private func flood(_ world: BadInputWorld) async throws {
    let (status, report) = try await world.report("bad", with: ["BOTHY_BAD": "flood"])
    #expect(status == 0, "\(report.reason)")
    #expect(report.count("passed") == 6)
    let notes = report["notes"]?.elements?.compactMap(\.text) ?? []
    #expect(notes.contains { $0.contains("log was cut") }, "\(notes)")
    let log = world.state + "/integrations/local-bad/2/log.txt"
    let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    #expect((size ?? .max) < 66 << 20)
  }

  /// What fails and passes on one commit is flaky.
  private func next(_ world: BadInputWorld) async throws {
    try await world.git("commit", "-q", "--allow-empty", "-m", "next", in: "bad")
  }

  private func bytes(_ world: BadInputWorld) async throws {
    try await next(world)
    let end = try await world.bothy("run", "bad", "--json", with: ["BOTHY_BAD": "bytes"])
    #expect(end.status == 1)
    let report = try JSON(end.output)
    #expect(report.count("passed") == 5 && report.count("failed") == 1, "\(report.cases)")
    let said = end.errorText.unicodeScalars
    #expect(!said.contains { $0.value == 0x1B || $0.value == 0 || $0.value == 0x202E }, "\(end.errorText)")
    #expect(end.errorText.contains("cleared"), "\(end.errorText)")
  }

  private func children(_ world: BadInputWorld) async throws {
    try await next(world)
    let (status, report) = try await world.report("bad", with: ["BOTHY_BAD": "children"])
    #expect(status == 0, "\(report.reason)")
    #expect(world.processes == [:])
    let notes = report["notes"]?.elements?.compactMap(\.text) ?? []
    #expect(notes.contains { $0.contains("left behind") }, "\(notes)")
  }

  private func noTestOfThatName(_ world: BadInputWorld) async throws {
    let (status, report) = try await world.report("bad", "--filter", "nowhere")
    #expect(status == 4)
    #expect(report.result == "inconclusive")
    #expect(report.reason.contains("No test matches `nowhere`"), "\(report.reason)")
  }

  private func twoAtOnce(_ world: BadInputWorld) async throws {
    let later = Later()
    let first = try await world.command(["run", "bad", "--json", "--quiet"], ["BOTHY_BAD": "slow"]).run { _ in
      _ = try await world.waitForProcess(" perform ")
      await later.keep(try await world.bothy("run", "bad", "--json"))
    }
    #expect(first.status == 0)
    let second = try #require(await later.end)
    #expect(second.status == 0, "\(second.errorText)")
    #expect(second.errorText.contains("Waiting for another integration of local-bad (process "))
    let numbers = try [first, second].map { try JSON($0.output)["integration"]?.number ?? 0 }
    #expect(numbers[1] == numbers[0] + 1)
  }

  private func killed(_ world: BadInputWorld, wish: String, run: Bool, perform: Bool) async throws {
    let end = try await world.command(["run", "bad", "--quiet"], ["BOTHY_BAD": wish]).run { id in
      try await waitForTheWish(world)
      let performer = try await world.waitForProcess(" perform ")
      if run { kill(id, SIGKILL) }
      if perform { kill(performer, SIGKILL) }
    }
    let (status, report) = try await world.report("bad")
    #expect(status == 0, "the next one works: \(report.reason)")
    #expect(world.processes == [:], "after \(wish), \(run), \(perform)")
    let number = Int(report["integration"]?.number ?? 0) - 1
    let (shown, words) = try await world.shown("local-bad#\(number)")
    if run {
      #expect(end.status == -SIGKILL)
      #expect(shown == 130)
      #expect(words.contains("canceled"), "\(words)")
    } else {
      expectSentence(end, status: 5, "was killed before its report was written")
      #expect(shown == 5)
      #expect(words.contains("was killed"), "\(words)")
    }
    let folder = "\(world.state)/integrations/local-bad/\(number)"
    #expect(!FileManager.default.fileExists(atPath: folder + "/scratch"))
  }

  private func waitForTheWish(_ world: BadInputWorld) async throws {
    _ = try await world.waitForProcess("PackageTests.xctest")
    let integrations = world.state + "/integrations/local-bad"
    let began = try await eventually(everyMilliseconds: 100) {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: integrations)) ?? []
      let newest = numbers.compactMap { Int($0) }.max() ?? 0
      let log = (try? String(contentsOfFile: "\(integrations)/\(newest)/log.txt", encoding: .utf8)) ?? ""
      return log.contains("testB_DoesAsWished' started")
    }
    guard began else { throw FixtureTrouble(what: "the wished test did not begin in five minutes") }
    try await Task.sleep(for: .milliseconds(500))
  }

  private func interrupted(_ world: BadInputWorld) async throws {
    let (end, seconds) = try await interrupt(world, ["BOTHY_BAD": "deaf"]) { try await waitForTheWish(world) }
    #expect(seconds < 20, "\(seconds) s")
    #expect(end.status == 130, "\(end.errorText)")
    let report = try JSON(end.output)
    #expect(report.result == "canceled")
    #expect(report.outcome(of: "BadTests.BadTests/testA_Passes") == "passed", "what was known is kept")
    #expect(report.outcome(of: "BadTests.BadTests/testB_DoesAsWished") == "not-run")
    #expect(world.processes == [:])
  }

  @Test("an interrupt in any earlier phase ends everything soon and is kept", .nightly)
  func interruptedEarly() async throws {
    try await BadInputWorld.with("early") { world in
      let path = try await world.package("bad")
      for phase in ["checkout", "resolve", "build"] {
        if phase == "checkout" { try manyFiles(world) }
        if phase == "resolve" {
          try FileManager.default.removeItem(atPath: path + "/many")
          try world.write(BadInputWorld.plainManifest + "while true {}\n", to: "bad/Package.swift")
        }
        if phase == "build" { try world.write(BadInputWorld.plainManifest, to: "bad/Package.swift") }
        let words = ["checkout": " perform ", "resolve": "-manifest"][phase] ?? "build --build-tests"
        let pause = phase == "checkout" ? 150 : 0
        let (end, seconds) = try await interruptOnce(world, isSeen: words, after: pause)
        #expect(seconds < 20, "\(phase): \(seconds) s")
        #expect(end.status == 130, "\(phase): \(end.errorText)")
        let report = try JSON(end.output)
        #expect(report.result == "canceled")
        #expect(report.reason.contains(phase), "\(report.reason)")
        #expect(world.processes == [:], "\(phase)")
      }
      #expect(try await world.report("bad").0 == 4, "the next one works")
    }
  }

  /// Enough that they can't be copied before the interrupt.
  private func manyFiles(_ world: BadInputWorld) throws {
    for folder in 0..<40 {
      for file in 0..<100 { try world.write("\(folder) \(file)\n", to: "bad/many/\(folder)/\(file)") }
    }
  }

  @Test("a first clone that is killed in the middle is made whole by the next integration", .nightly)
  func killedClone() async throws {
    try await BadInputWorld.with("clone") { world in
      _ = try await world.package("bad")
      try manyFiles(world)
      try await world.git("add", "-A", in: "bad")
      try await world.git("commit", "-q", "-m", "many", in: "bad")
      for milliseconds in [20, 150, 400] {
        _ = try await world.command(["run", "bad", "--commit", "HEAD", "--quiet"]).run { id in
          let performer = try await world.waitForProcess(" perform ")
          try await Task.sleep(for: .milliseconds(milliseconds))
          kill(id, SIGKILL)
          kill(performer, SIGKILL)
        }
      }
      let (status, report) = try await world.report("bad", "--commit", "HEAD")
      #expect(status == 4, "\(report.reason)")
      let checkout = world.state + "/bots/local-bad/checkout"
      let files = FileManager.default.enumerator(atPath: checkout + "/many")?.allObjects.count
      #expect(files == 40 * 101)
      #expect(try await world.shown("local-bad#1").0 == 130)
    }
  }

  /// SIGINT once a process with these words is there. On a busy machine it may be gone before it is seen.
  private func interruptOnce(
    _ world: BadInputWorld, isSeen words: String, after milliseconds: Int
  ) async throws -> (CommandEnd, Double) {
    for further in [[], ["--clean"], ["--clean"]] {
      let later = Later()
      // What was built to its end would not be built again.
      let end = try await world.command(["run", "bad", "--json"] + further).run { id in
        guard try await world.waitForProcess(words, of: id) else { return }
        try await Task.sleep(for: .milliseconds(milliseconds))
        await later.keep(.now)
        kill(id, SIGINT)
      }
      if let began = await later.moment { return (end, began.duration(to: .now) / .seconds(1)) }
    }
    throw FixtureTrouble(what: "three times no process with \(words) was seen")
  }

  /// SIGINT once `moment` has come; how it ended, and how long that took.
  private func interrupt(
    _ world: BadInputWorld, _ extra: [String: String?], at moment: @escaping @Sendable () async throws -> Void
  ) async throws -> (CommandEnd, Double) {
    let later = Later()
    let end = try await world.command(["run", "bad", "--json"], extra).run { id in
      try await moment()
      await later.keep(.now)
      kill(id, SIGINT)
    }
    let began = try #require(await later.moment)
    return (end, began.duration(to: .now) / .seconds(1))
  }
}

/// Carries what is learnt while a command runs to after its end.
private actor Later {
  private(set) var end: CommandEnd?
  private(set) var moment: ContinuousClock.Instant?

  func keep(_ end: CommandEnd) { self.end = end }
  func keep(_ moment: ContinuousClock.Instant) { self.moment = moment }
}
