/// Whether it came to that within a time that only what is broken needs.
public func eventually(
  within seconds: Double = 300, everyMilliseconds: Int = 20, isolation: isolated (any Actor)? = #isolation,
  _ holds: () async throws -> Bool
) async throws -> Bool {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while try await !holds() {
    guard ContinuousClock.now < deadline else { return false }
    try await Task.sleep(for: .milliseconds(everyMilliseconds))
  }
  return true
}
