import Coverage
import Testing

@testable import Integrator

@Suite("Calls that are told where they stand")
struct PlacedCallSearchTests {
  private func calls(_ sources: String...) -> PlacedCalls {
    PlacedCallSearch.calls(own: sources.map { Array($0.utf8) })
  }

  @Test(
    "are those of what keeps a place by a default",
    arguments: [
      ("func log(_ s: String, line: UInt = #line) { kept.append(line) }", ["log"]),
      ("func log<T>(_ s: T, at n: Int = #line) -> Int { n + 1 }", ["log"]),
      ("enum E { case failed(line: Int = #line) }", ["failed"]),
      ("func log(line: UInt = #line) { print(\"\\(line)\") }", ["log"]),
      ("func log(line: UInt = #line) { store(line: line) }", ["log"]),
      ("@freestanding(expression) macro log(line: UInt = #line) -> Int", ["#log"]),
      ("func a(line: UInt = #line) { b(line: line) }\nfunc b(line: UInt = #line) { n = line }", ["a", "b"]),
    ])
  func kept(source: String, names: [String]) {
    #expect(calls(source) == PlacedCalls(Set(names)))
  }

  @Test(
    "are none of what an assertion alone is told",
    arguments: [
      "func same(_ a: Int, line: UInt = #line) { XCTAssertEqual(a, 1, line: line) }",
      "func same(line: UInt = #line) { o(line: line) }\nfunc o(line: UInt = #line) { XCTFail(line: line) }",
      "func same(line: UInt = #line) { precondition(a, \"\", line: line) }",
      "func same(line: UInt = #line) {}", "let here = #line", "if a == #line {}", "f(#line)",
      "f(line: #line)",
      "f(a == #line)",
    ])
  func told(source: String) { #expect(calls(source) == PlacedCalls()) }

  @Test("are none of what a failure alone says, where it is put together for it")
  func location() {
    let source = """
      func same(l: SourceLocation = #_sourceLocation, line: Int = #line) {
        #expect(a, sourceLocation: l)
        Issue.record("", sourceLocation: SourceLocation(fileID: f, line: line, column: 1))
      }
      """
    #expect(calls(source).names.isEmpty)
    #expect(calls("func at(l: SourceLocation = #_sourceLocation) { k = l }").tellsColumns)
  }

  @Test("are those that make a type, also by its other names")
  func types() {
    let made = calls(
      "class Oops { init(line: UInt = #line) { self.line = line } }", "final class Worse: Oops {}",
      "typealias Bad = Worse", "class Other {}")
    #expect(made.names == ["Oops", "@Oops", "Worse", "@Worse", "Bad", "@Bad", "init", "Self"])
    #expect(!made.isEverywhere)
    #expect(!calls("struct A {}", "extension A { init(line: UInt = #line) {} }").isEverywhere)
  }

  @Test(
    "may be any where no name tells them",
    arguments: [
      "struct A { subscript(a: Int, line: UInt = #line) -> Int { 1 } }",
      "extension Elsewhere { init(line: UInt = #line) {} }",
      "class A { required init(line: UInt = #line) {} }",
      "struct A { func callAsFunction(line: UInt = #line) { k = line } }",
    ])
  func everywhere(source: String) { #expect(calls(source).isEverywhere) }

  @Test("of a dependency those count that have a name, and of a macro that asks for it each")
  func others() {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    let found = PlacedCallSearch.calls(
      own: [bytes("public macro here() -> Int = #externalMacro(module: \"M\", type: \"H\")")],
      others: [
        bytes(
          "func log(line: UInt = #line) { k = line }\nextension E { subscript(l: Int = #line) -> Int { 1 } }")
      ],
      makers: [bytes("let l = context.location(of: node)")])
    #expect(found.names.isSuperset(of: ["log", "#here"]) && !found.isEverywhere)
  }
}
