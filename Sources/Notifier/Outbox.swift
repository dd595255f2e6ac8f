import Explaining
import Faults
package import Foundation
package import Model
import Processes
package import State
import Store
import Synchronization
import Transfer

/// Sends what is due. Mails, and messages to one address, go one after the other; a server that does not
/// answer holds up what goes there, whoever takes nothing now what comes later in the same conversation, and
/// neither anything else. Several processes may send at once: each message, and each way, is one's own for as
/// long as it sends.
package final class Outbox: Sendable {
  private let state: StateFolder
  private let isCanceled = Atomic(false)
  private let failed: @Sendable (any Error) -> Void
  /// When nothing is heard for so long, an attempt ends.
  private let seconds: Double
  /// Who sends: this process, which has one outbox.
  private let sender: ProcessMark?

  private let work = Mutex(Lanes())
  /// Those that are at it.
  private let workers = DispatchGroup()
  private let own = Mutex(OwnMessages())

  private static let mostAtOnce = 8
  /// Another process that sends may be killed, and nobody would tell.
  private static let secondsOfTrust = 30.0

  package init(
    state: StateFolder, seconds: Double = 60, sender: ProcessMark? = .thisProcess,
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    (self.state, self.seconds, self.sender, self.failed) = (state, seconds, sender, failed)
  }

  /// Attempts that are under way end soon.
  package func cancel() { isCanceled.store(true, ordering: .releasing) }

  /// What became of those that were due, and when the next one is.
  package struct Round: Sendable {
    package var ended: [Message] = []
    package var next: Date?
  }

  /// What a Bothy was at that was ended while it sent waits again.
  package func takeBack() throws { try takeBack(SQLiteStore(folder: state.path)) }

  private func takeBack(_ store: SQLiteStore) throws {
    for message in try store.sendingMessages() where !isOwn(message) && !isAlive(message.sender) {
      try store.keep(message.resumed, after: message)
    }
  }

  private func isOwn(_ message: Message) -> Bool { own.withLock { $0.has(message) } }

  /// Whatever this process is at it knows itself.
  private func isAlive(_ other: ProcessMark?) -> Bool {
    guard let other, other != sender else { return false }
    return ProcessIdentity(pid: other.processID, started: other.started).isAlive
  }

  /// A disk that was full when something had been sent may have room again.
  private func keepOwn(_ store: SQLiteStore) throws -> [Message] {
    try own.withLock(\.unkept).filter { message in
      var former = message
      (former.state, former.sender) = (.sending, sender)
      // Whoever sent it may have kept it meanwhile, and tells it then.
      let isKept = try store.keep(message, after: former)
      own.withLock { $0.end(message) }
      return isKept
    }
  }

  /// Sends all that is due, and returns when that has ended.
  package func sendDue(at now: Date = Date()) throws -> Round {
    let ended = Mutex<[Message]>([])
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    let store = try SQLiteStore(folder: state.path)
    while true {
      try begin(at: now) { messages in ended.withLock { $0 += messages } }
      wait()
      let taken = try lanesOfOthers(store)
      guard try !taken.isDisjoint(with: store.dueLanes(at: now)), clock.now < deadline else {
        return Round(ended: ended.withLock { $0 }, next: try store.nextDue())
      }
      // Another process is at it, and may send these too.
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  /// Begins to send what is due of each lane that nothing is being sent over; `ended` is told what became of
  /// the messages of one. Returns when to look again, as far as that is known yet.
  @discardableResult
  package func begin(at now: Date = Date(), ended: @escaping @Sendable ([Message]) -> Void) throws -> Date? {
    let store = try SQLiteStore(folder: state.path)
    let kept = try keepOwn(store)
    if !kept.isEmpty { ended(kept) }
    try takeBack(store)
    try store.hasten(at: now)
    let others = try lanesOfOthers(store)
    let due = try store.dueLanes(at: now).filter { !others.contains($0) }
    let count = work.withLock { $0.take(due, most: Self.mostAtOnce) }
    for _ in 0..<count {
      workers.enter()
      let thread = Thread { [self] in
        while let lane = work.withLock({ $0.next() }) {
          let messages = send(lane, at: now)
          work.withLock { $0.end(lane) }
          ended(messages)
        }
        workers.leave()
      }
      thread.name = "bothy-messages"
      thread.stackSize = 1 << 20
      thread.start()
    }
    let next = try store.nextDue(after: now)
    let isTrusting = !others.isEmpty || own.withLock { !$0.unkept.isEmpty }
    let again = isTrusting ? now.addingTimeInterval(Self.secondsOfTrust) : nil
    return [next, again].compactMap(\.self).min()
  }

  private func lanesOfOthers(_ store: SQLiteStore) throws -> Set<String> {
    Set(try store.sendingMessages().filter { !isOwn($0) }.map(\.lane))
  }

  /// Until nothing is being sent any more.
  package func wait() { workers.wait() }

  /// One after the other; when one does not get through, those that would go the same way wait for its next
  /// time, or those of its conversation.
  private func send(_ lane: String, at now: Date) -> [Message] {
    var ended: [Message] = []
    // Conversations that wait for later.
    var waiting: Set<String> = []
    do {
      let store = try SQLiteStore(folder: state.path)
      // Looked for only now, and until none is left: another process may leave one that it finds this at.
      while let due = try due(over: lane, at: now, store), !due.isEmpty {
        var isAny = false
        for message in due where !isCanceled.load(ordering: .acquiring) {
          guard !waiting.contains(message.conversation),
            let (message, isOfWay, isKept) = try send(message, lane, at: now, store)
          else { continue }
          isAny = true
          if isKept { ended.append(message) }
          guard message.isOpen, !message.givesWay else { continue }
          waiting.insert(message.conversation)
          guard isOfWay else { continue }
          try holdUp(lane, until: message.due, at: now, store)
          return ended
        }
        guard isAny else { break }
      }
    } catch { failed(error) }
    return ended
  }

  private func due(over lane: String, at now: Date, _ store: SQLiteStore) throws -> [Message]? {
    guard !isCanceled.load(ordering: .acquiring) else { return nil }
    return Message.inTurn(try store.dueMessages(over: lane, at: max(now, Date())))
  }

  private func holdUp(_ lane: String, until due: Date, at now: Date, _ store: SQLiteStore) throws {
    for message in try self.due(over: lane, at: now, store) ?? [] {
      var later = message
      later.due = max(later.due, due)
      try store.keep(later, after: message)
    }
  }

  /// Whether the way is to blame, too, and whether nobody else has kept it; nil where another process is at
  /// it.
  private func send(
    _ message: Message, _ lane: String, at now: Date, _ store: SQLiteStore
  ) throws -> (Message, isOfWay: Bool, isKept: Bool)? {
    guard let sender else { throw Self.unknownSender }
    // Before it can be seen that it is on its way: whoever takes back must know whose it is.
    own.withLock { $0.begin(message) }
    var answered: Message?
    defer { if answered == nil { own.withLock { $0.end(message) } } }
    let claimed = try store.claim(message, by: sender, at: max(now, Date())) { sending in
      !sending.contains { $0.lane == lane }
    }
    guard let claimed else { return nil }
    FaultPoint.reach(.messageBegun)
    let answer = claimed.isOver(at: max(now, Date())) ? nil : perform(claimed)
    let told = answer.map { claimed.after($0, at: Date()) } ?? claimed.givenUp(at: Date())
    answered = told
    own.withLock { $0.answered(told) }
    let isKept = try store.keep(told, after: claimed)
    own.withLock { $0.end(told) }
    FaultPoint.reach(.messageKept)
    return (told, answer?.isOfWay ?? false, isKept)
  }

  private func perform(_ message: Message) -> Message.Answer {
    let transfer = Exchange(seconds: seconds) { self.isCanceled.load(ordering: .acquiring) }
    let answer = Sending(transfer: transfer, state: state).send(message)
    FaultPoint.reach(.messageSent)
    return answer
  }

  private static var unknownSender: Explanation {
    Explanation(
      doing: "sending what is to be told", wrong: "this process is not in /proc",
      advice: "mount /proc where Bothy runs")
  }
}

extension ProcessMark {
  /// nil where no such process runs.
  package init?(of process: Int32) {
    guard let one = ProcessIdentity(of: process) else { return nil }
    self.init(processID: one.pid, started: one.started)
  }

  package static var thisProcess: ProcessMark? {
    ProcessMark(of: ProcessInfo.processInfo.processIdentifier)
  }
}

extension Message {
  /// Whoever was tried longest ago comes first, so that one that never gets through keeps nobody waiting;
  /// each conversation goes on in its order.
  static func inTurn(_ messages: [Message]) -> [Message] {
    var tried: [String: Date] = [:]
    for message in messages where tried[message.conversation] == nil {
      tried[message.conversation] = message.attempts.last?.at ?? .distantPast
    }
    return messages.enumerated().sorted { one, other in
      let (first, second) = (tried[one.element.conversation], tried[other.element.conversation])
      guard let first, let second, first != second else { return one.offset < other.offset }
      return first < second
    }.map(\.element)
  }
}

/// What this process sends, and what became of it, as long as that could not be kept.
private struct OwnMessages {
  private struct Key: Hashable {
    var bot: BotID
    var key: String

    init(_ message: Message) { (bot, key) = (message.bot, message.key) }
  }

  private var sending: Set<Key> = []
  private var answers: [Key: Message] = [:]

  var unkept: [Message] { Array(answers.values) }

  func has(_ message: Message) -> Bool { sending.contains(Key(message)) }

  mutating func begin(_ message: Message) { sending.insert(Key(message)) }

  mutating func answered(_ message: Message) { answers[Key(message)] = message }

  mutating func end(_ message: Message) {
    sending.remove(Key(message))
    answers[Key(message)] = nil
  }
}

/// Over which ways something is being sent, or is about to be. A server that does not answer has many ways,
/// as one that is told the status of each commit: it keeps few workers.
struct Lanes {
  private var taken: Set<String> = []
  private var queued: [String] = []
  /// How many workers each server keeps.
  private var busy: [String: Int] = [:]
  private var workers = 0

  private static let mostOfServer = 2

  /// How many more workers are needed.
  mutating func take(_ lanes: [String], most: Int) -> Int {
    for lane in lanes where taken.insert(lane).inserted { queued.append(lane) }
    let more = max(0, min(most - workers, queued.count))
    workers += more
    return more
  }

  /// The next one of a worker, which goes when there is none. What is left then waits for a worker that its
  /// server keeps.
  mutating func next() -> String? {
    let free = queued.firstIndex { busy[Self.server(of: $0), default: 0] < Self.mostOfServer }
    guard let free else {
      workers -= 1
      return nil
    }
    let lane = queued.remove(at: free)
    busy[Self.server(of: lane), default: 0] += 1
    return lane
  }

  mutating func end(_ lane: String) {
    taken.remove(lane)
    let server = Self.server(of: lane)
    busy[server] = busy[server].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  private static func server(of lane: String) -> String { Telling.host(of: lane) }
}
