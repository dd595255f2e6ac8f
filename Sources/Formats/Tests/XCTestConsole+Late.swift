import Model

/// A failure that was told of a test after its end: its own, if it had only said that it ended, and else that
/// of a process that it forked, which is not XCTest's.
struct XCTestConsoleLate: Sendable {
  let test: String
  /// As it was before.
  private let before: Before
  /// All that came since, the failure first.
  private var lines: [UInt8] = []

  private static let mostBytes = 1 << 20

  private final class Before: Sendable {
    let console: XCTestConsole

    init(_ console: XCTestConsole) { self.console = console }
  }

  init(_ test: String, before console: XCTestConsole) {
    self.test = test
    before = Before(console)
  }

  /// False where it is too much to be read again.
  mutating func remember(_ line: UnsafeRawBufferPointer) -> Bool {
    lines += line
    lines.append(10)
    return lines.count <= Self.mostBytes
  }

  /// What was printed to the end, if the failure was nobody's; nil where that does not go together, also with
  /// how the process exited.
  func toldOfNobody(_ status: Int32) -> XCTestConsole? {
    var console = before.console
    var splitter = LineSplitter()
    var isFirst = true
    lines.withUnsafeBytes { bytes in
      splitter.add(bytes) { line in
        if isFirst { console.passOver(line) } else { console.take(line, hasFeed: true) }
        isFirst = false
      }
    }
    console.finish(status: status)
    return console.isAsCounted(status) ? console : nil
  }

  /// The same if no test ever took its end back, whatever was printed of it, as where a class's tear-down
  /// prints what XCTest does.
  func withFinalEnds(_ status: Int32) -> XCTestConsole? {
    var console = before.console
    console.endsAreFinal = true
    var splitter = LineSplitter()
    lines.withUnsafeBytes { bytes in splitter.add(bytes) { console.take($0, hasFeed: true) } }
    console.finish(status: status)
    return console.isAsCounted(status) ? console : nil
  }
}

extension XCTestConsole {
  /// XCTest's own count, and how its process exited, go together with what was heard.
  func isAsCounted(_ status: Int32) -> Bool {
    guard unfinished == nil, let told = executedLine else { return false }
    let cases = cases
    return told.failures == failureCount && told.tests == cases.count && status == (failureCount > 0 ? 1 : 0)
      // None fails without a failure.
      && cases.count(where: \.outcome.isFailure) <= failureCount
  }

  /// Before a failure is believed that was told after the end of its test.
  mutating func comeLate(_ line: UnsafeRawBufferPointer) {
    guard late == nil, mostLate > 0, let current, current.hasEnded else { return }
    mostLate -= 1
    var before = self
    before.events = []
    late = XCTestConsoleLate(current.name, before: before)
    if late?.remember(line) == false { late = nil }
  }

  /// The first line by which a test takes back that it ended.
  mutating func noteTakenBack(_ line: UnsafeRawBufferPointer) {
    guard takenBack == nil, mostLate > 0, let current, current.hasEnded else { return }
    mostLate -= 1
    var before = self
    (before.events, before.late) = ([], nil)
    takenBack = XCTestConsoleLate(current.name, before: before)
    if takenBack?.remember(line) == false { takenBack = nil }
  }

  /// Tests of which a failure was printed while they did not run.
  mutating func noteFailure(in line: UnsafeRawBufferPointer) {
    guard printedFailures.count < Self.mostPrintedFailures, let name = Self.failing(line) else { return }
    printedFailures.insert(name)
  }

  /// An observer of XCTest's may record one in a test that XCTest is about to tell of.
  mutating func hearEarly(_ line: UnsafeRawBufferPointer, _ sources: SourceMap) {
    guard early.count < Self.mostEarly, let name = Self.failing(line), name != current?.name,
      let found = XCTestConsoleLine.read(line, running: name, sources: sources), found.glued == 0,
      case .found(let finding) = found.kind, finding.kind == .failure
    else { return }
    early.append((name, finding))
  }

  private static func failing(_ line: UnsafeRawBufferPointer) -> String? {
    guard let start = line.firstOffset(of: errorMark).map({ $0 + errorMark.utf8.count }),
      let end = line.firstOffset(of: " : ", from: start), end - start <= longestName
    else { return nil }
    return String(decoding: line[start..<end], as: UTF8.self)
  }

  private static let mostEarly = 64

  private static let errorMark = ": error: "
  private static let mostPrintedFailures = 256
  private static let longestName = 512
}
