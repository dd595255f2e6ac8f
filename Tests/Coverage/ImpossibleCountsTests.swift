import Testing

@testable import Coverage

@Suite("Counts that cannot be")
struct ImpossibleCountsTests {
  /// The compiler subtracts the body's count, 1 or 2, from the function's, 1.
  static let source = RealProgram.Source(
    name: "Impossible.swift",
    text: """
      func negative() {
        yes()  // ×1
        for x in [1, 2] where x > 5 { return }
        yes()  // not known
      }
      func zero() -> Int? {
        for x in [1] where x > 5 { return x }
        yes()  // not known
        if 1 > 0 {
          yes()  // ×1
        }
        return nil
      }
      func plain() {
        for x in [1] { if x > 0 { return } }
        no()
      }
      func impossibleCounts() {
        negative()
        _ = zero()
        plain()
      }

      """)

  @Test("a negative count is not known, nor is a 0 after a loop that selects and may be left")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
  }

  @Test(
    "a count is impossible when it overflowed, or when its function was never entered",
    arguments: [
      (0, 0, false), (0, 1, false), (5, 1, false), (1 << 62 - 1, 1, false), (1 << 62, 1, true),
      (UInt64(Int64.max), 0, true), (.max, 3, true), (1, 0, true),
    ] as [(UInt64, UInt64, Bool)])
  func rule(count: UInt64, entries: UInt64, isImpossible: Bool) {
    #expect(ImpossibleCounts.isImpossible(count, entries: entries) == isImpossible)
  }

  @Test("what is in such a region is not known, and what is around it keeps its count")
  func segments() {
    func region(_ line: Int32, _ end: Int32, _ count: UInt64) -> LLVMExport.Region {
      let place = LLVMExport.Place(line: line, column: 1, endLine: end, endColumn: 9)
      return LLVMExport.Region(place: place, file: 0, count: count)
    }
    let regions = [region(1, 9, 4), region(3, 7, 2), region(5, 6, 1)]
    let starts: [(Int32, Int32, UInt64)] = [(1, 1, 4), (3, 1, 2), (5, 1, 1), (6, 9, 2), (7, 9, 4)]
    let segments = starts.map { CoverageSegment(line: $0.0, column: $0.1, count: $0.2) }
    let impossible = ImpossibleCounts(regions, at: [regions[1].place])
    #expect(impossible.applied(to: regions).map(\.count) == [4, 0, 1])
    let found = impossible.applied(to: segments)
    #expect(found.map(\.count) == [4, 0, 1, 0, 4])
    #expect(found.map(\.isKnown) == [true, false, true, false, true])
    #expect(ImpossibleCounts(regions, at: []).applied(to: segments) == segments)
  }
}
