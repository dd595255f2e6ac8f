import CLinux
import Explaining
import Foundation
import Synchronization
import Threads

/// The thread that serves the clients of a line server.
// The listener and the clients are touched by that thread alone; all else that changes is behind a lock.
final class LineServerThread: @unchecked Sendable {
  enum Wish: Sendable {
    case send(Int, [UInt8])
    case close(Int)
  }

  private struct Inbox {
    var wishes: [Wish] = []
    /// Those that can still be answered.
    var there: Set<Int> = []
    var isEnded = false
  }

  let questions = Mailbox<[Question], Question>([]) { $0.isEmpty ? nil : $0.removeFirst() }
  private let listener: Listener
  private let limits: LineLimits
  private let inbox = Mutex(Inbox())
  private let wake: Int32
  private let hasEnded = DispatchSemaphore(value: 0)
  private var clients: [Int: Client] = [:]
  private var lastClient = 0
  /// Nobody is let in before: there was no descriptor left for one more.
  private var acceptsAgainAt = 0.0

  init(listener: Listener, limits: LineLimits) {
    (self.listener, self.limits) = (listener, limits)
    wake = bothy_eventfd()
  }

  deinit { if wake >= 0 { close(wake) } }

  func start() throws(Explanation) {
    guard wake >= 0 else {
      throw Explanation(
        doing: "listening for commands", wrong: words(for: errno),
        advice: "raise the number of open files (ulimit -n)")
    }
    let thread = Thread { self.run() }
    thread.name = "bothy-commands"
    thread.start()
  }

  func post(_ wish: Wish) {
    inbox.withLock { if !$0.isEnded { $0.wishes.append(wish) } }
    bothy_eventfd_raise(wake)
  }

  func isThere(_ client: Int) -> Bool { inbox.withLock { $0.there.contains(client) } }

  func end() {
    inbox.withLock { $0.isEnded = true }
    bothy_eventfd_raise(wake)
    questions.end()
  }

  /// A process that ended before would leave the socket file.
  func waitForEnd() {
    hasEnded.wait()
    hasEnded.signal()
  }

  // MARK: On its thread

  private func run() {
    defer { hasEnded.signal() }
    while true {
      let ready = wait()
      let (wishes, isEnded) = inbox.withLock { inbox in
        defer { inbox.wishes = [] }
        return (inbox.wishes, inbox.isEnded)
      }
      for wish in wishes { grant(wish) }
      for (number, events) in ready { serve(number, events) }
      let now = Self.now
      for (number, client) in clients where client.isOverdue(now) { drop(number) }
      if isEnded { break }
      if now >= acceptsAgainAt { accept(now) }
    }
    // What was answered last still goes out, as far as there is room for it.
    for client in clients.values { client.flush(now: Self.now) }
    clients = [:]
    inbox.withLock { $0.there = [] }
    listener.end()
  }

  private func grant(_ wish: Wish) {
    switch wish {
    case .send(let number, let bytes):
      guard let client = clients[number] else { return }
      client.send(bytes, now: Self.now)
      if client.unsent > limits.answerBytes || client.isDone { drop(number) }
    case .close(let number):
      clients[number]?.isClosing = true
      if clients[number]?.isDone == true { drop(number) }
    }
  }

  private func serve(_ number: Int, _ events: Int32) {
    guard let client = clients[number] else { return }
    if events & (POLLOUT | POLLERR | POLLHUP) != 0 { client.flush(now: Self.now) }
    if events & (POLLIN | POLLHUP | POLLERR) != 0, let line = client.read(atMost: limits.questionBytes) {
      let question = Question(line: line, thread: self, client: number)
      questions.add { $0.append(question) }
    }
    if events & (POLLHUP | POLLERR) != 0 { client.leave() }
    if client.isDone { drop(number) }
  }

  private func drop(_ number: Int) {
    clients[number] = nil
    inbox.withLock { _ = $0.there.remove(number) }
  }

  private func accept(_ now: Double) {
    while clients.count < limits.clients {
      let descriptor = bothy_accept(listener.socket.number)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno != EAGAIN { acceptsAgainAt = now + 1 }
        return
      }
      let socket = LocalSocket(owning: descriptor)
      guard socket.peerIsTrusted else { continue }
      lastClient += 1
      clients[lastClient] = Client(socket: socket, deadline: now + limits.seconds, seconds: limits.seconds)
      inbox.withLock { _ = $0.there.insert(lastClient) }
    }
  }

  private func wait() -> [(Int, Int32)] {
    let order = clients.keys.sorted()
    var polled = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
    let isOpen = clients.count < limits.clients && Self.now >= acceptsAgainAt
    // A number below zero is passed over.
    polled.append(pollfd(fd: isOpen ? listener.socket.number : -1, events: Int16(POLLIN), revents: 0))
    for number in order {
      guard let client = clients[number] else { continue }
      polled.append(pollfd(fd: client.socket.number, events: client.events, revents: 0))
    }
    let deadlines =
      clients.values.compactMap(\.deadline) + (acceptsAgainAt > Self.now ? [acceptsAgainAt] : [])
    let soonest = deadlines.min().map { max(0, min($0 - Self.now, 3600)) }
    _ = poll(&polled, nfds_t(polled.count), soonest.map { Int32($0 * 1000) + 1 } ?? -1)
    var count: UInt64 = 0
    if polled[0].revents != 0 { _ = read(wake, &count, MemoryLayout<UInt64>.size) }
    return zip(order, polled.dropFirst(2)).compactMap { number, polled in
      polled.revents == 0 ? nil : (number, Int32(polled.revents))
    }
  }

  private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
