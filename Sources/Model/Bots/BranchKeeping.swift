public import Foundation

/// How much of what is built for branches stays. Pure.
public enum BranchKeeping {
  /// What is built for a branch that is not being integrated.
  public struct Parked: Equatable, Sendable {
    /// The name of its folder.
    public var key: String
    public var branch: BranchName?
    public var bytes: Int
    public var used: Date

    public init(key: String, branch: BranchName?, bytes: Int, used: Date) {
      (self.key, self.branch, self.bytes, self.used) = (key, branch, bytes, used)
    }
  }

  /// The disk as it is.
  public struct Room: Equatable, Sendable {
    public var free: Int
    public var whole: Int

    public init(free: Int, whole: Int) { (self.free, self.whole) = (free, whole) }

    /// What stays free for everything else on the machine: a tenth of the disk, within these.
    var reserve: Int { min(max(whole / 10, 2 << 30), 10 << 30) }
    var lacking: Int { max(0, reserve - free) }
  }

  /// More is not copied byte by byte: at 40 MB a second, as slow disks are, that is most of a minute.
  public static let mostCopied = 2 << 30
  /// A copy that takes longer costs more than what is built again for two branches in turn.
  public static let mostSeconds = 60.0

  public static func bytes(gigabytes: Int) -> Int { gigabytes * 1_000_000_000 }

  /// Which go, least recently used first: until all take no more than the limit, together with `besides`,
  /// and so much of the disk is free as is to be.
  public static func removable(
    _ parked: [Parked], besides: Int, limit: Int, room: Room?
  ) -> [Parked] {
    var excess = parked.reduce(besides) { $0 + $1.bytes } - limit
    var lacking = room?.lacking ?? 0
    return parked.sorted { ($0.used, $0.key) < ($1.used, $1.key) }.prefix { one in
      guard excess > 0 || lacking > 0 else { return false }
      excess -= one.bytes
      lacking -= one.bytes
      return true
    }
  }

  /// Why another branch gets no folder of its own beside one of so many bytes; nil when it does.
  public static func obstacle(bytes: Int, isShared: Bool, limit: Int, room: Room?) -> String? {
    if bytes * 2 > limit { return "two of that size are more than `keep: build-gigabytes` allows" }
    if let room, room.free - bytes < room.reserve { return "the disk has too little room left" }
    guard !isShared, bytes > mostCopied else { return nil }
    return "a copy would take longer than it can save"
  }
}
