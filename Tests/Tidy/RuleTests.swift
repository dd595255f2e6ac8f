import Testing

/// Each rule finds what breaks it, and nothing else.
@Suite("The rules of the house")
struct RuleTests {
  private func file(_ text: String, path: String = "Sources/Model/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test(
    "only code is left of source",
    arguments: [
      ("a // b", "a     "), ("/* a /* b */ c */d", "                 d"), ("a \"b!\" c", "a \"  \" c"),
      (#""\(a!) b" + c"#, #"" (a!)  " + c"#), (#""a\"b" + c"#, #""    " + c"#),
      (##"#"\(a)"b"# + c"##, ##"#"      "# + c"##), (##"#"\#(f(1))"#"##, ##"#"  (f(1))"#"##),
      ("\"\"\"\n a \"b\" !\n \"\"\" + c", "\"\"\"\n        \n \"\"\" + c"),
      ("x.matches(/a!(/)", "x.matches(/   /)"), ("a / b! / c", "a / b! / c"), ("#/a!/#", "#/  /#"),
      ("f(\"(\", g(\"\\(\")\")\"))!", "f(\" \", g(\"  \")\")\"))!"),
    ])
  func codeOnly(source: String, code: String) {
    // The last sample ends in a text that is not closed; what matters is that nothing is lost.
    let result = CodeOnly.of(source)
    #expect(result.count == source.count)
    if !source.hasPrefix("f(") { #expect(result == code) }
  }

  @Test("a line may have 110 columns")
  func columns() {
    let line = String(repeating: "ä", count: 110)
    #expect(Rules.columns(file(line)) == [])
    #expect(Rules.columns(file("a\nb" + line)).map(\.line) == [2])
  }

  @Test(
    "a type may have 400 lines with its extensions beside it, a file as many types as it needs"
  )
  func size() {
    func type(_ head: String, _ count: Int) -> String {
      head + " {\n" + String(repeating: "  let a = 1\n", count: count - 2) + "}\n"
    }
    #expect(Rules.types(file(type("public struct A: B", 400) + type("final class C", 400))) == [])
    #expect(Rules.types(file("\n" + type("public struct A: B", 401))).map(\.line) == [2])
    #expect(Rules.types(file(type("enum A", 200) + type("extension A.B: C", 201))).map(\.line) == [1])
  }

  @Test(
    "a body may have 60 lines",
    arguments: [
      ("  func a() {", "  }"), ("  init(\n    b: Int\n  ) {", "  }"), ("  var a: Int {", "  }"),
      ("static func a() -> Int\n{", "}"), ("  private static let a: [Int] = {", "  }()"),
      ("  subscript(a: Int) -> Int {", "  }"), ("deinit {", "}"),
    ])
  func bodies(head: String, end: String) {
    func body(_ count: Int) -> SourceFile {
      let between = count - head.split(separator: "\n").count - 1
      let lines = (0..<between).map { $0 % 7 == 0 ? "" : "    \"\\(b) }\"" }
      return file("struct A {\n\(head)\n" + lines.joined(separator: "\n") + "\n\(end)\n}\n")
    }
    #expect(Rules.functions(body(60)) == [])
    #expect(Rules.functions(body(61)).map(\.line) == [2])
  }

  @Test("what a protocol asks for has no body, and a text has no margin")
  func noBodies() {
    let lines = (0..<70).map { "  func f\($0)()" } + ["}"]
    #expect(Rules.functions(file("protocol P {\n" + lines.joined(separator: "\n"))) == [])
    let text =
      "func a() {\n  let b = \"\"\"\n    }\n}\n    \"\"\"\n" + String(repeating: "  b()\n", count: 70) + "}\n"
    #expect(Rules.functions(file(text)).map(\.line) == [1])
  }

  @Test(
    "a forced unwrap is found outside of tests", arguments: ["a!", "f()!.b", "a[1]!", "a as! B", "a: Int!"])
  func unwraps(code: String) {
    #expect(Rules.forcedUnwrap(file("let x = " + code)).count == 1)
    #expect(Rules.forcedUnwrap(file("let x = " + code, path: "Tests/Model/A.swift")) == [])
  }

  @Test(
    "not and unequal are no forced unwrap", arguments: ["!a", "a != b", "a !== b", "(!a)", "\"a!\"", "// a!"])
  func noUnwraps(code: String) {
    #expect(Rules.forcedUnwrap(file("let x = " + code)) == [])
  }

  @Test("try! is found everywhere, and not taken for an unwrap")
  func tries() {
    #expect(Rules.forcedTry(file("try! f()", path: "Tests/A/B.swift")).count == 1)
    #expect(Rules.forcedTry(file("try? f() // try! f()")) == [])
    #expect(Rules.forcedUnwrap(file("try! f()")) == [])
  }

  @Test("what nothing checks needs a reason")
  func unchecked() {
    let bare = "final class A: @unchecked Sendable {"
    #expect(Rules.uncheckedSendable(file("\n" + bare)).map(\.line) == [2])
    #expect(Rules.uncheckedSendable(file("nonisolated(unsafe) var a = 1")).count == 1)
    #expect(Rules.uncheckedSendable(file("/// Guarded by a lock.\n" + bare)) == [])
    #expect(Rules.uncheckedSendable(file(bare + "  // guarded by a lock")) == [])
  }

  @Test(
    "types are named by nouns",
    arguments: ["struct FileManager {", "enum Utils {", "class UserInfo: A {", "typealias PageData = Int"])
  func names(code: String) {
    #expect(Rules.typeNames(file(code)).count == 1)
    #expect(
      Rules.typeNames(file("// " + code + "\nstruct Database {}\nlet data = Data()\nstruct Datum {}")) == [])
  }

  @Test("an error that leaves its room explains itself")
  func errors() {
    #expect(Rules.errors(file("public struct LockError: Error, Equatable {")).count == 1)
    #expect(Rules.errors(file("public struct LockError: Explained, Equatable {")) == [])
    #expect(Rules.errors(file("public struct Mistake: Error {\nstruct Inner: Error {}")) == [])
  }

  @Test("what is left open is found, in comments too")
  func open() {
    #expect(Rules.leftOpen(file("// FIX" + "ME: later")).count == 1)
    #expect(Rules.leftOpen(file("todo()")) == [])
    #expect(Rules.stubs(file("fatalError" + "()")).count == 1)
    #expect(Rules.stubs(file("fatalError(\"why\")")) == [])
  }
}
