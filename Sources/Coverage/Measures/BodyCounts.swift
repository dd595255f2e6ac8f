/// How often the bodies of functions were begun, by the place at which each of them begins.
public struct BodyCounts: Sendable {
  private struct Start: Hashable {
    var line: Int32
    var column: Int32
  }

  private var counts: [String: [Start: UInt64]] = [:]

  /// `files`: absolute, as the compiler was given them.
  public init(_ export: LLVMExport, in files: Set<String>) {
    let asked = export.fileNames.map(files.contains)
    for function in export.functions {
      // A function begins with its body; what follows are parts of it.
      guard let region = export.regions[function.regions].first,
        function.files.indices.contains(Int(region.file))
      else { continue }
      let file = Int(function.files[Int(region.file)])
      guard asked.indices.contains(file), asked[file] else { continue }
      let start = Start(line: region.place.line, column: region.place.column)
      counts[export.fileNames[file], default: [:]][start, default: 0] |= function.count
    }
  }

  /// Whether all that begins there, and something does, was never begun.
  public func areIdle(in file: String, line: Int, column: Int) -> Bool {
    counts[file]?[Start(line: Int32(clamping: line), column: Int32(clamping: column))] == 0
  }
}
