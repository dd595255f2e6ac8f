internal import Coverage

/// Reads what the compiler wrote of one function.
struct FunctionReading {
  private typealias Region = ProgramMap.Region
  private typealias Count = ProgramMap.Count

  private var cursor: ByteCursor
  private var sums: [ProgramMap.Sum] = []
  private var regions: [ProgramMap.Region] = []
  /// Of a macro that is spelled out: the file that it is spelled out in, by the index of its region.
  private var expanded: [Int: Int] = [:]

  /// Only behind each other would more be allowed than that; nobody nests macros so deep.
  private static let mostNested = 200

  static func read(
    _ cursor: inout ByteCursor, _ list: [Int32], into function: inout ProgramMap.Function
  ) throws(ProfileRefusal) {
    var reading = Self(cursor: cursor)
    try reading.read(list, into: &function)
    cursor = reading.cursor
  }

  private init(cursor: ByteCursor) { self.cursor = cursor }

  private mutating func read(
    _ list: [Int32], into function: inout ProgramMap.Function
  ) throws(ProfileRefusal) {
    let fileCount = try cursor.count(ofAtLeast: 1)
    for _ in 0..<fileCount {
      let index = try cursor.variable()
      guard index < UInt64(list.count) else { throw cursor.damaged }
      function.files.append(list[Int(index)])
    }
    let sumCount = try cursor.count(ofAtLeast: 2)
    sums = Array(repeating: ProgramMap.Sum(left: .zero, right: .zero), count: sumCount)
    for index in 0..<sumCount {
      let left = try count()
      let right = try count()
      (sums[index].left, sums[index].right) = (left, right)
    }
    var known = 0
    for file in 0..<fileCount { known += try readRegions(of: file, fileCount) }
    guard known > 0 else { throw cursor.damaged }
    try spellOut(fileCount)
    (function.regions, function.sums) = (regions, sums)
    function.isBlank = known == 1 && regions.first?.count == .zero
    function.order = try order()
  }

  /// A sum is told to be one of both kinds only where it is used.
  private mutating func count(_ encoded: UInt64? = nil) throws(ProfileRefusal) -> ProgramMap.Count {
    let encoded = if let encoded { encoded } else { try cursor.variable(most: UInt64(UInt32.max)) }
    let count = ProgramMap.Count(encoded)
    if case .sum(let index) = count {
      guard sums.indices.contains(Int(index)) else { throw cursor.damaged }
      sums[Int(index)].isDifference = encoded & 3 == 2
    }
    return count
  }

  /// How many there are, those that say which way a condition went as well.
  private mutating func readRegions(of file: Int, _ fileCount: Int) throws(ProfileRefusal) -> Int {
    let known = try cursor.count(ofAtLeast: 5)
    var line: UInt64 = 0
    for _ in 0..<known {
      let encoded = try cursor.variable(most: UInt64(UInt32.max))
      var kind = ProgramMap.Kind.code
      var isCondition = false
      var count = ProgramMap.Count.zero
      if encoded & 3 != 0 {
        count = try self.count(encoded)
      } else if encoded & 4 != 0 {
        guard encoded >> 3 < UInt64(fileCount) else { throw cursor.damaged }
        kind = .expansion
        expanded[regions.count] = Int(encoded >> 3)
      } else {
        switch encoded >> 3 {
        case 0: break
        case 2: kind = .skipped
        case 4:
          isCondition = true
          _ = (try self.count(), try self.count())
        case _: throw .notSupported("counts of conditions")
        }
      }
      line += try cursor.variable(most: UInt64(Int32.max))
      var place = try place(&line)
      if place.isGap { kind = .gap }
      if (place.place.column, place.place.endColumn) == (0, 0) {
        (place.place.column, place.place.endColumn) = (1, .max)
      }
      guard !isCondition else { continue }
      regions.append(Region(place: place.place, kind: kind, file: Int32(clamping: file), count: count))
    }
    return known
  }

  private mutating func place(
    _ line: inout UInt64
  ) throws(ProfileRefusal) -> (place: LLVMExport.Place, isGap: Bool) {
    let most = UInt64(UInt32.max)
    let column = try cursor.variable(most: most)
    let end = line + (try cursor.variable(most: most))
    var endColumn = try cursor.variable(most: most)
    let isGap = endColumn & 1 << 31 != 0
    if isGap { endColumn &= ~(1 << 31) }
    guard end <= UInt64(Int32.max), end > line || column <= endColumn else { throw cursor.damaged }
    let place = LLVMExport.Place(
      line: Int32(line), column: Int32(clamping: column), endLine: Int32(end),
      endColumn: Int32(clamping: endColumn))
    return (place, isGap)
  }

  /// A macro counts as often as the first region of what it stands for.
  private mutating func spellOut(_ fileCount: Int) throws(ProfileRefusal) {
    guard !expanded.isEmpty else { return }
    var firsts: [Int: Int] = [:]
    for (index, region) in regions.enumerated() where firsts[Int(region.file)] == nil {
      firsts[Int(region.file)] = index
    }
    for _ in 1..<max(fileCount, 2) {
      var isSettled = true
      for (index, file) in expanded.sorted(by: { $0.key < $1.key }) {
        guard let first = firsts[file], regions[index].count != regions[first].count else { continue }
        regions[index].count = regions[first].count
        isSettled = false
      }
      if isSettled { return }
    }
    guard fileCount <= Self.mostNested else { throw .notSupported("macros nested that deep") }
  }

  /// So that each sum comes behind those that it is made of; one that is made of itself is refused.
  private func order() throws(ProfileRefusal) -> [Int32] {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: sums.count)
    var order: [Int32] = []
    order.reserveCapacity(sums.count)
    for first in sums.indices where marks[first] == .new {
      var path = [first]
      while let last = path.last {
        if marks[last] == .new { marks[last] = .open }
        var next: Int?
        for part in [sums[last].left, sums[last].right] {
          guard case .sum(let index) = part, marks[Int(index)] != .done else { continue }
          guard marks[Int(index)] == .new else { throw cursor.damaged }
          next = Int(index)
          break
        }
        if let next {
          path.append(next)
        } else {
          if marks[last] != .done { order.append(Int32(clamping: last)) }
          marks[last] = .done
          path.removeLast()
        }
      }
    }
    return order
  }
}
