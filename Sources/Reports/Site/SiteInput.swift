public import Coverage
public import Model
public import Words

/// All that the pages of one integration are made of.
public struct SiteInput: Sendable {
  /// A style sheet or script that the pages name, with the folder's file name.
  public struct Asset: Sendable {
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  public var report: Report
  public var botName: String
  /// What a person types behind `bothy run` to integrate this package again.
  public var packagePath: String
  /// The text of a file as it was integrated; nil when there is none.
  public var source: @Sendable (PackagePath) -> [UInt8]?
  /// Its coverage; nil when it was not measured.
  public var detail: @Sendable (PackagePath) -> SourceDetail?
  /// What that coverage can be told from another one by, without reading it.
  public var detailMark: @Sendable (PackagePath) -> ContentMark?
  public var log: [UInt8]
  /// Names of the files that the caller lays beside the pages.
  public var exports: [String]
  public var assets: [Asset]
  /// No page of the bot and of all bots lies above these pages.
  public var standsAlone = false
  public var earlier = Earlier()
  /// How large the files beside the pages are, attachments among them, by name.
  public var bytes: [String: Int] = [:]

  public init(
    report: Report, botName: String, packagePath: String,
    source: @escaping @Sendable (PackagePath) -> [UInt8]?,
    detail: @escaping @Sendable (PackagePath) -> SourceDetail?,
    detailMark: @escaping @Sendable (PackagePath) -> ContentMark?, log: [UInt8], exports: [String],
    assets: [Asset]
  ) {
    self.report = report
    self.botName = botName
    self.packagePath = packagePath
    self.source = source
    self.detail = detail
    self.detailMark = detailMark
    self.log = log
    self.exports = exports
    self.assets = assets
  }
}

/// The coverage of one file, line by line.
public struct SourceDetail: Sendable {
  public var lines: [LineCoverage]
  public var functions: [FunctionCoverage]

  public init(lines: [LineCoverage], functions: [FunctionCoverage]) {
    self.lines = lines
    self.functions = functions
  }
}
