import Testing

@testable import Coverage

@Suite("What an equality calls")
struct EqualityCallsTests {
  /// The bodies of a source in their order, each by what is declared before it; `==` is the first.
  private func asked(_ source: String, _ bodies: [String]) throws -> [String] {
    let bytes = Array(source.utf8)
    let tokens = CodeTokens(bytes)
    let ranges = try bodies.map { try #require(bytes.firstRange(of: Array($0.utf8)), "\($0)") }
    let functions = bodies.enumerated().map { index, body in
      TestMap.Function(
        path: "A.swift", symbol: index == 0 ? "$s1A1KV2eeoiySbAC_ACtFZ" : "$s\(index)", name: body, line: 1,
        mark: body, code: body)
    }
    return EqualityCalls.of(
      functions, names: { tokens.names(of: ranges[$0]) }, words: { tokens.words(in: ranges[$0]) }
    ).sorted().map { bodies[$0] }
  }

  private func asked(by equality: String, _ rest: String, _ bodies: [String]) throws -> [String] {
    let head = "struct K { static func == (a: K, b: K) -> Bool "
    return try asked(head + equality + " }\n" + rest, [equality] + bodies)
  }

  @Test("is a function that it names, and what that calls, and no other")
  func functions() throws {
    #expect(
      try asked(
        by: "{ same(a.n, b.n) }",
        "func same(_ a: Int, _ b: Int) -> Bool { Tool.near(a - b) }\n"
          + "enum Tool { static func near(_ n: Int) -> Bool { n == 0 } }\nfunc other() { near(1) }",
        ["{ Tool.near(a - b) }", "{ n == 0 }", "{ near(1) }"]) == ["{ Tool.near(a - b) }", "{ n == 0 }"])
  }

  @Test("is what stands in an accessor, an observer, or the value of a variable that it names")
  func variables() throws {
    let source =
      "extension K { var folded: Int { get { 1 } set { 2 } }; var seen = 0 { didSet { 3 } }\n"
      + "static let table: Int = { 4 }(); var other: Int { 5 } }"
    let bodies = ["{ 1 }", "{ 2 }", "{ 3 }", "{ 4 }", "{ 5 }"]
    #expect(try asked(by: "{ a.folded == b.folded }", source, bodies) == ["{ 1 }", "{ 2 }"])
    #expect(try asked(by: "{ a.seen == K.table }", source, bodies) == ["{ 3 }", "{ 4 }"])
  }

  @Test("is an operator, a subscript and an initializer that it uses")
  func signs() throws {
    let source =
      "infix operator +++\nfunc +++ (a: Int, b: Int) -> Int { 1 }\nstruct L { init(_ n: Int) { 2 }\n"
      + "subscript(i: Int) -> Int { 3 }; func twice() -> Self { Self(4) } }\nactor M { init() { 5 } }"
    let bodies = ["{ 1 }", "{ 2 }", "{ 3 }", "{ Self(4) }", "{ 5 }"]
    #expect(try asked(by: "{ a.n +++ b.n }", source, bodies) == ["{ 1 }"])
    #expect(try asked(by: "{ a.l[0] == [0] }", source, bodies) == ["{ 3 }"])
    #expect(try asked(by: "{ [a] == [b] }", source, bodies) == [])
    #expect(try asked(by: "{ L(a.n) == L(b.n) }", source, bodies) == ["{ 2 }"])
    #expect(try asked(by: "{ a.l.twice() }", source, bodies) == ["{ 2 }", "{ Self(4) }"])
    #expect(try asked(by: "{ a.m == .init() }", source, bodies) == ["{ 2 }", "{ 5 }"])
  }

  @Test("is nothing where nothing is an equality")
  func none() {
    let function = TestMap.Function(path: "A.swift", symbol: "$s1", name: "a", line: 1, mark: "1")
    #expect(EqualityCalls.of([function, function], names: { _ in ["a"] }, words: { _ in ["a"] }).isEmpty)
  }
}
