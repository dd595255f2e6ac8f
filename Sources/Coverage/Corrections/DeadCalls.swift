internal import Model
internal import Tokens

/// Where code stood when its process died: a call that was begun there and never came back.
public struct DeadCall: Hashable, Sendable {
  public var line: Int32
  /// 0 where only the line is known.
  public var column: Int32

  public init(line: Int, column: Int) {
    (self.line, self.column) = (Int32(clamping: line), Int32(clamping: column))
  }

  fileprivate func isBefore(_ place: LLVMExport.Place) -> Bool {
    (line, column) < (place.line, place.column)
  }

  fileprivate func isIn(_ place: LLVMExport.Place) -> Bool {
    (place.line, place.column) <= (line, column) && (line, column) < (place.endLine, place.endColumn)
  }
}

/// The compiler counts how often a region is begun. Where as many calls died in it as began it, nobody came
/// behind the last of these places, whatever the count says.
struct DeadCalls {
  /// Lines of a region that nobody came to.
  private struct Span {
    /// From the beginning of its line to the end of the region.
    var place: LLVMExport.Place
    /// Closures and local functions in it are functions of their own.
    var function: LLVMExport.Place

    /// Where segments must begin; llvm-cov tells of none where what follows a region was begun as often.
    var bounds: [DeadCall] {
      [
        DeadCall(line: Int(place.line), column: Int(place.column)),
        DeadCall(line: Int(place.endLine), column: Int(place.endColumn)),
      ]
    }
  }

  private let functions: [LLVMExport.Place]
  private var spans: [Span] = []

  init(
    _ calls: [DeadCall], functions: [CoverageParts.Function], regions: [LLVMExport.Region], source: [UInt8]
  ) {
    self.functions = functions.map(\.place)
    guard !calls.isEmpty else { return }
    let blocks = DeferredBlock.all(in: source)
    let statements = Statements(source)
    let owned = calls.map(statements.placed).map { (call: $0, function: self.function(at: $0)) }
    spans = blocks.compactMap { unrun($0, blocks, owned, regions) }
    let ran = Self.ran(regions, source)
    for region in regions where region.count > 0 {
      let begin = DeadCall(line: Int(region.place.line), column: Int(region.place.column))
      guard let function = function(at: begin) else { continue }
      let inside = owned.filter { $0.function == function && $0.call.isIn(region.place) }.map(\.call)
      guard let last = inside.max(by: { ($0.line, $0.column) < ($1.line, $1.column) }),
        UInt64(inside.count) == region.count
      else { continue }
      if let block = blocks.first(where: { last.isIn($0.place) && Self.holds(region.place, $0.place) }),
        inside.allSatisfy({ $0.isIn(block.place) || !$0.isIn(block.scope) })
      {
        spans += behind(statements.lineBehind(last), in: block, of: region, function)
        continue
      }
      var line = statements.lineBehind(last)
      // A loop may have been gone through before.
      for part in regions where part.place != region.place && Self.holds(region.place, part.place) {
        guard last.isIn(part.place), UInt64(inside.count { $0.isIn(part.place) }) != part.count else {
          continue
        }
        line = max(line, part.place.endLine + 1)
      }
      // What has a counter of its own and ran, though it stands behind: a loop, whose condition died later.
      for part in ran where part != region.place && Self.holds(region.place, part) && last.isBefore(part) {
        let begin = DeadCall(line: Int(part.line), column: Int(part.column))
        if self.function(at: begin) == function { line = max(line, part.endLine + 1) }
      }
      // A closure that the call was given ends behind it, and the call with it.
      while let closure = self.function(at: DeadCall(line: Int(line), column: 1)), closure != function,
        Self.holds(function, closure), closure.line < line
      {
        line = closure.endLine + 1
      }
      var place = region.place
      (place.line, place.column) = (line, 1)
      if line <= place.endLine { spans.append(Span(place: place, function: function)) }
    }
  }

  /// The blocks that ran and have a counter of their own. An `else`, a `do` and a `defer` have none.
  private static func ran(_ regions: [LLVMExport.Region], _ source: [UInt8]) -> [LLVMExport.Place] {
    let starts = LineStarts(source)
    return regions.filter { $0.count > 0 }.map(\.place).filter { place in
      let start = starts.offset(place.line, place.column)
      guard start < source.count, source[start] == UInt8(ascii: "{") else { return false }
      let before = source[..<start].reversed().drop { $0 <= 0x20 }
      return !["else", "do", "defer"].contains { before.starts(with: $0.utf8.reversed()) }
    }
  }

  /// What was deferred never ran where as many calls died between it and the end of its block as began the
  /// region around it. What is deferred last runs first: who died in an earlier one had this one behind them.
  private func unrun(
    _ block: DeferredBlock, _ all: [DeferredBlock], _ owned: [(call: DeadCall, function: LLVMExport.Place?)],
    _ regions: [LLVMExport.Region]
  ) -> Span? {
    let begin = DeadCall(line: Int(block.place.line), column: Int(block.place.column))
    let around = regions.filter { begin.isIn($0.place) }
      .max { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
    guard let function = function(at: begin), let region = around, region.count > 0 else { return nil }
    var (behind, deferred) = (UInt64(0), UInt64(0))
    for (call, owner) in owned where owner == function && call.isIn(region.place) {
      if let within = all.first(where: { call.isIn($0.place) }) {
        guard begin.isBefore(within.place) else { return nil }
        if call.isIn(block.scope) { deferred += 1 }
      } else if call.isIn(block.scope) {
        behind += 1
      }
    }
    // Who died in a deferred one may be told of twice: with the place that it ran at.
    return (behind > 0 ? behind : deferred) == region.count
      ? Span(place: block.place, function: function) : nil
  }

  /// Of who died in what is deferred: the rest of that, and what comes behind the block that defers it.
  private func behind(
    _ line: Int32, in block: DeferredBlock, of region: LLVMExport.Region, _ function: LLVMExport.Place
  ) -> [Span] {
    var (rest, place) = (block.place, region.place)
    (rest.line, rest.column) = (line, 1)
    (place.line, place.column) = (block.scope.endLine, block.scope.endColumn)
    return [rest, place].filter { ($0.line, $0.column) < ($0.endLine, $0.endColumn) }
      .map { Span(place: $0, function: function) }
  }

  private static func holds(_ outer: LLVMExport.Place, _ inner: LLVMExport.Place) -> Bool {
    (outer.line, outer.column) <= (inner.line, inner.column)
      && (inner.endLine, inner.endColumn) <= (outer.endLine, outer.endColumn)
  }

  /// The innermost one around a place.
  private func function(at place: DeadCall) -> LLVMExport.Place? {
    functions.filter(place.isIn).max { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private func isBehind(_ line: Int32, _ column: Int32, isMessage: Bool = false) -> Bool {
    let place = DeadCall(line: Int(line), column: Int(column))
    return spans.contains { place.isIn($0.place) && (isMessage || function(at: place) == $0.function) }
  }

  /// The segments, with those that nobody came to as not known.
  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] {
    guard !spans.isEmpty else { return segments }
    var segments = segments
    for place in Set(spans.flatMap(\.bounds)) {
      let (line, column) = (place.line, place.column)
      let index = segments.firstIndex { ($0.line, $0.column) > (line, column) } ?? segments.count
      guard index > 0, (segments[index - 1].line, segments[index - 1].column) < (line, column) else {
        continue
      }
      var rest = segments[index - 1]
      (rest.line, rest.column, rest.isEntry) = (line, column, false)
      segments.insert(rest, at: index)
    }
    for index in segments.indices where segments[index].count > 0 && segments[index].kind != .none {
      let segment = segments[index]
      guard isBehind(segment.line, segment.column, isMessage: segment.kind == .unusedMessage) else {
        continue
      }
      (segments[index].count, segments[index].isKnown) = (0, false)
    }
    return segments
  }

  /// The regions, with those that nobody came to as not executed.
  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] {
    guard !spans.isEmpty else { return regions }
    return regions.map { region in
      var region = region
      if isBehind(region.place.line, region.place.column) { region.count = 0 }
      return region
    }
  }
}

/// How far the statement of a call goes: what stands in its brackets was there before the call.
private struct Statements {
  private let source: [UInt8]
  private var starts: [Int] = [0]

  init(_ source: [UInt8]) {
    self.source = source
    for index in source.indices where source[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
  }

  /// Of a line alone its first character is taken.
  func placed(_ call: DeadCall) -> DeadCall {
    guard call.column == 0, starts.indices.contains(Int(call.line) - 1) else { return call }
    let start = starts[Int(call.line) - 1]
    let first = source[start...].firstIndex { $0 > 0x20 } ?? start
    return DeadCall(line: Int(call.line), column: first - start + 1)
  }

  func lineBehind(_ call: DeadCall) -> Int32 {
    guard starts.indices.contains(Int(call.line) - 1) else { return call.line + 1 }
    let start = starts[Int(call.line) - 1]
    let rest = Array(source[start...])
    var line = call.line
    var depth = 0
    for token in SourceTokens(rest) {
      let word = rest[token.range]
      line += Int32(word.count { $0 == UInt8(ascii: "\n") })
      if token.kind == .newline, depth <= 0 { break }
      guard token.kind == .punctuation, let byte = word.first else { continue }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
    }
    return max(line, call.line + 1)
  }
}
