import Files
import Foundation
import Model
import Processes
import Testing

@testable import Integrator
@testable import State

/// Whose build folders stand where they are used.
@Suite("A branch's turn")
struct BranchTurnTests {
  private let world: SmallWorld
  private var bot: String { world.root + "/bot" }
  private var places: BranchPlaces { BranchPlaces(folder: bot) }

  init() throws {
    world = try SmallWorld()
    try write("main")
    try places.adopt("main")
  }

  private func write(_ branch: String) throws {
    for name in ["checkout", "build/debug", "build/bothy-tmp"] {
      try makeFolder("\(bot)/\(name)")
      try publish(Array(branch.utf8), as: "\(bot)/\(name)/of")
    }
  }

  private func take(_ branch: BranchName?, _ change: (inout Order) -> Void = { _ in }) throws -> String {
    let order = world.order {
      $0.branch = branch
      change(&$0)
    }
    let log = try Log(folder: world.folder, limitMegabytes: 1)
    try BranchTurn(
      Workbench(
        order: order, folder: world.folder, log: log, cancellation: world.cancellation, secrets: .none,
        surroundings: world.surroundings)
    ).take()
    return world.text(world.folder.log)
  }

  /// As if so many bytes had been put aside then.
  private func park(_ branch: BranchName, gigabytes: Double, at used: Double) throws {
    try makeFolder(places.path(of: branch) + "/checkout")
    let facts: [String: Any] = ["branch": branch.rawValue, "bytes": Int(gigabytes * 1e9), "used": used]
    let bytes = try JSONSerialization.data(withJSONObject: facts)
    try publish([UInt8](bytes), as: places.path(of: branch) + "/place.json")
  }

  private var parked: Set<BranchName?> { Set(places.all().map(\.branch)) }

  @Test("a new branch begins with a copy of what stands there, which is put aside")
  func copy() throws {
    let log = try take("other")
    #expect(log.contains("Copying what was built for main"))
    #expect(world.text(bot + "/build/debug/of") == "main" && parked == ["main"])
    #expect(FileFacts(bot + "/build/bothy-tmp") == nil)
    #expect(places.mark == BranchPlaces.Mark(act: .standing, branch: "other"))
  }

  @Test("it begins with a copy of what its base branch has, where that is put aside")
  func base() throws {
    _ = try take("other")
    try write("other")
    let log = try take("third") {
      $0.base = BaseChoice(branch: "main", candidates: [], integrations: world.root)
    }
    #expect(log.contains("Copying what was built for main"))
    #expect(world.text(bot + "/build/debug/of") == "main" && parked == ["main", "other"])
  }

  @Test("what was used least recently goes when all takes more than it may")
  func limit() throws {
    try park("old", gigabytes: 6, at: 1)
    try park("new", gigabytes: 5, at: 2)
    #expect(try take("other").contains("Removing what was built for old, which was used least recently"))
    #expect(parked == ["main", "new"])
    #expect(places.mark?.branch == "other")
  }

  @Test("two that are larger than the limit share one folder, as do all with none")
  func shared() throws {
    for (gigabytes, cleaning) in [(0, Bot.Cleaning.never), (10, .always)] {
      try park("new", gigabytes: 1, at: 2)
      let log = try take("other") {
        $0.settings.keep.buildGigabytes = gigabytes
        $0.settings.cleaning = cleaning
      }
      #expect(!log.contains("Copying") && parked == [])
      #expect(world.text(bot + "/build/debug/of") == "main" && places.mark?.branch == "other")
    }
  }

  @Test("canceled while it is copied, it leaves all as it was")
  func canceled() throws {
    world.cancellation.cancel()
    #expect(throws: PhaseStop.canceled) { try take("other") }
    #expect(try FileTree.entries(of: places.parked) == [] && places.mark?.branch == "main")
    #expect(world.text(bot + "/build/debug/of") == "main")
  }

  @Test("where a folder cannot be put aside, all is built anew and the report says why")
  func doubt() throws {
    try park("other", gigabytes: 1, at: 1)
    try makeFolder(bot + "/checkout/.git")
    try makeFolder(places.parked + "/git")
    let report = try world.perform(world.order { $0.branch = "other" })
    #expect(report.result == .succeeded)
    #expect(report.notes.contains { $0.hasPrefix("All was built anew, because what was built for another") })
    #expect(world.text(bot + "/build/debug/of").isEmpty && parked == [])
    #expect(places.mark == BranchPlaces.Mark(act: .standing, branch: "other"))
  }

  @Test("what nobody wrote down, as a former version left it, is taken for the branch that comes first")
  func former() throws {
    try FileManager.default.removeItem(atPath: bot + "/standing.json")
    _ = try take("other")
    #expect(parked == [] && places.mark?.branch == "other")
    #expect(world.text(bot + "/build/debug/of") == "main")
  }
}
