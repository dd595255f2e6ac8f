import Control
import Foundation
import Sockets

/// The way from a command to the watcher that runs.
struct WatcherClient {
  let state: StateFolder

  private static let seconds = 30.0

  /// nil when no watcher runs.
  func ask(_ request: ControlRequest) throws -> ControlReply? {
    guard let client = try LineClient(path: state.watchSocket) else { return nil }
    var reply: ControlReply?
    try client.ask(ControlWire.line(request), seconds: Self.seconds) { line in
      do throws(ControlRefusal) {
        reply = try ControlWire.reply(line)
      } catch {
        reply = .refused(error)
      }
      return false
    }
    guard let reply else {
      throw CommandError(
        doing: "asking the watcher at \(state.watchSocket)", wrong: "it ended before it answered",
        advice: "see what it wrote last, and start it again", status: 5)
    }
    if case .refused(let refusal) = reply {
      throw CommandError(
        doing: refusal.doing, wrong: refusal.wrong, advice: refusal.advice, status: refusal.status)
    }
    return reply
  }

  var isThere: Bool { (try? LineClient(path: state.watchSocket)) != nil }
}
