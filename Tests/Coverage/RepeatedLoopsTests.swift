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
    #expect(try await RealProgram.shared.value.mistakes(in: Self.source) == [])
  }
}
