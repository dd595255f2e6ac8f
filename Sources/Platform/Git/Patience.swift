/// Whether whoever asked for something large still waits for it.
public enum Patience {
  @TaskLocal public static var isOver: @Sendable () -> Bool = { false }

  /// Everything that this interrupts can be gone on with another time.
  static func check() throws {
    if isOver() { throw CancellationError() }
  }
}
