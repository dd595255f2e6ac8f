import Foundation

/// Another day and hour for a program and all that it starts, which goes on from there. The machine's stays.
public enum FakeClock {
  /// By libfaketime; `time` as 2031-05-12 07:00:00, in UTC.
  public static func environment(_ time: String) throws -> [String: String] {
    guard let library else { throw Missing() }
    forgetTheKilled()
    return [
      "LD_PRELOAD": library, "FAKETIME": "@" + time, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
      // Else it names shared memory by the process, and where such a name is taken, which a killed one
      // leaves, Swift programs lose their arguments.
      "FAKETIME_SHARED": "none none",
    ]
  }

  public struct Missing: Error, CustomStringConvertible {
    public let description = "there is no libfaketime: apt-get install -y faketime"
  }

  /// A program that is killed leaves what it shared, by its number: the next of that number would not start.
  private static func forgetTheKilled() {
    let folder = "/dev/shm/"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasPrefix("faketime_shm_") || name.hasPrefix("sem.faketime_sem_"),
        let number = name.split(separator: "_").last.flatMap({ Int32($0) }), !isRunning(number)
      else { continue }
      try? FileManager.default.removeItem(atPath: folder + name)
    }
  }

  private static func isRunning(_ process: Int32) -> Bool {
    FileManager.default.fileExists(atPath: "/proc/\(process)")
  }

  private static let library: String? = {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return folders.map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()
}
