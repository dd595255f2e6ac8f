public import Model

/// Which regions of a file decide which of its lines, by the same rules by which lines get their states.
public enum DecidedLines {
  /// `segments` have the numbers of regions for counts, `functions` are where functions begin and end.
  /// Answers the lines by the number of a region: each ran where one of its regions did.
  public static func byRegion(
    of source: [UInt8], path: PackagePath, segments: [CoverageSegment], functions: [LLVMExport.Place]
  ) -> [UInt64: [Int]] {
    let code = Comments.blanked(source, path: path.rawValue, under: segments)
    let callers = path.rawValue.hasSuffix(".swift") ? callers(source, segments, functions) : [:]
    var lines: [UInt64: [Int]] = [:]
    for (number, regions) in LineStateScan.deciding(in: code, under: segments) {
      // The message of an assertion that held is executed as the code around it.
      for region in Set(regions + regions.compactMap { callers[$0] }) {
        lines[region, default: []].append(number)
      }
    }
    return lines
  }

  /// The region that an assertion stands in, by each region of its message.
  private static func callers(
    _ source: [UInt8], _ segments: [CoverageSegment], _ functions: [LLVMExport.Place]
  ) -> [UInt64: UInt64] {
    let messages = AssertionMessages.messages(in: source)
    guard !messages.isEmpty else { return [:] }
    let starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    func place(_ offset: Int) -> (Int32, Int32) {
      let line = starts.partitionPoint { $0 > offset }
      return (Int32(clamping: line), Int32(clamping: offset - starts[line - 1] + 1))
    }
    let functionByStart = Dictionary(functions.map { (Start($0), $0) }) { first, _ in first }
    var callers: [UInt64: UInt64] = [:]
    for message in messages {
      let (line, column) = place(message.start)
      guard let function = functionByStart[Start(line: line, column: column)] else { continue }
      let callee = place(message.callee)
      let index = segments.partitionPoint { ($0.line, $0.column) > callee }
      guard index > 0, segments[index - 1].kind != .none else { continue }
      let around = segments[index - 1].count
      let first = segments.partitionPoint { ($0.line, $0.column) >= (line, column) }
      for segment in segments[first...] {
        guard (segment.line, segment.column) < (function.endLine, function.endColumn) else { break }
        if segment.count != around { callers[segment.count] = callers[around] ?? around }
      }
    }
    return callers
  }

  private struct Start: Hashable {
    var line: Int32
    var column: Int32

    init(line: Int32, column: Int32) { (self.line, self.column) = (line, column) }
    init(_ place: LLVMExport.Place) { (line, column) = (place.line, place.column) }
  }
}

extension Array {
  /// The index of the first element of which it is true, as of all behind it.
  fileprivate func partitionPoint(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Which files are measured, and by which names.
public enum MeasuredFiles {
  /// The path in the package of each of the files that the compiler names, as far as they are measured, and
  /// the module that they are of.
  public static func paths(
    of names: [String], in package: PackageDescription, folder: String
  ) -> [String: (path: PackagePath, module: String)] {
    let owners = CoverageOwners(package, folder: folder)
    return names.reduce(into: [:]) { paths, name in
      if let owner = owners.owner(of: name) { paths[name] = (owner.path, owner.target.c99name) }
    }
  }

  /// What a person calls a function.
  public static func name(_ mangled: String, module: String, demangle: (String) -> String) -> String {
    FunctionName.readable(demangle(FunctionName.mangled(mangled)), module: module)
  }
}
