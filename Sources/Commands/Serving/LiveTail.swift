import Files
import Foundation
import Model
import Publishing
import State
import Web

/// One integration that runs: what of it is new since the last look.
final class LiveTail {
  private let bot: BotID
  private let number: IntegrationNumber
  private let progress: ProgressTail
  private let file: FollowedFile
  private let log: String
  private var rest: [UInt8] = []
  private var toldWords: String?
  private var toldFailures = 0
  /// How far the log was told; nil: not at all yet.
  private var toldLog: Int?

  private static let mostLog = 32 << 10
  private static let mostTests = 20

  init(_ bot: BotID, _ number: IntegrationNumber, _ folder: IntegrationFolder) {
    (self.bot, self.number, log) = (bot, number, folder.log)
    (progress, file) = (ProgressTail(folder.progress), FollowedFile(folder.progress))
  }

  /// - Parameter isNew: somebody has come to this bot who has heard nothing yet.
  /// - Parameter isNewToAll: the same of somebody who listens to all bots.
  /// - Parameter hasEnded: nothing comes after what there is now.
  func look(
    running: BotNow.Running, isClose: Bool, isNew: Bool = false, isNewToAll: Bool = false,
    hasEnded: Bool = false
  ) -> [LiveEvent] {
    progress.read()
    var events: [LiveEvent] = []
    let phase = LiveWords.Phase(bot, running, progress.progress)
    let words = LiveWords.json(phase)
    if words != toldWords || isNew || isNewToAll {
      toldWords = words
      events.append(LiveEvent(.phase, bot, words))
    }
    guard isClose else { return events }
    // Those of the time when nobody looked as well: somebody may go on where they were.
    let tests = ended()
    if !tests.isEmpty {
      events.append(
        LiveEvent(.test, bot, LiveWords.json(LiveWords.Tests(bot, number, tests.suffix(Self.mostTests)))))
    }
    for (place, (test, failure)) in progress.failures.enumerated().dropFirst(isNew ? 0 : toldFailures) {
      let words = LiveWords.Failure(bot, number, test, failure, place + 1, of: progress.failureCount)
      events.append(LiveEvent(.failure, bot, LiveWords.json(words)))
    }
    toldFailures = progress.failures.count
    return events + newLog(isNew: isNew, hasEnded: hasEnded)
  }

  private static let test = Array(#"{"test":"#.utf8)

  private func ended() -> [LiveWords.Test] {
    var tests: [LiveWords.Test] = []
    file.readNew { rest.append(contentsOf: $0) }
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[start..<end]
      start = end + 1
      guard line.starts(with: Self.test),
        case .test(let id, let outcome, let seconds)? = try? JSONDecoder().decode(
          Model.Progress.self, from: Data(line))
      else { continue }
      tests.append(LiveWords.Test(id: id.rawValue, outcome: outcome.rawValue, seconds: seconds))
    }
    rest.removeSubrange(..<start)
    return tests
  }

  /// Whole lines, but for the end of all; of very much at once the end.
  private func newLog(isNew: Bool, hasEnded: Bool) -> [LiveEvent] {
    guard let handle = FileHandle(forReadingAtPath: log) else { return [] }
    defer { try? handle.close() }
    guard let size = (try? handle.seekToEnd()).map({ Int($0) }) else { return [] }
    let from = max(isNew ? 0 : toldLog ?? 0, size - Self.mostLog)
    guard size > from, (try? handle.seek(toOffset: UInt64(from))) != nil,
      let data = try? handle.read(upToCount: Self.mostLog), !data.isEmpty,
      let last = hasEnded ? data.index(before: data.endIndex) : data.lastIndex(of: 0x0A)
    else { return [] }
    let first = from == toldLog || from == 0 ? data.startIndex : (data.firstIndex(of: 0x0A) ?? last) + 1
    guard first <= last else { return [] }
    toldLog = from + data.distance(from: data.startIndex, to: last) + 1
    let text = String(decoding: data[first...last], as: UTF8.self)
    let told = LiveWords.Log(
      bot: bot.rawValue, number: number.value, from: from + data.distance(from: data.startIndex, to: first),
      to: toldLog ?? 0, text: text)
    return [LiveEvent(.log, bot, LiveWords.json(told))]
  }
}
