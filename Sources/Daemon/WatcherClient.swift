package import Control
import Explaining
import Processes
import Sockets
package import State

/// The way from a command to the watcher that runs.
package struct WatcherClient {
  let state: StateFolder

  /// How long one that begins or ends is waited for: it holds the state directory a moment before it can be
  /// asked, or after.
  var patience = 5.0

  package init(state: StateFolder) { self.state = state }

  private static let seconds = 30.0

  /// nil when no watcher runs.
  package func ask(_ request: ControlRequest) throws -> ControlReply? {
    let client = try LineClient.waiting(path: state.watchSocket, seconds: patience) {
      FileLock.holder(of: state.watchLock) != nil
    }
    guard let client else { return nil }
    var reply: ControlReply?
    try client.ask(ControlWire.line(request), seconds: Self.seconds) { line in
      do throws(Explanation) { reply = try ControlWire.reply(line) } catch { reply = .refused(error) }
      return false
    }
    guard let reply else {
      throw Explanation(
        doing: "asking the watcher at \(state.watchSocket)", wrong: "it ended before it answered",
        advice: "see what it wrote last, and start it again")
    }
    if case .refused(let refusal) = reply { throw refusal }
    return reply
  }

  package var isThere: Bool { (try? LineClient(path: state.watchSocket)) != nil }
}
