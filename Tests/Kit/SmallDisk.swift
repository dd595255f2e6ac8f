import Foundation

/// A small file system of its own, for what a full or a read-only disk does.
public final class SmallDisk {
  public let path: String

  public struct Refused: Error {}

  /// Whether this user may mount one at all; tests that need one are skipped otherwise.
  public static let isAllowed = (try? SmallDisk(kilobytes: 64)) != nil

  public init(kilobytes: Int) throws {
    path = NSTemporaryDirectory() + "bothy-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", path) else { throw Refused() }
  }

  public func makeReadOnly() throws {
    // A process that was just started from here holds what is open here until it is another program.
    for _ in 0..<100 {
      if Self.run("mount", "-o", "remount,ro", path) { return }
      usleep(100_000)
    }
    throw Refused()
  }

  deinit {
    _ = Self.run("umount", "-l", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ arguments: String...) -> Bool {
    (try? Command("/usr/bin/env", arguments).runHere())?.status == 0
  }
}
