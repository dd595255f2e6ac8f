import Testing

@testable import Integrator

@Suite("What a source says of layouts")
struct LayoutTextTests {
  private func mark(_ source: String) -> String {
    var text = LayoutText()
    text.add(Array(source.utf8))
    return text.mark
  }

  private let plain = """
    import A
    public struct Low: Sendable {
      // What it holds.
      public private(set) var inner = Inner()
      let number: Int = 3
      var twice: Int { number * 2 }
      public init() { inner = Inner() }
      func one(_ n: Int) -> Int { n }
    }
    let here = 1; struct Beside { var deep: Int }
    protocol Told { func tell() -> String; var name: String { get } }
    enum Way { case first(Int), second }

    """

  @Test(
    "functions, bodies, comments and imports are nothing to it",
    arguments: [
      ("import A", "import B"), ("// What it holds.", "/* Other */"), ("{ n }", "{ n + 1 }"),
      ("number * 2", "number * 3"),
      ("func one(_ n: Int) -> Int", "@inlinable public func two<T>(_ n: T) -> T"),
      ("  public init()", "  static func more() {}\n  public init()"),
      (
        "  public init()",
        "  @available(macOS 10, *) mutating func more(\n) where Self: Sendable {}\n  public init()"
      ),
      ("func tell() -> String;", "func tell() -> String\n  mutating func more()\n "),
    ])
  func same(old: String, new: String) {
    #expect(plain.contains(old))
    #expect(mark(plain) == mark(plain.replacing(old, with: new)))
  }

  @Test(
    "what is stored, of which kind and in which order, is",
    arguments: [
      ("public struct Low", "public final class Low"), ("var deep: Int }", "var deep: Int8 }"),
      ("let number: Int", "let number: Int8"),
      ("  let number", "  var other = 1\n  let number"), ("var twice: Int {", "var twice: Int = {"),
      ("case first(Int), second", "case first(Int64), second"),
      ("case first(Int), second", "case second, first(Int)"),
      ("var inner = Inner()", "var inner = Outer()"), (": Sendable", ": Sendable, Codable"),
      ("  public private(set) var", "  @Wrapped public private(set) var"),
      ("  public private(set) var", "  lazy var"),
      ("  let number", "  #if A\n  let more = 1\n  #endif\n  let number"),
    ])
  func other(old: String, new: String) {
    #expect(plain.contains(old))
    #expect(mark(plain) != mark(plain.replacing(old, with: new)))
  }

  @Test("where a property is what a function gives, the heads of functions are too, and never their bodies")
  func inferred() {
    func source(_ head: String, _ body: String) -> String {
      "struct Low { var inner = made() }\n\(head) { \(body) }\n"
    }
    let first = mark(source("func made() -> Int", "1"))
    #expect(first == mark(source("func made() -> Int", "2")))
    #expect(first != mark(source("func made() -> Int8", "1")))
  }
}
