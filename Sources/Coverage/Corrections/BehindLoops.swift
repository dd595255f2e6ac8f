internal import Model
internal import Tokens

/// What lies behind a loop that selects and that its body may leave. The compiler takes the body's count,
/// which is too high, from that of the block around it; where nought or less than that is left, all that is
/// known is that nobody came there more often than to the block.
struct BehindLoops {
  private let regions: [LLVMExport.Region]
  private let functions: [LLVMExport.Place]
  private let starts: [Int]
  private let source: [UInt8]
  private var most: [LLVMExport.Place: UInt64] = [:]
  /// By where the brackets of an `else` begin, those of the bodies before it.
  private let elses: [Int: [Int]]

  /// `functions`: where those begin and end whose regions these are, where there are several. `others`: where
  /// bodies begin that are left likewise.
  init(
    _ regions: [LLVMExport.Region], of source: [UInt8], functions: [LLVMExport.Place] = [],
    others: Set<Int> = []
  ) {
    let isMeant = !others.isEmpty || regions.contains { $0.count > Self.mostCounted }
    let bodies = SelectingSource(source)?.bodies ?? []
    let isKnown = isMeant || !bodies.isEmpty
    self.init(
      regions, SelectingSource(isKnown ? source : [], bodies: bodies.union(others)), functions)
  }

  init(
    _ regions: [LLVMExport.Region], _ loops: SelectingSource, _ functions: [LLVMExport.Place] = []
  ) {
    (self.regions, self.functions) = (regions.sorted { $0.place < $1.place }, functions)
    (source, starts) = (loops.source, loops.starts)
    let bodies = loops.bodies
    elses = source.isEmpty ? [:] : SourceBranches(source).former
    for body in self.regions where body.count > 0 && offset(body.place).map(bodies.contains) ?? false {
      // Where nothing begins behind it, it leaves nobody behind.
      guard self.regions.contains(where: { $0.place.begins(behind: body.place) }) else { continue }
      let function = function(of: body.place)
      // Who leaves it does not come behind what is around it, either.
      var place = body.place
      while let around = region(around: place), function.map({ $0.holds(around.place) }) ?? true {
        for region in self.regions where around.place.holds(region.place) && region.place.isBehind(place) {
          guard most[region.place] == nil, isInDoubt(region), isDerived(region, behind: place),
            self.function(of: region.place) == function
          else { continue }
          settle(region)
        }
        place = around.place
      }
    }
    // What is less than none is a count of nothing.
    for region in self.regions where region.count > Self.mostCounted && most[region.place] == nil {
      settle(region)
      if most[region.place] == nil { bound(region) }
    }
  }

  private func function(of place: LLVMExport.Place) -> LLVMExport.Place? {
    functions.filter { $0.holds(place) }.max()
  }

  /// The innermost.
  private func region(around place: LLVMExport.Place) -> LLVMExport.Region? {
    regions.filter { $0.place.holds(place) && $0.place != place }.max { $0.place < $1.place }
  }

  /// The regions, with the most that their counts can be.
  func applied(to regions: [LLVMExport.Region]) -> [LLVMExport.Region] {
    guard !most.isEmpty else { return regions }
    return regions.map { region in
      var region = region
      if isInDoubt(region), let count = most[region.place] { region.count = count }
      return region
    }
  }

  /// The same for the segments, and the lines that they have characters in.
  func applied(to segments: [CoverageSegment]) -> (segments: [CoverageSegment], lines: Set<Int>) {
    guard !most.isEmpty else { return (segments, []) }
    var segments = segments
    var lines: Set<Int> = []
    for (index, segment) in segments.enumerated() where segment.kind != .none && Self.isInDoubt(segment.count)
    {
      let around = regions.filter { $0.place.holds(segment.line, segment.column) }
      let innermost = around.max { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
      guard let innermost, let count = most[innermost.place] else { continue }
      segments[index].count = count
      guard count > 0 else { continue }
      let next = index + 1 < segments.count ? segments[index + 1] : nil
      let end = next.map { offset($0.line, $0.column) ?? source.count } ?? source.count
      guard let start = offset(segment.line, segment.column), start < end else { continue }
      var line = Int(segment.line)
      for byte in source[start..<end] {
        if byte == UInt8(ascii: "\n") { line += 1 } else if byte > 0x20 { lines.insert(line) }
      }
    }
    return (segments, lines)
  }

  private mutating func settle(_ region: LLVMExport.Region) {
    guard let innermost = self.region(around: region.place) else { return }
    let count = most[innermost.place] ?? innermost.count
    if let former = former(of: region) {
      let taken = regions.filter { offset($0.place).map(former.contains) ?? false }
        .reduce(0) { $0 &+ $1.count }
      // Where all of them went another way, nobody came there.
      most[region.place] = taken < count ? count - taken : 0
    } else if !Self.isInDoubt(count) {
      most[region.place] = count
    }
  }

  /// Whatever its sums say, nobody came there who did not come to what is around it.
  private mutating func bound(_ region: LLVMExport.Region) {
    guard let around = self.region(around: region.place) else { return }
    most[region.place] = most[around.place] ?? (around.count > Self.mostCounted ? 0 : around.count)
  }

  private func isInDoubt(_ region: LLVMExport.Region) -> Bool { Self.isInDoubt(region.count) }

  /// None, or less than that.
  private static func isInDoubt(_ count: UInt64) -> Bool { count == 0 || count > mostCounted }

  private static let mostCounted = UInt64(Int64.max) / 2

  /// Calculated, not counted: it follows another region, brackets or a call, or is what an `if` or a loop
  /// asks, or a `do`.
  private func isDerived(_ region: LLVMExport.Region, behind place: LLVMExport.Place) -> Bool {
    guard let index = offset(region.place) else { return false }
    if source[index] == UInt8(ascii: "{") {
      // What is in brackets has a count of its own, but for an `else` and a `do`.
      let end = offset(place.endLine, place.endColumn) ?? source.count
      return former(of: region)?.first.map { $0 >= end } ?? (word(before: index) == "do")
    }
    if region.count > 0 || (index > 0 && SilentThrows.endsCall(source[index - 1])) { return true }
    if regions.contains(where: { region.place.begins(behind: $0.place) }) { return true }
    return ["if", "while", "guard", "switch"].contains(word(before: index))
  }

  private func word(before index: Int) -> String {
    var end = index
    while end > 0, source[end - 1] <= 0x20 { end -= 1 }
    let word = source[..<end].reversed().prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    return String(decoding: word.reversed(), as: UTF8.self)
  }

  /// Of an `else`: where the bodies before it begin.
  private func former(of region: LLVMExport.Region) -> [Int]? {
    offset(region.place).flatMap { source[$0] == UInt8(ascii: "{") ? elses[$0] : nil }
  }

  private func offset(_ place: LLVMExport.Place) -> Int? { offset(place.line, place.column) }

  private func offset(_ line: Int32, _ column: Int32) -> Int? {
    guard starts.indices.contains(Int(line) - 1), column > 0 else { return nil }
    let offset = starts[Int(line) - 1] + Int(column) - 1
    return offset < source.count ? offset : nil
  }
}

/// A source with loops that select, read once for all that is asked of its regions.
public struct SelectingSource: Sendable {
  let source: [UInt8]
  let starts: [Int]
  /// Where their bodies begin.
  let bodies: Set<Int>

  init(_ source: [UInt8], bodies: Set<Int>) {
    (self.source, self.bodies) = (source, bodies)
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Nil where it has none.
  public init?(_ source: [UInt8]) {
    guard source.holds("for "), source.holds("where") || source.holds("case") else { return nil }
    let bodies = Set(SelectiveLoops.bodies(in: source))
    guard !bodies.isEmpty else { return nil }
    self.init(source, bodies: bodies)
  }

  /// Whether one of them lies there.
  public func selects(in place: LLVMExport.Place) -> Bool {
    func offset(_ line: Int32, _ column: Int32) -> Int {
      line < 1 ? 0 : Int(line) > starts.count ? source.count : starts[Int(line) - 1] + Int(column) - 1
    }
    let range = (offset(place.line, place.column), offset(place.endLine, place.endColumn))
    return bodies.contains { range.0 <= $0 && $0 < range.1 }
  }

  /// The counts of these places, in order; behind such a loop the most that they can be.
  public func most(_ counts: [UInt64], of places: [LLVMExport.Place]) -> [UInt64] {
    let regions = zip(places, counts).map { LLVMExport.Region(place: $0, file: 0, count: $1) }
    return BehindLoops(regions, self).applied(to: regions).map(\.count)
  }
}

extension LLVMExport.Place {
  fileprivate func holds(_ line: Int32, _ column: Int32) -> Bool {
    (self.line, self.column) <= (line, column) && (line, column) < (endLine, endColumn)
  }

  fileprivate func isBehind(_ other: Self) -> Bool {
    (other.endLine, other.endColumn) <= (line, column)
  }

  fileprivate func begins(behind other: Self) -> Bool { (line, column) == (other.endLine, other.endColumn) }
}
