import Testing

@testable import Coverage

@Suite("What a `for try await` goes through") struct AwaitedLoopsTests {
  static let source = RealProgram.Source(
    name: "Awaited.swift",
    text: """
      struct Numbers: AsyncSequence, AsyncIteratorProtocol {
        var left: Int
        mutating func next() async throws -> Int? {
          if left == 0 { throw Refused() }
          left -= 1
          return left
        }
        func makeAsyncIterator() -> Numbers { self }
      }
      func awaitNumbers(_ isIt: Bool) -> Numbers { Numbers(left: 2) }
      func awaitEnded() async throws {
        for try await number in awaitNumbers(yes()) {
          yes(number)  // ×2
        }
        no()
      }
      func awaitOver() async throws {
        for try await number
          in awaitNumbers(
            yes())  // ×1
        {
          yes(number)  // ×2
        }
        no()
      }
      func awaitedLoops() async {
        try? await awaitEnded()
        try? await awaitOver()
      }

      """)

  @Test("is asked as often as the loop is begun, though all of them end by a throw")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes == [])
  }
}
