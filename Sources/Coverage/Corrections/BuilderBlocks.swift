internal import Model
internal import Tokens

/// What a result builder makes. Behind an `if` without `else` the compiler takes there how often that was
/// true, twice, for how often the rest ran: nought for what ran each time without it. Nothing leaves such a
/// block early, so that all of it runs as often as it is begun.
struct BuilderBlocks {
  private let source: BuilderSource
  private var corrected: CorrectedCounts

  private var regions: [LLVMExport.Region] { corrected.regions }

  /// Nil where there is none.
  init?(_ regions: [LLVMExport.Region], _ source: BuilderSource) {
    guard regions.contains(where: { source.isEnd($0.place) }) else { return nil }
    self.source = source
    corrected = CorrectedCounts(regions.sorted { $0.place < $1.place })
    let ends = corrected.regions.filter { source.isEnd($0.place) }.map { End($0.place) }
    let blocks = Set(ends)
    var around: [LLVMExport.Region] = []
    for region in corrected.regions {
      while let last = around.last, !last.place.holds(region.place) { around.removeLast() }
      let end = End(region.place)
      // A case ends where its last statement does, as the body of that may.
      let block = blocks.contains(end) ? around.last { End($0.place) == end } : nil
      if let block, source.follows(region.place) {
        keep(count(of: block), of: region)
      } else if let parent = around.last, count(of: parent) != parent.count {
        settle(region, in: parent)
      }
      around.append(region)
    }
  }

  private struct End: Hashable {
    let line: Int32
    let column: Int32

    init(_ place: LLVMExport.Place) { (line, column) = (place.endLine, place.endColumn) }
  }

  private func count(of region: LLVMExport.Region) -> UInt64 { corrected.count(of: region) }

  /// What was calculated from a count that is not so.
  private mutating func settle(_ region: LLVMExport.Region, in parent: LLVMExport.Region) {
    let all = count(of: parent)
    func left(_ others: [LLVMExport.Region]) -> UInt64 {
      let taken = others.reduce(0) { $0 &+ count(of: $1) }
      return taken < all ? all - taken : 0
    }
    if let former = source.formerBodies(of: region.place) {
      keep(left(regions.filter { former.contains(source.start($0.place)) }), of: region)
    } else if source.isAsked(region.place) {
      keep(all, of: region)
    } else if let other = regions.first(where: { source.isChoice($0.place, region.place) }) {
      keep(left([other]), of: region)
    }
  }

  private mutating func keep(_ count: UInt64, of region: LLVMExport.Region) {
    corrected.keep(count, of: region)
  }

  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] { corrected.applied(to: regions) }

  func applied(to segments: [CoverageSegment]) -> [CoverageSegment] { corrected.applied(to: segments) }
}

/// A source with functions that branch and that nothing leaves early, read once for all that is asked of it.
public struct BuilderSource: Sendable {
  private let source: [UInt8]
  private let starts: [Int]
  private let branches: SourceBranches

  /// Nil where it has none.
  public init?(_ source: [UInt8]) {
    guard source.holds("if ") || source.holds("if(") else { return nil }
    branches = SourceBranches(source)
    guard !branches.ends.isEmpty || !branches.quietEnds.isEmpty else { return nil }
    self.source = source
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Whether one of these regions is counted as a result builder's are.
  public func concerns(_ places: some Sequence<LLVMExport.Place>) -> Bool {
    places.contains { isEnd($0) || isQuietEnd($0) }
  }

  /// The counts of these places, in order, as they are.
  public func counts(_ counts: [UInt64], of places: [LLVMExport.Place]) -> [UInt64] {
    let regions = zip(places, counts).map { LLVMExport.Region(place: $0, file: 0, count: $1) }
    guard let function = places.min() else { return counts }
    let told = BuilderBlocks(regions, self)?.applied(to: regions) ?? regions
    return (LeftBuilders(told, functions: [function], self)?.applied(to: told) ?? told).map(\.count)
  }

  /// To read what may be left early.
  var statements: RepeatingSource { RepeatingSource(statementsOf: source) }

  func start(_ place: LLVMExport.Place) -> Int { offset(place.line, place.column) }

  /// It begins behind an `if`, a `switch` or a loop of a function that nothing leaves early.
  func isEnd(_ place: LLVMExport.Place) -> Bool { branches.ends.contains(start(place)) }

  /// It begins behind an `if` that nothing leaves early, where nothing but a result builder begins a count.
  func isQuietEnd(_ place: LLVMExport.Place) -> Bool {
    follows(place) && branches.quietEnds.contains(start(place))
  }

  /// It begins right behind brackets.
  func follows(_ place: LLVMExport.Place) -> Bool {
    let start = start(place)
    return start > 0 && source[start - 1] == UInt8(ascii: "}")
  }

  /// Where the bodies begin that were not taken when this `else` is.
  func formerBodies(of place: LLVMExport.Place) -> [Int]? { branches.former[start(place)] }

  /// What an `if`, a `switch` or a loop asks.
  func isAsked(_ place: LLVMExport.Place) -> Bool { branches.asked.contains(start(place)) }

  /// The two of `? :`.
  func isChoice(_ first: LLVMExport.Place, _ second: LLVMExport.Place) -> Bool {
    let (end, start) = (offset(first.endLine, first.endColumn), start(second))
    guard end < start else { return false }
    return source[end..<start].filter { $0 > 0x20 } == [UInt8(ascii: ":")]
  }

  private func offset(_ line: Int32, _ column: Int32) -> Int {
    guard line > 0, column > 0, Int(line) <= starts.count else { return source.count }
    return min(starts[Int(line) - 1] + Int(column) - 1, source.count)
  }
}
