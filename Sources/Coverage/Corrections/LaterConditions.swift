/// What is asked behind other conditions of a list. The compiler counts it with what is around, though it is
/// asked only where those before it hold: where nothing tells that they did, it ran so often at most.
struct LaterConditions {
  /// Lines whose count is only the most that it can be.
  private(set) var atMost: Set<Int> = []
  /// Those of them that may not have run.
  private(set) var doubtful: Set<Int> = []
  private let told: CorrectedCounts
  private var corrected = CorrectedCounts()
  private let functions: [LLVMExport.Place: UInt64]
  private let starts: [Int]
  /// By where they begin, the outer ones first.
  private var begun: [Int: [LLVMExport.Region]] = [:]

  /// `functions`: those whose regions these are, closures too.
  init(_ regions: [LLVMExport.Region], functions: [CoverageParts.Function], of source: [UInt8]) {
    told = CorrectedCounts(regions)
    self.functions = Dictionary(functions.map { ($0.place, $0.count) }) { first, _ in first }
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    guard !regions.isEmpty else { return }
    let found = ConditionLists(source)
    guard !found.lists.isEmpty else { return }
    for region in regions {
      begun[offset(region.place.line, region.place.column), default: []].append(region)
    }
    var others: [(region: LLVMExport.Region, count: UInt64)] = []
    for list in found.lists {
      guard let around = innermost(list.keyword) else { continue }
      let asked = self.asked(list, around)
      let passed = min(self.passed(list, asked), asked)
      if let other = self.other(list, around, asked) { others.append(other) }
      guard let first = list.later.first, asked > 0, passed < asked else { continue }
      let lines = found.lines.drop { $0.offset < first }.prefix { $0.offset < list.end }
      mark(lines, of: list, source, didPass: passed > 0)
    }
    guard !others.isEmpty else { return }
    corrected = CorrectedCounts((regions + others.map(\.region)).sorted { $0.place < $1.place })
    for (region, count) in others { corrected.keep(count, of: region) }
  }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }

  /// How often it was asked at most.
  private func asked(_ list: ConditionLists.List, _ around: LLVMExport.Region) -> UInt64 {
    let passed = list.word == .guard ? 0 : count(at: list.body.lowerBound) ?? 0
    if let first = own(list) { return max(first.known, passed) }
    if list.word == .while { return around.known &+ passed }
    let start = offset(around.place.line, around.place.column)
    // Where a count begins behind the body before, that one is taken away already.
    let former = list.former.filter { $0 > start }.reduce(0) { $0 &+ (count(at: $1) ?? 0) }
    return max(former < around.known ? around.known - former : 0, passed)
  }

  /// How often all of it held at least.
  private func passed(_ list: ConditionLists.List, _ asked: UInt64) -> UInt64 {
    guard let body = count(at: list.body.lowerBound) else { return 0 }
    guard list.word == .guard else { return body }
    if let behind = count(at: list.body.upperBound) { return behind }
    return list.tries || body > asked ? 0 : asked - body
  }

  /// What holds there where it is another count than that of what is around.
  private func other(
    _ list: ConditionLists.List, _ around: LLVMExport.Region, _ asked: UInt64
  ) -> (region: LLVMExport.Region, count: UInt64)? {
    guard let begin = own(list) == nil && !list.former.isEmpty ? list.keyword : list.later.first,
      let before = innermost(begin)
    else { return nil }
    let isMore = list.word == .while && before.place == around.place && asked > before.known
    guard asked < before.known || isMore, begin < list.end else { return nil }
    let (first, last) = (place(begin), place(list.end))
    let span = LLVMExport.Place(line: first.0, column: first.1, endLine: last.0, endColumn: last.1)
    return (LLVMExport.Region(place: span, file: before.file, count: before.count), asked)
  }

  private mutating func mark(
    _ lines: ArraySlice<(line: Int, offset: Int)>, of list: ConditionLists.List, _ source: [UInt8],
    didPass: Bool
  ) {
    guard let first = list.later.first else { return }
    let inside = functions.filter { isWithin($0.key, first, list.end) }
    // Who evaluated something came so far.
    let reached = inside.filter { $0.value > 0 }.map { offset($0.key.line, $0.key.column) }.max() ?? 0
    let isOtherwise = (count(at: list.body.lowerBound) ?? 0) > 0
    let rest = source[list.body].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    // Brackets alone say nothing of what stands before them.
    let isBegun = isOtherwise && rest.first { $0 > 0x20 }.map { $0 != UInt8(ascii: "/") } ?? false
    let bodyLine = Int(place(list.body.lowerBound).0)
    for (line, offset) in lines where !isCounted(offset, list, source, inside.keys) {
      atMost.insert(line)
      let isShared = isBegun && bodyLine == line
      if !didPass, offset > reached, !isShared { doubtful.insert(line) }
    }
    guard !didPass else { return }
    // One in the line of the condition before it: that was asked, this one may not have been.
    let isAlone = rest.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "/") } ?? true
    for offset in list.later where offset > reached && !isCounted(offset, list, source, inside.keys) {
      let line = Int(place(offset).0)
      // What did not run shows in the line, but for a `guard`, whose body did.
      if isAlone || bodyLine != line || list.word == .guard { doubtful.insert(line) }
    }
  }

  /// Whether what stands there has a count of its own.
  private func isCounted(
    _ offset: Int, _ list: ConditionLists.List, _ source: [UInt8], _ inside: some Sequence<LLVMExport.Place>
  ) -> Bool {
    guard let first = list.later.first, let region = innermost(offset),
      isWithin(region.place, first, list.end)
    else { return false }
    if inside.contains(where: { $0 == region.place || $0.holds(region.place) }) { return true }
    // The second of `? :` is what the first one leaves.
    let start = self.offset(region.place.line, region.place.column)
    return source[..<start].last { $0 > 0x20 } != UInt8(ascii: ":")
  }

  /// The count that its first condition has.
  private func own(_ list: ConditionLists.List) -> LLVMExport.Region? {
    begun[list.first]?.first { isWithin($0.place, list.first, list.end) }
  }

  private func count(at offset: Int) -> UInt64? { begun[offset]?.first?.known }

  private func isWithin(_ place: LLVMExport.Place, _ start: Int, _ end: Int) -> Bool {
    offset(place.line, place.column) >= start && offset(place.endLine, place.endColumn) <= end
  }

  private func innermost(_ offset: Int) -> LLVMExport.Region? {
    let (line, column) = place(offset)
    return told.innermost(line, column)
  }

  private func place(_ offset: Int) -> (Int32, Int32) {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return (Int32(clamping: low), Int32(clamping: offset - starts[low - 1] + 1))
  }

  private func offset(_ line: Int32, _ column: Int32) -> Int {
    starts.indices.contains(Int(line) - 1) ? starts[Int(line) - 1] + Int(column) - 1 : .max
  }
}

extension LLVMExport.Region {
  /// What is less than none is a count of nothing.
  fileprivate var known: UInt64 { count > UInt64(Int64.max) / 2 ? 0 : count }
}
