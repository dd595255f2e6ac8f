import Explaining
import Foundation
import Terminal

/// An error on its way out, with the status that the command ends with.
typealias CommandError = Explanation

extension Explanation {
  var text: String { ErrorText.text(doing: doing, wrong: wrong, advice: advice) }
}

enum ProcessLife {
  /// Whether this is a Bothy that still runs; numbers of processes are used again.
  static func isRunning(_ process: Int32) -> Bool {
    let name = contents(ofKernelFile: "/proc/\(process)/comm")
    return name?.hasPrefix("bothy") ?? false
  }

  private static func contents(ofKernelFile path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}
