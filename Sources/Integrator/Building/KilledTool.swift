import Explaining
import Foundation
import Model
import Processes

/// Nothing in a package's sources ends a tool by these: the machine had no memory left, somebody did it, or
/// somebody set a limit to what processes may do.
enum KilledTool {
  private struct Cause {
    let signal: Int32
    var words: [String] = []
    let sentence: String
    let advice: String

    var signs: [String] { ["command failed due to signal \(signal)"] + words }
  }

  private static let causes = [
    Cause(
      signal: SIGKILL, words: ["unable to execute command: Killed"],
      sentence: "a tool was killed (SIGKILL), as where a machine has no memory left",
      advice: "see `dmesg` for what killed it, make room, and run it again, with fewer --jobs if need be"),
    Cause(
      signal: SIGTERM, words: ["unable to execute command: Terminated"],
      sentence: "a tool was ended from outside (SIGTERM), as by somebody or by a machine that goes down",
      advice: "run it again"),
    Cause(
      signal: SIGXFSZ, words: ["unable to execute command: File size limit exceeded"],
      sentence: "a tool wrote a larger file than it may (SIGXFSZ)",
      advice: "see `ulimit -f`, and run it again where that is unlimited"),
    Cause(
      signal: SIGXCPU, words: ["unable to execute command: CPU time limit exceeded"],
      sentence: "a tool worked for longer than it may (SIGXCPU)",
      advice: "see `ulimit -t`, and run it again where that is unlimited"),
    Cause(
      signal: SIGBUS, words: ["unable to execute command: Bus error"],
      sentence: "a tool could not read on in a file (SIGBUS): somebody cut it, or the disk failed",
      advice: "see `dmesg` and the disk, and run it again"),
  ]

  /// What sources are to blame for has a place in them, and is told as that; so has the compiler's own end.
  private static func cause(_ end: ProcessEnd, _ diagnostics: [Diagnostic]) -> Cause? {
    let errors = diagnostics.filter { $0.severity == .error }
    guard end.stopped == nil else { return nil }
    return causes.first { cause in
      let isSign = { (error: Diagnostic) in cause.signs.contains { error.message.contains($0) } }
      guard errors.allSatisfy({ $0.file == nil || isSign($0) }) else { return false }
      return end.ending == .signaled(cause.signal) || errors.contains(where: isSign)
    }
  }

  /// Swift itself did not come to say anything of the sources.
  static func refuseBroken(_ end: ProcessEnd, _ said: [String], doing: String) throws {
    let sign =
      switch end.ending {
      case .exited(127): "error while loading shared libraries"
      case .signaled: "std::bad_alloc"
      case .exited: String?.none
      }
    guard let sign, end.stopped == nil, let words = said.last(where: { $0.contains(sign) }) else { return }
    throw Explanation(
      doing: doing, wrong: "swift itself could not run: \(words.prefix(300))",
      advice:
        "see that the toolchain is whole and that there is memory for it (`ulimit -v`), and run it again")
  }

  static func refuse(_ end: ProcessEnd, _ diagnostics: [Diagnostic] = [], doing: String) throws {
    guard let cause = cause(end, diagnostics) else { return }
    throw Explanation(doing: doing, wrong: cause.sentence, advice: cause.advice)
  }
}
