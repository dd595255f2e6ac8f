/// What came and went in one file, with a few lines around: what the page of changes shows. Kept in a file of
/// its own beside the report.
public struct FileChange: Codable, Equatable, Sendable {
  public struct Hunk: Codable, Equatable, Sendable {
    /// The first line on each side.
    public var old: Int
    public var new: Int
    /// Each begins with ` `, `-` or `+`.
    public var lines: [String]

    public init(old: Int, new: Int, lines: [String]) { (self.old, self.new, self.lines) = (old, new, lines) }
  }

  public var file: ChangedFiles.File
  /// In the package; absent outside of it.
  @Nullable public var path: PackagePath?
  public var hunks: [Hunk]
  /// There is more than is kept.
  public var isCut: Bool

  public init(_ file: ChangedFiles.File, path: PackagePath?, hunks: [Hunk], isCut: Bool = false) {
    (self.file, self.hunks, self.isCut) = (file, hunks, isCut)
    self.path = path
  }
}
