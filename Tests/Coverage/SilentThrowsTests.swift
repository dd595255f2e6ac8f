import Testing

@testable import Coverage

@Suite("What throws and is not counted") struct SilentThrowsTests {
  private static let source = Array(
    """
    func property(_ s: S, _ twice: Bool) throws -> Int {
      let a = try s.bad
      if a > 0 {
        print(1)
      } else {
        print(2)
        if twice { print(3) }
      }
      guard a > 1 else {
        return 4
      }
      for i in 0..<a { print(i) }
      [a].forEach {
        print($0)
      }
      switch a {
      case 5: print(5)
      default:
        print(6)
      }
      return a
    }
    func counted(_ s: S) throws {
      let a = try s.call()
      print(a)
      print(try s.call(), try S(x: a))
      _ = try s
        .call()
      try [a].forEach {
        _ = try s.call() + $0
      }
      print(a)
    }
    func caught(_ s: S) {
      do {
        if s.isIt {
          print(try s.bad)
        }
        print(1)
      } catch {
        print(2)
      }
      print(3)
      let b = try? s.bad
      let c = try! s.fine
      print(b as Any, c)
    }
    func waits(_ s: S) async throws {
      async let a = s.call()
      print(1)
      let all = try await (a, s.fine)
      print(all)
      for try await x in s.values { print(x) }
      if try await s.bad > 1, s.isIt {
        print(2)
      } else {
        print(3)
      }
    }
    func inside(_ s: S) throws {
      let some = try [1].map { x in
        let a = try s.bad
        return a + x
      }
      print(some)
      #if !NEVER
      let more = try s.bad
      print(more)
      #endif
      print("\\(try s.bad) \\(some)")
      print(4)
    }
    """.utf8)

  /// As Swift 6.3 has it.
  private static let places: [(Int32, Int32, Int32, Int32)] = [
    (1, 52, 22, 2), (3, 6, 3, 11), (3, 12, 5, 4), (5, 10, 8, 4), (7, 8, 7, 13), (7, 14, 7, 26),
    (9, 20, 11, 4), (11, 4, 21, 11), (12, 18, 12, 30), (12, 30, 21, 11), (13, 15, 15, 4),
    (16, 10, 16, 11), (17, 3, 17, 19), (18, 3, 19, 13), (20, 4, 21, 11), (23, 29, 33, 2),
    (24, 23, 33, 2), (26, 21, 33, 2), (26, 34, 33, 2), (28, 12, 33, 2), (29, 19, 31, 4),
    (30, 21, 31, 4), (31, 4, 33, 2), (34, 21, 47, 2), (35, 6, 40, 4), (36, 8, 36, 14), (36, 15, 38, 6),
    (40, 11, 42, 4), (42, 4, 47, 2), (48, 33, 59, 2), (49, 17, 49, 25), (49, 25, 59, 2), (53, 6, 59, 2),
    (53, 31, 53, 43), (53, 43, 59, 2), (54, 6, 54, 25), (54, 34, 56, 4), (56, 10, 58, 4),
    (60, 28, 72, 2), (61, 26, 64, 4), (64, 4, 72, 2), (66, 3, 66, 13), (69, 3, 69, 9),
  ]

  private let regions = Self.places.map {
    LLVMExport.Region(
      place: LLVMExport.Place(line: $0.0, column: $0.1, endLine: $0.2, endColumn: $0.3), file: 0, count: 1)
  }

  @Test("lines behind a property, a subscript, an `async let` ran so often at most, but for what is counted")
  func lines() {
    let found = SilentThrows.lines(in: Self.source, regions)
    let property = [3, 6, 7, 9, 12, 13, 16, 21]
    let caught = [37, 39]
    let waits = [51, 52, 53, 54, 57]
    let inside = [63, 70, 71]
    #expect(found.sorted() == property + caught + waits + inside)
  }

  @Test("what is chosen in it has a count of its own, but says nothing of what it throws")
  func chosen() {
    let source = "func f() throws {\n  let x = try a ? b.c : d(1)\n  g(x)\n}"
    let places: [(Int32, Int32)] = [(18, 21), (24, 28), (28, 28)]
    let regions = places.map {
      LLVMExport.Region(
        place: LLVMExport.Place(line: 2, column: $0.0, endLine: 2, endColumn: $0.1), file: 0, count: 1)
    }
    #expect(SilentThrows.lines(in: Array(source.utf8), Array(regions.prefix(2))) == [3])
    #expect(SilentThrows.lines(in: Array(source.utf8), regions).isEmpty)
  }

  @Test("a `catch` for some errors lets the others through")
  func letThrough() {
    func lines(_ catches: String) -> [Int] {
      let source = "func f() {\n  do {\n    _ = try a\n  } \(catches)\n  g()\n}"
      return SilentThrows.lines(in: Array(source.utf8), []).sorted()
    }
    #expect(lines("catch let b as C { h() }") == [5])
    #expect(lines("catch C.d { h() } catch let b where b.c { h() }") == [5])
    #expect(lines("catch C.d { h() } catch { h() }") == [])
    #expect(lines("catch { h() }") == [])
  }

  @Test("no word of it, and what catches what it throws, leaves all as it was counted")
  func none() {
    for source in [
      "g()", "_ = try? a", "_ = try! a", "// try a", "a.try", "do { _ = try a } catch { g() }",
      "#if A\n  try a\n  #endif", "if a { return try g() }",
      "switch a {\n  case 1: try g()\n  default: try g()\n  }",
    ] {
      let lines = SilentThrows.lines(in: Array("func f() {\n  \(source)\n  h()\n}".utf8), [])
      #expect(lines.isEmpty, "\(source)")
    }
  }

  @Test("a bracket too few or too many is nobody's guess")
  func broken() {
    #expect(SilentThrows.lines(in: Array("func f() {\n  try a\n  h()\n".utf8), []).isEmpty)
    #expect(SilentThrows.lines(in: Array("func f() {\n  try a\n  h()\n}}}\n".utf8), []).isEmpty)
  }
}
