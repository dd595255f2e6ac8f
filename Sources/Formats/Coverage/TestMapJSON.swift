public import Coverage
import Foundation
public import Model

/// The map of who tests what as it is kept: JSON with short keys, lists as differences.
public enum TestMapJSON {
  static let schema = 2

  public static func encode(_ map: TestMap) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(Wire(map)))
  }

  /// Nil where it is of another version, or does not agree with itself: then it is made anew.
  public static func decode(_ bytes: [UInt8]) -> TestMap? {
    (try? JSONDecoder().decode(Wire.self, from: Data(bytes)))?.map
  }

  /// A line of a journal: a test that was measured since. Its first line is the map as it was then.
  public static func line(_ test: MeasuredTest) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(Measured(test))) + [UInt8(ascii: "\n")]
  }

  /// The map with what was measured since, and of which tests. Whoever wrote it may have been cut off in its
  /// last line.
  public static func decode(journal bytes: [UInt8]) -> (map: TestMap, since: Set<TestID>)? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let map = decode(Array(bytes[..<end])) else {
      return nil
    }
    let lines = bytes[(end + 1)...].split(separator: UInt8(ascii: "\n"))
    let measured = lines.compactMap { line in
      (try? JSONDecoder().decode(Measured.self, from: Data(line)))?.test(functions: map.functions.count)
    }
    return (map.adding(measured), Set(measured.map(\.id)))
  }

  /// Nil where one is none.
  private static func files(_ rows: [[String]]?) -> [FileRead]? {
    guard let rows else { return [] }
    let files = rows.filter { $0.count == 2 }.map { FileRead(path: $0[0], mark: $0[1]) }
    return files.count == rows.count ? files : nil
  }

  private struct Measured: Codable {
    var id: TestID
    var outcome: TestOutcome
    var mark: String
    var alone: String?
    /// By function: its index, then first and last of each stretch of lines.
    var executed: [[Int]]
    /// Path and mark of each.
    var read: [[String]]?

    init(_ test: MeasuredTest) {
      (id, outcome, mark, alone) = (test.id, test.outcome, test.mark, test.failsAlone)
      executed = test.executed.map { [$0.function] + $0.lines.flatMap { [$0.lowerBound, $0.upperBound] } }
      read = test.read.isEmpty ? nil : test.read.map { [$0.path, $0.mark] }
    }

    func test(functions: Int) -> MeasuredTest? {
      var test = MeasuredTest(id: id, outcome: outcome, mark: mark, executed: [], failsAlone: alone)
      for row in executed {
        guard let function = row.first, (0..<functions).contains(function), row.count % 2 == 1 else {
          return nil
        }
        var lines: [ClosedRange<Int>] = []
        for index in stride(from: 1, to: row.count, by: 2) {
          guard row[index] <= row[index + 1] else { return nil }
          lines.append(row[index]...row[index + 1])
        }
        test.executed.append(ExecutedFunction(function: function, lines: lines))
      }
      guard let files = TestMapJSON.files(read) else { return nil }
      test.read = files
      return test
    }
  }

  private struct Wire: Codable {
    var schema: Int
    var commit: CommitID?
    var integration: IntegrationNumber?
    var mark: String
    var paths: [PackagePath]
    /// By function: its path, first line, marks, symbol, name.
    var places: [[Int]]
    var marks: [String]
    var codes: [String]
    var symbols: [String]
    var names: [String]
    /// By way: the function, then where each stretch of lines begins behind the end of the one before, and
    /// how many more lines it has.
    var traces: [[Int]]
    /// Each from the one before, as in tests.
    var before: [Int]
    /// Path and mark of each; absent where no test read any.
    var files: [[String]]?
    var tests: [Test]

    struct Test: Codable {
      var id: TestID
      var outcome: TestOutcome?
      var mark: String
      var commit: CommitID?
      var traces: [Int]
      var alone: String?
      /// The files, each from the one before.
      var read: [Int]?
    }

    init(_ map: TestMap) {
      schema = TestMapJSON.schema
      (commit, integration, mark) = (map.commit, map.integration, map.mark)
      let paths = Set(map.functions.map(\.path)).sorted()
      let indices = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($0.element, $0.offset) })
      self.paths = paths
      places = map.functions.map { [indices[$0.path] ?? 0, $0.line] }
      (marks, symbols) = (map.functions.map(\.mark), map.functions.map(\.symbol))
      (names, codes) = (map.functions.map(\.name), map.functions.map(\.code))
      traces = map.traces.map { trace in
        var end = 0
        return [trace.function]
          + trace.lines.flatMap { lines in
            defer { end = lines.upperBound }
            return [lines.lowerBound - end, lines.count - 1]
          }
      }
      before = Self.steps(map.before)
      tests = map.tests.map { test in
        Test(
          id: test.id, outcome: test.outcome == .passed ? nil : test.outcome, mark: test.mark,
          commit: test.measuredAt == map.commit ? nil : test.measuredAt, traces: Self.steps(test.traces),
          alone: test.failsAlone, read: test.read.isEmpty ? nil : Self.steps(test.read))
      }
      files = map.files.isEmpty ? nil : map.files.map { [$0.path, $0.mark] }
    }

    private static func steps(_ traces: [Int]) -> [Int] { zip(traces, [0] + traces).map { $0 - $1 } }

    private static func places(_ steps: [Int], of count: Int) -> [Int]? {
      var place = 0
      var own: [Int] = []
      for step in steps {
        guard step >= 0, step <= count, place + step < count else { return nil }
        place += step
        own.append(place)
      }
      return own
    }

    var map: TestMap? {
      guard schema == TestMapJSON.schema,
        Set([places.count, marks.count, codes.count, symbols.count, names.count]).count == 1
      else { return nil }
      var map = TestMap(commit: commit, mark: mark)
      map.integration = integration
      for (index, place) in places.enumerated() {
        guard place.count == 2, paths.indices.contains(place[0]) else { return nil }
        map.functions.append(
          TestMap.Function(
            path: paths[place[0]], symbol: symbols[index], name: names[index], line: place[1],
            mark: marks[index], code: codes[index]))
      }
      for row in traces {
        guard let trace = Self.trace(row, of: places.count) else { return nil }
        map.traces.append(trace)
      }
      guard let before = Self.places(before, of: traces.count), let files = TestMapJSON.files(files) else {
        return nil
      }
      (map.before, map.files) = (before, files)
      for test in tests {
        guard let own = Self.places(test.traces, of: traces.count),
          let read = Self.places(test.read ?? [], of: files.count)
        else { return nil }
        map.tests.append(
          TestMap.Test(
            id: test.id, outcome: test.outcome ?? .passed, mark: test.mark, traces: own,
            measuredAt: test.commit ?? commit, failsAlone: test.alone, read: read))
      }
      return map
    }

    /// Nobody's function has more lines.
    private static let mostLines = 10_000_000

    private static func trace(_ row: [Int], of functions: Int) -> TestMap.Trace? {
      guard let function = row.first, (0..<functions).contains(function), row.count % 2 == 1 else {
        return nil
      }
      var trace = TestMap.Trace(function: function, lines: [])
      var end = 0
      for index in stride(from: 1, to: row.count, by: 2) {
        guard (-mostLines...mostLines).contains(row[index]), (0...mostLines).contains(row[index + 1]) else {
          return nil
        }
        let start = end + row[index]
        end = start + row[index + 1]
        trace.lines.append(start...end)
      }
      return trace
    }
  }
}
