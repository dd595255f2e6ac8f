import Files
package import Foundation

/// The folder of one integration: the whole interface between who orders it and who performs it.
package struct IntegrationFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package func file(_ name: String) -> String { path + "/" + name }

  package var order: String { file("order.json") }
  package var report: String { file("report.json") }
  package var log: String { file("log.txt") }
  package var logTimes: String { file("log-times.txt") }
  package var progress: String { file("progress.jsonl") }
  /// When it wrote of its work last: one that was killed ran no longer, whenever that is found out.
  package var lastSign: Date? {
    [log, progress, order].compactMap { FileFacts($0)?.modified }.max().map(Date.init(timeIntervalSince1970:))
  }
  package var junit: String { file("junit.xml") }
  package var summary: String { file("summary.md") }
  package var lcov: String { file("coverage.lcov") }
  package var cobertura: String { file("cobertura.xml") }
  package var coverageDetail: String { file("coverage-detail.jsonl") }
  /// Which test executes what.
  package var testMap: String { file("test-map.json") }
  /// What came and went since the integration before.
  package var changes: String { file("changes.json") }
  package var exports: String { file("exports.tsv") }
  package var pages: String { file("pages.tsv") }
  /// For Bothy itself; of no use to others.
  package static let inner: Set<String> = [
    "order.json", "progress.jsonl", "coverage-detail.jsonl", "exports.tsv", "pages.tsv", "asked.txt",
    "changes.json", "log-times.txt", "test-map.json",
  ]
  /// Of which test it was asked why it fails, while there was nothing else to do.
  package var asked: String { file("asked.txt") }
  package var archive: String { file("archive") }
  package var profile: String { file("coverage.profdata") }
  package var attachments: String { file("attachments") }
  /// Files of the working tree that differed from the commit, as they were integrated.
  package var sources: String { file("sources") }
  /// What is needed only while it is performed; gone afterwards.
  package var scratch: String { file("scratch") }
  /// The report is whole, and scripts wait for its pages.
  package var pagesAsked: String { scratch + "/pages-asked" }
  /// Why it is asked to end, where nobody asked for that.
  package var endReason: String { scratch + "/end-reason" }
  /// They are made, as far as they can be; it holds the path of the first one.
  package var pagesMade: String { scratch + "/pages-made" }
  /// Tells where its tests are at home.
  package var roomMark: String { scratch + "/room" }
  package static let roomName = "bothy-room-"
}
