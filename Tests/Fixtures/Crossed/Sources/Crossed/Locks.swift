import Foundation

public enum Locks {
  private static let one = NSLock()
  private static let other = NSLock()

  private static func hold(_ first: NSLock, _ second: NSLock) -> Bool {
    first.lock()
    defer { first.unlock() }
    Thread.sleep(forTimeInterval: 0.4)
    second.lock()
    second.unlock()
    return true
  }

  public static func there() -> Bool { hold(one, other) }
  public static func back() -> Bool { hold(other, one) }
}
