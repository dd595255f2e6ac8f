import Foundation
import Testing

@Test func startsLoose() async throws {
  Thread.detachNewThread { #expect(1 == 7, "on a thread of its own") }
  try await Task.sleep(for: .milliseconds(50))
}
