import Explaining
import Files
import Formats
import Foundation
import Model
import Processes
import State
import Testing

@testable import Integrator

@Suite("An integration, step by step")
struct PerformerTests {
  private let world: SmallWorld

  init() throws {
    world = try SmallWorld()
  }

  private func phases(_ report: Report) -> [String] {
    report.phases.map { "\($0.name.rawValue) \($0.status.rawValue)" }
  }

  /// In which phase each process runs.
  private func phase(_ asked: Asked) -> Phase.Kind {
    switch asked {
    case .before: .checkout
    case .version, .probe, .resolve, .describe, .manifest: .resolve
    case .build: .build
    case .lint, .format: .analyze
    case .binPath, .product, .objcopy, .tar: .archive
    case .list, .xctest, .swiftTesting, .merge, .export: .test
    case .after: .report
    }
  }

  @Test("all goes well: every process in its order, every phase told, and the report is on disk")
  func well() throws {
    let report = try world.perform()
    #expect(report.result == .succeeded)
    #expect(report.reason == "2 tests passed")
    #expect(world.processes.asked == Asked.usual)
    #expect(
      phases(report) == [
        "checkout passed", "resolve passed", "build passed", "test passed", "report passed",
      ])
    #expect(world.folder.report(of: "b", 7)?.reason == report.reason)
    let log = world.text(world.folder.log).split(separator: "\n").map(String.init)
    #expect(log.compactMap { Phase.Kind(heading: Array($0.utf8)) } == report.phases.map(\.name))
    #expect(report.coverage != nil && report.coverageNote == nil)
    #expect(report.artifacts.map(\.name) == ["junit.xml", "summary.md", "coverage.lcov", "cobertura.xml"])
    #expect(report.usage == Usage(cpuSeconds: 2 * Double(Asked.usual.count - 1), peakMemoryBytes: 1000))
    #expect(report.machine?.host == "oak" && report.toolchain == "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    #expect(FileFacts(world.folder.scratch) == nil)
  }

  @Test("one that is canceled while it waits for its turn leaves alone what another builds there")
  func canceledBeforeItsTurn() throws {
    let order = world.order()
    let others = [
      BuildFolder(order).temporary + "/file", StateFolder.mapWish(beside: order.checkoutFolder),
      order.checkoutFolder + "/Package.swift",
    ]
    for file in others {
      try makeFolder((file as NSString).deletingLastPathComponent)
      try publish([], as: file)
    }
    world.cancellation.cancel()
    let report = try world.perform(order)
    #expect(report.result == .canceled && world.processes.asked == [])
    #expect(others.filter { FileFacts($0) == nil } == [])
  }

  @Test("phases are timed by the clock that is given")
  func timed() throws {
    world.processes.change(.build) { play in
      let effect = play.effect
      play.effect = { [world] command in
        try effect(command)
        world.pass(30)
      }
    }
    let report = try world.perform()
    #expect(report.phases.map(\.seconds) == [0, 0, 30, 0, 0])
    #expect(report.seconds == 30 && report.started == Date(timeIntervalSince1970: 1e9))
  }

  @Test("canceled at any moment nothing more is begun, and the report says where", arguments: Asked.usual)
  func canceled(at moment: Asked) throws {
    world.processes.change(moment) { play in
      play.effect = { [world] _ in world.cancellation.cancel() }
    }
    let report = try world.perform()
    #expect(world.processes.asked.last == moment)
    #expect(world.folder.report(of: "b", 7)?.result == report.result)
    if moment == .after {
      #expect(report.result == .succeeded)
      #expect(report.notes == ["The scripts afterwards were ended with the integration."])
      return
    }
    #expect(report.result == .canceled)
    #expect(report.reason == "It was ended on request in the \(phase(moment).rawValue) phase")
    #expect(phases(report).suffix(2) == ["\(phase(moment).rawValue) canceled", "report passed"])
    switch moment {
    case .merge, .export: #expect(report.coverageNote == "the integration ended first")
    case .xctest, .swiftTesting, .list:
      #expect(report.coverageNote == "the integration was canceled first")
    default: #expect(report.coverageNote == "no tests were run")
    }
  }

  @Test("what nobody asked to end says why it was ended")
  func endReason() throws {
    world.processes.change(.build) { play in
      play.effect = { [world] _ in
        try? publish(Array("something else is to be integrated".utf8), as: world.folder.endReason)
        world.cancellation.cancel()
      }
    }
    let report = try world.perform()
    #expect(report.reason == "It was ended in the build phase: something else is to be integrated")
  }

  @Test("what is called an error in a build that succeeds is a warning, and keeps no test from running")
  func errorOfGoodBuild() throws {
    let place = world.root + "/bot/checkout/Sources/Core/Core.swift:3:1"
    world.processes.change(.build) { play in
      play.output = "[1/1] Compiling Core\n\(place): error: nobody writes it so\nBuild complete!\n"
    }
    let report = try world.perform()
    #expect(report.result == .warnings && report.tests.count(.passed) == 2, "\(report.reason)")
    #expect(report.issues.new.map(\.kind) == [.warning])
    #expect(report.issues.new.map(\.message) == ["nobody writes it so"])
    world.processes.change(.build) { $0.ending = .exited(1) }
    #expect(try world.perform().result == .buildErrors)
  }

  @Test("whoever lost the one who ordered it says so")
  func orphan() throws {
    world.processes.change(.build) { play in
      play.effect = { [world] _ in world.cancellation.cancel() }
    }
    let report = try world.perform { $0.isOrphan = { true } }
    #expect(report.reason == "It was ended in the build phase, with the Bothy that had ordered it")
  }

  @Test("at the limit of minutes nothing more is begun, and what was had is kept", arguments: Asked.usual)
  func limit(at moment: Asked) throws {
    world.processes.change(moment) { play in
      let effect = play.effect
      play.effect = { [world] command in
        try effect(command)
        world.pass(3601)
      }
    }
    let report = try world.perform()
    let isOver = moment == .after || moment == .export
    #expect(world.processes.asked.last == moment)
    #expect(report.result == (isOver ? .succeeded : .inconclusive))
    if !isOver { #expect(report.reason.hasPrefix("The limit of 60 minutes was reached")) }
    #expect(world.folder.report(of: "b", 7)?.result == report.result)
    if moment == .swiftTesting || moment == .merge {
      #expect(report.tests.count(.passed) == 2 && report.coverageNote == "the integration ended first")
      #expect(phases(report)[3] == "test timed-out")
    }
  }

  @Test(
    "a process that cannot be started ends the integration, and the report says why",
    arguments: Asked.usual.filter { ![.after, .merge, .export].contains($0) })
  func broken(at moment: Asked) throws {
    world.processes.change(moment) { play in
      play.effect = { _ in throw Explanation(doing: "starting", wrong: "no", advice: "mend it") }
    }
    let report = try world.perform()
    #expect(report.result == .internalError && report.reason == "starting: no: mend it")
    #expect(phases(report).suffix(2) == ["\(phase(moment).rawValue) failed", "report passed"])
    #expect(world.folder.report(of: "b", 7)?.result == .internalError)
    // Coverage of what ran is had for red integrations too.
    #expect(world.processes.asked.contains(.export) == (moment == .swiftTesting))
  }

  @Test("what cannot be measured leaves what the tests said", arguments: [Asked.merge, .export])
  func unmeasured(at moment: Asked) throws {
    world.processes.change(moment) { play in
      play.effect = { _ in throw Explanation(doing: "starting it", wrong: "no", advice: "mend it") }
    }
    let report = try world.perform()
    #expect(report.result == .succeeded && report.reason == "2 tests passed")
    #expect(report.coverage == nil && report.coverageNote == "starting it: no: mend it")
    #expect(phases(report).suffix(2) == ["test passed", "report passed"])
  }

  @Test("a script afterwards that cannot be started is told in the report")
  func noScript() throws {
    world.processes.change(.after) { play in
      play.effect = { _ in throw Explanation(doing: "starting bash", wrong: "no", advice: "mend it") }
    }
    let report = try world.perform()
    #expect(report.notes == ["The script `after` was not run: starting bash: no: mend it."])
    #expect(world.folder.report(of: "b", 7)?.notes == report.notes && report.result == .succeeded)
  }

  @Test("a script that is ended is told with the limit that it came to")
  func limitedScripts() throws {
    func note(_ stopped: StopReason, after seconds: Double) throws -> [String] {
      let world = try SmallWorld()
      world.processes.change(.after) {
        ($0.stopped, $0.ending, $0.seconds) = (stopped, .signaled(SIGTERM), seconds)
      }
      return try world.perform().notes
    }
    #expect(
      try note(.time, after: 600.1) == ["The script `after` was ended: it ran longer than 600 s."])
    #expect(
      try note(.time, after: 20) == ["The script `after` was ended: the limit of 60 minutes was reached."])
    #expect(
      try note(.silence, after: 20)
        == ["The script `after` was ended: nothing was printed for 15 minutes."])
  }

  @Test("a before script that fails ends it, an after script that fails is told")
  func scripts() throws {
    world.processes.change(.after) { $0.ending = .exited(3) }
    #expect(try world.perform().notes == ["The script `after` ended with status 3."])
    let other = try SmallWorld()
    other.processes.change(.before) { $0.ending = .signaled(SIGKILL) }
    let report = try other.perform()
    #expect(report.result == .triggerError && other.processes.asked == [.before, .after])
    #expect(report.reason == "The script `before` was ended by SIGKILL.")
    #expect(phases(report) == ["checkout failed", "report passed"])
  }

  @Test("what a part of the whole resolved is told to stay open")
  func resolvedInPart() throws {
    var order = world.order()
    let issue = Model.Issue(
      kind: .warning, message: "old", target: "traps", file: "Sources/traps/A.swift", line: 1, test: nil,
      since: 3)
    order.baseline = Baseline(
      integration: 6, commit: nil, openIssues: [issue], coverage: nil, testCount: 2, phaseSeconds: [:])
    let whole = try world.perform(order)
    #expect(whole.issues.resolved.count == 1 && !whole.notes.contains { $0.contains("stays open") })
    order.limited = Limitation()
    order.limited?.withoutCoverage = true
    let part = try world.perform(order)
    #expect(part.issues.resolved.count == 1 && part.notes.contains { $0.contains("stays open") })
  }

  @Test("a checkout that brings no package ends it")
  func noPackage() throws {
    let report = try world.perform { $0.checkOut = { _, _, _ in } }
    #expect(
      report.result == .checkoutError && report.reason.hasPrefix("there is no Package.swift in the top"))
    #expect(world.processes.asked == [.after])
  }

  @Test("settings of before that would build another package are not carried out")
  func refusedArguments() throws {
    let report = try world.perform(world.order { $0.settings.buildArguments = ["--package-path", "/x"] })
    #expect(report.result == .internalError && report.reason.contains("`package: FOLDER`"))
    #expect(Set(world.processes.asked).isDisjoint(with: [.resolve, .describe, .build, .xctest]))
  }

  @Test("dependencies are resolved again where a manifest changed, the package is described where files did")
  func resolvedAgain() throws {
    func asked(_ change: (inout Surroundings) -> Void = { _ in }) throws -> Set<Asked> {
      let before = world.processes.asked.count
      _ = try world.perform(nil, change)
      return Set(world.processes.asked.dropFirst(before)).intersection([.resolve, .describe])
    }
    #expect(try asked() == [.resolve, .describe])
    #expect(try asked() == [])
    let checkout = world.root + "/bot/checkout"
    try publish([], as: checkout + "/New.swift")
    // It needs a package elsewhere, whose manifest may have changed.
    #expect(try asked() == [.resolve, .describe])
    world.processes.change(.describe) { $0.output = $0.output.replacing("/package/", with: checkout + "/") }
    try publish([], as: checkout + "/Newer.swift")
    _ = try asked()
    try publish([], as: checkout + "/Newest.swift")
    #expect(try asked() == [.describe])
    let manifest = Array("// swift-tools-version: 6.2".utf8)
    let changed = try asked {
      $0.checkOut = { order, _, _ in try publish(manifest, as: order.checkoutFolder + "/Package.swift") }
    }
    #expect(changed == [.resolve, .describe])
  }

  @Test("what does not resolve is a build error in the manifest")
  func manifest() throws {
    let said = try SmallWorld.captured("build-Manifest.txt")
    world.processes.change(.resolve) { ($0.errors, $0.ending) = (said, .exited(1)) }
    let report = try world.perform()
    #expect(report.result == .buildErrors && phases(report)[1] == "resolve failed")
    #expect(
      report.issues.new.contains { $0.kind == .buildError && $0.message.contains("incorrect argument") })
    let silent = try SmallWorld()
    silent.processes.change(.describe) { $0.output = "no JSON" }
    #expect(
      try silent.perform().issues.new.map(\.message)
        == ["swift package describe told nothing about the package"])
  }

  @Test("a build that fails is told with what the compiler said, or with how it ended")
  func build() throws {
    let said = try SmallWorld.captured("build-Errors.txt")
    world.processes.change(.build) { ($0.output, $0.ending) = (said, .exited(1)) }
    let report = try world.perform()
    #expect(report.result == .buildErrors && phases(report).suffix(2) == ["build failed", "report passed"])
    #expect(report.issues.new.contains { $0.kind == .buildError })
    let silent = try SmallWorld()
    silent.processes.change(.build) { $0.ending = .signaled(SIGSEGV) }
    #expect(try silent.perform().issues.new.map(\.message) == ["swift build was ended by SIGSEGV"])
    for (said, ending) in [
      ("", Ending.signaled(SIGKILL)), ("error: link command failed due to signal 9 (use -v)\n", .exited(1)),
      ("error: compile command failed due to signal 25 (use -v to see invocation)\n", .exited(1)),
      ("error: compile command failed due to signal 24 (use -v to see invocation)\n", .exited(1)),
      ("[3/7] Compiling C c.c\nBuild cancelled!\n", .exited(0)),
    ] {
      let killed = try SmallWorld()
      killed.processes.change(.build) { ($0.output, $0.ending) = (said, ending) }
      #expect(try killed.perform().result == .internalError)
      #expect(!killed.processes.asked.contains(.xctest), "it would be another commit's")
      killed.processes.change(.build) { [root = killed.root] in
        $0.output = "\(root)/bot/checkout/A.swift:1:1: error: odd\n" + said
      }
      #expect(try killed.perform().result == .buildErrors, "what the sources did is told")
    }
    let full = try SmallWorld()
    full.processes.change(.build) {
      ($0.output, $0.ending) = ("error: No space left on device\n", .exited(1))
    }
    #expect(try full.perform().result == .internalError)
    let quoted = try SmallWorld()
    quoted.processes.change(.build) { [root = quoted.root] in
      $0.output = """
        \(root)/bot/checkout/A.swift:2:3: error: cannot convert
        1 | return "No space left on device"
        2 |   x

        """
      $0.ending = .exited(1)
    }
    #expect(try quoted.perform().result == .buildErrors)
    let still = try SmallWorld()
    still.processes.change(.build) { ($0.stopped, $0.ending) = (.silence, .signaled(SIGTERM)) }
    #expect(
      try still.perform().reason
        == "The build was ended: nothing was printed for 15 minutes; no test ran")
  }

  @Test("more warnings than are kept are told of, and close no warning")
  func manyWarnings() throws {
    let lines = (0...2000).map { "/x/\($0).swift:1:1: warning: w\($0)\n" }.joined()
    world.processes.change(.build) { $0.output = lines + $0.output }
    let report = try world.perform()
    #expect(report.result == .warnings && report.notes == [CompilerDiagnostics.cutSentence()])
  }

  @Test("without an action that asks for tests none are run")
  func actions() throws {
    let report = try world.perform(world.order { $0.settings.actions = [.analyze] })
    #expect(report.result == .succeeded && report.reason == "The package was built")
    #expect(report.analysis.map(\.words) == ["compiler: no warning", "clang: nothing to look at"])
    #expect(!world.processes.asked.contains(.list) && report.coverageNote == "no tests were run")
    #expect(report.notes.isEmpty)
  }

  @Test("what a process leaves running is told, and each sentence once")
  func leftBehind() throws {
    world.processes.change(.resolve) { $0.leftBehind = 1 }
    world.processes.change(.describe) { $0.leftBehind = 1 }
    world.processes.change(.build) { $0.leftBehind = 2 }
    #expect(
      try world.perform().notes == [
        "1 process was left behind by swift, and ended.", "2 processes were left behind by swift, and ended.",
      ])
  }

  @Test("what could not be exported is told in the report, which has all else")
  func noExport() throws {
    // A folder where the file is to be.
    try makeFolder(world.folder.junit + "/x")
    let report = try world.perform()
    #expect(
      report.result == .succeeded
        && report.artifacts.map(\.name) == ["summary.md", "coverage.lcov", "cobertura.xml"])
    let note = try #require(report.notes.first)
    #expect(note.hasPrefix("An export could not be written: ") && note.contains("junit.xml"))
    #expect(world.folder.report(of: "b", 7)?.notes == [note])
    let other = try SmallWorld()
    try makeFolder(other.folder.coverageDetail + "/x")
    #expect(try other.perform().artifacts.map(\.name) == ["junit.xml", "summary.md"])
  }
}
