import Foundation
import Model
import Testing

@Suite("How much of what is built for branches stays")
struct BranchKeepingTests {
  private static func parked(_ key: String, _ bytes: Int, _ used: Double) -> BranchKeeping.Parked {
    BranchKeeping.Parked(
      key: key, branch: BranchName(key), bytes: bytes, used: Date(timeIntervalSince1970: used))
  }

  private static let three = [parked("b", 30, 2), parked("c", 20, 3), parked("a", 10, 1)]
  private static let ample = BranchKeeping.Room(free: 500 << 30, whole: 1000 << 30)

  @Test(
    "what was used least recently goes first, and no more than has to",
    arguments: [(100, []), (99, ["a"]), (90, ["a"]), (89, ["a", "b"]), (0, ["a", "b", "c"])]
      as [(Int, [String])])
  func limit(limit: Int, gone: [String]) {
    let removed = BranchKeeping.removable(Self.three, besides: 40, limit: limit, room: Self.ample)
    #expect(removed.map(\.key) == gone)
  }

  @Test("it goes as well where the disk gets full, until there is room again")
  func full() {
    let reserve = 2 << 30
    let room = BranchKeeping.Room(free: reserve - 15, whole: 8 << 30)
    let removed = BranchKeeping.removable(Self.three, besides: 0, limit: 1000, room: room)
    #expect(removed.map(\.key) == ["a", "b"])
  }

  @Test("a branch gets a folder of its own where that is cheap, and there is room for it")
  func obstacles() {
    func obstacle(_ bytes: Int, isShared: Bool = false, limit: Int = .max, _ room: BranchKeeping.Room) -> Bool
    {
      BranchKeeping.obstacle(bytes: bytes, isShared: isShared, limit: limit, room: room) != nil
    }
    #expect(!obstacle(1000, Self.ample) && !obstacle(3 << 30, isShared: true, Self.ample))
    #expect(obstacle(3 << 30, Self.ample) && obstacle(1000, limit: 1999, Self.ample))
    #expect(!obstacle(1000, limit: 2000, Self.ample))
    let small = BranchKeeping.Room(free: 3 << 30, whole: 8 << 30)
    #expect(obstacle(1 << 30 | 1, small) && !obstacle(1 << 30, small))
  }
}
