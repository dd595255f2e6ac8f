public import Model

/// Which tests may end otherwise than they did when the map was made.
public enum AffectedTests {
  /// Those that executed or read what changed, and those that changed, are new or went wrong alone. Nil where
  /// something changed of which nobody knows who depends on it.
  public static func among(_ tests: [TestCase], _ map: TestMap, _ code: MappedCode) -> Set<TestID>? {
    guard map.mark == code.mark, !code.mark.isEmpty else { return nil }
    let changed = Set(changedFunctions(map, code))
    if isUpToChance(changed.map { map.functions[$0] }, code) { return nil }
    // It runs before the first test, whichever that is.
    if map.before.contains(where: { changed.contains(map.traces[$0].function) }) { return nil }
    return concerned(tests, map, code, changed) { !$1.isEmpty && $1 == code.mark(of: $0) }
  }

  /// Those that execute or read what changed, or did themselves, whatever else changed that may concern the
  /// others, as a file that they may read.
  public static func foremost(_ tests: [TestCase], _ map: TestMap, _ code: MappedCode) -> Set<TestID> {
    concerned(tests, map, code, Set(changedFunctions(map, code))) { isItself($0, $1, code) }
  }

  /// Whether its own text is what it was.
  private static func isItself(_ test: TestCase, _ mark: String, _ code: MappedCode) -> Bool {
    if mark == code.mark(of: test) { return true }
    let length = TestTargetMarks.length
    guard let now = code.ownMark(of: test), mark.count > length else { return false }
    let former = mark.dropFirst(length)
    // What it may read stands behind its own.
    let isOfReader = former.count == 2 * length && now.count == former.count
    return isOfReader ? former.prefix(length) == now.prefix(length) : former == now
  }

  /// `isSame`: whether one is what it was, by its mark in the map.
  private static func concerned(
    _ tests: [TestCase], _ map: TestMap, _ code: MappedCode, _ changed: Set<Int>,
    isSame: (_ test: TestCase, _ mark: String) -> Bool
  ) -> Set<TestID> {
    let concerned = map.traces.map { changed.contains($0.function) }
    let readOtherwise = map.files.map { !code.isAsItWas($0) }
    let known = Dictionary(map.tests.map { ($0.id, $0) }) { first, _ in first }
    return Set(
      tests.filter { row in
        guard let test = known[row.id], test.outcome == .passed || test.outcome == .expectedFailure,
          isSame(row, test.mark)
        else { return true }
        return test.traces.contains { concerned[$0] } || test.read.contains { readOtherwise[$0] }
      }.map(\.id))
  }

  /// Whether a test may execute one of them that did not when the map was made, without a change of its own.
  private static func isUpToChance(_ functions: [TestMap.Function], _ code: MappedCode) -> Bool {
    let now = code.functionsByName
    return functions.contains { function in
      function.isEquality || now[function.key]?.contains(where: code.askedByEqualities.contains) ?? false
    }
  }

  /// Of those `among` the tests, how many are there only because nobody knows what they execute: they were
  /// never measured, as what is always skipped, went wrong alone when they were, or something changed beside
  /// them that they may use.
  /// - Parameter standing: those that were there before. A new one is a change itself.
  public static func unsure(
    _ tests: [TestCase], _ map: TestMap, _ code: MappedCode, standing: Set<TestID>
  ) -> Int {
    let changed = Set(changedFunctions(map, code))
    let known = Dictionary(map.tests.map { ($0.id, $0) }) { first, _ in first }
    return tests.count { row in
      guard let test = known[row.id] else { return standing.contains(row.id) }
      if test.traces.contains(where: { changed.contains(map.traces[$0].function) }) { return false }
      if test.read.contains(where: { !code.isAsItWas(map.files[$0]) }) { return false }
      if test.mark.isEmpty { return true }
      guard isItself(row, test.mark, code) else { return false }
      if test.mark != code.mark(of: row) { return true }
      return test.outcome != .passed && test.outcome != .expectedFailure
    }
  }

  /// The functions that say something else now.
  public static func changed(_ map: TestMap, _ code: MappedCode) -> [TestMap.Function] {
    changedFunctions(map, code).map { map.functions[$0] }
  }

  /// Those of the map that say something else now, or are not there once.
  private static func changedFunctions(_ map: TestMap, _ code: MappedCode) -> [Int] {
    let now = code.functionsByName
    return map.functions.indices.filter { index in
      let function = map.functions[index]
      let found = now[function.key] ?? []
      return found.count != 1 || function.code.isEmpty || code.functions[found[0]].code != function.code
    }
  }
}

extension TestMap.Function {
  struct Key: Hashable {
    var path: PackagePath
    var symbol: String
  }

  var key: Key { Key(path: path, symbol: symbol) }

  /// `==`, which a set or a dictionary asks where two values meet in it: by a seed that each process draws.
  var isEquality: Bool { symbol.contains("2eeoi") }
}

extension MappedCode {
  var functionsByName: [TestMap.Function.Key: [Int]] {
    Dictionary(grouping: functions.indices) { functions[$0].key }
  }
}
