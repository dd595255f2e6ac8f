import Foundation

public enum Locks {
  private static let one = NSLock()
  private static let other = NSLock()
  private static let held = DispatchSemaphore(value: 0)
  private static let isHeld = DispatchSemaphore(value: 0)

  /// Alone it waits in vain for the other to hold its own.
  private static func hold(
    _ first: NSLock, _ second: NSLock, telling: DispatchSemaphore, waitingFor: DispatchSemaphore
  ) -> Bool {
    first.lock()
    defer { first.unlock() }
    telling.signal()
    _ = waitingFor.wait(timeout: .now() + 1)
    second.lock()
    second.unlock()
    return true
  }

  public static func there() -> Bool { hold(one, other, telling: held, waitingFor: isHeld) }
  public static func back() -> Bool { hold(other, one, telling: isHeld, waitingFor: held) }
}
