import Testing
import Together

@Suite struct Waiting {
  @Test func north() async throws { #expect(try await LastOne.shared.stay()) }
  @Test func east() async throws { #expect(try await LastOne.shared.stay()) }
  @Test func south() async throws { #expect(try await LastOne.shared.stay()) }
  @Test func west() async throws { #expect(try await LastOne.shared.stay()) }
}

@Suite struct Queueing {
  @Test func spring() async throws { #expect(try await Queue.shared.takeTwoTurns()) }
  @Test func summer() async throws { #expect(try await Queue.shared.takeTwoTurns()) }
  @Test func autumn() async throws { #expect(try await Queue.shared.takeTwoTurns()) }
  @Test func winter() async throws { #expect(try await Queue.shared.takeTwoTurns()) }
}
