import Foundation

/// Another day and hour for a program and all that it starts, which goes on from there. The machine's stays.
public enum FakeClock {
  /// By libfaketime; `time` as 2031-05-12 07:00:00, in UTC.
  public static func environment(_ time: String) throws -> [String: String] {
    guard let library else { throw Missing() }
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

  private static let library: String? = {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return folders.map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()
}
