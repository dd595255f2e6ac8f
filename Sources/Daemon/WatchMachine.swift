import Files
import Foundation
import Integrator
import Model
import Processes
import State
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
  /// By the program's place, size and time. One that only leads to a toolchain is asked again.
  private var known: [String: (words: String, until: Double)] = [:]
  /// Those that gave no answer, and when they were asked.
  private var mute: [String: Double] = [:]

  init(state: StateFolder, environment: [String: String]) {
    (self.state, self.environment) = (state, environment)
  }

  func freeBytes() -> Int? { FreeSpace(at: state.path)?.bytes }

  func toolchain(of bot: BotID, _ settings: Bot) -> String? {
    guard let swift = swift(settings), let facts = FileFacts(swift) else { return nil }
    // Another one is in use for others then, and a commit says when it is for this one.
    if ToolchainChooser.isOne(swift), namesToolchain(bot, settings) { return nil }
    let key = "\(swift) \(facts.stamp)"
    // Everything waits while it is asked; one that gives no answer is not asked for each bot again.
    let now = ProcessInfo.processInfo.systemUptime
    if let answer = known[key], now < answer.until { return answer.words }
    if let asked = mute[key], now - asked < Self.secondsBetweenQuestions { return nil }
    let words = version(swift)
    let until = ToolchainChooser.mayLead(swift) ? now + Self.secondsBetweenLooks : .infinity
    known[key] = words.map { ($0, until) }
    mute[key] = words == nil ? now : nil
    return words
  }

  /// As its checkout stands.
  private func namesToolchain(_ bot: BotID, _ settings: Bot) -> Bool {
    let root = state.checkout(bot, of: settings)
    var parts = settings.package.split(separator: "/").filter { $0 != "." }
    while true {
      if FileFacts(([root] + parts.map(String.init) + [".swift-version"]).joined(separator: "/")) != nil {
        return true
      }
      guard parts.popLast() != nil else { return false }
    }
  }

  private static let secondsBetweenQuestions = 600.0
  private static let secondsBetweenLooks = 60.0

  /// The very one that would integrate.
  private func swift(_ settings: Bot) -> String? {
    try? ToolchainPlace.swift(of: settings, environment: environment)
  }

  /// Snapshots of one version differ in what stands in parentheses.
  private func version(_ swift: String) -> String? {
    let order = ToolOrder(
      executable: swift, arguments: ["--version"], environment: environment, folder: "/", seconds: 20)
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
