import CLinux
import Glibc

/// A process that somebody remembers: by its number and by when it started, since numbers are given again.
public struct KnownProcess: Hashable, Sendable {
  private let identity: ProcessIdentity

  public var processID: Int32 { identity.pid }
  /// Clock ticks since boot.
  public var started: UInt64 { identity.started }

  public init(processID: Int32, started: UInt64) {
    identity = ProcessIdentity(pid: processID, started: started)
  }

  public var isAlive: Bool {
    ProcessStatus(of: identity.pid).map { $0.identity == identity && !$0.isDead } ?? false
  }

  /// Nobody else is hit when it has ended meanwhile.
  public func send(_ signal: Int32) { TreeEnding.send(signal, to: identity) }
}

extension StartedProcess {
  public var known: KnownProcess { KnownProcess(processID: identity.pid, started: identity.started) }
}

/// Calls `body` on a thread of its own each time one of these signals arrives, for the rest of this process.
public func onEach(_ signals: [Int32], _ body: @escaping @Sendable () -> Void) {
  let event = bothy_eventfd()
  precondition(event >= 0, "no descriptor is left to receive signals with")
  for signal in signals {
    let error = bothy_raise_on_signal(signal, event)
    precondition(error == 0, "signal \(signal) can't be caught")
  }
  let listener = Listener(event: event, body: body)
  var thread = pthread_t()
  let made = pthread_create(
    &thread, nil,
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Listener>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    }, Unmanaged.passRetained(listener).toOpaque())
  precondition(made == 0, "no thread can be made to receive signals with")
  pthread_detach(thread)
}

private final class Listener: Sendable {
  private let event: Int32
  private let body: @Sendable () -> Void

  init(event: Int32, body: @escaping @Sendable () -> Void) {
    self.event = event
    self.body = body
  }

  func run() {
    while true {
      var look = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
      guard poll(&look, 1, -1) > 0 else { continue }
      var count: UInt64 = 0
      if read(event, &count, 8) == 8 { body() }
    }
  }
}
