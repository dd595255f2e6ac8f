public import Model

/// What `llvm-cov export` tells, as far as it is needed: segments and totals by file, and the functions.
public struct LLVMExport: Sendable {
  public struct File: Equatable, Sendable {
    /// Absolute, as the compiler was given it.
    public var name: String
    public var segments: [CoverageSegment]
    public var totals: LLVMTotals

    public init(name: String, segments: [CoverageSegment], totals: LLVMTotals) {
      (self.name, self.segments, self.totals) = (name, segments, totals)
    }
  }

  /// A part of a function; `file` counts within the names of its function.
  public struct Region: Equatable, Sendable {
    public var place: Place
    public var file: Int32
    public var count: UInt64

    public init(place: Place, file: Int32, count: UInt64) {
      (self.place, self.file, self.count) = (place, file, count)
    }
  }

  /// Where a region begins and ends; columns in bytes from 1, the end is the first one behind.
  public struct Place: Hashable, Sendable, Comparable {
    public var line: Int32
    public var column: Int32
    public var endLine: Int32
    public var endColumn: Int32

    public init(line: Int32, column: Int32, endLine: Int32, endColumn: Int32) {
      (self.line, self.column, self.endLine, self.endColumn) = (line, column, endLine, endColumn)
    }

    /// By its beginning; the one that holds the other first.
    public static func < (a: Self, b: Self) -> Bool {
      (a.line, a.column, b.endLine, b.endColumn) < (b.line, b.column, a.endLine, a.endColumn)
    }

    func holds(_ inner: Self) -> Bool {
      (line, column) <= (inner.line, inner.column) && (inner.endLine, inner.endColumn) <= (endLine, endColumn)
    }
  }

  public struct Function: Equatable, Sendable {
    /// Mangled; functions that other files can't see have their file's name and a colon in front.
    public var name: String
    public var count: UInt64
    /// Indices into `fileNames`.
    public var files: [Int32]
    /// Indices into `regions`; only parts of the code.
    public var regions: Range<Int>

    public init(name: String, count: UInt64, files: [Int32], regions: Range<Int>) {
      (self.name, self.count, self.files, self.regions) = (name, count, files, regions)
    }
  }

  public var version = ""
  public var files: [File] = []
  public var functions: [Function] = []
  public var regions: [Region] = []
  public var fileNames: [String] = []

  public init() {}
}
