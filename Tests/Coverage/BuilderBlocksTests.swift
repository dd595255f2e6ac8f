import Model
import Testing

@testable import Coverage

@Suite("What a result builder makes") struct BuilderBlocksTests {
  private static let source = Array(
    """
    @Builder func chain(_ a: Bool, _ b: Bool) -> [String] {
        if a { "b" } else if b { "c" }
        "d"
        if a, b { "z" }
        "e"
        if a {
            if b { "n" }
            "m"
        } else {
            if b { "o" }
            "p"
        }
        "q"
        for i in 0..<2 {
            if b { "r\\(i)" }
            "s"
        }
        let x = a ? "1" : "2"
        x
        if let y = Int(x) { "\\(y)" }
        "t"
        switch a {
        case true:
            if b { "u" }
            "v"
        case false: "w"
        }
        "x"
        if b { [1].map { _ in return "end" } }
    }
    """.utf8)

  /// As Swift 6.3 counts it, asked once with false and true, and how often it is so.
  private static let told: [(Int32, Int32, Int32, Int32, UInt64, UInt64)] = [
    (1, 55, 30, 2, 1, 1), (2, 8, 2, 9, 1, 1), (2, 10, 2, 17, 0, 0), (2, 26, 2, 27, 1, 1),
    (2, 28, 2, 35, 1, 1), (2, 35, 30, 2, 2, 1), (4, 8, 4, 9, 2, 1), (4, 13, 4, 20, 0, 0),
    (4, 20, 30, 2, 0, 1), (6, 8, 6, 9, 0, 1), (6, 10, 9, 6, 0, 0), (7, 12, 7, 13, 0, 0),
    (7, 14, 7, 21, 0, 0), (7, 21, 9, 6, 0, 0), (9, 12, 12, 6, 0, 1), (10, 12, 10, 13, 0, 1),
    (10, 14, 10, 21, 1, 1), (10, 21, 12, 6, 2, 1), (12, 6, 30, 2, 2, 1), (14, 20, 17, 6, 2, 2),
    (15, 12, 15, 13, 2, 2), (15, 14, 15, 25, 2, 2), (15, 25, 17, 6, 4, 2), (17, 6, 30, 2, 4, 1),
    (18, 17, 18, 20, 0, 0), (18, 23, 18, 26, 4, 1), (20, 23, 20, 33, 1, 1), (20, 33, 30, 2, 2, 1),
    (22, 12, 22, 13, 2, 1), (23, 5, 25, 12, 0, 0), (24, 12, 24, 13, 0, 0), (24, 14, 24, 21, 0, 0),
    (24, 21, 25, 12, 0, 0), (26, 5, 26, 20, 1, 1), (27, 6, 30, 2, 1, 1), (29, 8, 29, 9, 1, 1),
    (29, 10, 29, 43, 1, 1), (29, 43, 30, 2, 2, 1),
  ]

  private static func regions(_ rows: [(Int32, Int32, Int32, Int32, UInt64)]) -> [LLVMExport.Region] {
    rows.map {
      LLVMExport.Region(
        place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0,
        count: $0.4)
    }
  }

  private let regions = Self.regions(Self.told.map { ($0.0, $0.1, $0.2, $0.3, $0.4) })

  @Test("runs behind an `if` without `else` as often as it is begun, and so does what is asked there")
  func counts() throws {
    let source = try #require(BuilderSource(Self.source))
    let places = regions.map(\.place)
    #expect(source.concerns(places))
    let counts = source.counts(regions.map(\.count), of: places)
    let wrong = zip(zip(places, counts), Self.told).filter { $0.1 != $1.5 }.map { "\($0)" }
    #expect(wrong == [])
    let built = try #require(BuilderBlocks(regions.reversed(), source))
    #expect(built.applied(to: regions).map(\.count) == Self.told.map(\.5))
    let starts: [(Int32, Int32, UInt64)] = [
      (4, 20, 0), (6, 8, 0), (6, 9, 0), (7, 21, 0), (9, 12, 0), (30, 2, 0),
    ]
    let segments = starts.map { CoverageSegment(line: $0.0, column: $0.1, count: $0.2) }
    let given = built.applied(to: segments).filter { part in
      starts.contains { $0.0 == part.line && $0.1 == part.column }
    }
    #expect(given.map(\.count) == [1, 1, 1, 0, 1, 0])
  }

  @Test("so does what is behind a `switch` with such an `if` in it")
  func choosing() throws {
    let text = """
      @Builder func f(_ a: Int) -> Int {
        switch a {
        case 1:
          if a > 5 { 1 }
          2
        default: 3
        }
        4
      }
      """
    // Asked once with 1.
    let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
      (1, 34, 9, 2, 1), (2, 10, 2, 11, 1), (3, 3, 5, 6, 1), (4, 8, 4, 13, 1), (4, 14, 4, 19, 0),
      (4, 19, 5, 6, 0), (6, 3, 6, 13, 0), (7, 4, 9, 2, 0),
    ]
    let regions = Self.regions(rows)
    let source = try #require(BuilderSource(Array(text.utf8)))
    let built = try #require(BuilderBlocks(regions, source))
    #expect(built.applied(to: regions).map(\.count) == [1, 1, 1, 1, 0, 1, 0, 1])
  }

  @Test("a body with which a `case` ends is a block of its own")
  func endingCase() throws {
    let text = """
      @Builder func f(_ a: Bool, _ n: Int) -> String {
        switch n {
        case 0: v("0")
        default:
          if v(a),
            v(n > 3) {
            if n == 9 {
              v("x")
            }
            v("y")
          }
        }
        v("end")
      }
      """
    // Asked once with true and 1.
    let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
      (1, 48, 14, 2, 1), (2, 10, 2, 11, 1), (3, 3, 3, 17, 0), (4, 3, 11, 6, 1), (5, 8, 5, 12, 1),
      (6, 16, 11, 6, 0), (7, 10, 7, 16, 0), (7, 17, 9, 8, 0), (9, 8, 11, 6, 0), (12, 4, 14, 2, 0),
    ]
    let regions = Self.regions(rows)
    let source = try #require(BuilderSource(Array(text.utf8)))
    let built = try #require(BuilderBlocks(regions, source))
    #expect(built.applied(to: regions).map(\.count) == [1, 1, 0, 1, 1, 0, 0, 0, 0, 1])
  }

  @Test("a closure of its own in there, behind a word that may not ask for it, leaves all else as it is")
  func within() throws {
    let text = """
      func n1(_ n: Int) -> [Int] {
          take {
              if n > 100 {
                  v(5)
              }
              v(Optional(n) ?? {
                  t()
                  return 7
              }())
              v(8)
          }
      }
      """
    let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
      (1, 28, 12, 2, 1), (2, 10, 11, 6, 1), (3, 12, 3, 19, 1), (3, 20, 5, 10, 0), (5, 10, 11, 6, 0),
      (6, 26, 9, 12, 0), (6, 26, 9, 10, 0),
    ]
    let regions = Self.regions(rows)
    let source = try #require(BuilderSource(Array(text.utf8)))
    let built = try #require(BuilderBlocks(regions, source))
    #expect(built.applied(to: regions).map(\.count) == [1, 1, 1, 0, 1, 0, 0])
    // As the compiler has them: nothing begins where both end that had a count of 0.
    let starts: [(Int32, Int32, UInt64)] = [(5, 10, 0), (6, 26, 0), (9, 10, 0), (11, 6, 1)]
    let segments = starts.map { CoverageSegment(line: $0.0, column: $0.1, count: $0.2, isEntry: false) }
    let parted = built.applied(to: segments)
    #expect(parted.map(\.column) == [10, 26, 10, 12, 6] && parted.map(\.count) == [1, 0, 0, 1, 1])
  }

  @Test("what an `if` asks may have brackets of its own")
  func asking() throws {
    let text = """
      func n4(_ n: Int) -> [Int] {
          take {
              v(1)
              if n > 0 && {
                  t()
                  return false
              }() {
                  v(2)
              }
              v(3)
          }
      }
      """
    let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
      (1, 28, 12, 2, 1), (2, 10, 11, 6, 1), (4, 12, 7, 12, 1), (7, 13, 9, 10, 0), (9, 10, 11, 6, 0),
      (4, 21, 7, 12, 1), (4, 21, 7, 10, 1),
    ]
    let regions = Self.regions(rows)
    let source = try #require(BuilderSource(Array(text.utf8)))
    let built = try #require(BuilderBlocks(regions, source))
    #expect(built.applied(to: regions).map(\.count) == [1, 1, 1, 0, 1, 1, 1])
  }

  @Test("a function that may be left early is counted as the compiler counts it")
  func left() throws {
    let text = """
      func f(_ a: Bool) -> Int {
        guard a else { return 1 }
        if a { print(1) } else if !a { return 2 }
        let g = { if a { print(2) } }
        for _ in 0..<3 { g() }
        return 3
      }
      """
    let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
      (1, 26, 7, 2, 5), (2, 16, 2, 28, 2), (2, 28, 7, 2, 3), (3, 6, 3, 7, 3), (3, 8, 3, 20, 2),
      (3, 29, 3, 31, 1), (3, 32, 3, 44, 1), (3, 44, 7, 2, 2), (4, 11, 4, 32, 6), (5, 18, 5, 25, 6),
    ]
    let regions = Self.regions(rows)
    let source = BuilderSource(Array(text.utf8))
    #expect(source?.concerns(regions.map(\.place)) != true)
    #expect(source.flatMap { BuilderBlocks(regions, $0) } == nil)
    #expect(BuilderSource(Array("func f() { g(if: 1) }".utf8)) == nil)
    #expect(BuilderSource(Array("@B func f() { if a { _ = try? g() }; try! h() }".utf8)) != nil)
    for text in [
      // What throws in it leaves it, too, and so does what dies.
      "func f() throws { if a { try g() }; h() }",
      "func f() { for _ in a { g() }; guard a else { fatalError() }; h() }",
      // Whose brackets these are is not known.
      "func f() { if a { g() }\n#if X\nif b {\n#else\nif c {\n#endif\nh() } }",
    ] {
      #expect(BuilderSource(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
