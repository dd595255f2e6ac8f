import Testing

@testable import Coverage

@Suite("What a `case … where` asks") struct AskedCasesTests {
  static let source = RealProgram.Source(
    name: "Cases.swift",
    text: """
      func refuses(_ n: Int) -> Bool { n > 100 }
      func refusedCase(_ n: Int) {
        switch n {
        case 1 where refuses(n) || !yes():  // at most
          no()
        case 2 where no():  // at most
          no()
        default:
          yes()  // ×1
        }
      }
      func takenCase(_ n: Int) {
        switch n {
        case 1 where yes():
          yes()  // ×1
        case 1 where no():
          no()
        default:
          no()
        }
      }
      func fallen(_ n: Int) {
        switch n {
        case 1:
          yes()  // ×1
          fallthrough
        case 2:
          yes()  // ×1
          if case 3 = n {
            no()
          }
        case 3 where no():  // at most
          no()
        default:
          yes()  // ×1
        }
      }
      func calledPattern(_ n: Int) {
        switch n {
        case same(no()):  // at most
          no()
        case 7,
          same(no()):  // at most
          no()
        default:
          yes()  // ×1
        }
      }
      func same(_ isOne: Bool) -> Int { isOne ? 1 : 0 }
      func askedCases() {
        calledPattern(50)
        refusedCase(1)
        takenCase(1)
        fallen(1)
        fallen(4)
      }

      """)

  @Test("ran so often at most as nothing before it was taken, where it did not hold")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes == [])
  }

  private func conditions(_ text: String) -> [[String]] {
    let source = Array(text.utf8)
    return ChoiceSource(source).choices.map { choice in
      choice.cases.map { part in
        part.condition.map { String(decoding: source[$0], as: UTF8.self) } ?? (part.isFallenInto ? "↓" : "")
      }
    }
  }

  @Test("is found by the colon behind it, in the brackets of its `switch`")
  func found() {
    #expect(conditions("switch a { case b where c: d; default: e }") == [[" c", ""]])
    #expect(
      conditions("switch a { case b where c[d: e], f where g: h\ncase i: j }") == [
        [" c[d: e], f where g", ""]
      ])
    #expect(
      conditions("switch a { case b: if x { fallthrough }\ncase c: d; case e where f: g }") == [
        ["", "↓", " f"]
      ])
    #expect(conditions("switch a { case b: for case c in d where e { f }; default: if case g = h {} }") == [])
    #expect(
      conditions("switch a { case b where c: switch d { case e: f; default: g }; default: h }") == [
        [" c", ""]
      ])
    #expect(
      conditions("switch a { case f(x), 2: d; case .g(1), H.i(2), J(3): k; default: l }") == [
        ["f(x), 2", "", ""]
      ])
    #expect(
      conditions("switch a { case (1, f (x)), (f(x), 2) where b: c; default: d }") == [
        ["f(x), 2) where b", ""]
      ])
    #expect(
      conditions("switch a { case let f(x): y; case g(let z) where z: y; default: d }") == [["", " z", ""]])
    #expect(
      conditions("switch a { case b where f(x), c(let d): e; default: g }") == [[" f(x), c(let d)", ""]])
    #expect(conditions("switch a { case b: f(x); default: g }") == [])
    #expect(conditions("enum A { case b }; f(where: c)") == [])
    #expect(conditions("switch a { case b where c: d") == [])
  }
}
