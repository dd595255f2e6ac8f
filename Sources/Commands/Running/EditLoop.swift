import Explaining
import FileEvents
import Foundation
import Git
import Keys
import Model
import Processes
import State
import Synchronization
import Terminal

/// What happens around a loop of rounds, one after the other.
enum EditEvent: Sendable {
  /// Something may have been saved.
  case look
  case notice(String)
  case key(Character)
  case progress(Model.Progress, Double)
  case ended(Result<Report?, Explanation>)
  case mapped
  case resized
  case stopped
  case interrupted
}

/// The events that nobody has taken yet; the loop's thread waits for them.
final class EditEvents: Sendable {
  private let events = Mutex<[EditEvent]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func post(_ event: EditEvent) {
    events.withLock { $0.append(event) }
    arrived.signal()
  }

  /// Nil when nothing came within the time.
  func next(within seconds: Double?) -> EditEvent? {
    if let seconds {
      guard arrived.wait(timeout: .now() + seconds) == .success else { return nil }
    } else {
      arrived.wait()
    }
    return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

/// Where a loop of rounds is seen.
protocol EditFace: AnyObject {
  func begin(_ work: EditRounds<TreeMark>.Work)
  func hear(_ progress: Model.Progress, at elapsed: Double)
  /// The time goes on though nothing else does.
  func tick(at elapsed: Double)
  func cancel()
  /// It came to this; nil: to nothing that is to be told.
  func end(_ report: Report?)
  func rest()
  func say(_ words: String)
  func lose(_ trouble: Explanation)
  /// Others may use the terminal for a while, or from now on.
  func leave(forGood: Bool)
  func enter()
}

/// Rounds behind each save, until somebody ends it. All that it decides is decided on one thread.
final class EditLoop {
  private let options: RunOptions
  private let state: StateFolder
  private let bot: BotID
  private let environment: [String: String]
  private let templates: String?
  private let face: any EditFace
  private let events: EditEvents
  /// What is in the working tree now.
  private let look: () throws -> TreeMark

  private var rounds = EditRounds<TreeMark>()
  private var cancellation = Cancellation()
  private var began = Date()
  private var isBuilt = false
  /// When to look, and when at the latest.
  private var due: (soon: Date, last: Date)?
  private var looked = Date.distantPast
  /// Why nothing is seen; nil where it is.
  private var trouble: Explanation?
  private var isLost: Bool { trouble != nil }
  /// Saves are seen by looking every second.
  var looksOften = false
  var keyboard: Keyboard?
  /// Those whose tests are known, the newest first.
  private var reports: [Report] = []
  private(set) var verdict: Report?
  private var isEnding = false

  /// What is saved at once is heard as one word; where another follows, more may come, and a round that has
  /// begun by then is ended when it is quiet.
  private static let quietSeconds = 0.06
  private static let mostSeconds = 0.4
  private static let oftenSeconds = 1.0
  private static let mostReports = 20

  init(
    _ options: RunOptions, _ bot: BotID, state: StateFolder, environment: [String: String],
    templates: String?, face: any EditFace, events: EditEvents, look: @escaping () throws -> TreeMark
  ) {
    (self.options, self.bot, self.state) = (options, bot, state)
    (self.environment, self.templates) = (environment, templates)
    (self.face, self.events, self.look) = (face, events, look)
  }

  /// True when it was interrupted, false when somebody had enough.
  func perform() -> Bool {
    lookNow()
    while true {
      guard let event = events.next(within: patience) else {
        wake()
        continue
      }
      switch event {
      case .look: noteLook()
      case .notice(let words): face.say(words)
      case .progress(let progress, let elapsed): hear(progress, at: elapsed)
      case .ended(let result): end(result)
      case .mapped:
        face.end(nil)
        follow(rounds.ended(leaves: nil))
      case .resized: face.tick(at: elapsed)
      case .stopped: stop()
      case .key("q") where !isEnding: return finish(isInterrupted: false)
      case .key(let key): press(key)
      case .interrupted: return finish(isInterrupted: true)
      }
      if let due, min(due.soon, due.last) <= Date() { lookNow() }
    }
  }

  private var elapsed: Double { Date().timeIntervalSince(began) }

  private var patience: Double? {
    if let due { return max(0, min(due.soon, due.last).timeIntervalSinceNow) }
    if !rounds.isWaiting { return 0.1 }
    return looksOften || isLost ? Self.oftenSeconds : nil
  }

  private func wake() {
    let isTime = (looksOften || isLost) && Date().timeIntervalSince(looked) >= Self.oftenSeconds
    if due != nil || isTime { lookNow() }
    if !rounds.isWaiting { face.tick(at: elapsed) }
  }

  // MARK: Saves

  private func noteLook() {
    let now = Date()
    if due == nil, now.timeIntervalSince(looked) > Self.mostSeconds { return lookNow() }
    due = (now + Self.quietSeconds, due?.last ?? now + Self.mostSeconds)
  }

  private func lookNow() {
    (due, looked) = (nil, Date())
    do {
      let mark = try look()
      trouble = nil
      follow(rounds.saw(mark, building: isBuilt ? nil : elapsed))
    } catch {
      let before = trouble
      let now = Explanation(error, doing: "looking at \(options.path)")
      trouble = now
      follow(rounds.lost())
      if now != before { face.lose(now) }
    }
  }

  // MARK: Rounds

  private func follow(_ act: EditRounds<TreeMark>.Act) {
    switch act {
    case .wait: if rounds.isWaiting, !isLost { face.rest() }
    case .cancel:
      face.cancel()
      cancellation.cancel()
    case .letBuild: face.say("This build comes to its end first: what was saved is built upon what it makes")
    case .begin(let work): begin(work)
    }
  }

  private func hear(_ progress: Model.Progress, at elapsed: Double) {
    face.hear(progress, at: elapsed)
    guard case .phaseEnded(let phase) = progress, phase.name == .build else { return }
    isBuilt = true
    follow(rounds.built(phase.status))
  }

  private func begin(_ work: EditRounds<TreeMark>.Work) {
    (cancellation, began, isBuilt) = (Cancellation(), Date(), work == .map)
    face.begin(work)
    let (events, cancellation) = (events, cancellation)
    if work == .map, let verdict {
      let map = EditMap(
        state: state, bot: bot, number: verdict.integration, environment: environment,
        cancellation: cancellation, hears: { events.post(.progress($0, $1)) })
      return onThread {
        try? map.perform()
        events.post(.mapped)
      }
    }
    let latest = LatestFailures(newestFirst: reports)
    let failed = work == .failed && latest.integration != nil ? latest.tests : nil
    let round = EditRound(
      options: options, state: state, bot: bot, environment: environment, failed: failed,
      cancellation: cancellation, hears: { events.post(.progress($0, $1)) })
    onThread {
      do { events.post(.ended(.success(try round.perform()))) } catch {
        events.post(.ended(.failure(Explanation(error, doing: "integrating"))))
      }
    }
  }

  private func onThread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = "bothy-round"
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func end(_ result: Result<Report?, Explanation>) {
    switch result {
    case .success(let report) where !rounds.isSuperseded && report != nil:
      if let report { take(report) }
    case .success: face.end(nil)
    case .failure(let trouble):
      face.end(nil)
      if !rounds.isSuperseded { face.lose(trouble) }
    }
    follow(rounds.ended(leaves: mayMap(result) ? .map : nil))
  }

  private func take(_ report: Report) {
    verdict = report
    if !report.tests.cases.isEmpty { reports = Array(([report] + reports).prefix(Self.mostReports)) }
    face.end(report)
  }

  private func mayMap(_ result: Result<Report?, Explanation>) -> Bool {
    guard case .success(let report?) = result else { return false }
    return report.limited == nil && FileManager.default.fileExists(atPath: state.mapWish(bot))
  }

  // MARK: Keys

  private func press(_ key: Character) {
    switch key {
    case "a", "\n", "\r": follow(rounds.asked(.all))
    case "f":
      guard LatestFailures(newestFirst: reports).integration != nil else {
        return face.say("No test failed: there is none to run again")
      }
      follow(rounds.asked(.failed))
    case "o": open()
    default: break
    }
  }

  private func open() {
    guard let verdict else { return face.say("There is no report yet") }
    do {
      let page = try EditPages(state: state, bot: bot, templates: templates).make(of: verdict.integration)
      guard Opening.open(page, environment: environment) else {
        return face.say("There is no browser here that shows it: the report is at \(page)")
      }
      face.say("The report is at \(page)")
    } catch { face.say(Explanation(error).sentence) }
  }

  /// Ctrl-Z: the terminal is the shell's until it says otherwise.
  private func stop() {
    face.leave(forGood: false)
    keyboard?.release()
    stopThisProcess()
    keyboard?.take()
    face.enter()
    face.tick(at: elapsed)
  }

  /// Nothing of what runs is left behind.
  private func finish(isInterrupted: Bool) -> Bool {
    isEnding = true
    guard !rounds.isWaiting else { return isInterrupted }
    face.cancel()
    cancellation.cancel()
    var isInterrupted = isInterrupted
    while let event = events.next(within: nil) {
      switch event {
      case .ended, .mapped: return isInterrupted
      case .interrupted: isInterrupted = true
      case .look, .notice, .key, .progress, .resized, .stopped: continue
      }
    }
    return isInterrupted
  }
}
