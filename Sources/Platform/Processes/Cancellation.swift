import CLinux
import Glibc
import Synchronization

/// Told once, from any thread or from a signal; whoever waits in `perform` wakes up at once.
public final class Cancellation: Sendable {
  private let told = Atomic<Bool>(false)
  /// Raised and never read, so that it stays readable. Without one, `perform` looks at `told` regularly.
  private let event: Descriptor?

  public init() { event = Descriptor(owning: bothy_eventfd()) }

  var descriptor: Int32 { event?.number ?? -1 }

  public func cancel() {
    told.store(true, ordering: .releasing)
    if let event { bothy_eventfd_raise(event.number) }
  }

  public var isCanceled: Bool {
    if told.load(ordering: .acquiring) { return true }
    guard let event else { return false }
    var look = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
    return poll(&look, 1, 0) > 0
  }

  /// Canceled by any of these signals from now on, for the rest of this process.
  public static func onSignals(_ signals: [Int32]) -> Cancellation {
    let cancellation = Cancellation()
    raise(cancellation.descriptor, by: signals)
    immortal.withLock { $0.append(cancellation) }
    return cancellation
  }

  private static let immortal = Mutex<[Cancellation]>([])
}
