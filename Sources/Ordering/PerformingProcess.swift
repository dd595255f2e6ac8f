import Foundation
package import Processes
package import State

/// The process that performs an integration: how it is started, and what its end means.
package struct PerformingProcess {
  private var words: [UInt8] = []

  private static let mostBytes = 1 << 16
  private static let lead = "bothy: "

  package init() {}

  package static func command(_ folder: IntegrationFolder, environment: [String: String]) -> Command {
    Command(
      executable: "/proc/self/exe", arguments: ["perform", folder.path], environment: environment,
      folder: "/", outputs: .merged)
  }

  /// Only what went wrong is printed there; the rest is in the folder.
  package mutating func hear(_ bytes: some Collection<UInt8>) {
    if words.count < Self.mostBytes { words.append(contentsOf: bytes) }
  }

  /// The sentence of an integration that could not even report, without the name it begins with.
  package var lastWords: String? {
    let lines = String(decoding: words, as: UTF8.self).split(separator: "\n")
    let own = lines.last { $0.hasPrefix(Self.lead) }
    // What a runtime prints of a crash ends with how long that took.
    let isTraced = lines.contains { $0.contains(": Backtracing from ") }
    let line = own ?? (isTraced ? lines.first { $0.contains("Fatal error: ") } : lines.last)
    return line.map { String($0.hasPrefix(Self.lead) ? $0.dropFirst(Self.lead.count) : $0) }
  }

  /// What became of one that said nothing.
  package static func fate(_ ending: Ending) -> String {
    switch ending {
    case .exited(let status): "its process ended with status \(status) before its report was written"
    case .signaled(SIGKILL): "its process was killed before its report was written"
    case .signaled(let signal): "its process was ended by signal \(signal) before its report was written"
    }
  }
}
