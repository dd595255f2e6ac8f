public import Model

/// What a page of source, LCOV and Cobertura need beyond the report: every executable line and
/// every function of every file.
public struct CoverageDetail: Equatable, Sendable {
  public struct File: Equatable, Sendable {
    public var path: PackagePath
    public var target: String
    /// In order, each once.
    public var lines: [LineCoverage]
    /// By place.
    public var functions: [FunctionCoverage]
    /// What the source that was compiled can be told from another one by; absent where a former version
    /// measured it.
    public var source: String?

    public init(
      path: PackagePath, target: String, lines: [LineCoverage], functions: [FunctionCoverage] = []
    ) {
      (self.path, self.target, self.lines, self.functions) = (path, target, lines, functions)
    }
  }

  /// By path.
  public var files: [File]

  public init(files: [File]) {
    self.files = files.sorted { $0.path < $1.path }
  }

  /// The lines of one file; nil when it was not measured.
  public func file(_ path: PackagePath) -> File? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < files.count && files[low].path == path ? files[low] : nil
  }
}
