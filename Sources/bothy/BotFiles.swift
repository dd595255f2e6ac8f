import Files
import Formats
import Foundation
import Model
import Watcher

/// The bot files, as the watcher reads them.
struct BotFiles: Sendable {
  let path: String

  func read() throws -> [BotID: BotReading] {
    do {
      var readings: [BotID: BotReading] = [:]
      for entry in try BotFolder(path: path).read() {
        if let bot = entry.bot {
          readings[entry.id] = .good(bot)
        } else if readings[entry.id] == nil {
          readings[entry.id] = .bad(entry.problems.map { "\($0)" })
        }
      }
      return readings
    } catch let error as FileError {
      throw CommandError(
        doing: "reading the bot files in \(path)", wrong: error.wrong,
        advice: "name the folder with --bots DIR, or write a first bot file with `bothy create`", status: 2)
    }
  }

  /// Changes whenever a bot file does; cheap enough to be asked for often.
  func mark() -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    return names.filter(BotFolder.isBotFile).map { name in
      let facts = FileFacts(path + "/" + name)
      return "\(name) \(facts?.size ?? -1) \(facts?.modified ?? 0) \(facts?.mode ?? 0)"
    }.joined(separator: "\n")
  }
}

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
        let told = CommandError(error)
        if trouble != told.wrong { tell("\(told.doing): \(told.wrong): \(told.advice)") }
        trouble = told.wrong
      }
      await bell.wait(seconds: seconds)
    }
  }
}
