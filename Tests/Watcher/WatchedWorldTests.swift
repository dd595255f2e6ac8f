import Foundation
import Kit
import Testing

@testable import Store

/// `BOTHY_HISTORIES` says how many histories there are, `BOTHY_SEED` replays one.
@Suite("A simulated world")
struct WatchedWorldTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let histories =
    environment["BOTHY_HISTORIES"].flatMap { Int($0) }
    ?? (Tier.current == .nightly ? 4000 : Tier.current == .landing ? 400 : 150)
  private static let lanes = 2

  @Test("whatever happens, no commit is forgotten and nothing is done twice", arguments: 0..<lanes)
  func histories(lane: Int) throws {
    let stage = try Stage()
    if let seed = Self.environment["BOTHY_SEED"].flatMap({ UInt64($0) }) {
      guard lane == 0 else { return }
      let told = try stage.perform(seed)
      #expect(told == nil, "\(told ?? "")")
      return
    }
    for seed in stride(from: lane, to: Self.histories, by: Self.lanes) {
      guard let told = try stage.perform(UInt64(seed)) else { continue }
      Issue.record("history \(seed) (replay it with BOTHY_SEED=\(seed)):\n\(told)")
      return
    }
  }

  @Test("a watcher that is broken on purpose is found out", arguments: Sabotage.allCases)
  func sabotage(_ way: Sabotage) throws {
    let stage = try Stage()
    let found = try (0..<60).first { try stage.perform(UInt64($0), sabotage: way) != nil }
    #expect(found != nil, "60 histories in which the watcher \(way.rawValue), and nothing was noticed")
  }
}

/// A store that many worlds use, one after the other.
final class Stage {
  private let scratch: ScratchFolder
  private let store: SQLiteStore

  init() throws {
    let fast = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: fast)
    scratch = try ScratchFolder("world", in: isThere ? fast : nil)
    store = try SQLiteStore(folder: scratch.path)
    try store.database.script("PRAGMA synchronous = OFF")
    // Nobody else opens it, and asking the kernel for its locks is a tenth of the work.
    try store.database.script("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// What was violated and how it came to that; nil when all held.
  func perform(_ seed: UInt64, sabotage: Sabotage? = nil) throws -> String? {
    for table in ["seen", "tip", "pending", "pause", "integration", "bot"] {
      try store.database.script("DELETE FROM \(table)")
    }
    let world = try WatchedWorld(seed: seed, store: store, sabotage: sabotage)
    let steps = 8 + Int(seed % 29)
    do {
      for _ in 0..<steps where world.violations.isEmpty { try world.step() }
      if world.violations.isEmpty { try world.settleDown() }
    } catch {
      world.violations.append("an error that nobody expects: \(error)")
    }
    guard !world.violations.isEmpty else { return nil }
    return (world.story.suffix(40) + ["=> " + world.violations.prefix(5).joined(separator: "\n   ")])
      .joined(separator: "\n")
  }
}
