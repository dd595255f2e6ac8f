internal import Model

/// The messages of assertions that were never made because the assertion held: closures with a count of 0
/// in a healthy program.
struct UnusedMessages {
  private struct Unused {
    var place: LLVMExport.Place
    /// How often the code around it ran, when it did.
    var around: UInt64
  }

  /// By place; none inside of another.
  private let unused: [Unused]

  init(_ part: CoverageParts.File, segments: [CoverageSegment], source: [UInt8]) {
    let candidates = part.functions.filter { $0.count == 0 }
    guard part.path.rawValue.hasSuffix(".swift"), !candidates.isEmpty else {
      unused = []
      return
    }
    let messages = AssertionMessages.messages(in: source)
    let calleeByStart = Dictionary(messages.map { ($0.start, $0.callee) }) { first, _ in first }
    guard !calleeByStart.isEmpty else {
      unused = []
      return
    }
    let lineStarts = Self.lineStarts(source)
    unused = candidates.reduce(into: []) { unused, candidate in
      let place = candidate.place
      guard lineStarts.indices.contains(Int(place.line) - 1),
        let callee = calleeByStart[lineStarts[Int(place.line) - 1] + Int(place.column) - 1],
        !(unused.last.map { Self.holds($0.place, place) } ?? false)
      else { return }
      let around = Self.count(at: callee, lineStarts, segments)
      unused.append(Unused(place: place, around: around))
    }
  }

  /// The segments, with each message as what it is.
  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] {
    guard !unused.isEmpty else { return segments }
    var segments = segments
    for message in unused where message.around > 0 {
      let place = message.place
      var index = Self.firstIndex(in: segments, from: (place.line, place.column))
      while index < segments.count {
        let segment = segments[index]
        guard (segment.line, segment.column) < (place.endLine, place.endColumn) else { break }
        segments[index].kind = .unusedMessage
        segments[index].count = message.around
        segments[index].isEntry = false
        index += 1
      }
    }
    return segments
  }

  /// Leaves out what stands inside of a message. Both are in order, so one walk does.
  func without<Element>(_ parts: [Element], _ place: KeyPath<Element, LLVMExport.Place>) -> [Element] {
    guard !unused.isEmpty else { return parts }
    var next = 0
    return parts.filter { part in
      let part = part[keyPath: place]
      while next < unused.count, Self.endsBefore(unused[next].place, part) { next += 1 }
      return !(next < unused.count && Self.holds(unused[next].place, part))
    }
  }

  private static func endsBefore(_ a: LLVMExport.Place, _ b: LLVMExport.Place) -> Bool {
    (a.endLine, a.endColumn) <= (b.line, b.column)
  }

  private static func holds(_ outer: LLVMExport.Place, _ inner: LLVMExport.Place) -> Bool {
    (outer.line, outer.column) <= (inner.line, inner.column)
      && (inner.endLine, inner.endColumn) <= (outer.endLine, outer.endColumn)
  }

  private static func lineStarts(_ source: [UInt8]) -> [Int] {
    var starts = [0]
    for index in source.indices where source[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    return starts
  }

  /// The count in force at an offset.
  private static func count(at offset: Int, _ lineStarts: [Int], _ segments: [CoverageSegment]) -> UInt64 {
    let line = firstIndex(in: lineStarts) { $0 > offset }
    let column = offset - lineStarts[line - 1] + 1
    let index = firstIndex(in: segments, from: (Int32(clamping: line), Int32(clamping: column + 1)))
    return index > 0 ? segments[index - 1].count : 0
  }

  /// The first segment at a place or behind it.
  private static func firstIndex(in segments: [CoverageSegment], from place: (Int32, Int32)) -> Int {
    firstIndex(in: segments) { ($0.line, $0.column) >= place }
  }

  /// The first element of which it is true, as of all behind it.
  @inline(__always)
  private static func firstIndex<Element>(in elements: [Element], where isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
