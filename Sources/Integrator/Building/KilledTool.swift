import Explaining
import Foundation
import Model
import Processes

/// Nothing in a package's sources ends a tool by SIGKILL: the machine had no memory left, or somebody did it.
enum KilledTool {
  private static let signs = ["command failed due to signal 9", "unable to execute command: Killed"]

  /// What the sources are to blame for has a place in them, and is told as that.
  static func isAlone(_ end: ProcessEnd, _ diagnostics: [Diagnostic]) -> Bool {
    let errors = diagnostics.filter { $0.severity == .error }
    guard end.stopped == nil, errors.allSatisfy({ $0.file == nil }) else { return false }
    return end.ending == .signaled(SIGKILL)
      || errors.contains { error in signs.contains { error.message.contains($0) } }
  }

  static func refuse(_ end: ProcessEnd, _ diagnostics: [Diagnostic] = [], doing: String) throws {
    guard isAlone(end, diagnostics) else { return }
    throw Explanation(
      doing: doing, wrong: "a tool was killed (SIGKILL), as where a machine has no memory left",
      advice: "see `dmesg` for what killed it, make room, and run it again, with fewer --jobs if need be")
  }
}
