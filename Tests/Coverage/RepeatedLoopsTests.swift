import Testing

@testable import Coverage

@Suite("A repeat … while that is left from inside") struct RepeatedLoopsTests {
  static let source = RealProgram.Source(
    name: "Repeats.swift",
    text: """
      func once(_ n: Int) {
        var i = 0
        repeat {
          i += 1
          if i == 1 { continue }
          yes()  // ×2
        } while i < n && yes()
        yes()  // ×1
        if i > 5 {
          no()
        } else {
          yes()  // ×1
        }
        let a = i > 5 ? 1 : 2
        guard i > 1 else {
          no()
          return
        }
        for _ in 0..<2 {
          if i == 1 { break }
          yes()  // ×2
        }
        yes()  // ×1
        switch a {
        case 1: no()
        case 2: yes()
        default: no()
        }
        while i > 0 {
          i -= 1
          if i == 1 { continue }
          yes()
        }
        yes()  // ×1
      }
      func left(_ lines: [String]) -> String {
        var i = 0
        repeat {
          guard i < lines.count else { break }
          i += 1
        } while true
        yes()
        return "x"
      }
      func outer(_ xs: [Int]) {
        search: for x in xs {
          repeat {
            if x == 1 { break search }
            no()
          }
          while no()
          no()
        }
        yes()
      }
      func thrown(_ isIt: Bool) throws {
        repeat {
          if isIt { throw Refused() }
          no()
        }
        while no()
        no()
      }
      func returned(_ isIt: Bool) -> Int {
        if isIt {
          var n = 0
          repeat {
            n += 1
            if n == 2 { break }
          } while yes()
          return n
        }
        no()
        return 0
      }
      func nested(_ n: Int) {
        var (i, j) = (0, 0)
        all: repeat {
          i += 1
          repeat {
            j += 1
            switch j % 4 {
            case 0: continue all
            case 1: continue
            case 2: break
            default:
              yes()
              if j > 20 { break all }
            }
            yes()
          } while j < 100
          no()
        } while i < n
        yes()  // ×1
        do {
          if j < 0 { throw Refused() }
          yes()  // ×1
        } catch {
          no()
        }
        let work = {
          var k = 0
          repeat {
            k += 1
            if k > 2 { break }
          } while true
          yes()  // ×1
        }
        work()
      }
      func calls(_ n: Int) {
        var i = 0
        repeat {
          i += 1
          do {
            try refusedFrom(i)
            yes()  // ×1
            continue
          } catch {
            yes()  // ×2
          }
          if i > n { break }
          yes()  // ×1
        }
        while yes()  // ×2
        yes()  // ×1
      }
      func refusedFrom(_ n: Int) throws { if n > 1 { throw Refused() } }
      func unclear(_ n: Int) {
        var i = 0
        for x in [1, 2] where x < 2 {
          i += x
        }
        repeat {
          i += 1
          if i > n { break }
        } while true
        yes()  // at most
        do {
          yes()  // at most
          try refusedFrom(1)
          yes()  // at most
          try refusedFrom(2)
          no()  // at most
        } catch {
          yes()  // ×1
        }
        switch i {
        case 100: no()
        default:
          yes()  // at most
        }
        yes()  // ×1
      }
      func unused() {
        repeat {
          no()
          continue
        } while no()
        no()
      }
      func repeats() {
        once(3)
        _ = left(["a"])
        outer([1])
        try? thrown(true)
        _ = returned(true)
        nested(5)
        calls(2)
        unclear(2)
      }

      """)

  @Test("is counted behind it, and asks, as often as that happened")
  func real() async throws {
    let program = try await RealProgram.shared.value
    let mistakes = try program.mistakes(in: Self.source)
    #expect(mistakes == [])
    // The compiler has counts in there that are less than none.
    let lines = try #require(program.files[Self.source.name]).lines
    #expect(program.export.regions.contains { $0.count > .max / 4 })
    #expect(lines.filter { $0.count > 100 || $0.starts.contains { $0.count > 100 } } == [])
  }

  @Test("what is less than none is no more than what is around it, and none where that did not run")
  func lessThanNone() {
    let source = Array("f {\n if a {\n  b\n } else {\n  c; if d { e }\n  g\n }\n}\n".utf8)
    let rows: [(Int32, Int32, Int32, Int32, UInt64)] = [
      (1, 3, 8, 2, 2), (2, 7, 4, 3, 2), (4, 9, 7, 3, UInt64(Int64.max)), (5, 12, 5, 17, 1),
      (5, 17, 7, 3, UInt64(Int64.max)),
    ]
    let regions = rows.map {
      LLVMExport.Region(
        place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0,
        count: $0.4)
    }
    let settled = BehindLoops(regions, of: source).applied(to: regions)
    #expect(settled.map(\.count) == [2, 2, 0, 1, 0])
  }
}
