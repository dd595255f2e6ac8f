/// How often the bodies of functions were begun, by the line on which each of them stands.
public struct BodyCounts: Sendable {
  private var counts: [String: [Int32: UInt64]] = [:]

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
      counts[export.fileNames[file], default: [:]][region.place.line, default: 0] |= function.count
    }
  }

  /// Whether all that begins there, and something does, was never begun.
  public func areIdle(in file: String, at line: Int) -> Bool {
    counts[file]?[Int32(clamping: line)] == 0
  }
}
