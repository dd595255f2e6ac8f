import Testing

@testable import Coverage

@Suite("Bodies of for … where and for case")
struct SelectiveLoopsTests {
  static let source = RealProgram.Source(
    name: "Selective.swift",
    text: """
      func selected(_ xs: [Int]) {
        for x in xs where x > 0 {
          yes()  // at most
          if x > 5 {
            yes()  // at most
          } else if x > 200 {
            no()
          }
        }
        yes()  // ×1
        for case let y? in [nil, 1] as [Int?] {
          yes(y)  // at most
        }
        for x in xs {
          yes(x)  // ×3
        }
      }
      func selectedNone(_ xs: [Int]) {
        for x in xs where x > 100 {
          no(x)  // at most
        }
      }
      func selectiveLoops() {
        selected([1, 6, 0])
        selectedNone([1, 6])
      }

      """)

  @Test("ran at most so often; other lines have their own count")
  func real() async throws {
    let mistakes = try await RealProgram.shared.value.mistakes(in: Self.source)
    #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
  }

  @Test(
    "their brackets are found, and no others",
    arguments: [
      ("for x in xs where x > 0 { f() }", [24]), ("for x in xs { f() }", []),
      ("for x in xs.filter({ $0 }) where x { f() }", [35]),
      ("for case let x? in xs { f({ x }) }", [22]), ("for case .a(let x) in xs where x { f() }", [33]),
      ("for try await case let x? in xs { f() }", [32]), ("for x in xs { if case .a = x { f() } }", []),
      ("for x in xs { switch x { case 1 where y: f() } }", []),
      ("for x in xs where x[{ y }()] { f() }", [29]),
      ("extension A where B == C { func f() { for x in y { g() } } }", []),
      ("f(for: x) { y in y where z }", []), ("func f<T>(for x: T) where T: P { g() }", []),
      ("for x in xs { for y in ys where y { f() } }", [34]),
      ("for x in \"\\(a where b)\" { f() }", []), ("label: for await x in xs where x { f() }", [33]),
    ])
  func found(source: String, expected: [Int]) {
    #expect(SelectiveLoops.bodies(in: Array(source.utf8)) == expected)
  }

  @Test("their counts are at most, and the lines of the body are named as far as they ran")
  func applied() {
    let source = Array("f {\n for x in xs where x {\n  a\n  b\n }\n for x in y where x { c }\n}\n".utf8)
    var lines = (1...7).map {
      LineCoverage(number: $0, state: $0 == 4 ? .notExecuted : .executed, count: 2)
    }
    let places = [
      LLVMExport.Place(line: 2, column: 22, endLine: 5, endColumn: 3),
      LLVMExport.Place(line: 6, column: 21, endLine: 6, endColumn: 26),
    ]
    let regions = places.map { LLVMExport.Region(place: $0, file: 0, count: 2) }
    #expect(SelectiveLoops(in: source, regions).apply(to: &lines) == [3, 6])
    #expect(lines.filter(\.isAtMost).map(\.number) == [2, 3, 6])
  }
}
