import Testing

@testable import Coverage

@Suite("Names of functions")
struct FunctionNameTests {
  @Test(
    "a demangled name becomes one that people read",
    arguments: [
      ("Core.bom(Swift.Int) -> Swift.Int", "bom(Int) -> Int"),
      (
        "closure #1 (A, A) -> A in Core.f<A where A: Swift.Comparable>(A, A) -> A",
        "closure #1 in f<A where A: Comparable>(A, A) -> A"
      ),
      (
        "closure #2 () -> Swift.Int in implicit closure #1 () throws -> Swift.Int in "
          + "Core.f(Swift.Optional<Swift.Array<Swift.Int>>) -> Swift.Int",
        "closure #2 in implicit closure #1 in f([Int]?) -> Int"
      ),
      (
        "Core.(write in _5264D725E32843B1878519F07AF780C7)(record: Swift.Encodable) -> ()",
        "write(record: Encodable) -> ()"
      ),
      ("Core.A.(in _1706B12A21ABB12C4003529A385B6A5A).init() -> Core.A", "A.init() -> A"),
      (
        "Core.(Node in _1706B12A21ABB12C4003529A385B6A5A)."
          + "(== in _5264D725E32843B1878519F07AF780C7)(Swift.Int)",
        "Node.==(Int)"
      ),
      ("Core.f(in _5264D725E32843B1878519F07AF780C) -> ()", "f(in _5264D725E32843B1878519F07AF780C) -> ()"),
      ("Core.Core.run() -> Core.Core", "Core.run() -> Core"),
      (
        "(extension in Core):Swift.Dictionary< where A == Swift.String>.odd() -> ()",
        "Dictionary< where A == String>.odd() -> ()"
      ),
      (
        "Core.f(Swift.Optional<(Swift.Int) -> Swift.Int>, "
          + "Swift.Dictionary<(Swift.Int, Swift.Int), Swift.Array<A>>) -> ()",
        "f(((Int) -> Int)?, [(Int, Int): [A]]) -> ()"
      ),
      (
        "Core.f(Other.Optional<Swift.Int>) -> Core.Box<Swift.Optional<Swift.Int>>",
        "f(Other.Optional<Int>) -> Box<Int?>"
      ),
      ("static Core.< infix(Swift.Array<Swift.Int>) -> Swift.Bool", "static < infix(Array<Int>) -> Bool"),
      (
        "variable initialization expression of Core.Thing.a : Swift.Int",
        "variable initialization expression of Thing.a : Int"
      ),
      ("Core_main", "main"), ("main", "main"), ("", ""), ("thing_add", "thing_add"),
      ("foo::bar(int)", "foo::bar(int)"),
      ("MyCore.f() -> ()", "MyCore.f() -> ()"),
    ])
  func readable(name: String, expected: String) {
    #expect(FunctionName.readable(name, module: "Core") == expected)
  }

  @Test("the file before a name that others can't see goes")
  func prefixes() {
    #expect(FunctionName.mangled("thing.c:unused_static") == "unused_static")
    #expect(FunctionName.mangled("A.swift:$s4Core1fyyF") == "$s4Core1fyyF")
    #expect(FunctionName.mangled("$s4Core1fyyF") == "$s4Core1fyyF")
    #expect(FunctionName.mangled(":") == "")
  }
}
