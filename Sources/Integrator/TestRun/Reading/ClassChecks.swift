import Model
import Words

/// Checks of XCTest in what a class does once, before its first test or after its last: no test runs there,
/// and what fails is heard by nobody.
enum ClassChecks {
  private static let hooks: Set<String> = ["setUp", "tearDown"]
  private static let mostNamed = 3

  /// Of classes of which some test ran; nil where there are none.
  static func note(_ sources: [TestSource], _ cases: [TestCase]) -> String? {
    let ran = Set(
      cases.filter { $0.library == .xctest && $0.outcome != .notRun }.map { [$0.target, $0.suite] })
    let found = sources.flatMap { source in
      source.declarations.functions.compactMap { function -> String? in
        guard function.isStatic, hooks.contains(function.name), !function.hasParameters,
          let type = function.type,
          let body = function.body,
          ran.contains([source.target.c99name, source.declarations.types[type].path]),
          let (word, line) = check(in: source, body)
        else { return nil }
        return "`\(word)` in `class func \(function.name)` of \(source.declarations.types[type].path) "
          + "(\(source.file):\(line))"
      }
    }
    guard !found.isEmpty else { return nil }
    let left = found.count - mostNamed
    return found.prefix(mostNamed).joined(separator: ", ")
      + (left > 0 ? " and \(Figures.grouped(left)) more" : "")
      + ": no test runs there, so that XCTest hears of no failure of \(found.count == 1 ? "it" : "theirs")."
  }

  private static func check(in source: TestSource, _ body: Int) -> (word: String, line: Int)? {
    let code = source.declarations.code
    let own = Set(source.declarations.functions.map(\.name))
    return (body..<code.closing(body, "{", "}")).lazy.filter { index in
      let word = code.text(index)
      return source.declarations.isBuilt(index) && UnheardChecks.isAssertion(at: index, of: code)
        && !own.contains(word)
    }.map { (code.text($0), code.lines[$0]) }.first
  }
}
