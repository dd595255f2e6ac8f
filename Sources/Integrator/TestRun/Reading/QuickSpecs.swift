import Formats
import Model

/// The Quick specs of a package: XCTest tells of their examples without the classes, which the sources know.
struct QuickSpecs {
  private struct Spec {
    var module: String
    var name: String
    var file: PackagePath
    var examples: QuickExamples
  }

  static let focusLead = "only what is focused runs: "

  private var specs: [Spec] = []
  /// Nothing in the entry file is unknown here.
  private var areAllKnown = false
  /// Where an example of a spec that runs says that nothing else does.
  private var focus: String?

  init(_ sources: [TestSource], entry: TestEntryPoint?) {
    let classes = TestClasses(sources)
    for source in sources {
      let declarations = source.declarations
      for function in declarations.functions where function.name == "spec" && function.isStatic {
        guard let index = function.type, let body = function.body, function.condition.answer != .no,
          classes.kind(of: declarations.types[index].name, in: source.target.c99name) == .quick
        else { continue }
        specs.append(
          Spec(
            module: source.target.c99name, name: declarations.types[index].name, file: source.file,
            examples: QuickExamples(declarations, body: body)))
      }
    }
    guard let entry else { return }
    let ranks = Dictionary(entry.classes.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    let rank = { (spec: Spec) in ranks[spec.name] ?? Int.max }
    specs = specs.filter { rank($0) < Int.max }.sorted { rank($0) < rank($1) }
    areAllKnown = specs.count == ranks.count
    for spec in specs {
      guard focus == nil, let example = spec.examples.focus, let word = example.focused else { continue }
      focus = "\(Self.focusLead)`\(word)` in \(spec.file):\(example.line)"
    }
  }

  /// XCTest's list, with the spec of each example where it is known; those of one name are numbered.
  func named(_ entries: [TestList.Entry]) -> [TestList.Entry] {
    var place = 0
    var isUsed: Set<String> = []
    var seen: [TestList.Entry: Int] = [:]
    return entries.map { entry in
      guard entry.isQuick else { return entry }
      var named = entry
      named.spoken = entry.consoleName
      // In the order of the entry file; an example that was told once is another spec's the next time.
      let key = { (index: Int) in "\(index)|\(entry.method)" }
      let all = specs.indices[place...].compactMap { index in
        specs[index].examples.find(entry.method).map { (index, $0.example.certainty, $0.parts) }
      }
      let fresh = all.filter { !isUsed.contains(key($0.0)) }
      let best = (fresh.isEmpty ? all : fresh).min { $0.1 < $1.1 }
      // What a function makes may be of any spec that calls some in a group of that name.
      let isAmbiguous = best.map { best in best.1 >= .group && all.count { $0.1 == best.1 } > 1 } ?? false
      if !isAmbiguous, let (index, _, parts) = best {
        place = index
        isUsed.insert(key(index))
        (named.module, named.class) = (specs[index].module, specs[index].name)
        named.method = parts.joined(separator: ", ")
      } else if areAllKnown, let only = specs.first, specs.allSatisfy({ $0.module == only.module }) {
        named.module = only.module
        if specs.count == 1 { named.class = only.name }
      }
      let number = seen[named, default: 0] + 1
      seen[named] = number
      if number > 1 { named.method += " (\(number))" }
      return named
    }
  }

  /// With its groups, its place, and what Quick on Linux keeps to itself: that it did not run.
  func told(_ test: TestCase, as entry: TestList.Entry) -> TestCase {
    guard entry.isQuick, let spoken = entry.spoken,
      let spec = specs.first(where: { $0.module == entry.module && $0.name == entry.class })
    else { return test }
    let listed = String(spoken[spoken.index(after: spoken.firstIndex(of: ".") ?? spoken.startIndex)...])
    let name = test.displayName ?? listed
    let known = spec.examples.find(listed)?.parts.joined(separator: ", ") ?? listed
    let number = entry.method.dropFirst(known.count)
    let place = Int(number.filter(\.isNumber)) ?? 1
    guard let found = spec.examples.find(name, place) else { return test }
    let (example, parts) = (found.example, found.parts)
    var test = test
    test.groups = parts.dropLast()
    test.displayName = (parts.last ?? name) + number
    guard !found.isAmbiguous else { return test }
    if test.line == nil { (test.file, test.line) = (spec.file, example.line) }
    test.body = example.body
    guard test.outcome == .passed else { return test }
    if let word = example.pending {
      (test.outcome, test.skipReason) = (.skipped, "`\(word)`")
    } else if let focus, example.focused == nil {
      (test.outcome, test.skipReason) = (.skipped, focus)
    }
    return test
  }
}
