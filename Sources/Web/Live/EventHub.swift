import Foundation
import HTTP
public import Model
import Synchronization

/// Something that happened, for who listens.
public struct LiveEvent: Equatable, Sendable {
  public enum Kind: String, Sendable { case queue, phase, test, failure, log, settled, site }

  public var kind: Kind
  /// Absent where it is about the page of all bots.
  public var bot: BotID?
  /// JSON, on one line.
  public var body: String

  public init(_ kind: Kind, _ bot: BotID?, _ body: String) {
    (self.kind, self.bot, self.body) = (kind, bot, body)
  }

  /// Told only to who listens to that bot: there may be much of it.
  var isCloseBy: Bool { kind == .test || kind == .failure || kind == .log }

  func isFor(_ listener: BotID?) -> Bool {
    guard let listener else { return !isCloseBy }
    return bot == nil || bot == listener
  }
}

/// What happened last, numbered, as far back as there is room.
struct EventRing {
  /// Another server counts from the beginning again: its numbers are not to be taken for these.
  let era: String
  private(set) var events: [(number: Int, event: LiveEvent)] = []
  private(set) var last = 0
  private var bytes = 0

  static let mostBytes = 1 << 20
  static let most = 2000

  init(era: String) { self.era = era }

  mutating func add(_ event: LiveEvent) -> String {
    last += 1
    events.append((last, event))
    bytes += event.body.utf8.count
    while events.count > Self.most || bytes > Self.mostBytes, let first = events.first {
      bytes -= first.event.body.utf8.count
      events.removeFirst()
    }
    return Self.text(event, "\(era)-\(last)")
  }

  /// Something may happen from now on that nobody tells: whoever heard the last event has missed it too.
  mutating func forget() {
    (events, bytes) = ([], 0)
    last += 1
  }

  /// What came after the one that somebody heard last; nil where that is not known any more.
  func since(_ id: String, for bot: BotID?) -> [String]? {
    let parts = id.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[0] == era, let number = Int(parts[1]), number <= last,
      number >= (events.first?.number ?? last + 1) - 1
    else { return nil }
    return events.filter { $0.number > number && $0.event.isFor(bot) }
      .map { Self.text($0.event, "\(era)-\($0.number)") }
  }

  static func text(_ event: LiveEvent, _ id: String) -> String {
    "id: \(id)\nevent: \(event.kind.rawValue)\ndata: \(event.body)\n\n"
  }
}

/// All who listen.
public final class EventHub: Sendable {
  private struct Listener {
    var stream: ByteStream
    var bot: BotID?
    /// What they asked with, by which they are judged again.
    var request: HTTPRequest
    /// Of whom it is counted; nil: of many, who cannot be told apart.
    var sharer: String?
  }

  private struct State {
    var ring: EventRing
    var listeners: [Listener] = []
    var heartbeat = 0.0
    /// Whose listeners came since somebody asked and have heard nothing yet; nil: those of all bots.
    var arrivals: Set<BotID?> = []
    /// Whether who asked so may still listen.
    var judge: @Sendable (HTTPRequest, BotID?) -> Bool = { _, _ in true }

    /// Who was let in may be somebody who is not any more: nothing is told to them.
    mutating func dismiss() {
      listeners.removeAll { listener in
        guard !judge(listener.request, listener.bot) else { return false }
        listener.stream.end()
        return true
      }
    }
  }

  private let state: Mutex<State>

  /// More than that are asked to come again later.
  static let most = 800
  /// Of one; those who cannot be told apart leave as many to all others.
  static let mostOfOne = 400
  private static let heartbeatSeconds = 15.0

  public init(era: String) { state = Mutex(State(ring: EventRing(era: era))) }

  /// Who listens is judged by this door from now on.
  package func judge(by door: Doorkeeper) {
    state.withLock { $0.judge = { door.mayStillRead($0, of: $1) } }
  }

  public var count: Int { state.withLock { $0.listeners.count } }

  /// Nobody looks any more until somebody listens.
  public func forget() { state.withLock { $0.ring.forget() } }

  /// The bots that somebody looks at closely.
  public var bots: Set<BotID> { state.withLock { Set($0.listeners.compactMap(\.bot)) } }

  /// The bots of those who came since the last time; nil is one who listens to all.
  public func takeArrivals() -> Set<BotID?> {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  func answer(_ request: HTTPRequest, of bot: BotID?, sharer: String?) -> HTTPAnswer {
    let headers =
      ContentPolicy.headers() + [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
      ]
    if request.method == "HEAD" { return HTTPAnswer(200, headers) }
    let stream = ByteStream()
    let refusal = state.withLock { state -> Refusal? in
      state.listeners.removeAll { $0.stream.hasGone }
      if let refusal = Self.refusal(sharer, among: state.listeners) { return refusal }
      let missed = Self.missed(request, of: bot, state.ring)
      stream.send(Array(Self.beginning(request, missed, state.ring).utf8))
      state.listeners.append(Listener(stream: stream, bot: bot, request: request, sharer: sharer))
      // Who goes on where they were would hear twice what they have heard.
      if missed == nil { state.arrivals.insert(bot) }
      return nil
    }
    if let refusal { return LivePage.answer(refusal, to: request) }
    return HTTPAnswer(200, headers, .stream(stream))
  }

  private static func refusal(_ sharer: String?, among listeners: [Listener]) -> Refusal? {
    guard listeners.count < most else { return Refusal(503, "Too many listen already; come again later.") }
    let own = listeners.count { $0.sharer == sharer }
    guard own >= (sharer == nil ? most - mostOfOne : mostOfOne) else { return nil }
    let who = sharer == nil ? "without a name through the server in front" : "as you, or from where you ask"
    var refusal = Refusal(
      429, "\(own) listen \(who) already, and places are left to others: close some pages first.")
    refusal.seconds = 60
    return refusal
  }

  /// What came since somebody listened last; nil where that is not known, or not any more.
  static func missed(_ request: HTTPRequest, of bot: BotID?, _ ring: EventRing) -> String? {
    // More than may wait to be sent would end it at once, and again whenever it is tried.
    guard let id = request.header("last-event-id"), let missed = ring.since(id, for: bot)?.joined(),
      missed.utf8.count < ByteStream.usualMost / 2
    else { return nil }
    return missed
  }

  /// What was missed; where that is not known any more, that all is to be read again.
  static func beginning(_ request: HTTPRequest, _ missed: String?, _ ring: EventRing) -> String {
    let hello = "retry: 2000\n\n"
    if let missed { return hello + missed }
    guard request.header("last-event-id") != nil else { return hello }
    return hello + "id: \(ring.era)-\(ring.last)\nevent: site\ndata: {\"all\": true}\n\n"
  }

  public func tell(_ events: [LiveEvent]) {
    guard !events.isEmpty else { return }
    state.withLock { state in
      state.dismiss()
      let told = events.map { ($0, Array(state.ring.add($0).utf8)) }
      // Once for all who listen to the same.
      var made: [BotID?: [UInt8]] = [:]
      state.listeners.removeAll { listener in
        let bytes = made[listener.bot] ?? told.filter { $0.0.isFor(listener.bot) }.flatMap(\.1)
        made[listener.bot] = bytes
        return bytes.isEmpty ? listener.stream.hasGone : !listener.stream.send(bytes)
      }
    }
  }

  /// Who has gone without a word is noticed when something is sent to them.
  public func beat() {
    let now = ProcessInfo.processInfo.systemUptime
    state.withLock { state in
      guard now - state.heartbeat >= Self.heartbeatSeconds else { return }
      state.heartbeat = now
      state.dismiss()
      state.listeners.removeAll { !$0.stream.send(Array(": \n\n".utf8)) }
    }
  }

  public func end() {
    state.withLock { state in
      for listener in state.listeners { listener.stream.end() }
      state.listeners = []
    }
  }
}
