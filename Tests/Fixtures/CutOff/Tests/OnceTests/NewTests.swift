import Once
import Testing

@Suite struct NewTests {
  @Test func failsAndIsCutOff() async throws {
    #expect(!isFirst("fails"))
    try await Task.sleep(for: .seconds(2))
  }

  @Test func crashesMeanwhile() async throws {
    if isFirst("crash") {
      try await Task.sleep(for: .seconds(1))
      fatalError("it is the first time")
    }
  }

  @Test func isCutOffAndPasses() async throws { try await Task.sleep(for: .seconds(2)) }
}
