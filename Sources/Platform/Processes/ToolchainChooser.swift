import Foundation
import Glibc

/// A program such as swiftly's goes by the names of a toolchain's, and leads to the toolchain that a
/// `.swift-version` around the folder it is called in names, or to the one that is in use.
public enum ToolchainChooser {
  /// Whether `swift` is no toolchain's own: what it leads to may change while its file stays as it is.
  public static func mayLead(_ swift: String) -> Bool {
    let folder = (ProgramSearch.resolved(swift) as NSString).deletingLastPathComponent
    return access((folder as NSString).deletingLastPathComponent + "/lib/swift", F_OK) != 0
  }

  /// Whether it chooses by the folder. What a wrapper of somebody's own does besides leading is kept.
  public static func isOne(_ swift: String) -> Bool {
    (ProgramSearch.resolved(swift) as NSString).lastPathComponent == "swiftly"
  }

  /// What it is asked with.
  public static let question = ["-print-target-info"]

  /// The swift of the toolchain that it chose; nil where the answer tells of none that is there.
  public static func chosen(_ answer: some Sequence<UInt8>) -> String? {
    guard let info = try? JSONDecoder().decode(Answer.self, from: Data(answer)) else { return nil }
    // …/usr/lib/swift
    let root = URL(fileURLWithPath: info.paths.runtimeResourcePath).deletingLastPathComponent()
      .deletingLastPathComponent().path
    return ProgramSearch.executable(root + "/bin/swift")
  }

  private struct Answer: Decodable {
    struct Paths: Decodable { var runtimeResourcePath: String }
    var paths: Paths
  }
}
