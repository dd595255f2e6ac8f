public import Coverage
internal import Model

extension ProgramMap {
  /// What `llvm-cov export` would tell of the program and these counts.
  public func export(_ counts: Counts) -> LLVMExport {
    var export = LLVMExport()
    export.fileNames = fileNames
    var byFile: [Int32: [CountedRegion]] = [:]
    var totals = TotalsBuilding()
    for function in functions {
      guard let values = function.counts(counts.of(function.key)) else { continue }
      let start = export.regions.count
      totals.add(function, values)
      for file in function.files where byFile[file] == nil { byFile[file] = [] }
      for (region, count) in zip(function.regions, values) {
        byFile[function.files[Int(region.file)], default: []].append(
          CountedRegion(place: region.place, kind: region.kind, count: count))
        guard region.kind == .code else { continue }
        export.regions.append(
          LLVMExport.Region(place: region.place, file: region.file, count: count.asTold))
      }
      export.functions.append(
        LLVMExport.Function(
          name: function.name, count: (values.first ?? 0).asTold, files: function.files,
          regions: start..<export.regions.count))
    }
    let total = totals.totals
    export.files = byFile.map { file, regions in
      LLVMExport.File(
        name: fileNames[Int(file)], segments: SegmentBuilding.segments(of: regions).map(\.asTold),
        totals: total[file] ?? LLVMTotals())
    }.sorted { $0.name < $1.name }
    return export
  }

  /// Whether what was executed is of the very functions that the program is made of.
  public func fits(_ counts: Counts) -> Bool {
    functions.allSatisfy { function in
      if case .other = counts.of(function.key) { false } else { true }
    }
  }
}

extension UInt64 {
  /// llvm-cov tells no more than JSON has signed; a count that is less than none is as much as that.
  fileprivate var asTold: UInt64 { Swift.min(self, UInt64(Int64.max)) }
}

extension CoverageSegment {
  fileprivate var asTold: Self {
    var copy = self
    copy.count = count.asTold
    return copy
  }
}
