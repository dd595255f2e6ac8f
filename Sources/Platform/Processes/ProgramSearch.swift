import Foundation
import Glibc

/// Finding programs as a shell does.
public enum ProgramSearch {
  public static func find(_ name: String, environment: [String: String]) -> String? {
    let folders = (environment["PATH"] ?? Executable.defaultPath).split(separator: ":")
    return folders.lazy.compactMap { executable("\($0)/\(name)") }.first
  }

  public static func executable(_ path: String) -> String? {
    Executable.isFile(path) && access(path, X_OK) == 0 ? path : nil
  }

  public static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Where this program lies. Its file may be another by now, as after an upgrade, and has its name still.
  public static var own: String {
    let link = "/proc/self/exe"
    guard let place = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return link }
    return place.hasSuffix(gone) ? String(place.dropLast(gone.count)) : place
  }

  /// By which the kernel marks one whose file is there no more.
  private static let gone = " (deleted)"

  /// Where people put toolchains, when none is on the PATH.
  public static func swiftFolders(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"] ?? "/root"
    return [
      "/opt/swift/usr/bin", "/usr/local/swift/usr/bin", "/usr/share/swift/usr/bin",
      "\(home)/.local/share/swiftly/bin", "\(home)/swift/usr/bin",
    ].filter { executable("\($0)/swift") != nil }
  }
}
