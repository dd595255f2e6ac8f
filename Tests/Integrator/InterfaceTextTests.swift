import Testing

@testable import Integrator

@Suite("What a source says that others are compiled with")
struct InterfaceTextTests {
  private func mark(_ source: String) -> String {
    var text = InterfaceText()
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
    enum Way { case first(Int), second }
    private let quiet = f(1)
    fileprivate var loud: Int { quiet }

    """

  @Test(
    "a value of literals, or of a type that is named, tells its own type; any other may be told elsewhere",
    arguments: [
      ("var a = 5", false), ("var a = -5.0; let b = true", false), ("let a = \"x\\(y)\"", false),
      ("var a: Int = make()", false), ("var a = Made()", false),
      ("static let a = Outer.Made(b: .c, 5)", false),
      ("var a = [Int]()", false), ("var a = [1, 2]", false), ("var a = [\"x\": 1]", false),
      ("var a: Int { make() }", false), ("func f() { let a = make() }", false),
      ("var a = 5 { didSet { f() } }", false),
      ("var a = make()", true), ("private lazy var a = Parts.one", true), ("let (a, b) = both()", true),
      ("var a = Made() + Made()", true), ("var a = Made()[0]", true), ("var a = Made(one)", true),
      ("var a = { 5 }()", true), ("var a = [Parts.one]", true), ("var a = \\Made.one", true),
      ("var a = 5 * unit", true), ("var a = Made<Int>()", true), ("var a = #value", true),
      ("var a: Part = make()", false), ("static let b = Parts.one", false),
      ("struct B { var a = make() }", true), ("func f() {}; var a = make()", true),
    ])
  func inferred(source: String, isToldElsewhere: Bool) {
    var text = InterfaceText()
    text.add(Array("struct A { \(source) }\n".utf8))
    #expect(text.infers == isToldElsewhere)
  }

  @Test(
    "what is a member of another type is known by its name",
    arguments: [
      ("var a: Whole.Part = make()", ["Part"]), ("case one(Whole.Part), two", ["Part"]),
      ("var a: Part? { whole.Part }", []), ("static var a: Whole.Part", []),
      ("var a: [Outer.Whole: Whole.Part]", ["Whole", "Part"]),
    ] as [(String, Set<String>)])
  func members(source: String, members: Set<String>) {
    #expect(InterfaceText(of: Array("struct A { \(source) }\n".utf8)).members == members)
  }

  @Test(
    "what a name means is another thing where it stands for another type, has parameters or may make nothing",
    arguments: [
      ("typealias A = Int", "typealias A = Int8", true), ("struct A<B> {}", "struct A<C> {}", true),
      ("struct A {}", "struct A<B> {}", true), ("struct A { init() {} }", "struct A { init?() {} }", true),
      ("struct A {}", "struct B {}", false), ("let a: Int", "let a: Int8", false),
    ])
  func meaning(old: String, new: String, isAnother: Bool) {
    func mark(_ source: String) -> String {
      var text = InterfaceText()
      text.add(Array(source.utf8))
      return text.markOfAliases
    }
    #expect((mark(old) != mark(new)) == isAnother)
  }

  @Test(
    "bodies, comments and imports are nothing to it, nor what nobody else sees and has no place in a table",
    arguments: [
      ("import A", "import B"), ("// What it holds.", "/* Other */"), ("{ n }", "{ n + 1 }"),
      ("number * 2", "number * 3"), ("func one(_ n: Int) -> Int", "func two<T>(_ n: T) -> T"),
      ("  public init()", "  static func more() {}\n  public init()"),
      ("var twice: Int {", "var twice: Double {"), ("var twice: Int {", "private static var none: Int8? {"),
      ("var twice", "var more: [Int: (Int) -> Int] {\n get { f() } set {} }\n  var twice"),
      ("{ number * 2 }", "{ get throws { number * 2 } }"),
      ("quiet = f(1)", "quiet: Int8 = f(2)"), ("quiet = f(1)", "quieter = f([1,\n 2]) { $0 }"),
      ("private let quiet = f(1)", ""), ("var loud: Int { quiet }", "let loud = quiet"),
      ("{ inner = Inner() }", "{ inner = Inner(); print(inner) }"),
    ])
  func same(old: String, new: String) {
    #expect(plain.contains(old))
    #expect(mark(plain) == mark(plain.replacing(old, with: new)))
  }

  @Test(
    "what is private to a source is nothing to anybody, unless something may be laid out by it",
    arguments: [
      ("struct A { var a = 1 }", false), ("struct A { var a = own }", true),
      ("struct A { var a: Int { own } }", false), ("let a = own", false),
    ])
  func own(other: String, isSaid: Bool) {
    func inside(_ value: String) -> String {
      InterfaceText(of: Array("private let own = \(value)\n\(other)\n".utf8)).markInside
    }
    #expect((inside("1") != inside("2.5")) == isSaid)
  }

  @Test(
    "what is stored, of which kind and in which order, is, and what others may call",
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
      ("  public init()", "  public init(_ more: Int)"), ("  public init()", "  init()"),
      ("  public init()", "  @MainActor public init()"), ("  public init()", "  public init() throws"),
      ("func one(", "@inlinable func one("), ("  var twice", "  public var twice"),
      ("var twice: Int {", "var twice: some P {"), ("{ number * 2 }", "{ didSet { f() } }"),
      ("{ number * 2 }", "{ number * 2 }, more: Int"), ("private let quiet", "let quiet"),
      ("fileprivate var loud: Int", "fileprivate var loud: some P"), ("let here = 1", "let here = 2"),
      ("private let quiet = f(1)", "private let quiet = f(1); let open = 1"),
      ("quiet = f(1)", "quiet = f(1)\n#if A\nlet open = 1\n#endif"),
      ("private let quiet", "private struct In { private let quiet = 1 }; private let quiet"),
      ("  var twice", "  @Made var twice"), ("let number", "private let number"),
    ])
  func other(old: String, new: String) {
    #expect(plain.contains(old))
    #expect(mark(plain) != mark(plain.replacing(old, with: new)))
  }

  @Test(
    "so is the body of what the compiler may copy",
    arguments: ["func one() -> Int { 1 }", "var one: Int { 1 }", "subscript(_: Int) -> Int { 1 }"])
  func copied(member: String) {
    func changes(_ attribute: String) -> Bool {
      let source = "public struct A {\n \(attribute) public \(member)\n}\n"
      return mark(source) != mark(source.replacing("1 }", with: "2 }"))
    }
    #expect(changes("@inlinable") && changes("@_alwaysEmitIntoClient") && !changes("@discardableResult"))
  }

  @Test(
    "where a class, a protocol or a public extension is, every function counts, but for its body",
    arguments: [
      "open class A { func one() -> Int { 1 } }", "public protocol A { func one() -> Int }",
      "public extension A { func one() -> Int { 1 } }", "actor A { private func one() -> Int { 1 } }",
      "@Made struct A { func one() -> Int { 1 } }", "@Some.Made struct A { func one() -> Int { 1 } }",
    ])
  func tables(source: String) {
    let first = mark(source)
    #expect(first == mark(source.replacing("{ 1 }", with: "{ 2 }")))
    #expect(first != mark(source.replacing("one", with: "two")))
    #expect(first != mark(source.replacing("func one", with: "func none() {}\n func one")))
    #expect(first != mark(source.replacing("func", with: "@available(*, unavailable) func")))
    let property = source.replacing("func one() -> Int {", with: "var one: Int {")
    #expect(mark(property) == mark(property.replacing("{ 1 }", with: "{ 2 }")))
    #expect(mark(property) != mark(property.replacing("one", with: "two")))
    #expect(mark("struct A { func one() {} }") == mark("struct A { func two() {} }"))
    #expect(mark("@MainActor struct A { func one() {} }") == mark("@MainActor struct A { func two() {} }"))
  }
}
