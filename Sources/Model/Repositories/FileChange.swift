/// What came and went in one file, with a few lines around.
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

/// What the page of changes shows, and against what. Kept in a file of its own beside the report.
public struct ChangesShown: Codable, Equatable, Sendable {
  /// The commit that a branch is compared with beside itself.
  public struct Base: Codable, Equatable, Sendable {
    public var branch: BranchName
    public var integration: IntegrationNumber
    public var commit: CommitID

    public init(_ branch: BranchName, _ integration: IntegrationNumber, _ commit: CommitID) {
      (self.branch, self.integration, self.commit) = (branch, integration, commit)
    }
  }

  /// Absent where it is against what the report's own changes are since.
  @Nullable public var base: Base?
  /// The lines that came, of files in the package.
  public var lines: [ChangedFile]
  public var files: [FileChange]
  /// What of the changes against that base is not known.
  public var note: String?

  public init(base: Base? = nil, lines: [ChangedFile] = [], files: [FileChange]) {
    (self.lines, self.files) = (lines, files)
    self.base = base
  }
}
