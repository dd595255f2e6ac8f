import Foundation

/// So long that four of them take more, one after the other, than each core has in three seconds.
private let seconds = min(0.7 * Double(ProcessInfo.processInfo.activeProcessorCount), 2.75)

/// Who comes in waits until all others are gone. They wait for each other.
public actor LastOne {
  public static let shared = LastOne()
  private var inside = 0

  public func stay() async throws -> Bool {
    inside += 1
    defer { inside -= 1 }
    try await Task.sleep(for: .seconds(seconds))
    while inside > 1 { try await Task.sleep(for: .milliseconds(20)) }
    return true
  }
}

/// One after the other, in the order in which they ask; whoever had its turn asks once more.
public actor Queue {
  public static let shared = Queue()
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public func takeTwoTurns() async throws -> Bool {
    for _ in 1...2 {
      await enter()
      defer { leave() }
      try await Task.sleep(for: .seconds(seconds / 2))
    }
    return true
  }

  private func enter() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    isTaken = false
  }
}
