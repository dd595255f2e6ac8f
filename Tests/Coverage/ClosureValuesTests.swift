import Testing

@testable import Coverage

@Suite("A closure at the place of what makes it") struct ClosureValuesTests {
  static let source = RealProgram.Source(
    name: "Closures.swift",
    text: """
      struct Hooks {
        var unused: () -> Void = {
          no()
        }
        private var hidden: (String) -> Bool = { text in
          no()
        }
        var used: (Int) -> Int = { n in
          for _ in 0..<3 {
            yes()  // ×6
          }
          if n > 1 {
            yes()  // ×1
          }
          return n
        }
        lazy var neverMade: () -> Void = {
          no()
        }
        lazy var neverCalled: () -> Void = {
          no()
        }
        lazy var called: () -> Void = {
          yes()  // ×2
        }
        lazy var value: Int = {
          yes()  // ×1
          return 1
        }()
      }
      struct Box<Value> {
        var empty: () -> [Value] = {
          yes()  // ×2
          return []
        }
        var never: () -> [Value] = {
          no()
          return []
        }
      }
      func later(_ make: @autoclosure () -> () -> Void) -> () -> Void { make() }
      func arguments() {
        let first = later({
          no()
        })
        let second = later({
          yes()  // ×3
        })
        for _ in 0..<3 { second() }
        _ = first
        let third: (() -> Void)? = nil
        let fourth = third ?? {
          no()
        }
        _ = fourth
      }
      func chosen(_ isIt: Bool) {
        let some: () -> Void = isIt
          ? {
            if isIt {
              no()
            }
            no()
          }
          : {
            no()
          }
        _ = some
        yes()  // ×2
      }
      func closures() {
        var hooks = Hooks()
        _ = hooks.used(1) + hooks.used(2)
        _ = hooks.neverCalled
        hooks.called()
        hooks.called()
        _ = hooks.value
        _ = Box<Int>().empty()
        _ = Box<String>().empty()
        arguments()
        chosen(true)
        chosen(false)
      }

      """)

  @Test("runs as often as it is called, however often it is made")
  func real() async throws {
    #expect(try await RealProgram.shared.value.mistakes(in: Self.source) == [])
  }

  @Test("is a closure of it by its mangled name")
  func names() {
    let value = "$s1M5HooksV7onErroryySScvpfi"
    #expect(ClosureValues.isWithin(value + "ySScfU_", value))
    #expect(ClosureValues.isWithin(value + "SiyXEfu_Siycfu0_", value))
    #expect(ClosureValues.isWithin(value + "ySScfU12_", value))
    for other in [value, value + "Z", value + "ySScfU", "$s1M5HooksV7onErroryySScvg", "main"] {
      #expect(!ClosureValues.isWithin(other, value), "\(other)")
    }
    #expect(!ClosureValues.isWithin(value, value + "ySScfU_"))
    #expect(!ClosureValues.isWithin("oneU_fU_", "one"))
  }

  @Test("is counted alone, by its own name; what is no closure of another at its place is added up")
  func summed() {
    let names = ["$s1Mf", "$s1Mfyycfu_", "$s1MfyycfU_", "$s1MgyycfU_", "$s1Mg"]
    func left(_ indices: [Int]) -> [Int] { ClosureValues.innermost(of: indices) { names[$0] } }
    #expect(left([0, 1]) == [1])
    #expect(left([2, 0, 3, 4]) == [2, 3])
    #expect(left([0, 4]) == [0, 4])
    #expect(left([0]) == [0])
    #expect(left([0, 0]) == [0, 0])
  }

  @Test("has the segments of its own count, up to where it ends")
  func segments() {
    func region(_ line: Int32, _ end: Int32, _ count: UInt64) -> LLVMExport.Region {
      LLVMExport.Region(
        place: LLVMExport.Place(line: line, column: 1, endLine: end, endColumn: 9), file: 0, count: count)
    }
    // In one of 4, one that is 1 too often; in it another of 4, with one of 2.
    let regions = [region(1, 20, 4), region(2, 10, 4), region(3, 6, 4), region(4, 5, 2)]
    var corrected = CorrectedCounts(regions)
    #expect(corrected.applied(to: regions) == regions)
    corrected.keep(4, of: regions[1])
    #expect(corrected.isEmpty)
    corrected.keep(3, of: regions[1])
    #expect(corrected.applied(to: regions).map(\.count) == [4, 3, 4, 2])
    let starts: [(Int32, Int32, UInt64)] = [(1, 1, 4), (2, 1, 4), (3, 1, 4), (4, 1, 2), (5, 9, 4)]
    let told = starts.map { CoverageSegment(line: $0.0, column: $0.1, count: $0.2, isEntry: $0.1 == 1) }
    let end = CoverageSegment(line: 20, column: 9, count: 0, kind: .none, isEntry: false)
    let applied = corrected.applied(to: told + [end])
    #expect(applied.map(\.line) == [1, 2, 3, 4, 5, 6, 10, 20])
    #expect(applied.map(\.count) == [4, 3, 4, 2, 4, 3, 4, 0])
  }
}
