import LateFailure
import Testing

/// One after the other, and the last waits for what the others left running.
@Suite(.serialized) struct Late {
  @Test func leavesATask() {
    Task {
      try await Task.sleep(for: .milliseconds(100))
      #expect(answer == 43)
    }
  }

  @Test func leavesADetachedTask() {
    Task.detached {
      try await Task.sleep(for: .milliseconds(100))
      #expect(answer == 44)
    }
  }

  @Test func waits() async throws { try await Task.sleep(for: .seconds(2)) }
}
