/// Whether whoever asked for something large still waits for it. What it interrupts can be gone on with
/// another time.
struct Interruption: Sendable {
  let isWanted: @Sendable () -> Bool

  static let none = Interruption(isWanted: { false })

  func check() throws {
    if isWanted() { throw CancellationError() }
  }
}
