import Files
import Foundation
import Model
import Testing

import class Kit.ScratchFolder

@testable import Integrator

@Suite("What processes leave of what they executed")
struct RawProfilesTests {
  private static let program: [UInt8] = Array(repeating: 0xa1, count: 20)
  private static let other: [UInt8] = Array(repeating: 0xb2, count: 20)

  /// Magic, version, bytes of ids, the rest of the head, and the ids.
  private static func profile(_ id: [UInt8]?) -> [UInt8] {
    let ids = id.map { [UInt8($0.count), 0, 0, 0, 0, 0, 0, 0] + $0 + [0, 0, 0, 0] } ?? []
    let numbers: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 0, UInt8(ids.count), 0, 0, 0, 0, 0, 0, 0]
    return RawProfiles.magic + numbers + Array(repeating: 0, count: 104) + ids
  }

  private static func executable(_ id: [UInt8]) -> [UInt8] {
    [0x7f, 0x45, 0x4c, 0x46] + Array(repeating: 7, count: 60) + [4, 0, 0, 0, UInt8(id.count), 0, 0, 0]
      + [3, 0, 0, 0, 0x47, 0x4e, 0x55, 0] + id + [1, 2, 3, 4, 5, 6, 7, 8, 9]
  }

  @Test("a profile is known by its head, and whose it is by what the linker gave the program")
  func heads() {
    func flaw(_ head: [UInt8]?, _ ids: Set<[UInt8]> = [Self.program]) -> ProfileFlaw? {
      RawProfiles.flaw(head, of: ids)
    }
    #expect(flaw(Self.profile(Self.program)) == nil)
    #expect(flaw(Self.profile(Self.other)) == .otherBuild)
    #expect(flaw(Self.profile(Self.other), [Self.program, Self.other]) == nil)
    // Without ids on either side nothing tells.
    #expect(flaw(Self.profile(Self.other), []) == nil && flaw(Self.profile(nil)) == nil)
    #expect(flaw(nil) == .unreadable && flaw([]) == .empty)
    #expect(flaw(Array("junk junk junk junk junk junk".utf8)) == .damaged)
    #expect(flaw(Array(Self.profile(Self.program).prefix(12))) == .damaged)
  }

  @Test("a program's id is found in its notes, and nothing else is taken for one")
  func programs() {
    #expect(RawProfiles.programID(in: Self.executable(Self.program)) == Self.program)
    #expect(RawProfiles.programID(in: Array(Self.executable(Self.program).dropFirst())) == nil)
    #expect(RawProfiles.programID(in: Array(Self.executable(Self.program).prefix(85))) == nil)
    #expect(RawProfiles.programID(in: []) == nil)
    #expect(RawProfiles.programID("/none") == nil)
  }

  @Test("files are sorted: children of the same build count, and each of the others has its reason")
  func sorted() throws {
    let scratch = try ScratchFolder("profiles")
    let folder = scratch.path + "/profiles"
    for (name, id) in [("tests", Self.program), ("Tool", [UInt8](repeating: 0xc3, count: 20))] {
      try publish(Self.executable(id), as: "\(scratch.path)/\(name)")
    }
    try makeFolder(folder + "/1")
    let files = [
      "1/1.profraw": Self.profile(Self.program),
      "1/2.profraw": Self.profile([UInt8](repeating: 0xc3, count: 20)),
      "1/3.profraw": Self.profile(Self.other), "1/4.profraw": [], "1/a,b.profraw": Self.profile(Self.program),
      "1/notes.txt": [1],
    ]
    for (name, bytes) in files { try publish(bytes, as: "\(folder)/\(name)") }
    symlink("/nowhere", folder + "/1/5.profraw")
    mkfifo(folder + "/1/6.profraw", 0o600)
    var raw = RawProfiles(below: folder) { [scratch.path + "/tests", scratch.path + "/Tool", "/none"] }
    #expect(raw.good == ["1/1.profraw", "1/2.profraw"])
    #expect(
      raw.flaws == [
        "1/3.profraw": .otherBuild, "1/4.profraw": .empty, "1/5.profraw": .unreadable,
        "1/6.profraw": .unreadable, "1/a,b.profraw": .unreadable,
      ])
    raw.leaveOut(["1/2.profraw", "none.profraw"], .of(message: "raw profile version mismatch: version = 4"))
    #expect(raw.good == ["1/1.profraw"] && raw.flaws["1/2.profraw"] == .otherTools && raw.flaws.count == 6)
  }

  @Test("what llvm-profdata says of a profile is told in other words")
  func messages() {
    #expect(ProfileFlaw.of(message: "raw profile version mismatch: Profile uses version = 4") == .otherTools)
    #expect(ProfileFlaw.of(message: "empty raw profile file") == .empty)
    for text in ["truncated profile data", "invalid instrumentation profile data (file header is corrupt)"] {
      #expect(ProfileFlaw.of(message: text) == .damaged)
    }
  }

  private static let two = ProfiledProcesses.Process(
    profile: "1/7.profraw", tests: ["T.A/testA", "T.A/testB", "T.A/testC"], died: false)

  @Test("the profile of a process that ran tests is missed, whatever became of it")
  func own() {
    let gone = ProfileLosses([:], present: ["2/8.profraw"], of: [Self.two])
    #expect(
      gone.tooLow == [
        "What T.A/testA and 2 more tests executed is not counted: the profile of their process is gone."
      ])
    let replaced = ProfileLosses(["1/7.profraw": .otherBuild], present: [], of: [Self.two])
    #expect(replaced.tooLow.first?.hasSuffix("is of another program or another build.") ?? false)
    #expect(replaced.notes == [])
    #expect(
      ProfileLosses([:], present: ["1/7.profraw"], of: [Self.two]) == ProfileLosses([:], present: [], of: []))
    var dead = Self.two
    (dead.tests, dead.died) = (["T.A/testA"], true)
    #expect(
      ProfileLosses([:], present: [], of: [dead], losesDead: true).tooLow == [
        "What T.A/testA executed is not counted: this toolchain loses the counts of a process that dies."
      ])
    dead.tests = []
    #expect(ProfileLosses([:], present: [], of: [dead]).tooLow == [])
  }

  @Test("of the others those of this build are missed, and foreign ones only told")
  func others() {
    let losses = ProfileLosses(
      ["1/1.profraw": .damaged, "1/2\n.profraw": .damaged, "1/3.profraw": .otherBuild], present: [], of: [])
    #expect(
      losses.tooLow == [
        "The profile 1/1.profraw (and 1 more) is damaged and was left out: what its process executed is not "
          + "counted."
      ])
    #expect(
      losses.notes == ["The profile 1/3.profraw is of another program or another build and was left out."])
  }

  @Test("where tests ended in a place that nothing tells of, one sentence names them")
  func openEnds() {
    func words(_ ends: OpenEnd...) -> String? {
      OpenEnd.sentence(ends).flatMap { $0.firstMatch(of: /behind (.*) may count/).map { String($0.1) } }
    }
    #expect(OpenEnd.sentence([]) == nil)
    #expect(
      OpenEnd.sentence([OpenEnd("T.A/testA", .hung)])
        == "Lines behind the place where T.A/testA hung may count as executed: "
        + "nothing tells for certain how far each function came.")
    #expect(words(OpenEnd("T.A/testA", .crashed)) == "the place where T.A/testA crashed")
    #expect(
      words(OpenEnd("T.A/testA", .hung), OpenEnd("T.A/testB", .crashed))
        == "the places where T.A/testA and 1 more test crashed or hung")
    #expect(
      words(OpenEnd("a", .ended), OpenEnd("b", .hung), OpenEnd("c", .crashed))
        == "the places where a and 2 more tests crashed, hung or ended")
  }

  @Test("a test that its process ended in crashed where a signal is known, and hung where it was stopped")
  func waysOfEnding() {
    func way(_ outcome: TestOutcome, _ signal: String?) -> OpenEnd.Way {
      var row = TestCase(
        id: "T.a()", library: .swiftTesting, target: "T", suite: "", name: "a()", outcome: outcome)
      if outcome == .crashed {
        row.crash = TestCrash(signal: signal, message: "", file: nil, line: nil, frames: [])
      }
      return OpenEnd(of: row).way
    }
    #expect(way(.crashed, "SIGILL") == .crashed)
    #expect(way(.timedOut, nil) == .hung)
    #expect(way(.crashed, nil) == .ended, "it called exit")
  }

  @Test("a program that is no more what was built is not begun")
  func changedProgram() throws {
    let run = try PlayedRun { _ in .init() }
    var site = run.site
    let program = run.scratch.path + "/program"
    try publish(Self.executable(Self.program), as: program)
    site.mark = ProgramMark(program)
    try publish(Self.executable(Self.program) + [0], as: program)
    #expect(site.mark?.holds == true && site.mark?.isUntouched == false)
    try publish(Self.executable(Self.other), as: program)
    for (selection, tests) in [(Batch.Selection.all, 0), (.named, 1)] {
      let test = TestCase(
        id: "T.a()", library: .swiftTesting, target: "T", suite: "", name: "a()", outcome: .notRun)
      let batch = Batch(
        library: .swiftTesting, selection: selection, tests: (0..<tests).map { _ in PlannedTest(test) })
      let ledger = run.perform(batch, site).ledger
      #expect(run.processes.commands.isEmpty)
      #expect((ledger.silences.values + ledger.doubts).count == 1)
      #expect((ledger.silences.values + ledger.doubts).first?.contains("changed or removed") ?? false)
    }
  }
}
