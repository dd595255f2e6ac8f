public import Coverage
public import Model
internal import Threads

/// What the regions of a program mean to a reader of its sources: which function each is a part of, and which
/// lines it decides. Made once for a program, so that what a test executed is told in a moment.
public struct CodeIndex: Sendable {
  public struct Function: Equatable, Sendable {
    public var path: PackagePath
    /// Mangled.
    public var symbol: String
    public var place: LLVMExport.Place
  }

  /// One of the functions that the compiler made of one in the sources.
  private struct Instance {
    /// Its index in the program's map.
    var made: Int
    var function: Int
    /// By region: the lines that it decides, from the first one of the function.
    var lines: [[Int]]
  }

  public let functions: [Function]
  private let instances: Later<[RawProfile.Key: [Instance]]>
  private let map: ProgramMap

  private struct Region: Hashable {
    var place: LLVMExport.Place
    var kind: ProgramMap.Kind
  }

  private struct Spot: Hashable {
    var path: PackagePath
    var place: LLVMExport.Place
  }

  /// `paths`: the measured files among those that the program's map names. `read` gives their bytes.
  public init(
    _ map: ProgramMap, paths: [String: PackagePath], read: @escaping @Sendable (PackagePath) -> [UInt8]?
  ) {
    self.map = map
    let pathOfFile = map.fileNames.map { paths[$0] }
    var functions: [Function] = []
    var indices: [Spot: Int] = [:]
    let owners = map.functions.map { made -> Int? in
      guard let first = made.regions.first, let path = pathOfFile[Int(made.files[Int(first.file)])] else {
        return nil
      }
      let spot = Spot(path: path, place: first.place)
      let function = indices[spot] ?? functions.count
      if indices.updateValue(function, forKey: spot) == nil {
        functions.append(Function(path: path, symbol: made.name, place: first.place))
      } else if (made.name.utf8.count, made.name)
        < (functions[function].symbol.utf8.count, functions[function].symbol)
      {
        functions[function].symbol = made.name
      }
      return function
    }
    self.functions = functions
    // Nobody who only asks what changed needs its lines.
    instances = .whenAsked { Self.instances(map, pathOfFile, owners, read) }
  }

  /// `owners`: the function that each of the program's is made of.
  private static func instances(
    _ map: ProgramMap, _ pathOfFile: [PackagePath?], _ owners: [Int?], _ read: (PackagePath) -> [UInt8]?
  ) -> [RawProfile.Key: [Instance]] {
    let lines = lines(map, pathOfFile, read)
    var instances: [RawProfile.Key: [Instance]] = [:]
    for (index, made) in map.functions.enumerated() {
      guard let function = owners[index], let first = made.regions.first,
        let path = pathOfFile[Int(made.files[Int(first.file)])]
      else { continue }
      let decided = made.regions.map { region -> [Int] in
        guard pathOfFile[Int(made.files[Int(region.file)])] == path else { return [] }
        let found = lines[path]?[Region(place: region.place, kind: region.kind)] ?? []
        return found.map { $0 - Int(first.place.line) }
      }
      instances[made.key, default: []].append(Instance(made: index, function: function, lines: decided))
    }
    return instances
  }

  /// What processes with these counts executed, by function.
  public func executed(_ counts: Counts) -> [ExecutedFunction] {
    var found: [Int: Set<Int>] = [:]
    let instances = instances.value
    for key in counts.keys {
      for instance in instances[key] ?? [] {
        let made = map.functions[instance.made]
        guard let values = made.counts(counts.of(made.key)) else { continue }
        var ran = false
        var lines: Set<Int> = []
        for (index, value) in values.enumerated() where value > 0 {
          ran = true
          lines.formUnion(instance.lines[index])
        }
        if ran { found[instance.function, default: []].formUnion(lines) }
      }
    }
    return found.sorted { $0.key < $1.key }.map { function, lines in
      ExecutedFunction(function: function, lines: lines.sorted().closedRanges)
    }
  }

  /// By file and region the lines that it decides.
  private static func lines(
    _ map: ProgramMap, _ pathOfFile: [PackagePath?], _ read: (PackagePath) -> [UInt8]?
  ) -> [PackagePath: [Region: [Int]]] {
    var regions: [PackagePath: [Region: UInt64]] = [:]
    var functions: [PackagePath: [LLVMExport.Place]] = [:]
    for made in map.functions {
      for (index, region) in made.regions.enumerated() {
        guard let path = pathOfFile[Int(made.files[Int(region.file)])] else { continue }
        let number = UInt64(regions[path]?.count ?? 0) + 1
        let key = Region(place: region.place, kind: region.kind)
        if regions[path]?[key] == nil { regions[path, default: [:]][key] = number }
        if index == 0 { functions[path, default: []].append(region.place) }
      }
    }
    var found: [PackagePath: [Region: [Int]]] = [:]
    for (path, numbers) in regions {
      guard let source = read(path) else { continue }
      // Each with its own number for a count, it shows in the segments where it holds.
      let numbered = numbers.map { CountedRegion(place: $0.key.place, kind: $0.key.kind, count: $0.value) }
      let byNumber = DecidedLines.byRegion(
        of: source, path: path, segments: SegmentBuilding.segments(of: numbered),
        functions: functions[path] ?? [])
      found[path] = numbers.compactMapValues { byNumber[$0] }
    }
    return found
  }
}

extension [Int] {
  /// Of numbers in order: those that follow each other in one.
  fileprivate var closedRanges: [ClosedRange<Int>] {
    reduce(into: []) { ranges, number in
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }
}
