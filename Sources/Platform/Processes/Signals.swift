import CLinux
import Foundation

/// The signals that a program with a terminal lives by.
public enum Signals {
  public static let ends = [SIGINT, SIGTERM, SIGHUP]
  public static let stop = SIGTSTP
  public static let resize = SIGWINCH
}

extension Signals {
  /// Those that nobody sends it on purpose end it no more, for the rest of this process.
  public static func refuseIdle() {
    let idle = [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXCPU, SIGXFSZ, SIGPWR, SIGSTKFLT,
    ]
    for signal in idle {
      _ = bothy_raise_on_signal(signal, -1)
    }
  }

  /// The last of those that are waited for which this process did not heed: one that it started sent it.
  public static var refused: Int32? {
    let signal = bothy_refused_signal()
    return signal == 0 ? nil : signal
  }
}

/// Until somebody has it go on.
public func stopThisProcess() { kill(getpid(), SIGSTOP) }

/// Calls `body` on a thread of its own each time one of these signals arrives, for the rest of this process.
public func onEach(_ signals: [Int32], _ body: @escaping @Sendable () -> Void) {
  let event = bothy_eventfd()
  raise(event, by: signals)
  Thread.detachNewThread {
    while true {
      var look = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
      guard poll(&look, 1, -1) > 0 else { continue }
      var count: UInt64 = 0
      if read(event, &count, 8) == 8 { body() }
    }
  }
}

/// The handler knows only the event's number: it must stay open for good.
func raise(_ event: Int32, by signals: [Int32]) {
  precondition(event >= 0, "no descriptor is left to receive signals with")
  for signal in signals {
    let error = bothy_raise_on_signal(signal, event)
    precondition(error == 0, "signal \(signal) can't be caught")
  }
}
