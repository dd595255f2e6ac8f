import Explaining
import Foundation
import Model
import Watcher

/// Has the bot files heeded when they change.
final class BotFileWatch: Sendable {
  private let files: BotFiles
  private let first: [BotID: BotReading]
  private let watch: Watch
  private let bell = Bell()
  private let tell: @Sendable (String) -> Void

  private let seconds: Double
  private let heeded: @Sendable (Bool) async throws -> Void

  /// `heeded` is called after each look, and told whether the watcher was given something else to heed.
  init(
    files: BotFiles, first: [BotID: BotReading], watch: Watch, tell: @escaping @Sendable (String) -> Void,
    seconds: Double, heeded: @escaping @Sendable (Bool) async throws -> Void
  ) {
    self.files = files
    self.first = first
    self.watch = watch
    self.tell = tell
    self.seconds = seconds
    self.heeded = heeded
  }

  /// Looks now.
  func poke() { bell.ring() }

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
      await bell.wait(seconds: seconds)
    }
  }
}
