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
    /// Each place once, by place; counts are sums over all instances.
    var functions: [Function] = []
    var regions: [LLVMExport.Region] = []
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
      // A function begins with its body; what follows are parts of it.
      guard isFirst else { continue }
      files[ordinal].functions.append(
        Function(place: region.place, count: function.count, function: index))
    }
  }

  private static func merged(_ regions: [LLVMExport.Region]) -> [LLVMExport.Region] {
    regions.sorted { $0.place < $1.place }.reduce(into: []) { merged, region in
      if let last = merged.last, last.place == region.place {
        merged[merged.count - 1].count = sum(last.count, region.count)
      } else {
        merged.append(region)
      }
    }
  }

  /// The shortest name speaks for all: the others are made from it.
  private static func merged(_ functions: [Function], _ export: LLVMExport) -> [Function] {
    let name = { (index: Int) in export.functions[index].name }
    return functions.sorted { $0.place < $1.place }.reduce(into: []) { merged, function in
      guard let last = merged.last, last.place == function.place else {
        merged.append(function)
        return
      }
      let a = name(last.function)
      let b = name(function.function)
      let isShorter = (b.utf8.count, b) < (a.utf8.count, a)
      merged[merged.count - 1].count = sum(last.count, function.count)
      if isShorter { merged[merged.count - 1].function = function.function }
    }
  }

  private static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    return isTooLarge ? .max : sum
  }
}
