import Foundation
import Testing

@testable import Reports
@testable import SamplePages

/// The pages as they were looked at and found good; `BOTHY_RENEW=1` takes the present ones instead.
struct Golden {
  let folder: String

  func check(_ pages: [String: String]) throws {
    if ProcessInfo.processInfo.environment["BOTHY_RENEW"] == "1" { try renew(pages) }
    for (path, text) in pages {
      let golden = try? String(contentsOfFile: folder + "/" + path, encoding: .utf8)
      #expect(golden != nil, "there is no golden \(path)")
      let difference = zip(text.split(separator: "\n"), (golden ?? "").split(separator: "\n"))
        .first { $0 != $1 }
      #expect(text == golden, "\(path) differs at: \(difference?.0 ?? "its end")")
    }
    let kept = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    #expect(Set(kept.filter { $0.contains(".") }) == Set(pages.keys))
  }

  private func renew(_ pages: [String: String]) throws {
    try? FileManager.default.removeItem(atPath: folder)
    for (path, text) in pages {
      let place = URL(fileURLWithPath: folder + "/" + path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place)
    }
  }
}

@Suite struct GoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

  @Test("the pages are, byte for byte, those that were looked at")
  func pagesAreGolden() throws {
    try Golden(folder: Self.folder + "/Golden").check(try Sample.pages(Sample.input()))
  }

  @Test("so are those above the integrations")
  func historyIsGolden() throws {
    let pages = try HistorySample.pages().filter { !$0.key.contains("assets/") }
    try Golden(folder: Self.folder + "/GoldenHistory").check(pages)
  }

  @Test("no template has a mistake that can be known without values")
  func templatesAreSound() {
    #expect(Sample.library().problems().isEmpty)
  }
}
