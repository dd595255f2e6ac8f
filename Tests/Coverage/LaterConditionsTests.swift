import Testing

@testable import Coverage

@Suite("Conditions behind others") struct LaterConditionsTests {
  static let source = RealProgram.Source(
    name: "Conditions.swift",
    text: """
      func failed(_ name: String?) -> Bool {
        guard let name,
          name.count > 100,
          no(),  // at most
          no()  // at most
        else {
          yes()
          return false
        }
        return no()
      }
      func held(_ name: String?) -> Bool {
        guard let name,
          name.isEmpty || yes(),
          yes()  // ×2
        else {
          return no()
        }
        return yes()
      }
      func sometimes(_ names: [String]) {
        for name in names {
          if name.count > 1,
            yes(),
            name.count > 2
          {
            yes()  // ×1
          }
        }
      }
      func others(_ a: Int?, _ b: Int?) {
        if a == nil {
          yes()
        } else if let a,
          no(a),
          a > 1
        {
          no()
        } else if a == b,
          no(1)
        {
          no()
        }
        if a != nil {
          no()
        } else if let b,
          yes(b)  // ×1
        {
          yes()
        }
      }
      func looping() {
        var n = 0
        while n < 3,
          yes()
        {
          n += 1
        }
        while n < 3,
          no()  // at most
        {
          no()
        }
        var more = [1, 2].makeIterator()
        while let next = more.next(),
          yes(next)
        {
          yes()  // ×2
        }
        repeat { n += 1 } while n < 5
        _ = n
      }
      func evaluated(_ numbers: [Int]) {
        if let first = numbers.first,
          numbers.contains(where: { $0 > first || yes() }),
          numbers.contains(where: {
            yes($0)
            return $0 > 5
          }),
          no()  // at most
        {
          no()
        }
        if let first = numbers.first,
          first > 5,
          first > 6 || no(),  // at most
          numbers.contains(where: {
            no($0)
          })
        {
          no()
        }
      }
      func ending(_ a: Int?) -> Int {
        guard let a,
          a > 5,
          a > 6 else { yes(); return 1 }  // at most
        return no() ? 1 : 2
      }
      func endingLine(_ a: Int?) -> Bool {
        guard let a,
          no(a) else {  // at most
          yes()
          return false
        }
        return no()
      }
      func inOneLine(_ a: Int?) -> Bool {
        if let a, no(a) {  // at most
          return no()
        }
        guard let a, no(a) else { return yes() }  // at most
        return no()
      }
      func inOneLineHeld(_ a: Int?) -> Bool {
        if let a, yes(a) {
          yes()
        }
        if a != nil, [1].contains(where: { yes($0) && $0 > 1 })
        {
          return no()
        }
        guard let a, yes(a) else { return no() }
        return yes()
      }
      func refused() throws -> Bool { throw Refused() }
      func throwing(_ a: Int) throws {
        if a > 1,
          try refused(),
          no()
        {
          no()
        }
        no()
      }
      func conditions() {
        _ = failed("ab")
        _ = held("ab")
        _ = held("")
        sometimes(["a", "bc", "def"])
        others(nil, 1)
        looping()
        evaluated([1, 2])
        _ = ending(1)
        _ = endingLine(nil)
        _ = inOneLine(nil)
        _ = inOneLineHeld(1)
        try? throwing(2)
      }

      """)

  @Test("ran so often at most where nothing tells that those before them held")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes == [])
  }

  private func lists(_ text: String) -> [[String]] {
    let source = Array(text.utf8)
    func word(_ offset: Int) -> String {
      String(decoding: source[offset...].prefix { $0 > 0x20 }, as: UTF8.self)
    }
    return ConditionLists(source).lists.map { list in
      [word(list.first)] + list.later.map(word)
        + ["…" + word(list.body.lowerBound), "\(list.former.count)"]
    }
  }

  @Test("are found by the commas of a list, outside of brackets")
  func found() {
    #expect(lists("if a, let b = c(d, [e, f]), g {h} else {i}") == [["a,", "let", "g", "…{h}", "0"]])
    #expect(lists("guard a, b.first { $0, c } else {d}") == [["a,", "b.first", "…{d}", "0"]])
    #expect(lists("while a, b {c}") == [["a,", "b", "…{c}", "0"]])
    #expect(
      lists("if a {b} else if c {d} else if e, f {g}") == [["c", "…{d}", "1"], ["e,", "f", "…{g}", "2"]])
    #expect(lists("repeat {a} while b\nf(c, d) {e}") == [])
    #expect(lists("if a {b}; f(if: c, while: d) {e}; x.if, y {z}") == [])
    #expect(lists("if a && { b, c }(), d {e}") == [["a", "d", "…{e}", "0"]])
    #expect(lists("if a, b {c}\n#if X\nif d {\n#else\nif e {\n#endif\n}") == [])
  }
}
