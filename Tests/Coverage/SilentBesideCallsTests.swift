import Testing

@testable import Coverage

@Suite("What throws silently beside a call") struct SilentBesideCallsTests {
  static let elsewhere = RealProgram.Source(
    name: "Elsewhere.swift",
    text: """
      struct Reader {
        var bad: Int {
          get throws { throw Refused() }
        }
        subscript(_ n: Int) -> Int { get throws { throw Refused() } }
        var fine: Int { 1 }
        var later: Int { get async throws { throw Refused() } }
      }

      """)

  static let source = RealProgram.Source(
    name: "Throwing.swift",
    text: """
      func store(_ n: Int) throws {}
      func made(_ n: Int) throws -> Int { n }
      func property(_ r: Reader) throws {
        try store(r.bad)
        no()  // at most
      }
      func indexed(_ r: Reader) throws {
        try store(r[made(1)])
        no()
      }
      func fine(_ r: Reader) throws {
        try store(r.fine)
        yes()
        let one = try made(1)
        try store(one)
        yes()
      }
      func own(_ r: Reader) throws {
        try [1].forEach { _ in
          try store(r.bad)
          no()  // at most
        }
        no()
      }
      func caught(_ r: Reader) {
        do {
          try store(r.bad)
          no()  // at most
        } catch {
          yes()
        }
        yes()
      }
      func awaited(_ r: Reader) async throws {
        try await store(r.later)
        no()  // at most
      }
      func task(_ task: Task<Int, any Error>) async throws {
        try await store(task.value)
        no()  // at most
      }
      func number() async throws -> Int { throw Refused() }
      func children() async throws {
        async let first = number(), second = number()
        try await store(first + second)
        no()  // at most
      }
      func inOneLine(_ r: Reader) throws {
        _ = try r.bad; no()  // at most
      }
      func inOneStatement(_ r: Reader) throws {
        _ = try made(1) + r.bad + (no() ? 1 : 2)  // at most
      }
      func given(_ r: Reader) throws -> Int {
        return try made(r.bad) + (no() ? 1 : 2)  // at most
      }
      func overLines(_ r: Reader) throws {
        try store(
          r.bad
            + (no() ? 1 : 2)  // at most
        )
        no()  // at most
      }
      func leaves(_ r: Reader) -> Int {
        do { _ = try made(1) + r.bad } catch { return 1 }
        no()  // at most
        return 2
      }
      func goesOn(_ r: Reader) {
        for _ in 0..<2 {
          do { _ = try r.bad } catch { yes(); continue }
          no()  // at most
        }
        yes()  // at most
      }
      func returned() async -> Int {
        async let first = number()
        do {
          _ = try await first
          no()  // at most
        } catch {
          yes()
          return 1
        }
        no()  // at most
        return 2
      }
      func fallsOut() async {
        async let first = number()
        do {
          _ = try await first
          no()  // at most
        } catch {
          yes()
        }
        yes()
      }
      class Given {
        init() { yes() }
        init?(_ n: Int) { return nil }
      }
      final class Inherited: Given {
        override init?(_ n: Int) {
          yes()
          super.init(n)
          no()  // at most
        }
        convenience init?(_ n: Int, again: Bool) {
          self.init(n)
          no()  // at most
        }
        init(fine: Int) {
          super.init()
          yes()
        }
      }
      func values(_ xs: [(value: Int, other: Int)]) async throws {
        try await store(xs.map(\\.value).count)
        yes()
      }
      func caughtThenCalls(_ r: Reader) {
        do {
          _ = try r.bad
          no()  // at most
        } catch {
          yes()  // ×1
        }
        yes()
        do {
          try store(thrown())
          no()  // at most
        } catch {
          yes()  // ×1
        }
      }
      func thrown() throws -> Int { throw Refused() }
      func caughtThenBranches(_ r: Reader, _ b: Bool) {
        do {
          _ = try r.bad
        } catch {
          yes()  // ×1
        }
        yes()
        if b {
          yes()  // ×1
        } else {
          no()  // at most
        }
        guard !b else {
          yes()  // ×1
          return
        }
        no()  // at most
      }
      func caughtByName(_ r: Reader, _ b: Bool) {
        do {
          do {
            _ = try r.bad
          } catch let error as CancellationError {
            no()
            _ = error
          } catch let error {
            yes()  // ×1
            _ = error
          }
          yes()  // at most
          if b {
            yes()  // ×1
          } else {
            no()  // at most
          }
        }
        do {
          _ = try r.bad
        } catch is Refused {
          yes()  // ×1
        } catch {
          no()
        }
      }
      func neverCaught(_ r: Reader, _ b: Bool) {
        do {
          _ = try r.fine
          _ = try made(2)
        } catch {
          no()
        }
        if b {
          no()
        } else {
          yes()
        }
      }
      func throwing() async {
        caughtThenCalls(Reader())
        caughtThenBranches(Reader(), true)
        caughtByName(Reader(), true)
        neverCaught(Reader(), false)
        let r = Reader()
        try? property(r)
        try? indexed(r)
        try? inOneLine(r)
        try? inOneStatement(r)
        _ = try? given(r)
        try? overLines(r)
        _ = leaves(r)
        goesOn(r)
        try? fine(r)
        try? own(r)
        caught(r)
        try? await awaited(r)
        try? await task(Task { throw Refused() })
        try? await children()
        _ = await returned()
        await fallsOut()
        _ = Inherited(1)
        _ = Inherited(1, again: true)
        _ = Inherited(fine: 1)
        try? await values([(1, 2)])
      }

      """)

  @Test("leaves what lies behind at most as often as it was come to")
  func real() async throws {
    let program = try await RealProgram.shared.value
    let mistakes = try program.mistakes(in: Self.source)
    #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
    #expect(try program.mistakes(in: Self.elsewhere) == [])
  }

  @Test(
    "is known by the name of what throws",
    arguments: [
      ("var a: B { get throws { c } }", ["a"]), ("var `in`: B { get async throws(C) { d } }", ["in"]),
      ("subscript(a: B) -> C { get throws { d } set { e } }", []),
      ("protocol A { var b: C { get throws }; var d: E { get async } }", ["b"]),
      ("var a: B { get { try? c() } }; func d() throws {}", []),
      ("func get() async throws {}", []), ("var a: B { get async { try! await c() } }", []),
    ])
  func names(source: String, expected: [String]) {
    #expect(ThrowingNames.declared(in: Array(source.utf8)).sorted() == expected)
  }
}
