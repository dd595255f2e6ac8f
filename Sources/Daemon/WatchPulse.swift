import Model
import Sockets
import Watcher
import Words

/// Tells the supervisor how the watcher is: that it is well only while its rounds answer.
struct WatchPulse: Sendable {
  let supervisor: Supervisor
  let watch: Watch

  private static let secondsWithoutWatchdog = 10.0

  func run() async {
    guard let first = await status() else { return }
    supervisor.isReady(first)
    let seconds = supervisor.watchdogSeconds.map { $0 / 2 } ?? Self.secondsWithoutWatchdog
    while (try? await Task.sleep(for: .seconds(seconds))) != nil {
      if let status = await status() { supervisor.isWell(status) }
    }
  }

  func reloaded() async {
    if let status = await status() { supervisor.isReady(status) }
  }

  private func status() async -> String? {
    try? await watch.core.act { rounds in
      let running = try rounds.openIntegrations().filter(\.isRunning)
      let waiting = try rounds.queue().pending.count
      let names = running.prefix(4).map { "\($0.bot)\($0.number)" }.joined(separator: ", ")
      let doing = running.isEmpty ? "idle" : "integrating \(names)"
      return "\(Figures.count(rounds.roster.count, "bot")), \(doing), \(waiting) waiting"
    }
  }
}
