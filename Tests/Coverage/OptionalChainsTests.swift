import Testing

@testable import Coverage

@Suite("What a chain of `?.` gives to what it calls") struct OptionalChainsTests {
  static let source = RealProgram.Source(
    name: "Chains.swift",
    text: """
      final class Chained {
        var next: Chained?
        var isIt = false
        func take(_ a: Bool, _ b: Bool = true, _ c: () -> Void = {}) -> Chained? { self }
      }
      func absent(_ chained: Chained?) {
        _ = chained?.take(
          no(),  // at most
          no())  // at most
        _ = chained?
          .take(no())  // at most
          .map { _ in
            no()
          }
        chained?.next?.isIt =
          no()  // at most
        _ = chained?.take(true) == nil
          && yes()
        _ = (chained?.isIt, yes())
        yes()
      }
      func present(_ chained: Chained?) {
        _ = chained?
          .next
          .map { _ in no() }  // at most
        _ = chained?.take(true, true) {
          no()
        }
        _ = chained.map { _ in yes() }
        yes()
      }
      func optionalChains() {
        absent(nil)
        present(Chained())
      }

      """)

  @Test("ran so often at most, but for what has a count of its own")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes == [])
  }

  @Test(
    "ends where what is around it goes on",
    arguments: [
      ("a?.b(\nc,\nd)\ne", [2, 3]), ("a?\n.b\n.c\nd", [2, 3]), ("self?.b(\nc)", [2]),
      ("a?.b == c(\nd)", []), ("f(a?.b,\nc)", []), ("a?.b ?? c(\nd)", []), ("a ? .b(\nc) : d", []),
      ("try? (\na)", []), ("a as? (\nB)", []), ("init?(\na: B) {\nc\n}", []), ("a?.b =\nc\nd", [2]),
      ("a?.b {\nc\n}", []), ("a?.b(c)\n.d\ne", [2]), ("a?.b\nlet c = d(\ne)", []),
    ])
  func ends(source: String, expected: [Int]) {
    #expect(OptionalChains(in: Array(source.utf8), []).lines.sorted() == expected)
  }
}
