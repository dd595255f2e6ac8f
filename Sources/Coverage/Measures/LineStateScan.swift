/// Gives every line of a source file its state, from the segments of the coverage map.
///
/// Only characters that are not white space decide; a line without any follows the region that it lies in.
public struct LineStateScan {
  /// A stretch of one line under one segment.
  private struct Piece {
    var start: Int
    var end: Int
    var segment: CoverageSegment
    /// The segment begins at `start`; otherwise it came from an earlier line.
    var begins: Bool
  }

  private let bytes: [UInt8]
  private let segments: [CoverageSegment]
  private var next = 0
  private var current = CoverageSegment(line: 0, column: 0, count: 0, kind: .none, isEntry: false)
  private var pieces: [Piece] = []
  private var found: [LineCoverage] = []
  /// Of each line found, the counts that its state follows from.
  private var deciding: [[UInt64]] = []

  private init(_ bytes: [UInt8], _ segments: [CoverageSegment]) {
    (self.bytes, self.segments) = (bytes, segments)
  }

  /// The executable lines of `source`, in order. Segments behind the end of a line or of the file are
  /// harmless.
  public static func lines(of source: [UInt8], under segments: [CoverageSegment]) -> [LineCoverage] {
    let isSorted = zip(segments, segments.dropFirst()).allSatisfy { !isBefore($1, $0) }
    var scan = Self(source, isSorted ? segments : segments.sorted(by: isBefore))
    scan.found.reserveCapacity(source.count / 40)
    scan.readAll()
    return scan.found
  }

  /// Of each executable line the counts that its state follows from: it ran where one of them is not 0.
  static func deciding(
    in source: [UInt8], under segments: [CoverageSegment]
  ) -> [(number: Int, counts: [UInt64])] {
    var scan = Self(source, segments)
    scan.readAll()
    return zip(scan.found, scan.deciding).map { ($0.number, $1) }
  }

  /// The number of lines of a file; text behind the last newline is a line.
  public static func lineCount(of source: [UInt8]) -> Int {
    let newlines = source.reduce(into: 0) { $0 += $1 == newline ? 1 : 0 }
    return newlines + (source.isEmpty || source.last == newline ? 0 : 1)
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isBefore(_ a: CoverageSegment, _ b: CoverageSegment) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }

  private mutating func readAll() {
    var number: Int32 = 1
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != Self.newline { end += 1 }
      read(start..<end, number: number)
      start = end + 1
      number += 1
    }
  }

  private mutating func read(_ text: Range<Int>, number: Int32) {
    // A segment of a line that was passed over, which only a malformed map has, still sets what is in force.
    while next < segments.count, segments[next].line < number {
      current = segments[next]
      next += 1
    }
    guard next < segments.count, segments[next].line == number else {
      readPlain(text, number: Int(number))
      return
    }
    let wrapped = current
    cut(text, number: number)
    if pieces.contains(where: { $0.segment.kind != .none }) {
      judge(number: Int(number))
    } else if trimmed(text, 0, text.count) == nil {
      follow(wrapped, number: Int(number))
    }
  }

  /// A line in which no segment begins: one part, one count.
  private mutating func readPlain(_ text: Range<Int>, number: Int) {
    switch current.kind {
    case .none: return
    case .code, .gap: follow(current, number: number)
    case .unusedMessage:
      follow(current, number: number)
      if let span = trimmed(text, 0, text.count) {
        found[found.count - 1].unusedMessages = [span]
      }
    }
  }

  private mutating func follow(_ segment: CoverageSegment, number: Int) {
    guard segment.kind != .none else { return }
    let state: LineState = segment.count > 0 ? .executed : segment.isKnown ? .notExecuted : .notKnown
    found.append(LineCoverage(number: number, state: state, count: segment.count))
    deciding.append([segment.count])
  }

  /// Cuts a line at its segments; keeps the pieces with text, trimmed.
  private mutating func cut(_ text: Range<Int>, number: Int32) {
    pieces.removeAll(keepingCapacity: true)
    var start = 0
    var begins = false
    while true {
      let more = next < segments.count && segments[next].line == number
      let column = more ? Int(segments[next].column) - 1 : text.count
      let end = min(max(column, start), text.count)
      if let span = trimmed(text, start, end) {
        pieces.append(Piece(start: span.start, end: span.end, segment: current, begins: begins))
      }
      guard more else { return }
      current = segments[next]
      next += 1
      start = end
      begins = true
    }
  }

  private mutating func judge(number: Int) {
    // A gap decides only where nothing else stands.
    let hasCode = pieces.contains { $0.segment.kind == .code || $0.segment.kind == .unusedMessage }
    let deciding = pieces.filter { $0.segment.kind != .none && !(hasCode && $0.segment.kind == .gap) }
    self.deciding.append(deciding.map(\.segment.count))
    let ran = deciding.contains { $0.segment.count > 0 }
    let missed = deciding.contains { $0.segment.count == 0 }
    let none: LineState = deciding.allSatisfy(\.segment.isKnown) ? .notExecuted : .notKnown
    let state: LineState = ran ? (missed ? .partlyExecuted : .executed) : none
    var line = LineCoverage(
      number: number, state: state, count: deciding.reduce(0) { max($0, $1.segment.count) })
    if state == .partlyExecuted { line.missed = Self.spans(deciding.filter { $0.segment.count == 0 }) }
    line.unusedMessages = Self.spans(pieces.filter { $0.segment.kind == .unusedMessage })
    addBranches(of: deciding, to: &line)
    found.append(line)
  }

  /// The regions that start here, and the earlier ones that also have a part of this line.
  private func addBranches(of deciding: [Piece], to line: inout LineCoverage) {
    for piece in deciding where piece.begins && piece.segment.isEntry && piece.segment.kind == .code {
      line.starts.append(RegionStart(column: piece.start, count: piece.segment.count))
    }
    for (index, piece) in deciding.enumerated() {
      guard !(piece.begins && piece.segment.isEntry), piece.segment.kind == .code else { continue }
      // What follows a region of this line belongs to one around it; it is told apart by its count only.
      let count = piece.segment.count
      let isKnown = line.carried.contains(count) || line.starts.contains { $0.count == count }
      if (index == 0 && !piece.begins) || !isKnown { line.carried.append(count) }
    }
    if line.starts.isEmpty, line.carried.count == 1 { line.carried = [] }
  }

  private static func spans(_ pieces: [Piece]) -> [ColumnSpan] {
    pieces.reduce(into: []) { spans, piece in
      if let last = spans.last, last.end == piece.start {
        spans[spans.count - 1].end = piece.end
      } else {
        spans.append(ColumnSpan(start: piece.start, end: piece.end))
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  /// Columns without the white space at both ends; nil when nothing is left.
  private func trimmed(_ text: Range<Int>, _ start: Int, _ end: Int) -> ColumnSpan? {
    var start = start
    var end = end
    while start < end, Self.isSpace(bytes[text.lowerBound + start]) { start += 1 }
    while end > start, Self.isSpace(bytes[text.lowerBound + end - 1]) { end -= 1 }
    return start < end ? ColumnSpan(start: start + 1, end: end + 1) : nil
  }
}
