import Explaining
import Model
import Watcher

/// Has the bot files heeded when they change.
struct BotFileWatch: Sendable {
  let files: BotFiles
  let first: [BotID: BotReading]
  let watch: Watch
  let tell: @Sendable (String) -> Void
  let seconds: Double
  /// Called after each look, and told whether the watcher was given something else to heed.
  let heeded: @Sendable (Bool) async throws -> Void
  private let signal = WakeSignal()

  /// Looks now.
  func poke() { signal.send() }

  func run() async {
    // What changed since the first reading is seen by the first look.
    var (mark, readings) = ("", first)
    var trouble: String?
    while !Task.isCancelled {
      let present = files.mark()
      do {
        if present != mark {
          let now = try files.read()
          if now != readings {
            try await watch.ask { try $0.reload(now) }
            try await heeded(true)
          }
          (mark, readings) = (present, now)
        }
        try await heeded(false)
        trouble = nil
      } catch {
        // A folder that cannot be read retires nobody.
        let told = Explanation(error)
        if trouble != told.wrong { tell(told.sentence) }
        trouble = told.wrong
      }
      await signal.wait(seconds: seconds)
    }
  }
}
