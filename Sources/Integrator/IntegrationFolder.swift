/// The folder of one integration: the whole interface between who orders it and who performs it.
public struct IntegrationFolder: Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  public func file(_ name: String) -> String { path + "/" + name }

  public var order: String { file("order.json") }
  public var report: String { file("report.json") }
  public var log: String { file("log.txt") }
  public var progress: String { file("progress.jsonl") }
  public var junit: String { file("junit.xml") }
  public var lcov: String { file("coverage.lcov") }
  public var cobertura: String { file("cobertura.xml") }
  public var coverageDetail: String { file("coverage-detail.jsonl") }
  /// Told apart from what a later integration would write.
  public var exports: String { file("exports.tsv") }
  public var pages: String { file("pages.tsv") }
  /// For Bothy itself; of no use to others.
  public static let inner: Set<String> = [
    "order.json", "progress.jsonl", "coverage-detail.jsonl", "exports.tsv", "pages.tsv",
  ]
  public var profile: String { file("coverage.profdata") }
  public var attachments: String { file("attachments") }
  /// Files of the working tree that differed from the commit, as they were integrated.
  public var sources: String { file("sources") }
  /// What is needed only while it is performed; gone afterwards.
  public var scratch: String { file("scratch") }
}
