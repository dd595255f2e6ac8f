import Testing

@Suite("Switches that catch all")
struct CatchAllTests {
  private func lines(_ switching: String) -> [Int] {
    let file = SourceFile(
      path: "Sources/Model/A.swift",
      text: switching + """

        enum Fruit {
          case apple, pear(Int, ripe: Bool)
          indirect case basket([Fruit]),
            none
          var isRound: Bool { true }
        }
        """)
    return CatchAlls([file]).findings(in: file).map(\.line)
  }

  @Test(
    "one over an enum of our own is found",
    arguments: [
      "switch a {\ncase .apple: b()\ndefault: break\n}",
      "  switch a {\n  case .apple:\n    switch b { default: c }\n  default: 1\n  }",
      "switch a {\ncase .pear(let n, ripe: _) where n > 1, .none?: b()\ncase let .basket(all):\ndefault:\n}",
      "switch a {\ncase .apple,\n  .none: b()\ndefault: break\n}",
    ])
  func found(code: String) {
    #expect(lines(code).count == 1)
  }

  @Test(
    "one over anything else is left alone",
    arguments: [
      "switch a {\ncase .apple: b()\ncase .pear, .basket, .none: break\n}",
      "switch a {\ncase .apple, .table: b()\ndefault: break\n}", "switch a {\ncase 1: b()\ndefault: break\n}",
      "switch (a, b) {\ncase (.apple, .pear): b()\ndefault: break\n}",
      "switch a {\ncase .apple: b()\n}\nswitch c {\ncase \"d\": e()\ndefault: break\n}",
    ])
  func others(code: String) {
    #expect(lines(code) == [])
  }
}
