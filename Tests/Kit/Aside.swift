import Foundation

/// On a thread of its own: the few that tasks share must not be blocked, least of all to wait for others.
public func aside<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}
