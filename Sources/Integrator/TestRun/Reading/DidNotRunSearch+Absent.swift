import Model

/// What is built as a test, and no library told of it.
extension DidNotRunSearch {
  mutating func tellAbsent() {
    // What ran under other names did run.
    let (renamed, known) = (absent.filter(isRenamed), absent.filter { !isRenamed($0) })
    let missing = known.filter(isAsked)
    let silent = package.targets.filter { target in
      // What ran of an unknown module may be of any.
      guard !toldModules.contains(""), target.isTest, !target.isClang, !toldModules.contains(target.c99name),
        !renamed.contains(where: { $0.module == target.c99name })
      else { return false }
      let own = known.filter { $0.module == target.c99name }
      // Of what was not asked for nothing is known.
      return selection == nil || own.isEmpty
        || own.allSatisfy { !$0.isSwiftTesting } && own.contains(where: isAsked)
    }
    for target in silent { tell(silent: target, missing.count { $0.module == target.c99name }) }
    let silentModules = Set(silent.map(\.c99name))
    let there = InheritedTests.Known(suites: toldSuites, tests: told)
    rows += InheritedTests(sources, classes).rows(besides: silentModules, there, entry).filter { row in
      let test = row.kind == .test ? "\(row.suite)/\(row.name)" : "\(row.name)/test"
      return selection?.admits(TestID("\(row.target).\(test)")) ?? true
    }
    let groups = Dictionary(grouping: missing.filter { !silentModules.contains($0.module) }, by: \.key)
    for members in groups.values {
      guard let first = members.first else { continue }
      let isWhole = first.type != nil && !toldSuites.contains("\(first.module)|\(first.type?.name ?? "")")
      if isWhole, !first.source.target.isTest || members.count > 1 || !first.isSwiftTesting {
        tell(suite: members)
      } else {
        for one in members {
          add(.test, one.function, one.type, one.source, entry: entry?.file, why: why(one, isSuite: false))
        }
      }
    }
  }

  private func isRenamed(_ one: Absent) -> Bool {
    !one.isSwiftTesting && overrides.concern(one.type?.name, in: one.module)
  }

  /// Where a selection asked for it. What Swift Testing left out by itself is not told by name.
  private func isAsked(_ one: Absent) -> Bool {
    guard let selection else { return true }
    return !one.isSwiftTesting
      && selection.admits(TestID("\(one.module).\(one.suite)/\(one.function.name)"))
  }

  private mutating func tell(silent target: PackageDescription.Target, _ missing: Int) {
    let specs = rows.contains { $0.kind == .noEntry && $0.target == target.name }
    let unbuilt = rows.filter { $0.kind == .condition && $0.target == target.name }.map(\.tests).reduce(0, +)
    if specs, missing == 0 { return }
    var why = "no test is declared in it"
    if missing > 0 {
      why = entry.map { "\($0.file) lists none of its tests" } ?? "none of its tests ran"
    } else if unbuilt > 0 {
      why = "its tests stand in parts that are not built here"
    }
    rows.append(
      DidNotRun(
        .target, target.name, target: target.name, file: PackagePath(target.path),
        entry: missing > 0 ? entry?.file : nil, why: why, tests: missing))
  }

  private mutating func tell(suite members: [Absent]) {
    guard let first = members.first else { return }
    let own = first.source.declarations.types.first { $0.name == first.type?.name && $0.kind != "extension" }
    let place = sources.lazy.filter { $0.target.c99name == first.module }.compactMap { source in
      source.declarations.types.first { $0.name == first.type?.name && $0.kind != "extension" }
        .map { (source.file, $0.line) }
    }.first
    var one = first
    one.type = own ?? first.type
    rows.append(
      DidNotRun(
        .suite, first.suite, target: first.source.target.name, file: place?.0 ?? first.source.file,
        line: place?.1 ?? first.function.line, entry: entry?.file, why: why(one, isSuite: true),
        tests: members.count))
  }

  private func why(_ absent: Absent, isSuite: Bool) -> String {
    if absent.isSwiftTesting {
      if let entry { return "\(entry.file) starts XCTest alone" }
      return isSuite ? "Swift Testing told of no test of it" : "Swift Testing did not tell of it"
    }
    if !absent.source.target.isTest {
      let heirs = absent.type.map { classes.family(of: $0.name).count - 1 } ?? 0
      return "\(absent.source.target.name) is no test target"
        + (heirs > 0 ? ", and on Linux tests that are inherited from one are not found" : "")
    }
    if let entry {
      let name = absent.type?.name ?? ""
      guard entry.classes.contains(name) else { return "\(entry.file) does not list it" }
      return "the list `\(name).allTests`, which \(entry.file) gives to XCTest, lacks it"
    }
    if isSuite, absent.type?.isPrivate ?? false { return "it is private" }
    if isSuite, absent.type?.isGeneric ?? false { return "it is generic, and no class that inherits it ran" }
    return isSuite ? "XCTest found no test of it" : "XCTest did not find it"
  }
}
