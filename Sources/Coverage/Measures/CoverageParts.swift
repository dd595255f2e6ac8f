internal import Model

/// The functions and regions of an export, sorted out by the measured files that they stand in.
struct CoverageParts {
  struct Function {
    var place: LLVMExport.Place
    var count: UInt64
    /// Index among the functions of the export.
    var function: Int
  }

  struct File {
    var path: PackagePath
    var target: PackageDescription.Target
    /// Index among the files of the export.
    var file: Int
    /// Each place once, by place. Counts are sums over all instances.
    var functions: [Function] = []
    var regions: [LLVMExport.Region] = []
    /// The places of regions with a count that cannot be.
    var impossible: Set<LLVMExport.Place> = []
  }

  private(set) var files: [File] = []

  init(_ export: LLVMExport, owners: CoverageOwners) {
    var ordinals: [String: Int] = [:]
    for (index, file) in export.files.enumerated() where ordinals[file.name] == nil {
      guard let owner = owners.owner(of: file.name) else { continue }
      ordinals[file.name] = files.count
      files.append(File(path: owner.path, target: owner.target, file: index))
    }
    let ordinalByName = export.fileNames.map { ordinals[$0] }
    for (index, function) in export.functions.enumerated() {
      add(function, index, export, ordinalByName)
    }
    for index in files.indices {
      files[index].functions = Self.merged(files[index].functions, export)
      files[index].regions = Self.merged(files[index].regions)
    }
  }

  private mutating func add(
    _ function: LLVMExport.Function, _ index: Int, _ export: LLVMExport, _ ordinalByName: [Int?]
  ) {
    var isFirst = true
    for region in export.regions[function.regions] {
      defer { isFirst = false }
      guard function.files.indices.contains(Int(region.file)) else { continue }
      let name = Int(function.files[Int(region.file)])
      guard let ordinal = ordinalByName[name] else { continue }
      files[ordinal].regions.append(region)
      if ImpossibleCounts.isImpossible(region.count, entries: function.count) {
        files[ordinal].impossible.insert(region.place)
      }
      // A function begins with its body; what follows are parts of it.
      guard isFirst else { continue }
      files[ordinal].functions.append(
        Function(place: region.place, count: function.count, function: index))
    }
  }

  private static func merged(_ regions: [LLVMExport.Region]) -> [LLVMExport.Region] {
    groups(of: regions) { $0.place }.map { group in
      var region = group[group.startIndex]
      region.count = sum(group.map(\.count))
      return region
    }
  }

  /// An instance is named after its function, so the shortest name is the function's own.
  private static func merged(_ functions: [Function], _ export: LLVMExport) -> [Function] {
    let name = { (function: Function) in export.functions[function.function].name }
    return groups(of: functions) { $0.place }.compactMap { group in
      var found = group.min { (name($0).utf8.count, name($0)) < (name($1).utf8.count, name($1)) }
      found?.count = sum(group.map(\.count))
      return found
    }
  }

  /// Those of one place together, by place.
  private static func groups<Element>(
    of elements: [Element], _ place: (Element) -> LLVMExport.Place
  ) -> [ArraySlice<Element>] {
    let sorted = elements.sorted { place($0) < place($1) }
    var groups: [ArraySlice<Element>] = []
    var start = 0
    for index in sorted.indices {
      let next = index + 1
      if next < sorted.count, place(sorted[next]) == place(sorted[start]) { continue }
      groups.append(sorted[start..<next])
      start = next
    }
    return groups
  }

  private static func sum(_ counts: [UInt64]) -> UInt64 { counts.reduce(0, sum) }

  private static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    return isTooLarge ? .max : sum
  }
}
