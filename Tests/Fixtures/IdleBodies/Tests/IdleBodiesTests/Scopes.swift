import Testing

@testable import IdleBodies

struct Never: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {}
}

struct Once: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await function() }
}

@Test(Never()) func left() { Issue.record("nobody comes here") }
@Test(Never(), arguments: [1, 2]) func leftOfEach(number: Int) { #expect(twice(number) == 0) }
@Test(Once(), arguments: [1, 2]) func each(number: Int) { #expect(twice(number) == 2 * number) }
@Test func empty() {}

@Suite struct Raw {
  @Test func `is called by a raw name`() async { #expect(twice(3) == 6) }
  @Test(Never()) func `is left`() async { #expect(twice(3) == 7) }
  @Test(.disabled()) func disabled() { #expect(twice(1) == 3) }
}
