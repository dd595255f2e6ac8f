internal import Synchronization

/// Whether whoever asked for something large still waits for it. One question at a time in a process.
public enum Patience {
  private static let question = Mutex<(@Sendable () -> Bool)?>(nil)

  public static func asking<Answer>(
    _ isOver: @escaping @Sendable () -> Bool, _ body: () throws -> Answer
  ) rethrows -> Answer {
    question.withLock { $0 = isOver }
    defer { question.withLock { $0 = nil } }
    return try body()
  }

  /// Everything that this interrupts can be gone on with another time.
  static func check() throws {
    if question.withLock({ $0 })?() == true { throw CancellationError() }
  }
}
