public import Model

/// How often the bodies of functions were begun, by the place at which each of them begins.
public struct BodyCounts: Sendable {
  private struct Start: Hashable {
    var line: Int32
    var column: Int32
  }

  private var counts: [PackagePath: [Start: UInt64]] = [:]

  public init(
    _ export: LLVMExport, in files: Set<PackagePath>, of package: PackageDescription, folder: String
  ) {
    let owners = CoverageOwners(package, folder: folder)
    let paths = export.fileNames.map { name in
      owners.path(of: name).map { PackagePath($0) }.flatMap { files.contains($0) ? $0 : nil }
    }
    for function in export.functions {
      // A function begins with its body; what follows are parts of it.
      guard let region = export.regions[function.regions].first,
        function.files.indices.contains(Int(region.file))
      else { continue }
      let file = Int(function.files[Int(region.file)])
      guard paths.indices.contains(file), let path = paths[file] else { continue }
      let start = Start(line: region.place.line, column: region.place.column)
      counts[path, default: [:]][start, default: 0] |= function.count
    }
  }

  /// Whether something that begins there was begun.
  public func wereBegun(in file: PackagePath, line: Int, column: Int) -> Bool {
    counts[file]?[Start(line: Int32(clamping: line), column: Int32(clamping: column))] ?? 0 > 0
  }

  /// Whether all that begins there, and something does, was never begun.
  public func areIdle(in file: PackagePath, line: Int, column: Int) -> Bool {
    counts[file]?[Start(line: Int32(clamping: line), column: Int32(clamping: column))] == 0
  }
}
