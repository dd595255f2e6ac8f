import Files
import Foundation
import Model
import Testing

@testable import Integrator
@testable import State

/// Which toolchain's build folders stand where they are used.
@Suite("A toolchain's turn")
struct ToolchainTurnTests {
  private typealias Maker = ToolchainPlaces.Maker

  private let world: SmallWorld
  private var build: String { world.root + "/bot/build" }
  private var places: ToolchainPlaces { ToolchainPlaces(beside: build) }
  private var key: String { ToolchainFinder.key(of: world.swift) }

  init() throws { world = try SmallWorld() }

  @Test(
    "what another toolchain built makes room, and only what this one built takes its place",
    arguments: [
      (made: "one", hasProducts: true, isKept: true, hasOwn: true, ToolchainTurn.Change.goOn),
      ("one", false, true, true, .goOn),
      // Nobody wrote it down: it is looked into later, and nothing that is known is given for it.
      (nil, true, true, true, .goOn), (nil, true, false, false, .goOn),
      // A kill came between two renames.
      (nil, false, true, true, .makeRoom(putsAside: false, brings: true)), (nil, false, true, false, .goOn),
      ("two", true, true, true, .makeRoom(putsAside: true, brings: true)),
      ("two", true, true, false, .makeRoom(putsAside: true, brings: false)),
      ("two", false, true, true, .makeRoom(putsAside: false, brings: true)),
      ("two", true, false, true, .makeRoom(putsAside: false, brings: false)),
    ] as [(made: String?, hasProducts: Bool, isKept: Bool, hasOwn: Bool, ToolchainTurn.Change)])
  func decision(made: String?, hasProducts: Bool, isKept: Bool, hasOwn: Bool, change: ToolchainTurn.Change) {
    #expect(
      ToolchainTurn.change(
        made: made, hasProducts: hasProducts, present: "one", isKept: isKept, hasOwn: hasOwn) == change)
  }

  /// As a build of that toolchain leaves it.
  private func stand(_ key: String?, at path: String? = nil, of name: String = "x") throws {
    let path = path ?? build
    try makeFolder(path)
    for file in ["build.db", "of"] { try publish(Array(name.utf8), as: path + "/" + file) }
    try publish([UInt8](build.utf8), as: Order.buildMark(in: path))
    if let key { try ToolchainPlaces.keep(Maker(key: key, version: "Swift \(name)"), of: path) }
  }

  private var standing: String { world.text(build + "/of") }

  private func prepared(_ change: (inout Order) -> Void = { _ in }) throws -> (log: String, report: Report) {
    let order = world.order(change)
    let log = try Log(folder: world.folder, limitMegabytes: 1)
    let workbench = Workbench(
      order: order, folder: world.folder, log: log, cancellation: world.cancellation, secrets: .none,
      surroundings: world.surroundings)
    var facts = Facts(
      report: Report(
        bot: "b", integration: 7, result: .succeeded, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: Date(), started: Date()), evidence: Judgement.Evidence(order))
    facts.report.clean = order.clean
    try PrepareBuildFolder().carryOut(&facts, at: workbench)
    return (world.text(world.folder.log), facts.report)
  }

  @Test("what another one built is put aside, and this one's comes back")
  func turns() throws {
    try stand("other", of: "other")
    #expect(try prepared().log.contains("Putting aside what Swift other built"))
    #expect(standing == "" && places.isAside(build, by: "other"))
    try stand(key, of: "own")
    // As if another one had been there in between.
    try places.putAside(build)
    try places.bring(build, by: "other")
    #expect(try prepared().log.contains("Taking what Swift own built before"))
    #expect(standing == "own" && places.isAside(build, by: "other"))
    #expect(try !prepared().log.contains("aside"), "it stands there already")
  }

  @Test("where a kill came between the two renames, this one's comes back all the same")
  func killed() throws {
    try stand(key, at: places.aside(build, by: key), of: "own")
    try makeFolder(build)
    _ = try prepared()
    #expect(standing == "own")
  }

  @Test("clean is clean: also what lay aside of this toolchain is thrown away, and what another built is not")
  func clean() throws {
    try stand("other", of: "other")
    try stand(key, at: places.aside(build, by: key), of: "own")
    let report = try prepared { $0.clean = true }.report
    #expect(report.clean && standing == "" && !places.isAside(build, by: key))
    #expect(places.isAside(build, by: "other"))
  }

  @Test("what is older than `cleaning` allows does not come back, and the report says that it is clean")
  func old() throws {
    try stand("other", of: "other")
    let own = places.aside(build, by: key)
    try stand(key, at: own, of: "own")
    let before = world.surroundings.now() - 8 * 86400
    try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: Order.buildMark(in: own))
    let end = try prepared { $0.settings.cleaning = .weekly }
    #expect(end.report.clean && standing == "" && !places.isAside(build, by: key))
    #expect(end.log.contains("Throwing away what Swift own built before"))
  }

  @Test(
    "without room for a second folder all is built anew", arguments: [(0, Bot.Cleaning.never), (10, .always)])
  func shared(gigabytes: Int, cleaning: Bot.Cleaning) throws {
    try stand("other", of: "other")
    try stand(key, at: places.aside(build, by: key), of: "own")
    _ = try prepared {
      $0.settings.keep.buildGigabytes = gigabytes
      $0.settings.cleaning = cleaning
    }
    #expect(standing == "" && !places.isAside(build, by: "other"))
  }

  @Test("what was used least recently goes, be it of a branch or of a toolchain")
  func limit() throws {
    let branches = BranchPlaces(folder: world.root + "/bot")
    for (name, used) in [("old", 1.0), ("new", 3)] {
      try makeFolder(branches.path(of: BranchName(name)) + "/checkout")
      let facts: [String: Any] = ["branch": name, "bytes": 4_000_000_000, "used": used]
      try publish(
        [UInt8](JSONSerialization.data(withJSONObject: facts)),
        as: branches.path(of: BranchName(name)) + "/place.json")
    }
    let aside = places.aside(build, by: "other")
    try stand("other", at: aside, of: "other")
    let facts: [String: Any] = ["bytes": 4_000_000_000, "used": 2.0]
    try publish([UInt8](JSONSerialization.data(withJSONObject: facts)), as: aside + "/bothy-aside.json")
    try stand("third", of: "third")
    _ = try prepared()
    #expect(branches.all().map(\.branch) == ["new"])
    #expect(places.isAside(build, by: "other") && places.isAside(build, by: "third"))
    _ = try prepared { $0.settings.keep.buildGigabytes = 4 }
    try stand("fourth", of: "fourth")
    let log = try prepared { $0.settings.keep.buildGigabytes = 5 }.log
    #expect(log.contains("Removing what Swift other built"))
    #expect(!places.isAside(build, by: "other") && places.isAside(build, by: "fourth"))
  }

  @Test("it goes with its branch when that is put aside")
  func branch() throws {
    let branches = BranchPlaces(folder: world.root + "/bot")
    try branches.adopt("main")
    try stand("other", at: places.aside(build, by: "other"), of: "other")
    try branches.stand(on: "second")
    #expect(!places.isAside(build, by: "other"))
    try branches.stand(on: "main")
    #expect(places.isAside(build, by: "other"))
  }

  // MARK: Once it is known

  private func settled(_ made: Maker?) throws -> (hasProducts: Bool, notes: [String]) {
    try? FileManager.default.removeItem(atPath: build)
    try stand(nil)
    if let made { try ToolchainPlaces.keep(made, of: build) }
    let workbench = try world.bench()
    let toolchain = Toolchain(
      swift: world.swift, realFolder: world.root + "/tools", version: "Swift 6.3.1",
      keepsCountsOfCrashes: false)
    try ToolchainTurn(workbench).settle(toolchain)
    #expect(ToolchainPlaces.maker(of: build) == Maker(key: key, version: "Swift 6.3.1"))
    return (BuildFolder(path: build).hasProducts, workbench.notes.all)
  }

  @Test("what this very toolchain built is built on")
  func same() throws {
    #expect(try settled(Maker(key: key, version: "Swift 6.3.1")) == (true, []))
  }

  @Test("a program that leads to another toolchain now, and one that nobody knows, have all built anew")
  func doubt() throws {
    let other = try settled(Maker(key: key, version: "Swift 6.2"))
    #expect(!other.hasProducts && other.notes.count == 1 && other.notes[0].contains("built by Swift 6.2"))
    let unknown = try settled(nil)
    #expect(!unknown.hasProducts && unknown.notes.count == 1)
  }
}
