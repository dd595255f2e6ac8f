import Dispatch

/// Waits for what needs one more thread than is left.
public func waits() -> Bool {
  let done = DispatchSemaphore(value: 0)
  Task { done.signal() }
  return done.wait(timeout: .distantFuture) == .success
}
