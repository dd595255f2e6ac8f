import Files
import Foundation
import Model
import Words

/// The commands with which the package manager builds: it writes down each of them.
enum BuildPlan {
  static func bytes(buildFolder: String, _ configuration: Configuration) -> [UInt8] {
    contents(of: "\(buildFolder)/\(configuration.rawValue).yaml") ?? []
  }

  /// Each command's arguments stand in a line, as JSON writes a list.
  static func commands(_ plan: [UInt8]) -> [[String]] {
    plan.lines(beginningWith: "args: [").compactMap {
      try? JSONDecoder().decode([String].self, from: Data($0.dropFirst(6)))
    }
  }
}
