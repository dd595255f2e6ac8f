import Foundation
import Testing

@testable import Reports
@testable import SamplePages

/// The pages as they were looked at and found good; `BOTHY_RENEW=1` takes the present ones instead.
@Suite struct GoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Golden"

  @Test("the pages are, byte for byte, those that were looked at")
  func pagesAreGolden() throws {
    let pages = try Sample.pages(Sample.input())
    if ProcessInfo.processInfo.environment["BOTHY_RENEW"] == "1" {
      try? FileManager.default.removeItem(atPath: Self.folder)
      for (path, text) in pages {
        let place = URL(fileURLWithPath: Self.folder + "/" + path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
    }
    for (path, text) in pages {
      let golden = try? String(contentsOfFile: Self.folder + "/" + path, encoding: .utf8)
      #expect(golden != nil, "there is no golden \(path)")
      let difference = zip(text.split(separator: "\n"), (golden ?? "").split(separator: "\n"))
        .first { $0 != $1 }
      #expect(text == golden, "\(path) differs at: \(difference?.0 ?? "its end")")
    }
    let kept = FileManager.default.enumerator(atPath: Self.folder)?.compactMap { $0 as? String } ?? []
    #expect(Set(kept.filter { $0.contains(".") }) == Set(pages.keys))
  }

  @Test("no template has a mistake that can be known without values")
  func templatesAreSound() {
    #expect(Sample.library().problems().isEmpty)
  }
}
