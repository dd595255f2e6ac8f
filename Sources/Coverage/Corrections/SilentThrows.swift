/// The compiler counts how often a call threw, but not a property, a task's value or an `async let`: what
/// lies behind one that throws has the count of all who came to it. Where a `try` has no call that is
/// counted, it has such a one; beside a call it is known by its name.
enum SilentThrows {
  /// The lines that ran so often at most. What has a counter of its own behind it is counted as it ran.
  /// `names`: of properties that throw.
  static func lines(
    in source: [UInt8], _ regions: [LLVMExport.Region], names: Set<String> = []
  ) -> Set<Int> {
    var counts: Set<Int> = []
    return lines(in: source, regions, names: names, counts: &counts)
  }

  /// - Parameter counts: given the lines too whose counts alone are the most that they can be.
  static func lines(
    in source: [UInt8], _ regions: [LLVMExport.Region], names: Set<String>, counts: inout Set<Int>
  ) -> Set<Int> {
    let mayFail = (source.holds("init?") || source.holds("init!")) && source.holds(".init(")
    guard source.holds("try ") || source.holds("try\n") || mayFail else { return [] }
    let throwing = ThrowingSource(source, names: names)
    guard !throwing.attempts.isEmpty else { return [] }
    let starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    func offset(_ line: Int32, _ column: Int32) -> Int {
      starts.indices.contains(Int(line) - 1) ? starts[Int(line) - 1] + Int(column) - 1 : source.count
    }
    let places = regions.map { region in
      let start = offset(region.place.line, region.place.column)
      return start..<max(start, offset(region.place.endLine, region.place.endColumn))
    }
    let begun = places.map(\.lowerBound).sorted()
    let counted = places.filter { throwing.counted.contains($0.lowerBound) }
    var found: Set<Int> = []
    var first = 0
    for attempt in throwing.attempts {
      let (begin, end) = (attempt.range.lowerBound, attempt.range.upperBound)
      // They come in the order of the source.
      while first < begun.count, begun[first] <= begin { first += 1 }
      let isCounted = begun[first...].prefix { $0 <= end }.contains { place in
        endsCall(source[place - 1]) && !attempt.inner.contains { $0.contains(place) }
      }
      guard !isCounted || attempt.silent != nil, !attempt.isLastCall else { continue }
      if let twice = attempt.twice {
        let caught = zip(places, regions).contains { place, region in
          region.count > 0 && attempt.catches.contains(place.lowerBound)
        }
        if caught {
          let behind = lines(of: twice, throwing, places, counted)
          counts.formUnion(behind.map(\.line))
          found.formUnion(behind.filter(\.isBranch).map(\.line))
        }
      }
      let start = min(attempt.silent ?? end, end)
      let left = attempt.isLast ? end : max(end, attempt.left)
      if attempt.isLast, attempt.silent == nil { continue }
      for behind in [start..<left, attempt.again ?? end..<end] where !behind.isEmpty {
        let own = counted.filter { behind.contains($0.lowerBound) }
        for (line, offset) in throwing.lines
        where behind.contains(offset) && !own.contains(where: { $0.contains(offset) }) {
          found.insert(line)
        }
        if goesOn(source, behind, own) { found.insert(line(of: behind.lowerBound, starts)) }
      }
    }
    return found
  }

  /// Lines whose count is made of the one behind a `catch`, in which what was caught is twice; in branches
  /// none of it may have run.
  private static func lines(
    of behind: Range<Int>, _ throwing: ThrowingSource, _ places: [Range<Int>], _ counted: [Range<Int>]
  ) -> [(line: Int, isBranch: Bool)] {
    let own = counted.filter { behind.contains($0.lowerBound) }
    return throwing.lines.compactMap { line, offset in
      guard behind.contains(offset), !own.contains(where: { $0.contains(offset) }),
        let innermost = places.filter({ $0.contains(offset) }).max(by: { $0.lowerBound < $1.lowerBound })
      else { return nil }
      return (line, innermost.lowerBound > behind.lowerBound)
    }
  }

  /// Whether more of the line would run: what closes blocks is nothing, but brackets may be those of a call.
  private static func goesOn(_ source: [UInt8], _ behind: Range<Int>, _ own: [Range<Int>]) -> Bool {
    var index = behind.lowerBound
    while index < behind.upperBound, source[index] != UInt8(ascii: "\n") {
      let rest = source[index...]
      if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) { return false }
      if let counted = own.first(where: { $0.contains(index) }) {
        index = counted.upperBound
      } else if rest.starts(with: "else".utf8) {
        index += 4
      } else if source[index] > 0x20, !"{};,".utf8.contains(source[index]) {
        return true
      } else {
        index += 1
      }
    }
    return false
  }

  private static func line(of offset: Int, _ starts: [Int]) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What is asked and chosen begins behind a blank.
  static func endsCall(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "`"),
      UInt8(ascii: "_"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...:
      true
    default: false
    }
  }
}
