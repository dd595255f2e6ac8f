import Testing

@testable import Coverage

@Suite("A result builder's block that something may leave early") struct LeftBuildersTests {
  static let source = RealProgram.Source(
    name: "LeftBuilders.swift",
    text: """
      @resultBuilder enum Adding {
        static func buildBlock(_ parts: Bool...) -> Bool { parts.contains(true) }
        static func buildOptional(_ part: Bool?) -> Bool { part ?? false }
        static func buildEither(first part: Bool) -> Bool { part }
        static func buildEither(second part: Bool) -> Bool { part }
      }
      func addPassing(_ isIt: Bool) throws -> Bool {
        if isIt { throw Refused() }
        return true
      }
      @Adding func addHeld(_ isIt: Bool) throws -> Bool {
        yes()  // ×1
        if isIt {
          no()
        }
        yes()  // ×1
        try addPassing(false)
        yes()  // ×1
        if !isIt {
          yes()  // ×1
        }
        yes()  // ×1
      }
      @Adding func addThrown(_ isIt: Bool) throws -> Bool {
        if !isIt {
          yes()  // ×1
        }
        yes()  // ×2
        try addPassing(isIt)
        yes()  // ×1
        if isIt {
          no()
        } else if !isIt {
          yes()  // ×1
        }
        yes()  // ×1
        try addPassing(true)
        no()
      }
      func addGrouped(@Adding _ body: () throws -> Bool) rethrows -> Bool { try body() }
      func addClosed(_ isIt: Bool) throws {
        _ = try addGrouped {
          yes()  // ×2
          if isIt {
            try addPassing(isIt)
            no()
          }
          yes()  // ×1
          if isIt {
            no()
          }
          yes()  // ×1
        }
        yes()  // ×1
      }
      func leftBuilders() {
        _ = try? addHeld(false)
        _ = try? addThrown(true)
        _ = try? addThrown(false)
        try? addClosed(true)
        try? addClosed(false)
      }

      """)

  @Test("is counted by its statements")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes == [])
  }
}
