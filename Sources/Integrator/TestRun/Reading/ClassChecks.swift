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
    let all = sources.flatMap { source in
      source.declarations.functions.filter { $0.isStatic && hooks.contains($0.name) && !$0.hasParameters }
        .map { (source, $0) }
    }
    guard !all.isEmpty else { return nil }
    var checks = UnheardChecks(sources, [])
    let found = all.compactMap { source, function -> String? in
      guard let type = function.type.map({ source.declarations.types[$0].path }),
        ran.contains([source.target.c99name, type]), let check = checks.xctest(in: function, of: source)
      else { return nil }
      let hook = "`class func \(function.name)` of \(type)"
      let place = "(\(check.file):\(check.line))"
      return check.helper.map { "`\(check.word)` in `\($0)` \(place), which \(hook) calls" }
        ?? "`\(check.word)` in \(hook) \(place)"
    }
    guard !found.isEmpty else { return nil }
    let left = found.count - mostNamed
    return found.prefix(mostNamed).joined(separator: ", ")
      + (left > 0 ? " and \(Figures.grouped(left)) more" : "")
      + ": no test runs there, so that XCTest hears of no failure of \(found.count == 1 ? "it" : "theirs")."
  }
}
