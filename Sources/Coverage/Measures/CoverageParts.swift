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
    /// Each place once, by place; counts are sums over all instances, but for a closure at the place of
    /// what makes it.
    var functions: [Function] = []
    var regions: [LLVMExport.Region] = []
    /// Where such closures are, as the segments need it.
    var closures = CorrectedCounts()
  }

  /// A region and the function that it is of, an index among those of the export.
  private struct Part {
    var region: LLVMExport.Region
    var function: Int
  }

  private(set) var files: [File] = []
  private var parts: [[Part]] = []

  init(_ export: LLVMExport, owners: CoverageOwners) {
    var ordinals: [String: Int] = [:]
    for (index, file) in export.files.enumerated() where ordinals[file.name] == nil {
      guard let owner = owners.owner(of: file.name) else { continue }
      ordinals[file.name] = files.count
      files.append(File(path: owner.path, target: owner.target, file: index))
    }
    parts = Array(repeating: [], count: files.count)
    let ordinalByName = export.fileNames.map { ordinals[$0] }
    for (index, function) in export.functions.enumerated() {
      add(function, index, export, ordinalByName)
    }
    for index in files.indices {
      files[index].functions = Self.merged(files[index].functions, export)
      merge(parts[index], in: index, export)
    }
    parts = []
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
      parts[ordinal].append(Part(region: region, function: index))
      // A function begins with its body; what follows are parts of it.
      guard isFirst else { continue }
      files[ordinal].functions.append(
        Function(place: region.place, count: function.count, function: index))
    }
  }

  private mutating func merge(_ parts: [Part], in file: Int, _ export: LLVMExport) {
    let groups = Self.groups(of: parts) { $0.region.place }
    let told = groups.map { group in
      var region = group[group.startIndex].region
      region.count = Self.sum(group.map(\.region.count))
      return region
    }
    var closures = CorrectedCounts(told)
    for (region, group) in zip(told, groups) where group.count > 1 {
      let innermost = ClosureValues.innermost(of: Array(group)) { export.functions[$0.function].name }
      closures.keep(Self.sum(innermost.map(\.region.count)), of: region)
    }
    files[file].regions = closures.applied(to: told)
    if !closures.isEmpty { files[file].closures = closures }
  }

  /// The shortest name speaks for all: the others are made from it.
  private static func merged(_ functions: [Function], _ export: LLVMExport) -> [Function] {
    let name = { (function: Function) in export.functions[function.function].name }
    return groups(of: functions) { $0.place }.compactMap { group in
      let innermost = ClosureValues.innermost(of: Array(group), name: name)
      var found = innermost.min { (name($0).utf8.count, name($0)) < (name($1).utf8.count, name($1)) }
      found?.count = sum(innermost.map(\.count))
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
