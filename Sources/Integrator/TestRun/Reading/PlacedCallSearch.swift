import Coverage
import Tokens
import Words

/// Finds what is told the place of its call, by a default argument. What only hands that on to an assertion,
/// which says it when it fails, is none: no test ends otherwise by it.
struct PlacedCallSearch {
  /// One that is told, and what it gives that to.
  private struct Told {
    var name: String
    var type: Int?
    var isInit = false
    var isKept = false
    var givenTo: Set<String> = []
  }

  private var told: [Told] = []
  private var types: [(name: String, kind: String)] = []
  private var found = PlacedCalls()
  /// The package's sources, where what a type is called has to be looked for.
  private var codes: [TestCode] = []

  private static let openers: StaticString = "([{"
  private static let closers: StaticString = ")]}"
  private static let typeWords: Set<String> = ["class", "struct", "enum", "actor", "extension", "protocol"]
  /// Called by no name.
  private static let unnamed: Set<String> = ["subscript", "callAsFunction", "appendInterpolation"]
  private static let assertions: Set<String> = [
    "fatalError", "precondition", "preconditionFailure", "assert", "assertionFailure", "#expect", "#require",
  ]

  /// `own`: sources of the package; `others`: those of what it depends on, of which only names are known;
  /// `makers`: sources of what expands macros, which may ask for the place.
  static func calls(
    own: [[UInt8]], others: [[UInt8]] = [], makers: [[UInt8]] = []
  ) -> PlacedCalls {
    let isTold: ([UInt8]) -> Bool = { source in PlacedCalls.places.keys.contains { source.holds($0) } }
    var search = PlacedCallSearch()
    for source in own where isTold(source) { search.read(TestCode(source)) }
    let isEverywhere = search.settle(own)
    let telling = others.filter(isTold)
    for source in telling { search.read(TestCode(source)) }
    if !telling.isEmpty { _ = search.settle(own) }
    search.found.isEverywhere = isEverywhere
    if makers.contains(where: { $0.holds("location(") }) {
      for source in own where source.holds("macro ") { search.addMacros(TestCode(source)) }
    }
    return search.found
  }

  // MARK: What is told

  private mutating func read(_ code: TestCode) {
    for index in code.tokens.indices where code.kind(index) == .directive {
      guard let isColumn = PlacedCalls.places[code.text(index)], code.isSign(index - 1, "="),
        !Self.isOperator(code, index - 2), let open = Self.around(code, index), code.isSign(open, "(")
      else { continue }
      if isColumn { found.tellsColumns = true }
      add(declared: open, code, parameter: Self.parameter(code, index))
    }
  }

  /// `==`, `!=`, `+=`
  private static func isOperator(_ code: TestCode, _ index: Int) -> Bool {
    index >= 0 && code.touchesNext(index) && code.isSign(index, among: "=!<+-*/%&|^")
  }

  /// The bracket that is open there.
  private static func around(_ code: TestCode, _ index: Int) -> Int? {
    var depth = 0
    for index in stride(from: index - 1, through: 0, by: -1) where code.kind(index) == .punctuation {
      if code.isSign(index, among: closers) { depth += 1 }
      if code.isSign(index, among: openers) {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }

  /// What the parameter is called within, whose value stands there: what is before its colon.
  private static func parameter(_ code: TestCode, _ index: Int) -> String {
    var colon = index
    var depth = 0
    for index in stride(from: index - 1, through: 0, by: -1) {
      if code.isSign(index, among: closers) { depth += 1 }
      if code.isSign(index, among: openers) { depth -= 1 }
      if depth < 0 || depth == 0 && code.isSign(index, ",") { break }
      if depth == 0, code.isSign(index, ":") { colon = index }
    }
    return code.text(colon - 1)
  }

  /// `open`: where the parameters begin.
  private mutating func add(declared open: Int, _ code: TestCode, parameter: String) {
    var name = open - 1
    if code.isSign(name, ">") {
      while name > 0, !code.isSign(name, "<") { name -= 1 }
      name -= 1
    }
    if code.isSign(name, "?") || code.isSign(name, "!") { name -= 1 }
    guard code.kind(name) == .identifier || code.kind(name) == .keyword else { return }
    let word = code.text(name)
    if code.text(name - 1) == "macro" {
      found.names.insert("#" + word)
      return
    }
    var one = Told(name: word)
    if code.kind(name) == .keyword, word == "init" {
      one.isInit = true
      if let (type, kind) = Self.type(around: name, code) {
        one.type = types.count
        types.append((type, kind))
      }
      if Self.isRequired(code, name) { one.type = nil }
    }
    if code.text(name - 1) == "func" {
      uses(of: parameter, behind: code.closing(open, "(", ")"), code, &one)
    } else {
      one.isKept = true
    }
    told.append(one)
  }

  /// Of any type that inherits it, which only the one knows that makes it.
  private static func isRequired(_ code: TestCode, _ index: Int) -> Bool {
    var before = index - 1
    while code.kind(before) == .keyword || code.kind(before) == .attribute {
      if code.text(before) == "required" { return true }
      before -= 1
    }
    return false
  }

  private static func type(around index: Int, _ code: TestCode) -> (String, String)? {
    guard let open = around(code, index), code.isSign(open, "{") else { return nil }
    for index in stride(from: open - 1, through: 0, by: -1) {
      if code.isSign(index, "{") || code.isSign(index, "}") { return nil }
      guard code.kind(index) == .keyword, typeWords.contains(code.text(index)) else { continue }
      return code.name(from: index + 1)?.name.last.map { ($0, code.text(index)) }
    }
    return nil
  }

  // MARK: What becomes of it

  private func uses(of parameter: String, behind end: Int, _ code: TestCode, _ one: inout Told) {
    var body = end + 1
    while body < code.tokens.count, !code.isSign(body, "{") {
      if code.isSign(body, "}") { return }
      body += 1
    }
    guard body < code.tokens.count else { return }
    for index in body..<code.closing(body, "{", "}")
    where code.kind(index) == .identifier && code.text(index) == parameter {
      let isLabel =
        code.isSign(index + 1, ":") && (code.isSign(index - 1, "(") || code.isSign(index - 1, ","))
      if isLabel { continue }
      guard let callee = Self.callee(of: index, code) else {
        one.isKept = true
        return
      }
      if !Self.isAssertion(callee) { one.givenTo.insert(callee) }
    }
  }

  /// What it is given to under a name; a place that is put together is given on with what it is.
  private static func callee(of index: Int, _ code: TestCode) -> String? {
    guard code.isSign(index - 1, ":") || code.isSign(index - 1, "(") || code.isSign(index - 1, ","),
      code.isSign(index + 1, ",") || code.isSign(index + 1, ")"), let open = around(code, index),
      code.isSign(open, "("), open > 0, code.touchesNext(open - 1)
    else { return nil }
    let name = code.text(open - 1)
    if name == "SourceLocation" { return callee(from: open - 1, to: code.closing(open, "(", ")"), code) }
    if name == "record", code.text(open - 3) == "Issue" { return "#expect" }
    return name
  }

  private static func callee(from first: Int, to last: Int, _ code: TestCode) -> String? {
    guard code.isSign(first - 1, ":"), code.isSign(last + 1, ",") || code.isSign(last + 1, ")"),
      let open = around(code, first), code.isSign(open, "(")
    else { return nil }
    return code.text(open - 1) == "record" && code.text(open - 3) == "Issue" ? "#expect" : code.text(open - 1)
  }

  private static func isAssertion(_ name: String) -> Bool {
    name.hasPrefix("XCT") || assertions.contains(name)
  }

  // MARK: By which names

  /// Answers whether some of them are called by no name.
  private mutating func settle(_ sources: [[UInt8]]) -> Bool {
    var kept = Set(told.filter(\.isKept).map(\.name))
    let declared = Set(told.map(\.name))
    var before = -1
    while kept.count != before {
      before = kept.count
      for one in told where !one.givenTo.isSubset(of: declared.subtracting(kept)) { kept.insert(one.name) }
    }
    let all = told.filter { kept.contains($0.name) }
    found.names.formUnion(all.filter { !$0.isInit }.map(\.name))
    var isEverywhere = all.contains {
      !$0.isInit && (Self.unnamed.contains($0.name) || $0.name.hasPrefix("build"))
    }
    let made = all.filter(\.isInit)
    guard !made.isEmpty else { return isEverywhere }
    if codes.isEmpty { codes = sources.map { TestCode($0) } }
    let concrete = Set(
      codes.flatMap(Self.typeNames).filter { $0.kind != "extension" && $0.kind != "protocol" }.map(\.name))
    for one in made {
      found.names.formUnion(["init", "Self"])
      let type = one.type.map { types[$0] }
      if let type { found.names.formUnion([type.name, "@" + type.name]) }
      let isConcrete = type.map {
        $0.kind == "extension" ? concrete.contains($0.name) : $0.kind != "protocol"
      }
      if isConcrete != true { isEverywhere = true }
    }
    addOtherNames()
    return isEverywhere
  }

  private static func typeNames(_ code: TestCode) -> [(name: String, kind: String)] {
    code.tokens.indices.compactMap { index in
      guard code.kind(index) == .keyword, typeWords.contains(code.text(index)),
        let name = code.name(from: index + 1)?.name.last
      else { return nil }
      return (name, code.text(index))
    }
  }

  /// What inherits from such a type is made so too, and what is another name of it.
  private mutating func addOtherNames() {
    var before = -1
    while found.names.count != before {
      before = found.names.count
      for code in codes {
        for index in code.tokens.indices where code.kind(index) == .keyword {
          guard ["class", "typealias"].contains(code.text(index)), code.kind(index + 1) == .identifier else {
            continue
          }
          let name = code.text(index + 1)
          guard !found.names.contains(name) else { continue }
          var at = index + 2
          while at < code.tokens.count, !code.isSign(at, "{"),
            code.kind(at) != .keyword || code.text(at) == "any"
          {
            if code.kind(at) == .identifier, found.names.contains(code.text(at)) {
              found.names.formUnion([name, "@" + name])
            }
            at += 1
          }
        }
      }
    }
  }

  private mutating func addMacros(_ code: TestCode) {
    for index in code.tokens.indices where code.kind(index) == .keyword && code.text(index) == "macro" {
      guard code.kind(index + 1) == .identifier else { continue }
      found.names.formUnion(["#" + code.text(index + 1), "@" + code.text(index + 1)])
      found.tellsColumns = true
    }
  }
}
