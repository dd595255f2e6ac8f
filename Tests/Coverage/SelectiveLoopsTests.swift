import Testing

@testable import Coverage

@Suite("Bodies of for … where and for case")
struct SelectiveLoopsTests {
  static let source = RealProgram.Source(
    name: "Selective.swift",
    text: """
      func selected(_ xs: [Int]) {
        for x in xs where x > 0 {
          yes()
          if x > 5 {
            yes()  // ×1
          } else {
            yes()  // at most
          }
          yes()  // at most
        }
      }
      func selectedNone(_ xs: [Int]) {
        for x in xs where x > 100 {
          no()  // at most
          if x > 5 {
            no()
          }
          for y in xs where y > 100 {
            no()
            if y > 200 {
              no()
            }
          }
          defer { print("never") }
        }
      }
      func inner(_ xs: [Int]) {
        for x in xs where x >= 0 {
          yes()
          for case let y? in [x, nil] {
            yes()  // ×4
            do {
              yes()
            }
            if y < 0 || !yes() { no() }
            if y > 5 { continue }
            yes()  // at most
          }
          yes()  // at most
        }
      }
      func named(_ xs: [Int]) {
        for x in xs where x > 5 {
          if x > 0 {
            called()
            continue
          }
          no()  // at most
          func called() {
            if x > 1 {
              yes()
            }
          }
        }
      }
      func chosen(_ xs: [Int]) {
        for x in xs where x > 5 {
          let y = { x + 1 }
          yes()
          switch y() {
          case 7:
            yes()  // ×1
            for z in xs where z > 100 {
              no()  // at most
            }
          default:
            no()
          }
        }
      }
      func none(_ n: Int) -> Int? { nil }
      func guarded(_ xs: [Int]) {
        for x in xs where x > 5 {
          yes()
          guard let a = none(x),
            no(a)  // at most
          else { continue }
          no()  // at most
        }
        for x in xs where x > 5 {
          guard x > 5,
            yes()
          else { continue }
          if x > 5 {
            yes()
          }
        }
      }
      func words(_ xs: [Int]) {
        let caseInsensitive = xs.count > 100
        for x in xs where x > 100 {
          no(x)  // at most
          if caseInsensitive { no() }  // at most
        }
      }
      func thrown(_ xs: [Int]) {
        for x in xs where x > 100 {
          no(x)  // at most
          do throws(Refused) {
            no()  // at most
            throw Refused()
          } catch {
            no()
          }
        }
      }
      func lines(_ xs: [Int]) {
        for x in xs where x > 5 {
          if x > 5 {
            yes()
          } else if no() {  // at most
            no()
          }
          if x > 4 { yes() } else { no() }  // at most
          if x > 3 {
            yes()
          }
        }
      }
      func selectiveLoops() {
        guarded([6, 1, 1])
        words([1, 2])
        thrown([1, 2, 3])
        lines([6, 1, 1])
        selected([1, 6, 0])
        selectedNone([1, 6])
        inner([1, 6])
        named([6, 1])
        chosen([6, 1])
      }

      """)

  @Test("are sure where what lies behind them, or themselves, has a count of its own")
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
    #expect(SelectiveLoops.apply(to: &lines, regions, of: source) == [3, 6])
    #expect(lines.filter(\.isAtMost).map(\.number) == [2, 3, 6])
  }

  /// As Swift 6.3 counts it, where `return x` is left by.
  @Test("who leaves a loop inside of another one, or of an if, comes behind none of them")
  func nested() {
    let source = Array(
      """
      func f(_ lists: [[Int]], _ deep: Bool) -> Int? {
        if deep {
          for list in lists { for x in list where x > 2 { return x } }
        } else {
          print("flat")
        }
        let g = { (n: Int) in if n > 1 { return }; print(n) }
        while lists.count > 5 {
          print("never")
        }
        return nil
      }
      """.utf8)
    let less = UInt64(Int64.max)
    for count in [less, 0] {
      let told: [(Int32, Int32, Int32, Int32, UInt64, UInt64)] = [
        (1, 48, 12, 2, 1, 1), (2, 6, 2, 10, 1, 1), (2, 11, 4, 4, 1, 1), (3, 23, 3, 65, 2, 2),
        (3, 51, 3, 63, 3, 3), (3, 63, 3, 65, count, 2), (3, 65, 4, 4, count, 1), (4, 10, 6, 4, 0, 0),
        (6, 4, 11, 13, count, 1), (7, 11, 7, 56, 2, 2), (7, 28, 7, 33, 2, 2), (7, 34, 7, 44, 2, 2),
        (7, 44, 7, 56, 0, 0), (8, 9, 8, 24, count, 1), (8, 25, 10, 4, 0, 0), (10, 4, 11, 13, count, 1),
      ]
      let regions = told.map {
        LLVMExport.Region(
          place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0,
          count: $0.4)
      }
      let functions = [regions[0].place, regions[9].place]
      let loops = BehindLoops(regions, of: source, functions: functions)
      #expect(loops.applied(to: regions).map(\.count) == told.map(\.5), "\(count)")
    }
  }

  @Test("less than none is at most what is around it, whatever made it so")
  func less() {
    let source = Array("func f() {\n  g()\n}\n".utf8)
    let regions = [(1, 10, 3, 2, 4), (2, 3, 2, 6, UInt64(Int64.max))].map {
      LLVMExport.Region(
        place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0,
        count: $0.4)
    }
    #expect(BehindLoops(regions, of: source).applied(to: regions).map(\.count) == [4, 4])
  }

  /// As Swift 6.3 counts it, called once so that the `else` runs, and once so that it does not.
  @Test("so is an else behind it, but for those that the bodies before it took")
  func elses() {
    let source = Array(
      """
      func f(_ xs: [Int], _ s: Int) -> Int {
        for x in xs where x > 5 { return 9 }
        if s > 2 {
          print("a")
        } else { print("b") }
        return s
      }
      """.utf8)
    let counts: [(then: UInt64, told: UInt64, real: UInt64)] = [(0, 0, 1), (1, UInt64(Int64.max), 0)]
    for (then, told, real) in counts {
      let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
        (1, 38, 7, 2, 1), (2, 27, 2, 39, 1), (2, 39, 6, 11, 0), (3, 6, 3, 11, 0), (3, 12, 5, 4, then),
        (5, 10, 5, 24, told),
      ]
      let regions = rows.map {
        LLVMExport.Region(
          place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0,
          count: $0.4)
      }
      #expect(BehindLoops(regions, of: source).applied(to: regions).map(\.count) == [1, 1, 1, 1, then, real])
    }
  }

  /// As Swift 6.3 counts it, called once with one element.
  @Test("behind a loop that its body may leave, none and less than none is at most what its block ran")
  func behind() throws {
    let source = Array(
      """
      func b(_ xs: [Int]) throws -> Int {
        var s = 0
        for x in xs where x > 5 { throw E() }
        s += 1
        while s < 3 {
          for x in xs where x > 7 { s = 9; break }
          s += 1
        }
        if s > 2{
          for case let x in xs where x > 9 { return x }
          s += 2
        } else{ s = 0 }
        s += 3
        return s
      }
      """.utf8)
    let less = UInt64(Int64.max)
    let told: [(Int32, Int32, Int32, Int32, UInt64, UInt64)] = [
      (1, 35, 15, 2, 1, 1), (3, 27, 3, 40, 1, 1), (3, 40, 14, 11, 0, 1), (5, 9, 5, 14, 0, 1),
      (5, 15, 8, 4, 2, 2), (6, 29, 6, 45, 2, 2), (6, 45, 8, 4, 2, 2), (8, 4, 14, 11, 0, 1),
      (9, 6, 9, 11, 0, 1), (9, 11, 12, 4, 1, 1), (10, 38, 10, 50, 1, 1), (10, 50, 12, 4, 0, 1),
      (12, 9, 12, 18, 0, 0), (12, 18, 14, 11, less, 1),
    ]
    let regions = told.map {
      LLVMExport.Region(
        place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0,
        count: $0.4)
    }
    let loops = BehindLoops(regions, of: source)
    #expect(loops.applied(to: regions).map(\.count) == told.map(\.5))
    #expect(
      BehindLoops(regions.reversed(), of: source).applied(to: regions).map(\.count) == told.map(\.5))
    let selecting = try #require(SelectingSource(source))
    #expect(selecting.most(regions.map(\.count), of: regions.map(\.place)) == told.map(\.5))
    #expect(selecting.selects(in: regions[0].place) && !selecting.selects(in: regions[13].place))
    #expect(SelectingSource(Array("for x in xs { f(where: x) }".utf8)) == nil)
    let starts: [(Int32, Int32, UInt64)] = [
      (3, 40, 0), (8, 4, 0), (9, 6, 0), (9, 11, 1), (12, 9, 0), (12, 18, less), (15, 2, 0),
    ]
    let segments = starts.map { CoverageSegment(line: $0.0, column: $0.1, count: $0.2) }
    let applied = loops.applied(to: segments)
    #expect(applied.segments.map(\.count) == [1, 1, 1, 1, 0, 1, 0])
    #expect(applied.lines == Set([4, 5, 6, 7, 8] + [9] + [13, 14, 15]))
    // Where nobody came to the block, nobody came behind the loop.
    let unused = regions.map { LLVMExport.Region(place: $0.place, file: 0, count: 0) }
    #expect(BehindLoops(unused, of: source).applied(to: unused).map(\.count) == unused.map(\.count))
    // Where the source has no such loop, all but what is less than none stays as it is.
    let others = BehindLoops(regions, of: Array("func f() {}".utf8)).applied(to: regions).map(\.count)
    #expect(others == told.dropLast().map(\.4) + [0])
  }
}
