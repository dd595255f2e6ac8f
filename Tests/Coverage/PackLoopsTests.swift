import Testing

@testable import Coverage

@Suite("A loop over a parameter pack") struct PackLoopsTests {
  static let source = RealProgram.Source(
    name: "Packs.swift",
    text: """
      func each<each T>(_ value: repeat each T) -> Int {
        var n = 0
        for one in repeat each value {
          yes()  // at most
          if "\\(one)".count > 2 {
            yes()  // ×2
          } else {
            yes()  // at most
          }
          if n > 99 {
            no()
          } else if n == 98 {
            no()
          }
          guard n < 99 else {
            no()
            return n
          }
          for _ in 0..<2 {
            yes()  // ×6
          }
          let later = {
            yes()  // ×3
            if n > 97 {
              no()
            }
            n += 1
          }
          later()
          yes()  // at most
        }
        yes()  // ×1
        return n
      }
      func left<each T>(_ value: repeat each T) -> Int {
        var n = 0
        for _ in repeat each value {
          n += 1
          if n == 2 { return n }
          yes()  // at most
        }
        yes()  // ×2
        return -n
      }
      func never<each T>(_ value: repeat each T, asks: Bool) {
        guard asks else { return }
        for _ in repeat each value {
          no()
        }
        no()
      }
      func nested<each T>(_ value: repeat each T) {
        let many = [1]
        for one in repeat each value {
          for _ in repeat each value { yes() }  // at most
          for two in many where two > 0 && "\\(one)" != "" {
            yes()  // at most
          }
        }
        yes()  // ×1
      }
      func packLoops() {
        _ = each(1, "abc", 3.5)
        _ = left(1)
        _ = left(1, 2, 3)
        _ = left()
        never(1, asks: false)
        nested(1, 2)
      }

      """)

  @Test("tells of its body no more than that it may have run, where somebody came to it")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes == [])
  }

  @Test("leaves how often it ran open, of what has no counter of its own alone")
  func uncounted() async throws {
    let lines = try #require(try await RealProgram.shared.value.files[Self.source.name]?.lines)
    let open = lines.filter(\.isUncounted).map(\.number)
    let source = Self.source.text.split(separator: "\n", omittingEmptySubsequences: false)
    let said = source.indices.filter { source[$0].contains("yes()  // at most") }.map { $0 + 1 }
    let selected = said.filter { source[$0 - 2].contains(" where ") }
    #expect(Set(said).subtracting(selected).subtracting(open) == [])
    let counted = open.filter { source[$0 - 1].contains("×") || source[$0 - 1].contains("no()") }
    #expect(counted == [])
  }

  private func bodies(_ text: String) -> [Int] { PackSource(Array(text.utf8))?.bodies.sorted() ?? [] }

  @Test("is told from other loops, and from other uses of their words")
  func words() {
    #expect(bodies("for x in repeat each y { a }") == [23])
    #expect(bodies("for x in y { repeat { a } while b }") == [])
    #expect(bodies("for x in repeat f(each y, { 1 }) { a }") == [33])
    #expect(bodies("for x in y.map({ z in repeat { a } while b }) { c }") == [])
    #expect(bodies("f(for: x); g { y in repeat { a } while b }") == [])
  }
}
