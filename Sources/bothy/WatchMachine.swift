import Files
import Foundation
import Model
import Processes
import Watcher

/// Times of this machine.
struct MachineClock: WatchClock {
  var now: Date { Date() }
  var uptime: Double { ProcessInfo.processInfo.systemUptime }
}

/// The disk and the toolchains of this machine.
final class WatchMachine: Machine {
  private let state: StateFolder
  private let environment: [String: String]
  private let cancellation = Cancellation()
  /// By the program's place, size and time.
  private var known: [String: String] = [:]

  init(state: StateFolder, environment: [String: String]) {
    self.state = state
    self.environment = environment
  }

  func freeBytes() -> Int? { FreeSpace(at: state.path)?.bytes }

  func toolchain(for settings: Bot) -> String? {
    guard let swift = swift(settings), let facts = FileFacts(swift) else { return nil }
    let key = "\(swift) \(facts.size) \(facts.modified)"
    if let words = known[key] { return words }
    let words = version(swift)
    known[key] = words
    return words
  }

  private func swift(_ settings: Bot) -> String? {
    let path = settings.environment["PATH"] ?? environment["PATH"] ?? ""
    let places = settings.toolchain.map { [$0, $0 + "/usr/bin", $0 + "/bin"] }
    let folders = places ?? path.split(separator: ":").map(String.init)
    return folders.map { $0 + "/swift" }.first { access($0, X_OK) == 0 && FileFacts($0)?.isRegular == true }
  }

  /// Snapshots of one version differ in what stands in parentheses.
  private func version(_ swift: String) -> String? {
    let order = ToolOrder(
      executable: swift, arguments: ["--version"], environment: environment, folder: "/", seconds: 60)
    guard let end = try? ToolRunner(cancellation: cancellation).run(order), end.status == 0,
      let line = end.output.split(separator: "\n").first(where: { $0.contains("Swift version ") }),
      let range = line.range(of: "Swift version ")
    else { return nil }
    return "Swift " + line[range.upperBound...]
  }

  /// As many integrations at once as the cores and the memory bear.
  static var defaultWorkers: Int {
    let process = ProcessInfo.processInfo
    let memory = Int(clamping: process.physicalMemory / (4 << 30))
    return max(1, min(process.activeProcessorCount / 2, memory, 8))
  }
}
